"""`cerca beacon` and `cerca scan` on two controllers that we did not write: RootCanal (strict) and Bumble (lax)."""

import collections
import contextlib
import fcntl
import hashlib
import hmac
import json
import os
import pathlib
import pty
import queue
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

import pytest

from conftest import wait_for_port

UUID = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"
KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
IDENTITY_KEY = "000102030405060708090a0b0c0d0e0f"
ADDRESS = "c1:a2:b3:c4:d5:e6"
# Made with the reference of google/eddystone: key, exponent, time, identifier.
EPHEMERAL = [
    ("0123456789abcdef0123456789abcdef", 6, 65280, "2f2a119459ba8342"),
    ("ffffffffffffffffffffffffffffffff", 0, 0, "a465f39f7848b336"),
    ("000102030405060708090a0b0c0d0e0f", 15, 4294967295, "2b0a5389efad8131"),
    ("000102030405060708090a0b0c0d0e0f", 10, 1000448, "f8c8815869dabc11"),
]


class Lines:
    """The JSON lines that a process prints, read as they come."""

    def __init__(self, process: subprocess.Popen):
        self.process = process
        self.queue: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.queue.put(json.loads(line))
        self.queue.put(None)

    def until(self, wanted, seconds: float = 90) -> list[dict]:
        """What is printed up to the first object for which `wanted` holds, that one included."""
        deadline = time.monotonic() + seconds
        seen = []
        while True:
            try:
                event = self.queue.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"it did not come within {seconds} s; seen: {seen[-5:]}")
            if event is None:
                pytest.fail(f"the process ended with {self.process.wait()}; seen: {seen[-5:]}")
            seen.append(event)
            if wanted(event):
                return seen

    def during(self, seconds: float) -> list[dict]:
        """What is printed in this time."""
        deadline = time.monotonic() + seconds
        seen = []
        while (left := deadline - time.monotonic()) > 0:
            try:
                event = self.queue.get(timeout=left)
            except queue.Empty:
                break
            if event is None:
                break
            seen.append(event)
        return seen


class Controllers:
    """Controllers of one kind: `transports` are two that hear each other."""

    def __init__(self, kind: str, free_port):
        self.kind = kind
        self.ports = [free_port() for _ in range(4)]
        self.process = None
        self.start()

    def start(self):
        if self.kind == "rootcanal":
            names = ("-hci_port", "-test_port", "-link_port", "-link_ble_port")
            arguments = [text for name, port in zip(names, self.ports) for text in (name, str(port))]
            command = [sys.executable, "-m", "rootcanal", *arguments]
            listening = self.ports[:1]
        else:
            listening = self.ports[:2]
            command = [sys.executable, "-m", "bumble.apps.controllers"]
            command += [f"tcp-server:127.0.0.1:{port}" for port in listening]
        # RootCanal's Python starts another process, which would outlive it: the two end together as a group.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        if self.kind == "rootcanal":
            wait_for_port(listening[0])
        else:
            # A probing connection would be taken for a host; the listening socket shows in /proc instead.
            for port in listening:
                wait_until_listening(port)

    def kill(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @property
    def transports(self) -> tuple[str, str]:
        second = self.ports[0] if self.kind == "rootcanal" else self.ports[1]
        return f"tcp:127.0.0.1:{self.ports[0]}", f"tcp:127.0.0.1:{second}"


def wait_until_listening(port: int, seconds: float = 90) -> None:
    """Returns once somebody listens on the port, without connecting to it."""
    pattern = re.compile(rf":{port:04X} \S+ 0A ")
    deadline = time.monotonic() + seconds
    while not pattern.search(pathlib.Path("/proc/net/tcp").read_text()):
        assert time.monotonic() < deadline, f"nobody listens on {port}"
        time.sleep(0.05)


@pytest.fixture(params=["rootcanal", "bumble"])
def controllers(request, free_port):
    running = Controllers(request.param, free_port)
    yield running
    running.kill()


@pytest.fixture
def rootcanal(free_port):
    running = Controllers("rootcanal", free_port)
    yield running
    running.kill()


@pytest.fixture
def beacon(cerca, start):
    """Starts `cerca beacon` and returns its lines once it is on air."""

    def begin(transport: str, *options: str) -> Lines:
        process = start(
            cerca, "beacon", "--hci", transport, "--json", *options,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = Lines(process)
        lines.until(lambda event: event["event"] == "beacon.advertising")
        return lines

    return begin


@pytest.fixture
def scan(cerca, start):
    """Starts `cerca scan --json` and returns its lines."""

    def begin(transport: str, *options: str) -> Lines:
        return Lines(
            start(cerca, "scan", "--hci", transport, "--json", *options,
                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))

    return begin


def is_advertisement(kind: str):
    return lambda event: event["event"] == "advertisement" and event["type"] == kind


def code(window: int, major: int = 100, minor: int = 7) -> str:
    message = bytes.fromhex(UUID.replace("-", "")) + struct.pack(">HHq", major, minor, window)
    return hmac.new(bytes.fromhex(KEY), message, hashlib.sha256).digest()[:14].hex()


# What is sent and heard


FRAMES = {
    "ibeacon": (
        ["--ibeacon", f"{UUID},100,7,-61"],
        {"uuid": UUID, "major": 100, "minor": 7, "measured_power": -61}),
    "eddystone-uid": (
        ["--eddystone-uid", "12345678901234678901,000000000001,-29"],
        {"namespace": "12345678901234678901", "instance": "000000000001", "tx_power_0m": -29}),
    "eddystone-url": (["--eddystone-url", "https://example.com/x"], {"url": "https://example.com/x"}),
    "altbeacon": (
        ["--altbeacon", "00112233445566778899aabbccddeeff00010002,-60"],
        {"beacon_id": "00112233445566778899aabbccddeeff00010002", "reference_rssi": -60, "company": 280}),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_sent_is_the_frame_heard(controllers, beacon, scan, kind):
    options, expected = FRAMES[kind]
    sending, listening = controllers.transports
    beacon(sending, "--address", ADDRESS, *options)
    heard = scan(listening).until(is_advertisement(kind))[-1]
    assert {name: heard[name] for name in expected} == expected
    assert heard["address"] == ADDRESS
    assert -128 <= heard["rssi"] <= 20
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", heard["time"])


def test_an_ephemeral_identifier_is_that_of_the_time(controllers, beacon, scan, cerca):
    sending, listening = controllers.transports
    before = int(time.time())
    beacon(sending, "--eddystone-eid", f"{IDENTITY_KEY},10")
    heard = scan(listening).until(is_advertisement("eddystone-eid"))[-1]

    def expected(at: int) -> str:
        return subprocess.run(
            [cerca, "beacon", "eid", "--identity-key", IDENTITY_KEY, "--exponent", "10", "--time", str(at)],
            capture_output=True, text=True, check=True).stdout.strip()

    assert heard["eid"] in {expected(before), expected(int(time.time()))}


def test_the_security_frame_takes_turns_with_the_position_and_its_code_changes(controllers, beacon, scan, tmp_path):
    key = tmp_path / "key"
    key.write_text(KEY + "\n")
    sending, listening = controllers.transports
    period = 2
    first = int(time.time()) // period
    beacon(sending, "--ibeacon", f"{UUID},100,7", "--security-key-file", str(key), "--period", str(period))
    lines = scan(listening)
    seen: list[str] = []

    def three_windows(event):
        if "code" in event and event["code"] not in seen:
            seen.append(event["code"])
        return len(seen) == 3

    events = [event for event in lines.until(three_windows) if event["event"] == "advertisement"]
    last = int(time.time()) // period
    kinds = collections.Counter(event["type"] for event in events)
    assert set(kinds) == {"ibeacon", "security"}
    assert min(kinds.values()) > 0.3 * sum(kinds.values()) / 2
    codes = [event["code"] for event in events if "code" in event]
    expected = [code(window) for window in range(first, last + 1)]
    assert codes == sorted(codes, key=expected.index), "one after the other, in the order of the windows"


def test_several_kinds_from_one_device_take_turns(controllers, beacon, scan):
    sending, listening = controllers.transports
    beacon(sending, "--address", ADDRESS, *(text for options, _ in FRAMES.values() for text in options))
    lines = scan(listening)
    wanted = set(FRAMES)

    def all_heard(event):
        if event["event"] == "advertisement" and event["address"] == ADDRESS:
            wanted.discard(event["type"])
        return not wanted

    lines.until(all_heard)


def test_a_controller_hears_many_beacons(rootcanal, beacon, scan):
    transport, _ = rootcanal.transports
    for minor in range(8):
        beacon(transport, "--ibeacon", f"{UUID},1,{minor}")
    lines = scan(transport)
    minors: set[int] = set()

    def all_heard(event):
        minors.add(event.get("minor"))
        return minors >= set(range(8))

    lines.until(all_heard)


def test_a_beacon_that_ends_falls_silent(controllers, beacon, scan):
    sending, listening = controllers.transports
    sender = beacon(sending, "--ibeacon", f"{UUID},100,7")
    lines = scan(listening)
    lines.until(is_advertisement("ibeacon"))
    sender.process.terminate()
    assert sender.process.wait(60) == 0
    # What was sent before may still be under way; a beacon that goes on sends ten times a second.
    deadline = time.monotonic() + 60
    while [event for event in lines.during(1.5) if event["event"] == "advertisement"]:
        assert time.monotonic() < deadline, "it is still heard"


class Bluetooth4:
    """Stands between a host and a controller, and makes the controller deny that it knows extended advertising."""

    # RootCanal sends the packet's first byte, 04, by itself.
    FEATURES = bytes.fromhex("0e0c01032000")

    def __init__(self, transport: str):
        self.controller = int(transport.rpartition(":")[2])
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.transport = f"tcp:127.0.0.1:{self.socket.getsockname()[1]}"
        self.sent = b""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        host, _ = self.socket.accept()
        controller = socket.create_connection(("127.0.0.1", self.controller))
        threading.Thread(target=self._carry, args=(host, controller, self._note), daemon=True).start()
        self._carry(controller, host, self._deny)

    def _note(self, data: bytes) -> bytes:
        self.sent += data
        return data

    def _deny(self, data: bytes) -> bytes:
        if (at := data.find(self.FEATURES)) < 0:
            return data
        bits = at + len(self.FEATURES) + 1
        return data[:bits] + bytes([data[bits] & ~0x10]) + data[bits + 1:]

    @staticmethod
    def _carry(source, target, change):
        # Either side may end first, and takes the other with it.
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(change(data))
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def test_a_controller_of_bluetooth_4_gets_legacy_commands_alone(rootcanal, beacon, scan):
    sending, listening = (Bluetooth4(transport) for transport in rootcanal.transports)
    sender = beacon(sending.transport, "--ibeacon", f"{UUID},100,7", "--security-key", KEY)
    lines = scan(listening.transport)
    lines.until(is_advertisement("ibeacon"))
    lines.until(is_advertisement("security"))
    sender.process.terminate()
    assert sender.process.wait(60) == 0
    for one in (sending, listening):
        assert one.sent[:4] == bytes.fromhex("01030c00")
        # Extended advertising and scanning commands are 0x2035 to 0x2042.
        assert not re.search(rb"\x01[\x35-\x42]\x20", one.sent)
    assert bytes.fromhex("010a200101") in sending.sent and bytes.fromhex("010c2002") in listening.sent


def test_a_legacy_scan_hears_extended_reports(free_port, beacon, scan):
    bumble = Controllers("bumble", free_port)
    try:
        sending, listening = bumble.transports
        beacon(sending, "--ibeacon", f"{UUID},100,7")
        # Bumble answers every scan with extended reports.
        scan(Bluetooth4(listening).transport).until(is_advertisement("ibeacon"))
    finally:
        bumble.kill()


# What goes wrong


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


def run(cerca, *arguments, **options):
    return subprocess.run([cerca, *arguments], capture_output=True, text=True, timeout=90, **options)


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


@pytest.mark.parametrize(
    ("transport", "reason"),
    [("tcp:127.0.0.1:{free}", "refused"), ("serial:/dev/no-such-line,115200", "no device"),
     ("serial:/dev/null,115200", "no device"), ("hci63", "")])
def test_a_transport_that_is_not_there_is_said(cerca, free_port, transport, reason):
    result = run(cerca, "scan", "--hci", transport.format(free=free_port()))
    assert result.returncode == 1
    assert reason in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["beacon", "--hci", "hci0"],
        ["beacon", "--ibeacon", f"{UUID},1,2"],
        ["beacon", "--hci", "nowhere", "--ibeacon", f"{UUID},1,2"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,65536"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2,-129"],
        ["beacon", "--hci", "hci0", "--ibeacon", "not-a-uuid,1,2"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2", "--security-key", "00"],
        ["beacon", "--hci", "hci0", "--eddystone-url", "https://example.com/x", "--security-key", KEY],
        ["beacon", "--hci", "hci0", "--eddystone-url", "https://much-too-long-for-an-advertisement.example.com/"],
        ["beacon", "--hci", "hci0", "--eddystone-uid", "12,34"],
        ["beacon", "--hci", "hci0", "--eddystone-eid", f"{IDENTITY_KEY},16"],
        ["beacon", "--hci", "hci0", "--altbeacon", "00"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2", "--interval", "19"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2", "--period", "0"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2", "--seconds", "0"],
        ["beacon", "--hci", "hci0", "--ibeacon", f"{UUID},1,2", "--address", "00:11:22:33:44:55"],
        ["beacon", "eid", "--identity-key", "00", "--exponent", "1", "--time", "0"],
        ["beacon", "eid", "--identity-key", IDENTITY_KEY, "--exponent", "16", "--time", "0"],
        ["scan"],
        ["scan", "--hci", "tcp:localhost"],
        ["scan", "--hci", "hci0", "--decode", "-"],
    ])
def test_wrong_usage_ends_with_two(cerca, arguments):
    result = run(cerca, *arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr != ""
    assert KEY not in result.stderr


def test_a_key_file_is_read_in_both_forms_and_refused_without_its_content(cerca, tmp_path, free_port):
    transport = f"tcp:127.0.0.1:{free_port()}"

    def attempt(text: str) -> str:
        file = tmp_path / "key"
        file.write_text(text)
        result = run(
            cerca, "beacon", "--hci", transport, "--ibeacon", f"{UUID},100,7", "--security-key-file", str(file))
        assert result.returncode == 1
        return result.stderr

    # Good keys get as far as the controller, which is not there.
    assert "refused" in attempt(KEY + "\n")
    assert "refused" in attempt(json.dumps({"100.7": KEY}))
    assert "no key for 100.7" in attempt(json.dumps({"100.8": KEY}))
    secret = "5ec2e7" * 10
    answer = attempt(secret)
    assert "64 hexadecimal digits" in answer and secret not in answer


# Without a controller


@pytest.mark.parametrize(("key", "exponent", "moment", "identifier"), EPHEMERAL)
def test_ephemeral_identifiers_are_those_of_the_vectors(cerca, key, exponent, moment, identifier):
    result = run(
        cerca, "beacon", "eid", "--identity-key", key, "--exponent", str(exponent), "--time", str(moment))
    assert (result.returncode, result.stdout) == (0, identifier + "\n")


def test_packets_are_decoded_from_a_file_and_from_standard_input(cerca, tmp_path):
    lines = [
        {"layer": "ad", "hex": "0201061aff4c0002154142434445464748494041424344454600010002f8"},
        {"layer": "hci_h4", "hex": "043e25020100006d5f57c51701190201060303aafe1116aafe20000c3c200000000fbc000049bab7"},
        {"layer": "ad", "hex": "0201060303"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines) + "\nnot json\n"
    file = tmp_path / "packets.jsonl"
    file.write_text(text)
    from_file = run(cerca, "scan", "--decode", str(file))
    from_input = run(cerca, "scan", "--decode", "-", input=text)
    assert from_file.returncode == 0 and from_file.stdout == from_input.stdout
    decoded = [json.loads(line) for line in from_file.stdout.splitlines()]
    assert len(decoded) == 4
    assert decoded[0]["type"] == "ibeacon" and decoded[0]["minor"] == 2
    assert decoded[1]["reports"][0]["voltage_mv"] == 3132
    assert decoded[2]["type"] is None
    missing = run(cerca, "scan", "--decode", str(tmp_path / "nothing"))
    assert missing.returncode == 1 and len(missing.stderr.splitlines()) == 1


def test_a_scan_ends_by_itself_and_when_nobody_reads_it(rootcanal, cerca, beacon, start):
    transport, _ = rootcanal.transports
    beacon(transport, "--ibeacon", f"{UUID},100,7", "--interval", "20")
    result = run(cerca, "scan", "--hci", transport, "--seconds", "3")
    assert result.returncode == 0
    assert re.search(
        r"^\d\d:\d\d:\d\d  [0-9a-f:]{17}  +-?\d+ dBm  \d+\.\d m (at hand|near|far) +ibeacon +major 100  minor 7 .*uuid " + UUID,
        result.stdout, re.M)
    other = run(cerca, "scan", "--hci", transport, "--seconds", "3", "--json", "--uuid", UUID.replace("e2", "e3", 1))
    assert other.returncode == 0 and other.stdout == ""
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


# The table on a terminal


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
    screen.wait(lambda lines: "minor 7" in lines[1] and "minor 8" in lines[2], "those whose distance is known come first")
    for drawn in screen.screens:
        assert len(drawn) <= 9 and max(len(line) for line in drawn) <= 100, drawn
    lines = screen.screens[-1]
    # RootCanal invents strengths, but both are heard alike, and what is stated for one metre decides.
    assert " dBm" in lines[1] and " m " in lines[1] and "major 100" in lines[1]
    assert all("eddystone-url" in line for line in lines[3:])
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
