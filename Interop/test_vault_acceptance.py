"""The acceptance tests CP-01 to CP-22 of the original, by their numbers."""

import json
import re
import time
import unicodedata

import pytest
from vaults import AWAY, BESIDE, CIPHERS, HOME, STANDARD, add, assert_locked, vault  # noqa: F401


# ---- Signing in ----


def test_cp_01_an_unknown_user_is_told_the_same_as_late_as_a_wrong_password(vault):
    vault.create("ana", "--kdf-cost", "floor")

    def attempt(user: str):
        begin = time.monotonic()
        result = vault.run("list", "--user", user, "--password-file", vault.wrong)
        return result, time.monotonic() - begin

    known = unknown = float("inf")
    # What else the machine does only adds to a time: the least of several is what the work itself takes.
    for turn in range(10):
        wrong, taken = attempt("ana")
        known = min(known, taken)
        # Somebody else each time: who is not there is locked out after a third failure as everybody is.
        nobody, taken = attempt(f"nadie-{turn}")
        unknown = min(unknown, taken)
        assert (wrong.returncode, wrong.stdout) == (nobody.returncode, nobody.stdout) == (1, "")
        assert wrong.stderr == nobody.stderr
        if unknown > known / 3 and known > unknown / 3:
            break
        # A success sets the count of failures back.
        vault.ok("list", "--user", "ana")
    # The floor takes some 20 ms; somebody who is not there must cost at least that, and not much more.
    assert unknown > known / 3 and known > unknown / 3, (known, unknown)


def test_cp_02_a_position_one_and_a_half_cells_away_is_refused_and_counted(vault):
    vault.create()
    assert vault.run("list", "--position", BESIDE).returncode == 0
    begin = time.monotonic()
    for _ in range(3):
        away = vault.run("list", "--position", AWAY)
        assert away.returncode == 1 and away.stdout == ""
    assert_locked(vault.run("list", "--position", HOME), 300, begin)


def test_cp_02_a_position_that_is_too_coarse_is_no_attempt(vault):
    vault.create()
    for _ in range(5):
        coarse = vault.run("list", "--position", "40.416775,-3.703790,26")
        assert coarse.returncode == 1 and "26.0 m" in coarse.stderr, coarse.stderr
        assert "40.4" not in coarse.stderr, "the reason does not tell where this is"
    assert vault.run("list", "--position", HOME).returncode == 0


def test_cp_03_a_wrong_password_is_refused_and_counted(vault):
    vault.create()
    begin = time.monotonic()
    reasons = {vault.run("list", "--password-file", vault.wrong).stderr for _ in range(3)}
    assert len(reasons) == 1, "the reason says nothing of how near it was"
    assert "contraseña" not in reasons.pop()
    assert_locked(vault.run("list", "--password-file", vault.password), 300, begin)


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


def test_cp_16_removing_a_category_moves_its_items_to_the_trash(vault):
    vault.create()
    vault.ok("category", "add", "Trabajo")
    vault.ok("add", "--category", "Trabajo", "--field", "note=uno", "Uno")
    vault.ok("add", "--category", "Trabajo", "--field", "note=dos", "Dos")
    vault.ok("add", "--category", "Notas", "--field", "note=tres", "Tres")
    # Nobody is there to be asked, so it has to be said.
    assert "--yes" in vault.refused("category", "remove", "trabajo")
    assert len(vault.ok("list")) == 3
    assert vault.ok("category", "remove", "trabajo", "--yes")[0]["trashedItems"] == 2
    assert [line["title"] for line in vault.ok("list")] == ["Tres"]
    assert "Trabajo" not in [line["name"] for line in vault.ok("category", "list")]
    assert vault.ok("search", "dos") == []
    assert [line["title"] for line in vault.ok("trash")] == ["Dos", "Uno"]
    vault.ok("restore", "Uno")
    assert {line["title"]: line["category"] for line in vault.ok("list")} == {"Tres": "Notas", "Uno": "Trabajo"}


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
