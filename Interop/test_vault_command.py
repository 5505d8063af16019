"""`cerca vault` as a person and a script use it: lock-out across clocks and restarts, bad input, and the commands."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

import pytest
from vaults import AWAY, HOME, add, assert_locked, fail, in_terminal, seconds_left, vault  # noqa: F401


# ---- Lock-out ----


def test_the_lock_grows_and_a_success_sets_it_back(vault):
    vault.create()
    fail(vault, 2)
    vault.ok("list")
    begin = time.monotonic()
    fail(vault, 3)
    assert_locked(vault.run("list", "--password-file", vault.password), 300, begin)
    # One counter for place and password.
    assert_locked(vault.run("list", "--position", HOME), 300, begin)
    recovery = vault.secret("code", vault.codes[0].lower().replace("-", " "))
    assert vault.run("list", "--recovery-file", recovery).returncode == 0, "recovery is never locked"
    vault.ok("list")


def test_the_strict_rule_is_that_of_the_original(vault):
    vault.create("ana", "--lock-out", "strict")
    begin = time.monotonic()
    fail(vault, 3)
    assert_locked(vault.run("list", "--password-file", vault.password), 900, begin)


@pytest.mark.skipif(not shutil.which("faketime"), reason="faketime is not installed")
def test_turning_the_clock_does_not_end_the_lock(vault):
    vault.create()
    begin = time.monotonic()
    fail(vault, 3)
    for shift in ("+2h", "+400d", "-2h"):
        # The program and not its library alone: that one moves the environment, by which Swift finds its arguments.
        clock = ["faketime", "--exclude-monotonic", "-f", shift]
        moved = vault.run("list", "--password-file", vault.password, prefix=clock)
        assert_locked(moved, 300, begin)


def can_unshare(*options) -> bool:
    return subprocess.run(["unshare", *options, "--fork", "true"], capture_output=True).returncode == 0


AHEAD = ["--user", "--time", "--boottime", "1000"]


@pytest.mark.skipif(not can_unshare(*AHEAD), reason="time namespaces are not allowed here")
def test_a_time_namespace_that_is_ahead_does_not_end_the_lock(vault):
    vault.create()
    begin = time.monotonic()
    fail(vault, 3)
    # Any shell can make one, without any right; and another one in it, which is further ahead.
    for ahead in ("1000", "1400", "100000"):
        prefix = ["unshare", "--user", "--time", "--boottime", ahead, "--fork"]
        assert_locked(vault.run("list", "--password-file", vault.password, prefix=prefix), 300, begin)
    nested = [
        "unshare", "--map-root-user", *AHEAD, "--fork", "unshare", "--time", "--boottime", "2000", "--fork"]
    assert_locked(vault.run("list", "--password-file", vault.password, prefix=nested), 300, begin)
    assert_locked(vault.run("list", "--password-file", vault.password), 300, begin)


@pytest.mark.skipif(
    not shutil.which("faketime") or not can_unshare("--user", "--map-root-user", "--mount"),
    reason="faketime or mount namespaces are missing")
def test_another_boot_id_with_a_later_clock_does_not_end_the_lock(vault):
    vault.create()
    begin = time.monotonic()
    fail(vault, 3)
    (vault.folder / "boot_id").write_text("11111111-2222-3333-4444-555555555555\n")
    for other in (vault.folder / "boot_id", "/proc/sys/kernel/random/uuid"):
        restarted = [
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            f'mount --bind "{other}" /proc/sys/kernel/random/boot_id && exec faketime --exclude-monotonic -f +2h "$@"',
            "sh"]
        for _ in range(2):
            assert_locked(vault.run("list", "--password-file", vault.password, prefix=restarted), 300, begin)


def test_the_lock_ends_when_its_time_has_passed(vault):
    # Nothing can be told to make the clock pass: waiting is all there is.
    vault.create()
    fail(vault, 3)
    first = seconds_left(vault.run("list", "--password-file", vault.password))
    begin = time.monotonic()
    time.sleep(2)
    second = seconds_left(vault.run("list", "--password-file", vault.password))
    assert second <= first - 2 and first - second <= time.monotonic() - begin + 1
    if os.environ.get("CERCA_LONG") != "1":
        return
    time.sleep(second + 1)
    begin = time.monotonic()
    assert vault.run("list", "--password-file", vault.wrong).returncode == 1, "one more may be tried"
    assert_locked(vault.run("list", "--password-file", vault.password), 600, begin)


def test_commands_that_are_interrupted_lock_nobody_out(vault):
    """Whoever asks a command to end while it derives its key waits for the outcome; only a kill leaves it open."""
    vault.create("ana", "--kdf-cost", "default")
    command = [str(vault.cerca), "vault", "list", "--password-file"]

    def interrupted(password, number, after):
        process = subprocess.Popen(
            [*command, str(password)], env=vault.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(after)
        process.send_signal(number)
        return process.wait(60)

    signals = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    ended = [interrupted(vault.password, signals[round % 3], 0.05 + 0.08 * round) for round in range(9)]
    assert any(code < 0 for code in ended), "none of them was interrupted"
    vault.ok("list")
    # An interruption takes nothing back: a wrong password is counted, and three of them lock.
    for round in range(3):
        interrupted(vault.wrong, signals[round], 0.3 + 0.2 * round)
    fail(vault, 3)
    assert vault.run("list", "--password-file", vault.password).returncode == 3


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
    assert "--recovery-file" in vault.refused("list", "--accept-older"), "the password alone may be an old one"
    code = vault.secret("code", vault.codes[0])
    accepted = vault.run("list", "--accept-older", "--recovery-file", code, json_lines=True)
    assert (accepted.returncode, accepted.stdout) == (0, ""), accepted.stderr
    assert vault.ok("list") == [], "what was accepted is the present state"


def test_an_older_copy_does_not_open_with_the_password_of_then(vault):
    vault.create()
    path = vault.home / "data" / "cerca" / "vault" / next(name for name in vault.files() if name.endswith(".vault"))
    before = path.read_bytes()
    new = vault.secret("new", "otra, que el intruso no sabe")
    vault.ok("slot", "password", "--new-password-file", new)
    path.write_bytes(before)
    for options in [[], ["--accept-older"]]:
        assert "older" in vault.refused("list", *options)
    assert "older" in vault.refused("list", "--accept-older")
    vault.refused("list", "--accept-older", code=3)


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
    secret = {"type": 1, "name": "Dos", "login": {"username": "u", "password": "valor-secreto"}}
    whole = json.dumps({"encrypted": False, "folders": [], "items": [good, secret]})
    file.write_text(whole[:-5])
    before = vault.files()
    reason = vault.refused("import", "--format", "bitwarden", file)
    assert reason and "valor-secreto" not in reason
    assert vault.files() == before
    file.write_text(json.dumps({"encrypted": False, "folders": [], "items": [good, good]}))
    assert vault.ok("import", "--format", "bitwarden", file)[0]["imported"] == 2
    assert len(vault.ok("list")) == 2


def test_importing_again_doubles_nothing_and_loses_nothing(vault):
    vault.create()
    file = vault.folder / "firefox.csv"
    header = "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged\n"
    row = "https://a.example,ana,{},,https://a.example,{{0a1b2c3d-0000-4000-8000-00000000000{}}},1,2,{}\n"
    file.write_text(header + row.format("uno", 1, 1500000000000) + row.format("dos", 2, 1500000000000))
    assert vault.ok("import", "--format", "csv", file)[0]["imported"] == 2
    again = vault.ok("import", "--format", "csv", file)[0]
    assert (again["imported"], again["updated"], again["unchanged"]) == (0, 0, 2)
    items = vault.ok("list")
    assert [line["title"] for line in items] == ["a.example", "a.example"]
    for line in items:
        vault.ok("edit", line["id"], "--field", "password=mía", "--title", f"Tienda {line['id'][:4]}")
    # One of them was changed there after that, in the year 2096.
    file.write_text(header + row.format("uno", 1, 1500000000000) + row.format("nueva", 2, 4000000000000))
    third = vault.ok("import", "--format", "csv", file)[0]
    assert (third["imported"], third["updated"], third["unchanged"]) == (0, 1, 1)
    items = vault.ok("list")
    values = {}
    for line in items:
        shown = vault.ok("show", line["id"])[0]
        password = next(field["value"] for field in shown["fields"] if field["kind"] == "password")
        values[password] = {past["value"] for past in vault.ok("history", line["id"])}
    assert values == {"mía": {"uno"}, "nueva": {"dos", "mía"}}
    # What this vault itself exported comes back as what is there.
    export = vault.folder / "export.json"
    vault.ok("export", "--format", "bitwarden", export)
    back = vault.ok("import", "--format", "bitwarden", export)[0]
    assert (back["imported"], back["updated"]) == (0, 0) and len(vault.ok("list")) == 2


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
    assert vault.ok("search", "xk9") == []
    assert [line["title"] for line in vault.ok("search", "xk9", "--concealed")] == ["Uno"]
    assert "xK9" not in vault.run("search", "xk9", "--concealed", "--password-file", vault.password).stdout


def test_default_categories_have_their_names_in_every_language(vault):
    vault.create(language="en")
    for name in ("Correo", "correio", "POSTA", "Mail"):
        vault.ok("add", "--category", name, "--field", "note=x", f"De {name}")
    assert {line["category"] for line in vault.ok("list")} == {"Mail"}
    assert len(vault.ok("list", "--category", "correo")) == 4
    # One's own that has such a name is meant before a default one.
    vault.ok("category", "add", "Bancos")
    vault.ok("add", "--category", "Bancos", "--field", "note=x", "Mío")
    assert [line["name"] for line in vault.ok("category", "list") if line["items"] == 1] == ["Bancos"]


def test_a_listing_erases_nothing_that_another_program_had_thrown_away(vault):
    vault.create()
    old = "2017-03-04T05:06:07.000Z"
    items = [
        {"type": 1, "name": f"Tirado {number}", "id": f"00000000-0000-4000-8000-00000000000{number}", "fields": [],
         "login": {"username": "ana", "password": f"p{number}", "uris": []}, "creationDate": old,
         "revisionDate": old, "deletedDate": old if number else None}
        for number in range(4)
    ]
    file = vault.folder / "export.json"
    file.write_text(json.dumps({"encrypted": False, "folders": [], "items": items}))
    assert vault.ok("import", "--format", "bitwarden", file)[0]["imported"] == 4
    before = vault.files()
    for _ in range(2):
        assert [line["title"] for line in vault.ok("trash")] == ["Tirado 1", "Tirado 2", "Tirado 3"]
        assert [line["title"] for line in vault.ok("list")] == ["Tirado 0"]
        assert vault.ok("search", "tirado")[0]["title"] == "Tirado 0"
    assert vault.files() == before
    vault.ok("remove", "Tirado 0")
    vault.ok("restore", "Tirado 3")
    assert vault.run("show", "Tirado 3", "--field", "password", "--password-file", vault.password).stdout == "p3\n"
    assert len(vault.ok("trash")) == 3


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
