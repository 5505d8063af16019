"""Files that come from, and go to, the programs of others: KeePassXC, pykeepass, and Bitwarden's format by Python."""

import base64
import csv
import datetime
import hashlib
import io
import json
import os
import pathlib
import random
import shutil
import subprocess
import uuid
import zipfile

import pykeepass
import pytest
from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes, hmac, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "VaultFormatsTests" / "Fixtures"
PASSWORD = "la contraseña del archivo"
HEADER = ["Group", "Title", "Username", "Password", "URL", "Notes"]

needs_keepassxc = pytest.mark.skipif(not shutil.which("keepassxc-cli"), reason="keepassxc is not installed")


class Vault:
    """`cerca vault` for one person on a device of its own, whose vault opens with a password."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path):
        self.cerca = cerca
        self.folder = folder
        (folder / "run").mkdir(parents=True, mode=0o700)
        (folder / "password").write_text("una contraseña bastante larga\n")
        (folder / "file-password").write_text(PASSWORD + "\n")
        self.environment = os.environ | {
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "LC_ALL": "C.UTF-8",
        }
        self.succeed("create-user", "Ana", "--kdf-cost", "floor")

    def run(self, command: str, *arguments, seconds: float = 120) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.cerca, "vault", command, *map(str, arguments), "--vault", self.folder / "vaults",
             "--password-file", self.folder / "password"],
            env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
        )

    def succeed(self, command: str, *arguments) -> list[dict]:
        """The JSON lines of a command that has to succeed."""
        done = self.run(command, *arguments, "--json")
        assert done.returncode == 0, done.stderr.decode()
        return [json.loads(line) for line in done.stdout.splitlines()]

    def read(self, format: str, file: pathlib.Path) -> int:
        """Imports a file; how many items it had."""
        options = ["--import-password-file", self.folder / "file-password"] if "protected" in format else []
        return self.succeed("import", "--format", format, *options, file)[0]["imported"]

    def write(self, format: str, file: pathlib.Path, *options) -> bytes:
        """Exports everything; the bytes of the file."""
        if "protected" in format:
            options = ("--export-password-file", self.folder / "file-password", *options)
        self.succeed("export", "--format", format, *options, file)
        assert file.stat().st_mode & 0o077 == 0, "others can read the file"
        return file.read_bytes()

    def show(self, title: str) -> dict:
        return self.succeed("show", title)[0]

    def fields(self, title: str) -> list[tuple[str, str]]:
        """The fields of an item: kind, with the name of one's own, and value."""
        return [
            (field["kind"] + (":" + field["name"] if "name" in field else ""), field["value"])
            for field in self.show(title)["fields"]
        ]


@pytest.fixture
def vault(cerca, tmp_path):
    """A function that makes a new vault on a new device."""
    return lambda name="ana": Vault(cerca, tmp_path / name)


def keepassxc(*arguments, password="pw\n") -> bytes:
    done = subprocess.run(
        ["keepassxc-cli", *map(str, arguments)], input=password.encode(), capture_output=True, timeout=120,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def table(text: bytes) -> list[dict]:
    # A line break within a value is read as it is.
    return list(csv.DictReader(io.StringIO(text.decode(), newline="")))


def many_items(count: int) -> list[dict]:
    """Items with everything that breaks a writer which does not quote."""
    generator = random.Random(20261121)
    pieces = ["a", "ñ", "🗝", '"', '""', "'", ",", ";", "<b>", "&amp;", "]]>", "\\", "=1+1", "@", "{", "\t", "7", " x"]

    def text(lines: bool = False) -> str:
        # XML readers take a carriage return for a line break unless it is escaped; line feeds are what all agree on.
        return "v" + "".join(generator.choice(pieces + (["\n"] if lines else [])) for _ in range(generator.randint(0, 8)))

    def line() -> str:
        return text().replace("\t", " ").strip()

    return [
        {
            "Group": generator.choice(["Root/Banks", "Root/Año & <más>", "Root/Web"]),
            "Title": f"{number:04} {line()}", "Username": text(), "Password": text(), "URL": text(), "Notes": text(True),
        }
        for number in range(count)
    ]


def write_table(file: pathlib.Path, items: list[dict]) -> pathlib.Path:
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, [*HEADER, "TOTP", "Icon", "Last Modified", "Created"], restval="")
        writer.writeheader()
        writer.writerows(items)
    return file


def rows(table: list[dict], root: str) -> list[tuple]:
    """Rows that can be compared, with the group below a root of any name."""
    return sorted((row["Title"], row["Group"].removeprefix(root), *(row[name] for name in HEADER[2:])) for row in table)


@needs_keepassxc
def test_a_thousand_items_go_through_keepassxc_and_back(vault, tmp_path):
    items = many_items(1000)
    first = vault("first")
    assert first.read("csv", write_table(tmp_path / "items.csv", items)) == 1000
    first.write("keepass-xml", tmp_path / "ours.xml")

    keepassxc("import", "-q", "-p", tmp_path / "ours.xml", tmp_path / "theirs.kdbx", password="pw\npw\n")
    theirs = table(keepassxc("export", "-q", "-f", "csv", tmp_path / "theirs.kdbx"))
    assert rows(theirs, "Cerca") == rows(items, "Root")

    (tmp_path / "theirs.xml").write_bytes(keepassxc("export", "-q", "-f", "xml", tmp_path / "theirs.kdbx"))
    second = vault("second")
    assert second.read("keepass-xml", tmp_path / "theirs.xml") == 1000
    again = table(second.write("csv", tmp_path / "again.csv"))
    assert rows(again, "Root") == rows(items, "Root")
    assert list(again[0])[:10] == [*HEADER, "TOTP", "Icon", "Last Modified", "Created"]


@needs_keepassxc
def test_a_database_of_pykeepass_arrives_whole(vault, tmp_path):
    database = pykeepass.create_database(str(tmp_path / "their.kdbx"), password="pw")
    banks = database.add_group(database.root_group, "Banks")
    years = database.add_group(banks, "Años")
    bank = database.add_entry(
        banks, "Bank", "jane", 'first <&> "secret"', url="https://bank.example", notes="one\ntwo", tags=["Favorite", "work"])
    bank.set_custom_property("PIN", "4321", protect=True)
    bank.set_custom_property("Branch", "0001")
    bank.set_custom_property("KP2A_URL_1", "https://www.bank.example")
    bank.otp = "otpauth://totp/Bank:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Bank"
    bank.save_history()
    bank.password = "second"
    signal = database.add_entry(
        years, "Señal", "ana", "p2", expiry_time=datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc))
    signal.set_custom_property("TimeOtp-Secret-Base32", "JBSWY3DPEHPK3PXP")
    signal.set_custom_property("TimeOtp-Length", "8")
    database.add_group(database.root_group, "Empty")
    database.trash_entry(database.add_entry(banks, "Thrown away", "x", "y"))
    database.save()

    (tmp_path / "their.xml").write_bytes(keepassxc("export", "-q", "-f", "xml", tmp_path / "their.kdbx"))
    ours = vault()
    assert ours.read("keepass-xml", tmp_path / "their.xml") == 3
    assert ours.fields("Bank") == [
        ("user", "jane"), ("password", "second"), ("url", "https://bank.example"), ("url", "https://www.bank.example"),
        ("otp", bank.otp), ("note", "one\ntwo"), ("text:Branch", "0001"), ("pin", "4321"), ("text:Tags", "work"),
    ]
    assert ours.show("Bank")["category"] == "Banks" and ours.show("Señal")["category"] == "Banks/Años"
    code = dict(ours.fields("Señal"))["otp"]
    assert "secret=JBSWY3DPEHPK3PXP" in code and "digits=8" in code
    titles = {line["title"] for line in ours.succeed("list")}
    assert titles == {"Bank", "Señal"}, "what was in the recycle bin is in the trash"
    assert 'first <&> "secret"' in ours.run("history", "Bank").stdout.decode()

    # And back: what we write is read by both.
    ours.write("keepass-xml", tmp_path / "ours.xml")
    keepassxc("import", "-q", "-p", tmp_path / "ours.xml", tmp_path / "again.kdbx", password="pw\npw\n")
    again = pykeepass.PyKeePass(str(tmp_path / "again.kdbx"), password="pw")
    entry = again.find_entries(title="Bank", first=True)
    assert (entry.username, entry.password, entry.url, entry.notes) == ("jane", "second", "https://bank.example", "one\ntwo")
    assert entry.otp == bank.otp and set(entry.tags) == {"Favorite", "work"}
    assert entry.custom_properties["PIN"] == "4321" and entry.is_custom_property_protected("PIN")
    assert entry.custom_properties["Branch"] == "0001" and not entry.is_custom_property_protected("Branch")
    assert [version.password for version in entry.history] == ['first <&> "secret"']
    assert again.find_groups(name="Empty", first=True) is not None
    expiring = again.find_entries(title="Señal", first=True)
    assert expiring.expires and expiring.expiry_time.year == 2030


def bitwarden_keys(envelope: dict, password: str) -> list[bytes]:
    """The keys for encryption and authentication that a password gives, as Bitwarden's programs derive them."""
    salt = envelope["salt"].encode()
    if envelope["kdfType"] == 0:
        master = PBKDF2HMAC(hashes.SHA256(), 32, salt, envelope["kdfIterations"]).derive(password.encode())
    else:
        master = hash_secret_raw(
            password.encode(), hashlib.sha256(salt).digest(), envelope["kdfIterations"], envelope["kdfMemory"] * 1024,
            envelope["kdfParallelism"], 32, Type.ID)
    return [HKDFExpand(hashes.SHA256(), 32, info).derive(master) for info in (b"enc", b"mac")]


def bitwarden_open(text: str, keys: list[bytes]) -> bytes:
    assert text.startswith("2.")
    vector, sealed, code = (base64.b64decode(part) for part in text[2:].split("|"))
    check = hmac.HMAC(keys[1], hashes.SHA256())
    check.update(vector + sealed)
    check.verify(code)
    opener = Cipher(algorithms.AES(keys[0]), modes.CBC(vector)).decryptor()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(opener.update(sealed) + opener.finalize()) + unpadder.finalize()


def bitwarden_seal(plain: bytes, keys: list[bytes]) -> str:
    vector = os.urandom(16)
    padder = padding.PKCS7(128).padder()
    sealer = Cipher(algorithms.AES(keys[0]), modes.CBC(vector)).encryptor()
    sealed = sealer.update(padder.update(plain) + padder.finalize()) + sealer.finalize()
    check = hmac.HMAC(keys[1], hashes.SHA256())
    check.update(vector + sealed)
    return "2." + "|".join(base64.b64encode(part).decode() for part in (vector, sealed, check.finalize()))


@pytest.mark.parametrize("kdf", ["argon2id", "pbkdf2"])
def test_python_opens_our_protected_export_and_we_open_pythons(vault, tmp_path, kdf):
    ours = vault()
    person = FIXTURES / "bitwarden" / "valid" / "person.json"
    count = len(json.loads(person.read_text())["items"])
    assert ours.read("bitwarden", person) == count

    envelope = json.loads(ours.write("bitwarden-protected", tmp_path / "ours.json", *(["--pbkdf2"] if kdf == "pbkdf2" else [])))
    assert envelope["encrypted"] and envelope["passwordProtected"]
    assert (envelope["kdfType"], envelope["kdfIterations"]) == ((1, 3) if kdf == "argon2id" else (0, 600_000))
    keys = bitwarden_keys(envelope, PASSWORD)
    uuid.UUID(bitwarden_open(envelope["encKeyValidation_DO_NOT_EDIT"], keys).decode())
    inner = json.loads(bitwarden_open(envelope["data"], keys))
    bank = next(item for item in inner["items"] if item["name"] == "Bank")
    assert bank["login"]["password"] == 'correct horse "battery" \\ staple'
    assert bank["login"]["fido2Credentials"][0]["rpId"] == "bank.example"

    # The same in Python's hand, changed, is what another vault gets.
    bank["login"]["password"] = "changed by Python"
    envelope["encKeyValidation_DO_NOT_EDIT"] = bitwarden_seal(str(uuid.uuid4()).encode(), keys)
    envelope["data"] = bitwarden_seal(json.dumps(inner).encode(), keys)
    (tmp_path / "theirs.json").write_text(json.dumps(envelope))
    other = vault("other")
    # What is in the trash is not exported.
    assert other.read("bitwarden-protected", tmp_path / "theirs.json") == len(inner["items"])
    assert dict(other.fields("Bank"))["password"] == "changed by Python"


def test_our_bitwarden_export_says_what_the_file_said(vault, tmp_path):
    source = json.loads((FIXTURES / "bitwarden" / "valid" / "person.json").read_text())
    ours = vault()
    ours.read("bitwarden", FIXTURES / "bitwarden" / "valid" / "person.json")
    written = {item["name"]: item for item in json.loads(ours.write("bitwarden", tmp_path / "out.json"))["items"]}
    for item in source["items"]:
        if item["type"] > 8 or not item["name"] or item.get("deletedDate"):
            continue
        other = written[item["name"]]
        assert other["type"] == item["type"]
        assert other["notes"] == item.get("notes")
        assert other["favorite"] == item.get("favorite", False)
        assert other["reprompt"] == item.get("reprompt", 0)
        member = next(name for name in ("login", "card", "identity", "sshKey", "bankAccount", "driversLicense", "passport")
                      if name in item)
        for name, value in item[member].items():
            assert other[member][name] == value, (item["name"], name)
        for date in ("creationDate", "revisionDate"):
            if date in item:
                assert other[date] == item[date]
        if item.get("passwordHistory"):
            assert other["passwordHistory"] == item["passwordHistory"]


def test_an_archive_of_1password_with_its_documents(vault, tmp_path):
    archive = tmp_path / "export.1pux"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("export.attributes", '{"version":3}')
        file.writestr("export.data", (FIXTURES / "1pux" / "valid" / "export.data.json").read_text())
        file.writestr("files/doc1__scan ñ.txt", b"scan!")
        file.writestr("files/doc2__plan.pdf", b"%PDF" * 1000)
    ours = vault()
    assert ours.read("1pux", archive) == 4
    assert ours.fields("Website")[:2] == [("user", "jane"), ("password", "hunter2")]
    assert ours.show("Website")["category"] == "Personal"
    # KeePass's XML holds files: pykeepass finds them in what KeePassXC makes of it.
    ours.write("keepass-xml", tmp_path / "ours.xml")
    if shutil.which("keepassxc-cli"):
        keepassxc("import", "-q", "-p", tmp_path / "ours.xml", tmp_path / "ours.kdbx", password="pw\npw\n")
        database = pykeepass.PyKeePass(str(tmp_path / "ours.kdbx"), password="pw")
        document = database.find_entries(title="Document", first=True)
        assert [(file.filename, file.data) for file in document.attachments] == [("plan.pdf", b"%PDF" * 1000)]
        # KeePassXC packs files in its own XML; we unpack them.
        (tmp_path / "theirs.xml").write_bytes(keepassxc("export", "-q", "-f", "xml", tmp_path / "ours.kdbx"))
        other = vault("other")
        other.read("keepass-xml", tmp_path / "theirs.xml")
        assert [file["name"] for file in other.show("Document").get("attachments", [])] == ["plan.pdf"]


BROKEN = [
    (format, path)
    for folder, format in (("bitwarden", "bitwarden"), ("bitwarden-protected", "bitwarden-protected"),
                           ("keepass-xml", "keepass-xml"), ("csv", "csv"))
    for path in sorted((FIXTURES / folder / "broken").iterdir())
]


def test_a_broken_file_is_refused_in_one_line_and_changes_nothing(vault, tmp_path):
    ours = vault()
    file = next((ours.folder / "vaults").glob("*.vault"))
    before = file.read_bytes()
    bomb = tmp_path / "bomb.1pux"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("export.data", "w", force_zip64=True) as entry:
            for _ in range(300):
                entry.write(bytes(1 << 20))
    for format, path in [*BROKEN, ("1pux", bomb), ("csv", tmp_path / "missing.csv"), ("1pux", FIXTURES / "csv" / "valid" / "generic.csv")]:
        options = ["--import-password-file", ours.folder / "file-password"] if "protected" in format else []
        done = ours.run("import", "--format", format, *options, path)
        assert done.returncode == 1, (path, done)
        reason = done.stderr.decode().strip()
        assert len(reason.splitlines()) == 1 and path.name in reason, reason
        assert file.read_bytes() == before, path
    assert ours.succeed("list") == []


def test_a_fault_in_the_last_item_imports_none(vault, tmp_path):
    items = [{"type": 1, "name": f"Item {number}", "login": {"username": "u"}} for number in range(100)]
    items[99] = "not an item"
    (tmp_path / "long.json").write_text(json.dumps({"items": items}))
    ours = vault()
    done = ours.run("import", "--format", "bitwarden", tmp_path / "long.json")
    assert done.returncode == 1
    assert "item 100: field items is not an object" in done.stderr.decode()
    assert ours.succeed("list") == []
    # The others can be imported by word, and what was left out is listed.
    report = ours.succeed("import", "--format", "bitwarden", "--skip", tmp_path / "long.json")[0]
    assert report["imported"] == 99
    assert [(change["item"], change["change"]) for change in report["changes"]] == [(100, "skipped")]


def test_what_does_not_fit_is_changed_and_listed(vault, tmp_path):
    items = [
        {"type": 1, "name": "T" * 201, "login": {"username": "u"}},
        {"type": 2, "name": "Larga", "notes": "n" * 300_000},
        {"type": 1, "name": "Uno\nDos", "login": {"password": "p"}, "folderId": "nowhere", "creationDate": "ayer"},
        {"type": 1, "name": "Tres", "login": {"password": "p", "totp": "otpauth://totp/x?secret=AA&digits=9"}},
    ]
    (tmp_path / "odd.json").write_text(json.dumps({"folders": [], "items": items}))
    ours = vault()
    report = ours.succeed("import", "--format", "bitwarden", tmp_path / "odd.json")[0]
    assert report["imported"] == 4
    assert [(change["item"], change["change"]) for change in report["changes"]] == [
        (1, "shortened"), (2, "moved-to-file"), (3, "cleaned"), (3, "missing-folder"), (3, "unreadable-date"),
        (4, "no-codes"),
    ]
    assert ("text:Full title", "T" * 201) in ours.fields("T" * 200)
    assert [file["name"] for file in ours.show("Larga")["attachments"]] == ["notes.txt"]
    assert ours.fields("Uno Dos") == [("password", "p")]
    # A second import changes nothing and says the same.
    again = ours.succeed("import", "--format", "bitwarden", tmp_path / "odd.json")[0]
    assert (again["imported"], again["unchanged"], again["changes"]) == (0, 4, report["changes"])


@needs_keepassxc
def test_a_control_character_goes_through_xml_as_a_mark(vault, tmp_path):
    (tmp_path / "control.json").write_text(json.dumps({"items": [{"type": 2, "name": "Uno", "notes": "a\u0002b"}]}))
    ours = vault("first")
    assert ours.read("bitwarden", tmp_path / "control.json") == 1
    report = ours.succeed("export", "--format", "keepass-xml", tmp_path / "ours.xml")[0]
    assert report["marked"] == [{"title": "Uno", "field": "Notes", "character": "U+0002"}]
    keepassxc("import", "-q", "-p", tmp_path / "ours.xml", tmp_path / "theirs.kdbx", password="pw\npw\n")
    assert [row["Notes"] for row in table(keepassxc("export", "-q", "-f", "csv", tmp_path / "theirs.kdbx"))] == ["a⟦U+0002⟧b"]
    other = vault("other")
    assert other.read("keepass-xml", tmp_path / "ours.xml") == 1
    assert other.fields("Uno") == [("note", "a\u0002b")]
