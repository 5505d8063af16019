"""KeePass databases between `cerca vault`, KeePassXC, pykeepass, and a writer of every form of KDBX in Python."""

import base64
import gzip
import itertools
import json
import os

import pykeepass
import pytest
from test_vault_formats import PASSWORD, Vault, keepassxc, needs_keepassxc, vault  # noqa: F401
from vaults import in_terminal

import kdbx

KEY = bytes(range(32))


def imported(ours: Vault, file, *options) -> dict:
    """Imports a database with its password; the report."""
    return ours.succeed("import", "--format", "kdbx", *options, file)[0]


def with_password(ours: Vault) -> tuple:
    return "--import-password-file", ours.folder / "file-password"


def refused(ours: Vault, file, *options) -> str:
    done = ours.run("import", "--format", "kdbx", *options, file)
    assert done.returncode == 1, done
    reason = done.stderr.decode().strip()
    assert len(reason.splitlines()) == 1 and PASSWORD not in reason, reason
    return reason


def attached(ours: Vault, title: str, name: str, folder) -> bytes:
    """An attached file of an item."""
    target = folder / "extracted"
    target.unlink(missing_ok=True)
    ours.succeed("extract", title, name, target)
    return target.read_bytes()


@needs_keepassxc
@pytest.mark.parametrize("key_file", [False, True])
def test_a_database_of_keepassxc_arrives_whole(vault, tmp_path, key_file):
    database = tmp_path / "theirs.kdbx"
    key = ["-k", tmp_path / "key.keyx"] if key_file else []
    made = ["--set-key-file", tmp_path / "key.keyx"] if key_file else []
    secret = f"{PASSWORD}\n"
    keepassxc("db-create", "-q", "--set-password", *made, database, password=secret * 2)
    keepassxc("mkdir", "-q", *key, database, "Banks", password=secret)
    keepassxc("add", "-q", *key, "-u", "jane", "--url", "https://bank.example", "--notes", "one ñ <&>", "-p", database,
              "Banks/Bank", password=f"{secret}s3cr3t ñ 🗝\n")
    keepassxc("edit", "-q", *key, "-p", database, "Banks/Bank", password=f"{secret}second\n")
    (tmp_path / "scan.bin").write_bytes(bytes(range(256)) * 2000)
    keepassxc("attachment-import", "-q", *key, database, "Banks/Bank", "scan ñ.bin", tmp_path / "scan.bin", password=secret)
    keepassxc("add", "-q", *key, "-u", "x", "-p", database, "Gone", password=f"{secret}y\n")
    keepassxc("rm", "-q", *key, database, "Gone", password=secret)

    ours = vault()
    options = ["--key-file", tmp_path / "key.keyx"] if key_file else []
    report = imported(ours, database, *with_password(ours), *options)
    assert (report["imported"], report["inTrash"], report["changes"]) == (2, 1, [])
    assert ours.fields("Bank") == [
        ("user", "jane"), ("password", "second"), ("url", "https://bank.example"), ("note", "one ñ <&>")]
    assert ours.show("Bank")["category"] == "Banks"
    assert "s3cr3t ñ 🗝" in ours.run("history", "Bank").stdout.decode()
    assert attached(ours, "Bank", "scan ñ.bin", tmp_path) == bytes(range(256)) * 2000
    # A second import changes nothing.
    again = imported(ours, database, *with_password(ours), *options)
    assert (again["imported"], again["updated"]) == (0, 0)


@needs_keepassxc
def test_what_keepassxc_makes_of_xml_is_imported_from_its_database(vault, tmp_path):
    first = vault("first")
    source = kdbx.document(kdbx.entry(
        "Bank", {"UserName": "jane", "Password": "p", "Branch": "0001", "otp": "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"},
        lambda data: data, hidden=()))
    (tmp_path / "in.xml").write_text(source)
    keepassxc("import", "-q", "-p", tmp_path / "in.xml", tmp_path / "theirs.kdbx", password=f"{PASSWORD}\n" * 2)
    (tmp_path / "out.xml").write_bytes(
        keepassxc("export", "-q", "-f", "xml", tmp_path / "theirs.kdbx", password=f"{PASSWORD}\n"))
    assert imported(first, tmp_path / "theirs.kdbx", *with_password(first))["imported"] == 1
    second = vault("second")
    assert second.read("keepass-xml", tmp_path / "out.xml") == 1
    # One reader knows both.
    assert first.fields("Bank") == second.fields("Bank")
    assert ("otp", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP") in first.fields("Bank")


# Secret, key derivation and cipher of a database. CERCA_LONG=1 tries every combination, otherwise every pair of two values.
WAYS = [
    ways for number, ways in enumerate(itertools.product(
        ["password", "key file", "both"], ["argon2id", "argon2d"], ["aes-256", "chacha20"]))
    if os.environ.get("CERCA_LONG") or number in (0, 3, 5, 6, 8, 11)
]


@needs_keepassxc
@pytest.mark.parametrize(("opens", "derivation", "cipher"), WAYS)
def test_keepassxc_opens_our_database(vault, tmp_path, cipher, derivation, opens):
    ours = vault()
    item = {
        "type": 1, "name": "Bank <&>", "notes": "one\ntwo", "favorite": True,
        "login": {"username": "jane", "password": "s3cr3t ñ 🗝", "uris": [{"uri": "https://bank.example"}],
                  "totp": "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"},
        "fields": [{"name": "Branch", "value": "0001", "type": 0}, {"name": "Answer", "value": "blue", "type": 1}],
    }
    (tmp_path / "in.json").write_text(json.dumps({"folders": [], "items": [item]}))
    ours.read("bitwarden", tmp_path / "in.json")
    (tmp_path / "scan.bin").write_bytes(os.urandom(100_000))
    ours.succeed("attach", "Bank <&>", tmp_path / "scan.bin")

    (tmp_path / "key").write_bytes(KEY)
    options = ["--export-password-file", ours.folder / "file-password"] if opens != "key file" else []
    options += ["--key-file", tmp_path / "key"] if opens != "password" else []
    database = tmp_path / "ours.kdbx"
    ours.succeed(
        "export", "--format", "kdbx", "--kdbx-cipher", cipher, "--kdbx-derivation", derivation, *options, database)
    assert database.stat().st_mode & 0o077 == 0
    assert b"s3cr3t" not in database.read_bytes()

    key = ["--no-password"] if opens == "key file" else []
    key += ["-k", tmp_path / "key"] if opens != "password" else []
    secret = f"{PASSWORD}\n"
    text = keepassxc("export", "-q", *key, "-f", "xml", database, password=secret).decode()
    assert "s3cr3t ñ 🗝" in text and "Bank &lt;&amp;&gt;" in text
    shown = keepassxc("show", "-q", *key, "-s", "--all", database, "Bank <&>", password=secret).decode()
    for line in ("UserName: jane", "Password: s3cr3t ñ 🗝", "URL: https://bank.example", "Branch: 0001", "Answer: blue"):
        assert line in shown, shown
    keepassxc("attachment-export", "-q", *key, database, "Bank <&>", "scan.bin", tmp_path / "out.bin", password=secret)
    assert (tmp_path / "out.bin").read_bytes() == (tmp_path / "scan.bin").read_bytes()

    opened = pykeepass.PyKeePass(
        str(database), password=None if opens == "key file" else PASSWORD,
        keyfile=None if opens == "password" else str(tmp_path / "key"))
    entry = opened.find_entries(title="Bank <&>", first=True)
    assert entry.is_custom_property_protected("Answer") and not entry.is_custom_property_protected("Branch")

    other = vault("other")
    options = with_password(other) if opens != "key file" else ()
    options += ("--key-file", tmp_path / "key") if opens != "password" else ()
    assert imported(other, database, *options)["imported"] == 1
    assert other.fields("Bank <&>") == ours.fields("Bank <&>")
    assert attached(other, "Bank <&>", "scan.bin", tmp_path) == (tmp_path / "scan.bin").read_bytes()


def version4_document(protect) -> str:
    return kdbx.document(kdbx.entry(
        "Bank", {"UserName": "jane", "Password": "s3cr3t", "PIN": "4321"}, protect, hidden=("Password", "PIN"),
        files=[("scan.txt", '<Value Ref="1"/>')]))


def version3_document(protect, header_hash) -> str:
    hidden = base64.b64encode(protect(b"scan!")).decode()
    packed = base64.b64encode(gzip.compress(b"plan")).decode()
    pool = f'<Binaries><Binary ID="0" Compressed="True">{packed}</Binary><Binary ID="1" Protected="True">{hidden}</Binary></Binaries>'
    return kdbx.document(kdbx.entry(
        "Bank", {"UserName": "jane", "Password": "s3cr3t", "PIN": "4321"}, protect, hidden=("Password", "PIN"),
        files=[("scan.txt", '<Value Ref="1"/>')]), header_hash + pool)


FORMS = [
    ("4", {"cipher": cipher, "kdf": kdf, "inner": inner, "packed": packed, "version": version})
    for cipher in ("aes", "chacha20") for kdf, version in (("argon2d", 0x13), ("argon2id", 0x13), ("argon2d", 0x10), ("aes", 0), ("aes4", 0))
    for inner in ("salsa20", "chacha20") for packed in (True, False)
] + [
    ("3", {"cipher": cipher, "inner": inner, "packed": packed})
    for cipher in ("aes", "chacha20") for inner in ("salsa20", "chacha20") for packed in (True, False)
]


def written(major: str, secret: bytes, **form) -> bytes:
    if major == "3":
        return kdbx.version3(version3_document, secret, **form)
    return kdbx.version4(version4_document, secret, files=(b"unused", b"scan!"), **form)


def test_every_form_of_the_format_is_read(vault, tmp_path):
    for number, (major, form) in enumerate(FORMS):
        file = tmp_path / f"{number}.kdbx"
        file.write_bytes(written(major, kdbx.composite(PASSWORD, None), **form))
        ours = vault(f"user {number}")
        assert imported(ours, file, *with_password(ours))["imported"] == 1, form
        assert ours.fields("Bank") == [("user", "jane"), ("password", "s3cr3t"), ("pin", "4321")], form
        assert attached(ours, "Bank", "scan.txt", tmp_path) == b"scan!", form


def test_what_cannot_be_read_says_why_and_changes_nothing(vault, tmp_path):
    ours = vault()
    (tmp_path / "wrong").write_text("no es la contraseña\n")
    (tmp_path / "key").write_bytes(KEY)
    (tmp_path / "wrong-key").write_text("another file")
    secret = kdbx.composite(PASSWORD, None)
    good = written("4", secret)
    old = written("3", secret)
    right, wrong = with_password(ours), ("--import-password-file", tmp_path / "wrong")
    key, wrong_key = ("--key-file", tmp_path / "key"), ("--key-file", tmp_path / "wrong-key")
    both = written("4", kdbx.composite(PASSWORD, KEY))
    changed = bytearray(good)
    changed[60] ^= 1
    damaged = bytearray(good)
    damaged[-200] ^= 1
    cases = [
        (good, wrong, "the password is not the file's"),
        (old, wrong, "the password is not the file's"),
        (both, (*right, *wrong_key), "the password or the key file is not the file's"),
        (both, key, "the key file is not the file's, or a password is needed as well"),
        (bytes(changed), right, "the header doesn't match its checksum"),
        (bytes(damaged), right, "block 1 doesn't match its checksum"),
        (good[:-100], right, "it ends too early, in block 1"),
        (good[:50], right, "it ends too early, in the header"),
        (old[:-160], right, "it ends too early, in block"),
        (written("4", secret, cipher="twofish"), right, "Twofish"),
        (written("4", secret, mebibytes=4096), right, "would cost too much: Argon2d with 2 passes over 4,096 MiB"),
        (written("4", secret, kdf="aes", rounds=10**9), right, "would cost too much: AES-KDF with 1,000,000,000 rounds"),
        (bytes.fromhex("03d9a29a65fb4bb5") + bytes(200), right, "KeePass 1 (KDB)"),
    ]
    for content, options, reason in cases:
        (tmp_path / "case.kdbx").write_bytes(content)
        assert reason in refused(ours, tmp_path / "case.kdbx", *options), reason
    assert imported(ours, write(tmp_path / "both.kdbx", both), *right, *key)["imported"] == 1
    for format in ("keepass-xml", "csv", "bitwarden", "1pux", "proton-pass", "enpass", "1pif"):
        done = ours.run("import", "--format", format, tmp_path / "both.kdbx")
        assert done.returncode == 1 and "its format is kdbx" in done.stderr.decode(), done


def asked(ours: Vault, file, answers, *options) -> str:
    """Imports a database on a terminal without a file of any password; all that was shown."""
    arguments = ["import", "--format", "kdbx", *map(str, options), "--vault", str(ours.folder / "vaults"), str(file)]
    return in_terminal(ours, arguments, answers).decode()


def test_a_terminal_asks_for_the_password_of_the_database(vault, tmp_path):
    ours = vault()
    own = (ours.folder / "password").read_text().strip()
    file = write(tmp_path / "asked.kdbx", written("4", kdbx.composite(PASSWORD, None)))
    shown = asked(ours, file, ["no es la contraseña"])
    assert "Password of the file:" in shown and "the password is not the file's" in shown, shown
    assert "[exit 1]" in shown and ours.succeed("list") == []
    shown = asked(ours, file, [PASSWORD, own])
    assert "[exit 0]" in shown and "1 item imported" in shown, shown
    assert PASSWORD not in shown and own not in shown, shown
    assert ours.fields("Bank") == [("user", "jane"), ("password", "s3cr3t"), ("pin", "4321")]


def test_on_a_terminal_a_database_with_a_key_file_alone_takes_an_empty_answer(vault, tmp_path):
    ours = vault()
    own = (ours.folder / "password").read_text().strip()
    (tmp_path / "key").write_bytes(KEY)
    file = write(tmp_path / "key.kdbx", written("4", kdbx.composite(None, KEY)))
    shown = asked(ours, file, ["", own], "--key-file", tmp_path / "key")
    assert "[exit 0]" in shown and "1 item imported" in shown, shown
    both = write(tmp_path / "both.kdbx", written("4", kdbx.composite(PASSWORD, KEY)))
    shown = asked(ours, both, [PASSWORD, own], "--key-file", tmp_path / "key")
    assert "[exit 0]" in shown and "1 item imported" in shown, shown


def write(file, content: bytes):
    file.write_bytes(content)
    return file
