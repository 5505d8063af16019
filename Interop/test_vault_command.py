"""`cerca vault` as a person and a script use it: the acceptance tests CP-01 to CP-22 of the original by their numbers,
bad input, lock-out across clocks and restarts, the agent, and the clipboard."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import time
import unicodedata

import pytest

# A place, one a few metres away in the same cell, and one 75 m away, which is one and a half cells.
HOME = "40.416775,-3.703790,5"
BESIDE = "40.416795,-3.703800,5"
AWAY = "40.417450,-3.703790,5"
PASSWORD = "una contraseña larga y buena"

CIPHERS = [
    "aes-256-gcm", "chacha20-poly1305", "aes-256-gcm-siv", "aes-cbc", "3des", "des", "cast-128", "rc4", "rc2",
]
STANDARD = ["Bancos", "Correo", "Notas", "Tarjetas", "Web", "Wifi"]


class Vault:
    """A machine of one user: a home of its own, and the command in it."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path):
        self.cerca = cerca
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "PATH": os.environ["PATH"],
            "XDG_RUNTIME_DIR": str(folder / "run"), "LC_ALL": "en_GB.UTF-8",
        }
        (folder / "run").mkdir(mode=0o700)
        self.password = self.secret("password", PASSWORD)
        self.wrong = self.secret("wrong", "no es la contraseña")
        self.codes: list[str] = []

    def secret(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(text + "\n")
        return path

    def run(self, *arguments, input: str | None = None, prefix=(), environment=None, json_lines=False):
        command = [*map(str, prefix), str(self.cerca), "vault", *map(str, arguments)]
        if json_lines:
            command.append("--json")
        stdin = {"input": input} if input is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=self.environment | (environment or {}), **stdin)

    def create(self, user="ana", *options, position=HOME, language="es"):
        made = self.run(
            "create-user", user, "--position", position, "--password-file", self.password, "--kdf-cost", "floor",
            "--language", language, *options, json_lines=True)
        assert made.returncode == 0, made.stderr
        line = json.loads(made.stdout)
        self.codes.append(line["recoveryCode"])
        return line

    def ok(self, *arguments, **options):
        """Runs a command with the password; its JSON lines."""
        result = self.run(*arguments, "--password-file", self.password, json_lines=True, **options)
        assert result.returncode == 0, (arguments, result.stderr)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def refused(self, *arguments, code=1, **options) -> str:
        """Runs a command with the password; the reason for which it was refused."""
        result = self.run(*arguments, "--password-file", self.password, **options)
        assert result.returncode == code, (arguments, result.returncode, result.stdout, result.stderr)
        assert result.stdout == ""
        assert code != 1 or len(result.stderr.strip().splitlines()) == 1, result.stderr
        return result.stderr

    def files(self) -> dict[str, bytes]:
        """Every vault file with its bytes."""
        vaults = self.home / "data" / "cerca" / "vault"
        return {path.name: path.read_bytes() for path in vaults.glob("*")} if vaults.exists() else {}


@pytest.fixture
def vault(cerca, tmp_path):
    machine = Vault(cerca, tmp_path)
    yield machine
    # No agent outlives its test.
    machine.run("lock")


def seconds_left(result) -> int:
    assert result.returncode == 3, (result.returncode, result.stderr)
    found = re.search(r"(\d+) seconds", result.stderr)
    assert found, result.stderr
    return int(found.group(1))


# ---- Signing in ----


def test_cp_01_an_unknown_user_is_told_the_same_as_late_as_a_wrong_password(vault):
    vault.create("ana", "--kdf-cost", "floor")
    begin = time.monotonic()
    wrong = vault.run("list", "--user", "ana", "--password-file", vault.wrong)
    known = time.monotonic() - begin
    begin = time.monotonic()
    nobody = vault.run("list", "--user", "nadie", "--password-file", vault.wrong)
    unknown = time.monotonic() - begin
    assert (wrong.returncode, wrong.stdout) == (nobody.returncode, nobody.stdout) == (1, "")
    assert wrong.stderr == nobody.stderr
    # The floor takes some 20 ms; somebody who is not there must cost at least that, and not much more.
    assert unknown > known / 3 and known > unknown / 3, (known, unknown)


def test_cp_02_a_position_one_and_a_half_cells_away_is_refused_and_counted(vault):
    vault.create()
    assert vault.run("list", "--position", BESIDE).returncode == 0
    for _ in range(3):
        away = vault.run("list", "--position", AWAY)
        assert away.returncode == 1 and away.stdout == ""
    assert 290 <= seconds_left(vault.run("list", "--position", HOME)) <= 300


def test_cp_02_a_position_that_is_too_coarse_is_no_attempt(vault):
    vault.create()
    for _ in range(5):
        coarse = vault.run("list", "--position", "40.416775,-3.703790,26")
        assert coarse.returncode == 1 and "26.0 m" in coarse.stderr, coarse.stderr
        assert "40.4" not in coarse.stderr, "the reason does not tell where this is"
    assert vault.run("list", "--position", HOME).returncode == 0


def test_cp_03_a_wrong_password_is_refused_and_counted(vault):
    vault.create()
    reasons = {vault.run("list", "--password-file", vault.wrong).stderr for _ in range(3)}
    assert len(reasons) == 1, "the reason says nothing of how near it was"
    assert "contraseña" not in reasons.pop()
    assert 290 <= seconds_left(vault.run("list", "--password-file", vault.password)) <= 300


def test_cp_04_a_new_user_has_the_default_configuration(vault):
    made = vault.run(
        "create-user", "ana", "--position", HOME, "--password-file", vault.password, json_lines=True)
    assert made.returncode == 0, made.stderr
    assert "forges" in made.stderr, "what a place cannot do is said where the slot is made"
    line = json.loads(made.stdout)
    config = vault.ok("config")[0]
    for name, value in {
        "cipher": "aes-256-gcm", "weakCipher": False, "cell": 50, "kdf": "argon2id", "lockOut": "standard",
    }.items():
        assert config[name] == line[name] == value, name
    assert config["kdfMemoryKiB"] >= 19 * 1024 and config["kdfPasses"] >= 2
    assert [slot["factors"] for slot in line["slots"]].count(["place"]) == 1
    assert sorted(sum((slot["factors"] for slot in line["slots"]), [])) == ["password", "place", "recovery"]
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}", line["recoveryCode"])


def test_cp_05_empty_fields_make_no_user_and_no_file(vault):
    empty = vault.secret("empty", "")
    for arguments in (
        ["", "--password-file", vault.password],
        ["   ", "--password-file", vault.password],
        ["a\u0007b", "--password-file", vault.password],
        ["a" * 201, "--password-file", vault.password],
        ["ana", "--password-file", empty],
        ["ana"],
    ):
        result = vault.run("create-user", *arguments, "--kdf-cost", "floor")
        assert result.returncode == 1, (arguments, result)
        assert len(result.stderr.strip().splitlines()) == 1 and result.stdout == ""
    assert vault.files() == {}


@pytest.mark.parametrize("name", ["ána", "ÁNA", "a\u0301na", "A\u0301NA", " ána "])
def test_cp_06_a_user_of_the_same_name_is_refused(vault, name):
    vault.create("ána")
    before = vault.files()
    second = vault.run("create-user", name, "--password-file", vault.password, "--kdf-cost", "floor")
    assert second.returncode == 1 and "already" in second.stderr, second.stderr
    assert vault.files() == before
    assert vault.run("create-user", "ana", "--password-file", vault.password, "--kdf-cost", "floor").returncode == 0


def test_cp_07_a_new_vault_has_the_default_categories(vault):
    vault.create()
    categories = vault.ok("category", "list")
    assert [line["name"] for line in categories] == STANDARD
    assert all(line["protected"] and line["items"] == 0 for line in categories)


# ---- Categories ----


def test_cp_08_a_category_without_a_name_is_refused(vault):
    vault.create()
    before = vault.files()
    vault.refused("category", "add", "")
    assert vault.files() == before


@pytest.mark.parametrize("name", [" ", "\t", "\u00a0\u2003", "\u200b", "a\nb", "a\u001bb", "x" * 201])
def test_cp_09_a_category_of_blanks_or_control_characters_is_refused(vault, name):
    vault.create()
    before = vault.files()
    vault.refused("category", "add", name)
    assert vault.files() == before


def test_cp_10_a_category_is_made(vault):
    vault.create()
    made = vault.ok("category", "add", "Trabajo", "--fields", "user,password,otp")[0]
    assert made["name"] == "Trabajo" and not made["protected"]
    assert made["fields"] == ["user", "password", "otp"]
    assert "Trabajo" in [line["name"] for line in vault.ok("category", "list")]


@pytest.mark.parametrize("name", ["Año", "AÑO", unicodedata.normalize("NFD", "año"), "web", "WEB"])
def test_cp_11_a_category_of_the_same_name_is_refused(vault, name):
    vault.create()
    vault.ok("category", "add", "Año")
    before = vault.files()
    assert "already" in vault.refused("category", "add", name)
    assert vault.files() == before


def test_cp_12_the_counters_of_categories_are_exact(vault):
    vault.create()
    vault.ok("category", "add", "Otra")
    for number in range(4):
        vault.ok("add", "--category", "Otra" if number % 2 else "Web", "--field", f"user=u{number}", f"Item {number}")
    vault.ok("remove", "Item 0")
    vault.ok("edit", "Item 1", "--move-to", "Notas")
    vault.ok("restore", "Item 0")
    vault.ok("remove", "Item 2", "--erase")

    counts = {line["name"]: line["items"] for line in vault.ok("category", "list")}
    listed = [line["category"] for line in vault.ok("list")]
    assert {name: count for name, count in counts.items() if count} == {"Web": 1, "Otra": 1, "Notas": 1}
    assert all(counts[name] == listed.count(name) for name in counts)


# ---- Items ----


def test_cp_13_an_item_without_values_is_not_made(vault):
    vault.create()
    before = vault.files()
    for arguments in (["Vacío"], ["Vacío", "--field", "user="], ["", "--field", "user=u"], [" ", "--field", "user=u"]):
        vault.refused("add", *arguments)
    assert vault.files() == before
    assert vault.ok("list") == []


def add(vault, title="Correo de casa", **fields):
    fields = fields or {"user": "ana", "password": "s3creto-viejo"}
    arguments = [part for kind, value in fields.items() for part in ("--field", f"{kind}={value}")]
    return vault.ok("add", "--category", "Correo", *arguments, title)[0]


def test_cp_14_an_item_is_removed_and_comes_back_until_it_is_erased(vault):
    vault.create()
    item = add(vault)
    removed = vault.run("remove", "Correo de casa", "--password-file", vault.password)
    assert removed.returncode == 0 and "cerca vault restore 'Correo de casa'" in removed.stderr
    assert vault.ok("list") == [] and vault.ok("search", "s3creto") == []
    assert [line["id"] for line in vault.ok("trash")] == [item["id"]]
    vault.ok("restore", "Correo de casa")
    assert [line["id"] for line in vault.ok("list")] == [item["id"]]
    vault.ok("remove", "Correo de casa", "--erase")
    assert vault.ok("list") == vault.ok("trash") == []


def test_cp_15_a_modified_item_keeps_its_old_value_in_the_history(vault):
    vault.create()
    add(vault)
    vault.ok("edit", "correo de casa", "--field", "password=s3creto-nuevo", "--title", "Correo", "--favourite")
    shown = vault.ok("show", "Correo")[0]
    assert {field["kind"]: field["value"] for field in shown["fields"]} == {"user": "ana", "password": "s3creto-nuevo"}
    assert shown["favourite"] and shown["history"] == 1
    past = vault.ok("history", "Correo")
    assert [(line["kind"], line["value"]) for line in past] == [("password", "s3creto-viejo")]


def test_cp_16_removing_a_category_removes_its_items(vault):
    vault.create()
    vault.ok("category", "add", "Trabajo")
    vault.ok("add", "--category", "Trabajo", "--field", "note=uno", "Uno")
    vault.ok("add", "--category", "Trabajo", "--field", "note=dos", "Dos")
    vault.ok("add", "--category", "Notas", "--field", "note=tres", "Tres")
    assert vault.ok("category", "remove", "trabajo")[0]["removedItems"] == 2
    assert [line["title"] for line in vault.ok("list")] == ["Tres"]
    assert "Trabajo" not in [line["name"] for line in vault.ok("category", "list")]
    assert vault.ok("search", "dos") == []


def test_cp_17_a_default_category_is_not_removed(vault):
    vault.create()
    before = vault.files()
    for name in STANDARD:
        assert "default" in vault.refused("category", "remove", name)
        vault.refused("category", "rename", name, "Otra cosa")
    assert vault.files() == before


def test_cp_18_an_item_removed_from_the_list_leaves_no_trace(vault):
    vault.create()
    first = add(vault, "Igual", user="primera")
    vault.ok("add", "--category", "Web", "--field", "user=segunda", "--field", "password=huella-unica", "Igual")
    assert "identifier" in vault.refused("remove", "Igual", "--erase", "--yes")
    vault.ok("edit", first["id"], "--field", "user=tercera")
    vault.ok("remove", first["id"], "--erase")
    assert [line["user"] for line in vault.ok("list")] == ["segunda"]
    assert vault.ok("search", "primera") == vault.ok("search", "tercera") == []
    vault.refused("history", first["id"])


# ---- Settings ----


def test_cp_19_saving_the_configuration_unchanged_writes_nothing(vault):
    vault.create()
    config = vault.ok("config")[0]
    before = vault.files()
    vault.ok(
        "config", "--cipher", config["cipher"], "--cell", config["cell"], "--auto-lock", config["autoLockSeconds"],
        "--language", config["language"], "--clipboard", config["clipboardSeconds"], "--lock-out", config["lockOut"],
        "--trash-days", config["trashDays"], "--history", config["historyLimit"], "--no-lock-when-leaving")
    vault.ok("cipher", config["cipher"])
    assert vault.files() == before


def test_cp_20_a_change_of_cipher_persists_and_slots_stay(vault):
    vault.create()
    add(vault)
    shown = vault.ok("show", "Correo de casa")
    slots = vault.ok("slot", "list")
    for name in CIPHERS[1:] + CIPHERS[:1]:
        weak = name not in CIPHERS[:3]
        if weak:
            before = vault.files()
            assert "weak" in vault.refused("cipher", name)
            assert vault.files() == before
        vault.ok("cipher", name, *(["--allow-weak"] if weak else []))
        assert vault.ok("config")[0]["cipher"] == name
        assert vault.ok("config")[0]["weakCipher"] == weak
        assert vault.ok("show", "Correo de casa") == shown
    assert vault.ok("slot", "list") == slots
    recovery = vault.secret("code", vault.codes[0])
    assert vault.run("show", "Correo de casa", "--recovery-file", recovery).returncode == 0


SORTED = ["1 ninguno", "ala", "Árbol", "arbol 2", "nube", "ñame", "Ñu", "oca", "zeta"]


def test_cp_21_categories_are_sorted_as_the_language_has_it(vault):
    vault.create()
    for name in reversed(SORTED):
        vault.ok("category", "add", name)
    names = [line["name"] for line in vault.ok("category", "list")]
    assert [name for name in names if name in SORTED] == SORTED
    vault.ok("config", "--language", "en")
    names = [line["name"] for line in vault.ok("category", "list")]
    assert names.index("ñame") < names.index("nube"), "in English ñ is an n with a mark"


def test_cp_22_items_are_sorted_as_the_language_has_it(vault):
    vault.create()
    for title in reversed(SORTED):
        vault.ok("add", "--category", "Notas", "--field", "note=x", title)
    assert [line["title"] for line in vault.ok("list")] == SORTED
    table = vault.run("list", "--password-file", vault.password).stdout.splitlines()
    assert [re.split(r"\s{2,}", line.strip())[0] for line in table[1:]] == SORTED
    assert len({line.index("Notas") for line in table[1:]}) == 1, "the columns are aligned"


# ---- Lock-out ----


def fail(vault, times, **options):
    return [vault.run("list", "--password-file", vault.wrong, **options) for _ in range(times)]


def test_the_lock_grows_and_a_success_sets_it_back(vault):
    vault.create()
    fail(vault, 2)
    vault.ok("list")
    fail(vault, 3)
    assert 295 <= seconds_left(vault.run("list", "--password-file", vault.password)) <= 300
    assert 295 <= seconds_left(vault.run("list", "--position", HOME)) <= 300, "one counter for place and password"
    recovery = vault.secret("code", vault.codes[0].lower().replace("-", " "))
    assert vault.run("list", "--recovery-file", recovery).returncode == 0, "recovery is never locked"
    vault.ok("list")


def test_the_strict_rule_is_that_of_the_original(vault):
    vault.create("ana", "--lock-out", "strict")
    fail(vault, 3)
    assert 895 <= seconds_left(vault.run("list", "--password-file", vault.password)) <= 900


@pytest.mark.skipif(not shutil.which("faketime"), reason="faketime is not installed")
def test_turning_the_clock_does_not_end_the_lock(vault):
    vault.create()
    fail(vault, 3)
    for shift in ("+2h", "+400d", "-2h"):
        # The program and not its library alone: that one moves the environment, by which Swift finds its arguments.
        clock = ["faketime", "--exclude-monotonic", "-f", shift]
        moved = vault.run("list", "--password-file", vault.password, prefix=clock)
        assert 290 <= seconds_left(moved) <= 300, shift


def can_unshare() -> bool:
    return subprocess.run(
        ["unshare", "--time", "--boottime", "600", "--fork", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not can_unshare(), reason="time namespaces are not allowed here")
def test_the_lock_ends_when_its_time_has_passed(vault):
    vault.create()
    fail(vault, 3)
    later = ["unshare", "--time", "--boottime", "310", "--fork"]
    assert vault.run("list", "--password-file", vault.wrong, prefix=later).returncode == 1, "one more may be tried"
    assert 595 <= seconds_left(vault.run("list", "--password-file", vault.password, prefix=later)) <= 600
    much_later = ["unshare", "--time", "--boottime", "1000", "--fork"]
    assert vault.run("list", "--password-file", vault.password, prefix=much_later).returncode == 0


def test_without_its_record_only_the_recovery_code_opens(vault):
    vault.create()
    records = list((vault.home / "data" / "cerca" / "vaults").glob("*.state"))
    assert len(records) == 1
    records[0].unlink()
    refused = vault.run("list", "--password-file", vault.password)
    assert refused.returncode == 1 and "recovery" in refused.stderr
    recovery = vault.secret("code", vault.codes[0])
    assert vault.run("list", "--recovery-file", recovery).returncode == 0
    vault.ok("list")


# ---- Bad input ----


def test_a_file_that_is_no_whole_vault_is_refused_and_stays_as_it_is(vault):
    vault.create()
    add(vault)
    (name, whole), = [(name, data) for name, data in vault.files().items() if name.endswith(".vault")]
    path = vault.home / "data" / "cerca" / "vault" / name
    damages = {
        "empty": b"", "text": b"this is no vault\n" * 100, "cut": whole[: len(whole) // 2],
        "later": whole[:60] + (99).to_bytes(4, "big") + whole[64:], "foreign": whole[:68] + b"\0\0\0\1" + whole[72:],
    }
    for kind, data in damages.items():
        path.write_bytes(data)
        reason = vault.refused("list")
        assert path.read_bytes() == data, f"{kind}: the file was changed"
        assert not list(path.parent.glob("*-journal")), kind
        assert reason.startswith("cerca: "), reason
    path.write_bytes(whole)
    assert len(vault.ok("list")) == 1


def test_an_older_copy_is_refused_until_it_is_accepted(vault):
    vault.create()
    (name, before), = [(name, data) for name, data in vault.files().items() if name.endswith(".vault")]
    add(vault)
    path = vault.home / "data" / "cerca" / "vault" / name
    path.write_bytes(before)
    assert "--accept-older" in vault.refused("list")
    assert vault.ok("list", "--accept-older") == []
    assert vault.ok("list") == [], "what was accepted is the present state"


def test_wrong_usage_is_exit_code_two(vault):
    vault.create()
    for arguments in (
        ["list", "--position", "91,0"], ["list", "--position", "north"], ["list", "--gpsd", "host:port"],
        ["list", "--position", "1,2", "--gpsd", "localhost"], ["add", "T", "--field", "colour=red"],
        ["add", "T", "--field", "password"], ["show"], ["cipher", "rot13"], ["import", "--format", "doc", "x"],
        ["config", "--auto-lock", "1"], ["slot", "add"], ["where"], ["generate", "--length", "3"],
    ):
        result = vault.run(*arguments, "--password-file", vault.password)
        assert result.returncode == 2, (arguments, result.returncode, result.stderr)
        assert result.stdout == ""


def test_without_anything_to_open_it_the_reason_names_the_options(vault):
    vault.create()
    result = vault.run("list")
    assert result.returncode == 1
    assert "--password-file" in result.stderr and "--position" in result.stderr and "unlock" in result.stderr


def test_an_import_that_fails_imports_nothing(vault):
    vault.create()
    file = vault.folder / "export.json"
    good = {"type": 1, "name": "Uno", "login": {"username": "u", "password": "p"}}
    bad = {"type": 1, "name": "x" * 300, "login": {"username": "u", "password": "valor-secreto"}}
    file.write_text(json.dumps({"encrypted": False, "folders": [], "items": [good, bad]}))
    before = vault.files()
    reason = vault.refused("import", "--format", "bitwarden", file)
    assert "item 2" in reason and "valor-secreto" not in reason
    assert vault.files() == before
    file.write_text(json.dumps({"encrypted": False, "folders": [], "items": [good, good]}))
    assert vault.ok("import", "--format", "bitwarden", file)[0]["imported"] == 2
    assert len(vault.ok("list")) == 2


@pytest.mark.parametrize("form", ["bitwarden", "bitwarden-protected", "keepass-xml", "csv"])
def test_what_is_exported_comes_back(vault, form):
    vault.create()
    vault.ok(
        "add", "--category", "Web", "--field", "user=ana", "--field", "password=a\"b<c>&,;'ñ", "--field",
        "url=https://example.org", "--field", "note=dos\nlíneas", "--field", "text:Color=azul", "Uno & <dos>")
    file = vault.folder / "out"
    vault.ok("export", "--format", form, file)
    assert file.stat().st_mode & 0o777 == 0o600
    vault.refused("export", "--format", form, file)
    vault.create("otra")
    vault.ok("import", "--user", "otra", "--format", form, file)
    original = vault.ok("show", "--user", "ana", "Uno & <dos>")[0]
    copy = vault.ok("show", "--user", "otra", "Uno & <dos>")[0]
    key = lambda field: (field["kind"], field.get("name", ""), field["value"])
    assert sorted(map(key, copy["fields"])) == sorted(map(key, original["fields"]))
    assert copy["category"] == original["category"]


def test_secrets_are_in_no_reason(vault):
    vault.create()
    vault.ok("add", "--category", "Web", "--field", "password=-", "Uno", input="muy-secreto\n")
    assert vault.run("show", "Uno", "--field", "password", "--password-file", vault.password).stdout == "muy-secreto\n"
    for arguments in (
        ["add", "--category", "Web", "--field", "password=muy-secreto", "Uno"],
        ["edit", "Uno", "--field", "password=muy-secreto", "--title", "x" * 201],
        ["show", "Uno", "--field", "pin"],
    ):
        assert "muy-secreto" not in vault.refused(*arguments)


def test_what_another_program_wrote_gives_no_orders_to_the_terminal(vault):
    vault.create()
    vault.ok("add", "--category", "Notas", "--field", "note=\u001b]0;owned\u0007\u001b[31mred", "Nota")
    shown = in_terminal(vault, ["show", "Nota", "--password-file", str(vault.password)])
    assert b"\x1b]0" not in shown and b"\x1b[31m" not in shown


# ---- The rest of the commands ----


def test_fields_attachments_and_codes(vault):
    vault.create()
    vault.ok(
        "add", "--category", "Bancos", "--field", "user=ana", "--field", "pin=1234", "--field", "concealed:Clave=x y",
        "--field", "otp=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "--generate-password", "Banco")
    fields = {field["kind"]: field for field in vault.ok("show", "Banco")[0]["fields"]}
    assert fields["concealed"]["name"] == "Clave" and len(fields["password"]["value"]) == 20
    assert re.fullmatch(r"\d{6}", fields["otp"]["code"]) and 1 <= fields["otp"]["secondsLeft"] <= 30
    assert re.fullmatch(r"\d{6}\n", vault.run(
        "show", "Banco", "--field", "otp", "--password-file", vault.password).stdout)
    vault.ok("edit", "Banco", "--order", "pin,user", "--remove-field", "otp")
    assert [field["kind"] for field in vault.ok("show", "Banco")[0]["fields"]] == ["pin", "user", "concealed", "password"]
    data = bytes(range(256)) * 5000
    (vault.folder / "contrato.pdf").write_bytes(data)
    vault.ok("attach", "Banco", vault.folder / "contrato.pdf")
    vault.ok("extract", "Banco", "contrato.pdf", vault.folder / "copia.pdf")
    assert (vault.folder / "copia.pdf").read_bytes() == data
    vault.ok("detach", "Banco", "contrato.pdf")
    vault.refused("extract", "Banco", "contrato.pdf", vault.folder / "otra.pdf")


def test_search_finds_every_field_and_tells_none(vault):
    vault.create()
    vault.ok("add", "--category", "Web", "--field", "url=https://Árbol.example", "--field", "password=xK9", "Uno")
    vault.ok("add", "--category", "Web", "--field", "user=nadie", "Otro árbol")
    found = vault.ok("search", "ÁRBOL")
    assert {line["title"]: line["fields"] for line in found} == {"Uno": ["url"], "Otro árbol": []}
    assert [line["title"] for line in vault.ok("search", "xk9")] == ["Uno"]
    assert "xK9" not in vault.run("search", "xk9", "--password-file", vault.password).stdout


def test_slots_of_one_factor_and_of_several(vault):
    vault.create()
    second = vault.secret("second", "otra contraseña más")
    added = vault.run(
        "slot", "add", "--place", "--position", AWAY, "--password", "--new-password-file", second, "--label", "Oficina",
        "--password-file", vault.password, json_lines=True)
    assert added.returncode == 0, added.stderr
    assert "forges" in added.stderr, "what a place cannot do is said where the slot is made"
    slot = json.loads(added.stdout)
    assert slot["factors"] == ["place", "password"] and slot["label"] == "Oficina"
    assert vault.run("list", "--password-file", second).returncode == 1, "the password alone is not enough"
    assert vault.run("list", "--position", AWAY).returncode == 1, "nor is the place alone"
    assert vault.run("list", "--position", AWAY, "--password-file", second).returncode == 0
    vault.ok("slot", "remove", slot["slot"])
    assert vault.run("list", "--position", AWAY, "--password-file", second).returncode == 1
    new = vault.secret("new", "la nueva")
    before = vault.files()
    vault.ok("slot", "password", "--new-password-file", new)
    assert vault.files() != before
    assert vault.run("list", "--password-file", vault.password).returncode == 1
    assert vault.run("list", "--password-file", new).returncode == 0
    code = json.loads(vault.run("slot", "recovery", "--password-file", new, json_lines=True).stdout)["recoveryCode"]
    assert vault.run("list", "--recovery-file", vault.secret("old", vault.codes[0])).returncode == 1
    assert vault.run("list", "--recovery-file", vault.secret("fresh", code)).returncode == 0


def test_the_last_way_in_cannot_be_removed(vault):
    vault.create()
    slots = [line for line in vault.ok("slot", "list") if line["factors"] != ["recovery"]]
    vault.ok("slot", "remove", [line["slot"] for line in slots if line["factors"] == ["place"]][0])
    assert "last" in vault.refused("slot", "remove", [s["slot"] for s in slots if s["factors"] == ["password"]][0])


def test_where_shows_the_place_and_asks_nobody(vault):
    shown = vault.run("where", "--position", HOME, "--svg", vault.folder / "here.svg")
    assert shown.returncode == 0 and "●" in shown.stdout and "40.416775" in shown.stdout
    assert "http" not in (vault.folder / "here.svg").read_text().replace("http://www.w3.org/2000/svg", "")
    line = json.loads(vault.run("where", "--position", "40.4,-3.7,26", json_lines=True).stdout)
    assert line == {"latitude": 40.4, "longitude": -3.7, "accuracy": 26.0, "cell": 50, "fits": False}


def test_the_audit_finds_what_is_wrong_and_tells_no_password(vault):
    vault.create()
    for title, fields in {
        "Débil": ["password=password1"], "Uno": ["password=Xq7!vTz_92kLmPw4"], "Dos": ["password=Xq7!vTz_92kLmPw4"],
        "Web": ["password=9vR#tLq2_ZxWm8Ky", "url=http://example.org"], "Nota": ["note=nada"],
    }.items():
        vault.ok("add", "--category", "Web", *[part for f in fields for part in ("--field", f)], title)
    lines = vault.ok("audit")
    findings = {line["title"]: line["findings"] for line in lines[:-1]}
    assert findings == {
        "Débil": ["weak"], "Uno": ["reused"], "Dos": ["reused"], "Web": ["noSecondFactor", "insecureAddress"],
    }
    assert lines[-1]["weak"] == 1 and lines[-1]["reused"] == 2 and 0 < lines[-1]["score"] < 100
    words = vault.run("audit", "--password-file", vault.password).stdout
    assert "Xq7" not in words and "password1" not in words and "Débil" in words


def test_passwords_are_made_and_estimated_without_a_vault(vault):
    made = [json.loads(line) for line in vault.run("generate", "--count", 50, json_lines=True).stdout.splitlines()]
    assert len({line["password"] for line in made}) == 50
    assert all(len(line["password"]) == 20 and line["bits"] > 100 for line in made)
    scores = []
    for password in ("password", "Tr0ub4dour&3", made[0]["password"]):
        result = vault.run("strength", input=password + "\n", json_lines=True)
        assert result.returncode == 0 and f'"{password}"' not in result.stdout
        scores.append(json.loads(result.stdout)["guessesLog10"])
    assert scores == sorted(scores) and scores[0] < 3 and scores[-1] > 15


def test_it_speaks_spanish_and_english(vault):
    vault.create()
    english = vault.run("list", "--password-file", vault.wrong).stderr
    spanish = vault.run("list", "--password-file", vault.wrong, environment={"LC_ALL": "es_ES.UTF-8"}).stderr
    assert english != spanish and "does not open" in english and "no se puede abrir" in spanish
    by_lang = vault.run("list", environment={"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_MX.UTF-8"}).stderr
    assert "cerrada" in by_lang


def test_completion_knows_ciphers_and_kinds(cerca):
    script = subprocess.run([cerca, "--generate-completion-script", "bash"], capture_output=True, text=True).stdout
    assert "chacha20-poly1305" in script and "secret-number" in script and "vault" in script


# ---- A terminal, the agent, the clipboard ----


def in_terminal(vault, arguments, answers=(), timeout=20) -> bytes:
    """Runs a command on a terminal and answers each question that ends in a colon and a space; all that it showed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(str(vault.cerca), ["cerca", "vault", *arguments], vault.environment)
    shown, answers, deadline = b"", list(answers), time.monotonic() + timeout
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
        if answers and shown.rstrip(b" ").endswith(b":"):
            os.write(terminal, answers.pop(0).encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    shown += b"\n[exit %d]" % os.waitstatus_to_exitcode(status)
    return shown


def test_a_password_is_asked_for_without_being_shown(vault):
    vault.create()
    add(vault)
    shown = in_terminal(vault, ["list"], [PASSWORD])
    assert b"Correo de casa" in shown and b"[exit 0]" in shown
    assert "contraseña larga".encode() not in shown
    concealed = in_terminal(vault, ["show", "Correo de casa", "--password-file", str(vault.password)])
    assert b"s3creto" not in concealed and "••••".encode() in concealed
    revealed = in_terminal(vault, ["show", "Correo de casa", "--reveal", "--password-file", str(vault.password)])
    assert b"s3creto-viejo" in revealed


def agents(vault) -> list[int]:
    """The processes that run as an agent of this test's home."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if b"agent" in words and f"HOME={vault.home}".encode() in environment:
            found.append(int(process.name))
    return found


def unlock(vault, *options):
    result = vault.run("unlock", "--password-file", vault.password, *options, json_lines=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_the_agent_opens_the_vault_until_it_is_locked(vault):
    vault.create()
    add(vault)
    assert unlock(vault)["unlocked"]
    assert len(agents(vault)) == 1
    for _ in range(5):
        assert vault.run("list").returncode == 0
    assert vault.run("show", "Correo de casa", "--field", "password").stdout == "s3creto-viejo\n"
    assert vault.run("list", "--password-file", vault.wrong).returncode == 1, "what is given is what counts"
    status = json.loads(vault.run("unlock", "--status", json_lines=True).stdout)
    assert status["unlocked"] and 290 <= status["secondsLeft"] <= 300
    unlock(vault)
    assert len(agents(vault)) == 1, "the second took the first one's place"
    assert json.loads(vault.run("lock", json_lines=True).stdout)["wasUnlocked"]
    assert vault.run("list").returncode == 1
    wait_until(lambda: agents(vault) == [])
    assert not list((vault.folder / "run" / "cerca").iterdir())


def wait_until(condition, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_agent_locks_when_it_is_idle_and_when_it_is_told_to_end(vault):
    vault.create()
    unlock(vault, "--auto-lock", 1)
    assert vault.run("list").returncode == 0
    wait_until(lambda: agents(vault) == [])
    assert vault.run("list").returncode == 1
    unlock(vault)
    os.kill(agents(vault)[0], signal.SIGTERM)
    wait_until(lambda: agents(vault) == [])
    assert vault.run("list").returncode == 1
    assert not list((vault.folder / "run" / "cerca").iterdir())


def test_an_agent_that_was_killed_is_replaced(vault):
    vault.create()
    unlock(vault)
    os.kill(agents(vault)[0], signal.SIGKILL)
    wait_until(lambda: agents(vault) == [])
    assert vault.run("list").returncode == 1
    unlock(vault)
    assert vault.run("list").returncode == 0


def test_no_argument_of_any_process_holds_a_key(vault):
    vault.create()
    unlock(vault)
    words = pathlib.Path(f"/proc/{agents(vault)[0]}/cmdline").read_bytes().split(b"\0")
    assert [word for word in words if word] == [b"cerca", b"vault", b"agent"]
    status = pathlib.Path(f"/proc/{agents(vault)[0]}/limits").read_text()
    assert re.search(r"Max core file size\s+0\s+0", status)


def test_an_item_that_asks_again_is_not_shown_by_the_agent(vault):
    vault.create()
    vault.ok("add", "--category", "Web", "--field", "password=p", "--field", "user=u", "--ask-again", "Delicado")
    unlock(vault)
    assert vault.run("show", "Delicado", "--field", "user").returncode == 0
    assert vault.run("show", "Delicado", "--field", "password").returncode == 1
    assert vault.run("show", "Delicado", "--field", "password", "--password-file", vault.password).stdout == "p\n"


@pytest.fixture
def clipboard(vault):
    """A desktop whose clipboard is a file, with an xclip that says what it was called with."""
    tools = vault.folder / "tools"
    tools.mkdir()
    board = vault.folder / "board"
    board.write_text("antes")
    program = tools / "xclip"
    program.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {vault.folder}/calls\n'
        f'case "$*" in *-out*) cat {board} ;; *) cat > {board} ;; esac\n')
    program.chmod(0o755)
    vault.environment |= {"PATH": f"{tools}:{os.environ['PATH']}", "DISPLAY": ":99"}
    return board


def test_a_copied_password_is_cleared_after_a_while(vault, clipboard):
    vault.create()
    add(vault)
    unlock(vault)
    begin = time.monotonic()
    result = vault.run("copy", "Correo de casa", "--clear-after", 1, json_lines=True)
    assert result.returncode == 0 and time.monotonic() - begin >= 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"copied": "password", "secondsLeft": 1}, {"cleared": True}]
    assert clipboard.read_text() == ""
    assert "s3creto" not in (vault.folder / "calls").read_text(), "no argument holds the secret"


def test_what_was_copied_meanwhile_is_left_alone(vault, clipboard, start):
    vault.create()
    add(vault)
    unlock(vault)
    process = start(
        vault.cerca, "vault", "copy", "Correo de casa", "--clear-after", 2, env=vault.environment,
        stderr=subprocess.DEVNULL)
    wait_until(lambda: clipboard.read_text() == "s3creto-viejo")
    clipboard.write_text("otra cosa")
    assert process.wait(10) == 0
    assert clipboard.read_text() == "otra cosa"


def test_an_interruption_clears_the_clipboard_at_once(vault, clipboard, start):
    vault.create()
    add(vault)
    unlock(vault)
    process = start(
        vault.cerca, "vault", "copy", "Correo de casa", "--clear-after", 600, env=vault.environment,
        stderr=subprocess.DEVNULL)
    wait_until(lambda: clipboard.read_text() == "s3creto-viejo")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    assert clipboard.read_text() == ""
