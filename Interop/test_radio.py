"""What `cerca beacon` sends and `cerca scan` hears, on RootCanal and Bumble."""

import collections
import contextlib
import hashlib
import hmac
import re
import socket
import struct
import subprocess
import threading
import time

import pytest
from radios import (  # noqa: F401  (fixtures among them)
    ADDRESS, IDENTITY_KEY, KEY, UUID, Controllers, beacon, controllers, is_advertisement, rootcanal, scan)


def code(window: int, major: int = 100, minor: int = 7) -> str:
    message = bytes.fromhex(UUID.replace("-", "")) + struct.pack(">HHq", major, minor, window)
    return hmac.new(bytes.fromhex(KEY), message, hashlib.sha256).digest()[:14].hex()


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
