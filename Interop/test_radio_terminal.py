"""The table that `cerca scan` draws on a terminal."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading
import time

from radios import UUID, beacon, rootcanal  # noqa: F401  (fixtures among them)


class Terminal:
    """A terminal of 10 lines and 100 columns, on which a program draws."""

    def __init__(self):
        ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 100, 0, 0))
        self.output = os.fdopen(ours, "rb", buffering=0)
        self.text = ""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while some := self.output.read(4096):
                self.text += some.decode()
        except OSError:
            pass  # The program has ended.

    @property
    def screens(self) -> list[list[str]]:
        """Every whole screen that was drawn so far, as its lines."""
        return [screen.replace("\r", "").split("\n")[:-1] for screen in self.text.split("\x1b[H\x1b[J")[1:-1]]

    def wait(self, condition, what: str, seconds: float = 60) -> list[str]:
        """The lines of the last screen, once they are as wanted."""
        deadline = time.monotonic() + seconds
        while True:
            last = self.screens[-1] if self.screens else []
            if condition(last):
                return last
            assert time.monotonic() < deadline, f"{what}: {last}"
            time.sleep(0.1)


def test_a_terminal_shows_a_table_that_fits_and_is_drawn_anew(rootcanal, cerca, beacon, start):
    transport, _ = rootcanal.transports
    near = beacon(transport, "--ibeacon", f"{UUID},100,7,-90")
    far = beacon(transport, "--ibeacon", f"{UUID},100,8,-30")
    others = [beacon(transport, "--eddystone-url", f"https://example.com/{name}") for name in "abcdefgh"]
    screen = Terminal()
    start(cerca, "scan", "--hci", transport, stdout=screen.theirs, stderr=subprocess.DEVNULL)
    lines = screen.wait(lambda lines: len(lines) == 9 and "10 senders" in lines[0], "all ten are heard")
    screen.wait(
        lambda lines: "minor 7" in lines[1] and not any("minor 8" in line for line in lines),
        "the nearest comes first, and what has no room is the farthest")
    for drawn in screen.screens:
        assert len(drawn) <= 9 and max(len(line) for line in drawn) <= 100, drawn
    lines = screen.screens[-1]
    # RootCanal invents strengths, but both are heard alike, and what is stated for one metre decides.
    assert " dBm" in lines[1] and " m " in lines[1] and "major 100" in lines[1]
    assert all("eddystone-url" in line and " m " in line for line in lines[2:])
    for lines in [near, far, *others]:
        lines.process.kill()


def test_a_terminal_says_whether_a_uuid_is_found_and_when_it_is_gone(rootcanal, cerca, beacon, start):
    transport, _ = rootcanal.transports
    beacon(transport, "--eddystone-url", "https://example.com/x")
    screen = Terminal()
    start(cerca, "scan", "--hci", transport, "--uuid", UUID, stdout=screen.theirs, stderr=subprocess.DEVNULL)
    screen.wait(lambda lines: len(lines) == 1 and lines[0].endswith("; not found"), "nothing is found")
    wanted = beacon(transport, "--ibeacon", f"{UUID},100,7,-59")
    lines = screen.wait(lambda lines: len(lines) == 2, "it is found")
    assert lines[0].endswith("; found") and "minor 7" in lines[1]
    assert "1 sender;" in lines[0]
    wanted.process.kill()
    drawn = len(screen.screens)
    # Half a minute after its last packet it is gone from the table.
    screen.wait(lambda lines: lines[0].endswith("; not found"), "it is gone", seconds=90)
    assert len(screen.screens) > drawn + 10, "the table goes on being drawn"
