"""The command's manners: exit codes, one line of reason, the published packets, the venue file."""

import json
import os
import pathlib
import struct
import subprocess

import centre
import pytest

VECTORS = pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "beacon-vectors.json"


def run(cerca, *arguments, **options):
    return subprocess.run([cerca, *map(str, arguments)], capture_output=True, text=True, timeout=60, **options)


def test_wrong_usage_is_exit_code_two(cerca):
    for arguments in (["fly"], ["serve", "--port", "many"], ["beacon"], ["scan", "--hci", "carrier-pigeon:1"]):
        result = run(cerca, *arguments)
        assert result.returncode == 2, (arguments, result)
        assert result.stdout == "" and result.stderr != ""


def test_help_is_no_error(cerca):
    result = run(cerca, "--help")
    assert result.returncode == 0 and "demo" in result.stdout


def test_a_failed_operation_gives_one_line_and_exit_code_one(cerca, tmp_path):
    for arguments in (
        ["scan", "--hci", "serial:/dev/does-not-exist,115200", "--seconds", "1"],
        ["venue", "check", tmp_path / "missing.json"],
        ["venue", "export", "--database", f"sqlite:{tmp_path}/no/such/folder/x.sqlite"],
    ):
        result = run(cerca, *arguments)
        assert result.returncode == 1, (arguments, result)
        assert len(result.stderr.strip().splitlines()) == 1, result.stderr


@pytest.mark.parametrize(
    "key, exponent, time, expected",
    [
        ("0123456789abcdef0123456789abcdef", 6, 65280, "2f2a119459ba8342"),
        ("ffffffffffffffffffffffffffffffff", 0, 0, "a465f39f7848b336"),
        ("000102030405060708090a0b0c0d0e0f", 15, 4294967295, "2b0a5389efad8131"),
    ],
)
def test_ephemeral_identifiers(cerca, key, exponent, time, expected):
    result = run(cerca, "beacon", "eid", "--identity-key", key, "--exponent", exponent, "--time", time)
    assert result.stdout.strip() == expected


PACKETS = [
    ({"layer": "ad", "hex": "0201061aff4c0002154142434445464748494041424344454600010002f8"},
     {"type": "ibeacon", "uuid": "41424344-4546-4748-4940-414243444546", "major": 1, "minor": 2, "measured_power": -8}),
    ({"layer": "ad", "hex": "0201060303aafe0d16aafe10e702676f6f676c65000c09526164426561636f6e2047"},
     {"type": "eddystone-url", "tx_power_0m": -25, "url": "http://google.com/", "local_name": "RadBeacon G"}),
    ({"layer": "ad", "hex": "0201060303"}, {"type": None}),
]

# An extended report of an iBeacon, whole and cut off at several places.
EXTENDED = ("043e380d01" "0100" "01" "e6d5c4b3a2c1" "0101" "00" "00" "ce" "0000" "00" "000000000000" "1e"
            "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5")
EXTENDED_HEADER = {"ext": True, "event_type": 1, "addr_type": 1, "addr": "c1:a2:b3:c4:d5:e6", "rssi": -50}


def matches(expected, found) -> bool:
    if isinstance(expected, dict):
        return all(matches(value, found[key]) for key, value in expected.items() if key != "note")
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(matches, expected, found))
    return expected == found


def test_packets_are_decoded_field_by_field(cerca, tmp_path):
    packets = list(PACKETS)
    if VECTORS.exists():
        packets += [(packet, packet["expect"]) for packet in json.loads(VECTORS.read_text())["packets"]]
    file = tmp_path / "packets.jsonl"
    file.write_text("".join(json.dumps({"layer": p["layer"], "hex": p["hex"]}) + "\n" for p, _ in packets))
    result = run(cerca, "scan", "--decode", file)
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(lines) == len(packets)
    for (packet, expected), found in zip(packets, lines):
        assert matches(expected, found), (packet, expected, found)


@pytest.mark.parametrize("cut", [1, 5, 29, 30])
def test_a_report_that_is_cut_off_has_the_header_of_a_whole_one(cerca, tmp_path, cut):
    packets = [EXTENDED, EXTENDED[:-2 * cut]]
    file = tmp_path / "packets.jsonl"
    file.write_text("".join(json.dumps({"layer": "hci_h4", "hex": packet}) + "\n" for packet in packets))
    whole, broken = [json.loads(line) for line in run(cerca, "scan", "--decode", file).stdout.splitlines()]
    assert matches({**EXTENDED_HEADER, "type": "ibeacon", "major": 100, "minor": 7}, whole["reports"][0])
    assert "error" not in whole
    assert matches(EXTENDED_HEADER, broken["reports"][0]) and len(broken["reports"]) == 1
    assert "truncated" in broken["error"]


def test_what_is_cut_off_within_its_header_is_no_report(cerca, tmp_path):
    legacy = "043e2a02010300ecf800eef30c1e0201041aff4c000215"
    file = tmp_path / "packets.jsonl"
    packets = [EXTENDED[:2 * 20], legacy, "043e"]
    file.write_text("".join(json.dumps({"layer": "hci_h4", "hex": packet}) + "\n" for packet in packets))
    lines = [json.loads(line) for line in run(cerca, "scan", "--decode", file).stdout.splitlines()]
    assert lines[0]["reports"] == [] and lines[2]["reports"] == []
    cut = lines[1]["reports"][0]
    assert cut["ext"] is False and cut["addr"] == "0c:f3:ee:00:f8:ec" and cut["rssi"] is None
    assert all("truncated" in line["error"] for line in lines)


def pcap(link: int, packets: list[str]) -> bytes:
    """A capture of pcap's format, little-endian."""
    records = [bytes.fromhex(packet) for packet in packets]
    return struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link) + b"".join(
        struct.pack("<IIII", 1795253400, 250000, len(record), len(record)) + record for record in records)


def btsnoop(link: int, packets: list[str]) -> bytes:
    """A capture of btsnoop's format, of received events."""
    records = [bytes.fromhex(packet) for packet in packets]
    instant = 0x00DCDDB30F2F8000 + 1795253400250000
    return b"btsnoop\0" + struct.pack(">II", 1, link) + b"".join(
        struct.pack(">IIIIQ", len(record), len(record), 3, 0, instant) + record for record in records)


def test_captures_are_read_as_they_are(cerca, tmp_path):
    for name, content in [
        ("a.pcap", pcap(187, ["01030c00", EXTENDED])), ("a.btsnoop", btsnoop(1002, ["040e0401030c00", EXTENDED])),
        ("b.btsnoop", btsnoop(1001, [EXTENDED[2:]])), ("c.btsnoop", btsnoop(2001, [EXTENDED[2:]])),
    ]:
        file = tmp_path / name
        file.write_bytes(content)
        for result in (run(cerca, "scan", "--decode", file),
                       subprocess.run([cerca, "scan", "--decode", "-"], input=content, capture_output=True)):
            assert result.returncode == 0, (name, result.stderr)
            [packet] = [json.loads(line) for line in result.stdout.splitlines()]
            assert packet["time"].startswith("2026-11-21T09:30:00.25"), packet
            assert matches({**EXTENDED_HEADER, "type": "ibeacon", "minor": 7}, packet["reports"][0])


def test_a_file_in_which_nothing_can_be_read_is_one_message_and_exit_code_one(cerca, tmp_path):
    for name, content in [
        ("text", b"HCI sniffer - Bluetooth packet analyzer\ndevice: hci0\nno packet\n" * 5), ("binary", bytes(range(256)) * 9),
        ("btmon", b"> HCI Event: LE Meta Event (0x3e) plen 43    #3 [hci0] 0.402\n      LE Advertising Report (0x02)\n"),
        ("ethernet.pcap", pcap(1, ["00" * 60])), ("cut.btsnoop", btsnoop(1002, [EXTENDED])[:20]),
    ]:
        file = tmp_path / name
        file.write_bytes(content)
        result = run(cerca, "scan", "--decode", file)
        assert result.returncode == 1 and result.stdout == "", (name, result)
        assert len(result.stderr.strip().splitlines()) == 1 and str(file) in result.stderr, (name, result.stderr)
        assert ("btmon -w" in result.stderr) == (name == "btmon")
    file = tmp_path / "mixed"
    file.write_text("device: hci0\n0x" + EXTENDED + "\nno packet\n")
    result = run(cerca, "scan", "--decode", file)
    assert result.returncode == 0
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [True, False, True]


def test_a_faulty_venue_lists_every_fault_and_imports_nothing(cerca, tmp_path):
    venue = centre.document()
    venue["uuid"] = "not-a-uuid"
    venue["shops"][1]["major"] = 100
    venue["shops"][2]["area"] = [[-5, 0], [90, 0], [90, 90]]
    venue["beacons"][3]["neighbours"] = [[999, 9]]
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(venue))
    checked = run(cerca, "venue", "check", file)
    assert checked.returncode == 1
    for path in ("$.uuid", "$.shops[1].major", "$.shops[2].area", "$.beacons[3].neighbours[0]"):
        assert path in checked.stderr + checked.stdout, path
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    assert run(cerca, "venue", "import", file, "--database", database).returncode == 1
    assert run(cerca, "venue", "export", "--database", database).returncode == 1, "nothing was imported"


def test_a_venue_comes_out_as_it_went_in_and_its_keys_once(cerca, tmp_path):
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    keys = centre.import_venue(cerca, tmp_path, database)
    assert len(keys) == 20 and all(len(key) == 32 for key in keys.values())
    assert len(set(keys.values())) == 20
    exported = run(cerca, "venue", "export", "--database", database)
    assert exported.returncode == 0
    assert not any(key.hex() in exported.stdout for key in keys.values())
    again = tmp_path / "again.json"
    again.write_text(exported.stdout)
    assert run(cerca, "venue", "check", again).returncode == 0
    assert [shop["name"] for shop in json.loads(exported.stdout)["shops"]] == [f"Shop {n}" for n in range(4)]
    repeated = run(cerca, "venue", "import", again, "--database", database)
    assert repeated.returncode == 0 and json.loads(repeated.stdout or "{}") == {}, "beacons keep their keys"


def test_the_sources_hold_no_path_of_this_machine():
    root = pathlib.Path(__file__).resolve().parent.parent
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True).stdout.split()
    place = os.fspath(root)
    for name in listed:
        path = root / name
        if path.suffix in (".swift", ".ts", ".py", ".md", ".sh") and path.is_file():
            assert place + "/" not in path.read_text(), name
