"""What `cerca beacon` and `cerca scan` do when a controller is lost or is none, and when they are ended themselves."""

import json
import re
import signal
import socket
import subprocess
import threading
import time

import pytest
from radios import UUID, beacon, controllers, is_advertisement, rootcanal, run, scan  # noqa: F401  (fixtures among them)


def test_a_controller_that_is_killed_is_lost_and_comes_back(controllers, beacon, scan):
    sending, listening = controllers.transports
    sender = beacon(sending, "--ibeacon", f"{UUID},100,7")
    lines = scan(listening)
    lines.until(is_advertisement("ibeacon"))
    controllers.kill()
    lost = lines.until(lambda event: event["event"] == "radio.lost")[-1]
    assert lost["reason"]
    sender.until(lambda event: event["event"] == "radio.lost")
    controllers.start()
    lines.until(lambda event: event["event"] == "radio.back")
    sender.until(lambda event: event["event"] == "radio.back")
    lines.until(is_advertisement("ibeacon"))


class Impostor:
    """A TCP server that answers nothing, or whatever it is told."""

    def __init__(self, answer: bytes = b""):
        self.answer = answer
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.connections = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections.append(connection)
            if self.answer:
                connection.sendall(self.answer)

    def close(self):
        self.socket.close()
        for connection in self.connections:
            connection.close()


@pytest.fixture
def impostor():
    made = []

    def begin(answer: bytes = b"") -> Impostor:
        made.append(Impostor(answer))
        return made[-1]

    yield begin
    for one in made:
        one.close()


@pytest.mark.parametrize("command", [["beacon", "--ibeacon", f"{UUID},1,2"], ["scan"]])
def test_a_controller_that_never_answers_is_given_up(cerca, impostor, command):
    result = run(cerca, *command, "--hci", f"tcp:127.0.0.1:{impostor().port}", "--json")
    assert result.returncode == 1
    assert result.stdout == ""
    assert "HCI_Reset" in result.stderr and len(result.stderr.splitlines()) == 1


def test_what_is_not_hci_is_given_up(cerca, impostor):
    result = run(cerca, "scan", "--hci", f"tcp:127.0.0.1:{impostor(b'HTTP/1.1 400 Bad Request' * 400).port}")
    assert result.returncode == 1
    assert "HCI" in result.stderr


def test_a_scan_ends_by_itself_and_when_nobody_reads_it(rootcanal, cerca, beacon, start):
    transport, _ = rootcanal.transports
    beacon(transport, "--ibeacon", f"{UUID},100,7", "--interval", "20")
    result = run(cerca, "scan", "--hci", transport, "--seconds", "3")
    assert result.returncode == 0
    assert re.search(
        r"^\d\d:\d\d:\d\d  [0-9a-f:]{17}  +-?\d+ dBm  \d+\.\d m (at hand|near|far) +ibeacon +major 100  minor 7 .*uuid " + UUID,
        result.stdout, re.M)
    other = run(cerca, "scan", "--hci", transport, "--seconds", "3", "--json", "--uuid", UUID.replace("e2", "e3", 1))
    missing = json.loads(other.stdout)
    assert other.returncode == 0
    assert missing["event"] == "scan.not_found" and missing["uuid"] == UUID.replace("e2", "e3", 1)
    own = run(cerca, "scan", "--hci", transport, "--seconds", "3", "--json", "--uuid", UUID)
    heard = json.loads(own.stdout.splitlines()[-1])
    assert heard["distance"] > 0 and heard["proximity"] in ("immediate", "near", "far")
    reader = start(cerca, "scan", "--hci", transport, "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert reader.stdout.readline()
    reader.stdout.close()
    assert reader.wait(60) == 0
    assert reader.stderr.read() == b""


def test_a_command_is_terminated_at_any_moment(rootcanal, cerca, start):
    """As it begins by the system, later by itself: no request is lost in between."""
    for turn in range(80):
        process = start(
            cerca, "scan", "--hci", rootcanal.transports[0], "--json", stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(0.004 + 0.0002 * turn)
        process.terminate()
        assert process.wait(60) in (0, -signal.SIGTERM), turn
