"""`cerca beacon` and `cerca scan` without a controller: usage, keys, identifiers, and packets from a file."""

import json

import pytest
from radios import IDENTITY_KEY, KEY, UUID, run

# Made with the reference of google/eddystone: key, exponent, time, identifier.
EPHEMERAL = [
    ("0123456789abcdef0123456789abcdef", 6, 65280, "2f2a119459ba8342"),
    ("ffffffffffffffffffffffffffffffff", 0, 0, "a465f39f7848b336"),
    ("000102030405060708090a0b0c0d0e0f", 15, 4294967295, "2b0a5389efad8131"),
    ("000102030405060708090a0b0c0d0e0f", 10, 1000448, "f8c8815869dabc11"),
]


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
