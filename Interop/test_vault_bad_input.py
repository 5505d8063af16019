"""What `cerca vault` says to input that cannot be: a reason that helps, and nothing changed."""

import shutil

import pytest
from vaults import HOME, PASSWORD, in_terminal, vault  # noqa: F401
from test_vault_sync import device, join, server  # noqa: F401


def refusal(machine, *arguments, code, **options) -> str:
    """Runs a command that is refused in one line, with the vaults as they were; the line."""
    before = machine.files()
    line = machine.refused(*arguments, code=code, **options)
    assert len(line.strip().splitlines()) == 1, line
    assert machine.files() == before
    return line


@pytest.mark.parametrize("text", ["pasword=muy-secreto", "muy-secreto", "=muy-secreto", "text:=muy-secreto"])
@pytest.mark.parametrize("verb", ["add", "edit"])
def test_a_field_of_no_kind_is_refused_without_repeating_its_value(vault, verb, text):
    vault.create()
    vault.ok("add", "--field", "user=u", "Uno")
    reason = refusal(vault, verb, "--field", text, "Uno" if verb == "edit" else "Dos", code=2)
    assert "muy-secreto" not in reason
    assert "secret-number" in reason and "concealed:NAME" in reason


def test_what_is_not_there_is_called_by_what_it_is(vault):
    vault.create()
    assert "no item Nada" in refusal(vault, "show", "Nada", code=1)
    assert "no item Nada" in refusal(vault, "show", "Nada", "--category", "Web", code=1)
    assert "no category Nada" in refusal(vault, "list", "--category", "Nada", code=1)
    assert "no category Nada" in refusal(vault, "add", "--category", "Nada", "--field", "user=u", "Uno", code=1)
    assert "no item Nada in the trash" in refusal(vault, "restore", "Nada", code=1)
    spanish = refusal(vault, "show", "Nada", code=1, environment={"LC_ALL": "es_ES.UTF-8"})
    assert "ningún elemento Nada" in spanish


@pytest.mark.parametrize(("secret", "reason"), [
    ("0189!", "Base32"), ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=20", "6 to 8 digits"),
    ("otpauth://totp/x", "no secret"), ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=MD5", "SHA256"),
    ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=0", "3600 seconds"), ("otpauth-migration://offline?data=a", "kind"),
])
def test_a_one_time_password_that_gives_no_code_is_not_kept(vault, secret, reason):
    vault.create()
    said = refusal(vault, "add", "--field", f"otp={secret}", "Uno", code=1)
    assert secret not in said and reason in said
    vault.ok("add", "--field", "otp=JBSWY3DPEHPK3PXP", "Uno")
    assert reason in refusal(vault, "edit", "Uno", "--field", f"otp={secret}", code=1)


@pytest.mark.parametrize("secret", [
    "JBSW\u00a0Y3DP\u00a0EHPK\u00a03PXP", "jbsw y3dp–ehpk.3pxp", "ＪＢＳＷＹ３ＤＰＥＨＰＫ３ＰＸＰ", "apple-otpauth://totp/E:a?secret=JBSWY3DPEHPK3PXP",
    "otpauth://totp/E:a?secret=JBSWY3DPEHPK3PXP&algorithm=&digits=&period=",
])
def test_every_written_form_of_a_secret_gives_the_same_code(vault, secret):
    vault.create()
    vault.ok("add", "--field", "otp=JBSWY3DPEHPK3PXP", "Uno")
    vault.ok("add", "--field", f"otp={secret}", "Dos")
    for _ in range(3):
        codes = [vault.ok("show", title, "--field", "otp")[0]["code"] for title in ("Uno", "Dos", "Uno")]
        if codes[0] == codes[2]:
            break
    assert codes[0] == codes[1]


def test_two_accounts_of_one_site_have_one_title(vault):
    vault.create()
    vault.ok("add", "--field", "user=ana", "--field", "password=x", "Sitio")
    vault.ok("add", "--field", "user=eva", "--field", "password=y", "Sitio")
    assert "Sitio" in refusal(vault, "add", "--field", "user=eva", "--field", "password=z", "Sitio", code=1)
    vault.ok("add", "--field", "user=eva", "--field", "password=z", "--allow-duplicate", "Sitio")


def test_steam_and_counters_have_codes_of_their_own(vault):
    vault.create()
    vault.ok("add", "--field", "otp=steam://JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "Steam")
    steam = vault.ok("show", "Steam", "--field", "otp")[0]["code"]
    assert len(steam) == 5 and set(steam) <= set("23456789BCDFGHJKMNPQRTVWXY")
    vault.ok("add", "--field", "otp=otpauth://hotp/E:a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=5", "Contador")
    codes = [vault.ok("show", "Contador", "--field", "otp")[0]["code"] for _ in range(3)]
    assert codes == ["254676", "287922", "162583"]
    # The item itself uses no code up.
    for _ in range(2):
        assert vault.ok("show", "Contador")[0]["fields"][0]["counter"] == 8


def test_an_item_of_blanks_is_an_item_without_values(vault):
    vault.create()
    for blank in ("", " ", "\t\n", "\u00a0"):
        assert "at least one field" in refusal(vault, "add", "--field", f"user={blank}", "Uno", code=1)
    vault.ok("add", "--field", "user=u", "Uno")
    refusal(vault, "edit", "Uno", "--field", "user= ", code=1)


def test_a_blank_item_of_another_program_can_be_called_something_else(vault):
    vault.create()
    path = vault.folder / "blank.csv"
    path.write_text("name,login_username\nVacío,\n")
    vault.ok("import", "--format", "csv", path)
    vault.ok("edit", "Vacío", "--title", "Hueco")
    refusal(vault, "edit", "Hueco", "--category", "Nada", "--title", "x", code=1)
    assert [line["title"] for line in vault.ok("list")] == ["Hueco"]


@pytest.mark.parametrize("label", ["", "  ", "a\tb", "a\u202eb", "x" * 201, "Contraseña", "CONTRASEN\u0303A"])
def test_a_slot_is_called_by_a_name_of_its_own(vault, label):
    vault.create()
    vault.ok("slot", "add", "--password", "--new-password-file", vault.wrong, "--label", "Contraseña")
    refusal(vault, "slot", "add", "--password", "--new-password-file", vault.wrong, "--label", label, code=1)
    assert [slot["label"] for slot in vault.ok("slot", "list")][-1] == "Contraseña"


def test_an_item_has_one_file_of_a_name(vault):
    vault.create()
    vault.ok("add", "--field", "user=u", "Uno")
    path = vault.folder / "Plano.txt"
    path.write_text("uno")
    vault.ok("attach", "Uno", path)
    assert "there is one already" in refusal(vault, "attach", "Uno", path, "--name", "PLANO.txt", code=1)
    vault.ok("attach", "Uno", path, "--name", "Otro.txt")


def test_a_file_that_cannot_be_read_is_told_in_the_systems_words(vault):
    vault.create()
    missing = vault.folder / "missing.json"
    assert "No such file or directory" in refusal(vault, "import", "--format", "bitwarden", missing, code=1)
    assert "Is a directory" in refusal(vault, "import", "--format", "bitwarden", vault.folder, code=1)


def test_what_goes_wrong_with_files_and_servers_is_said_in_spanish(vault):
    vault.create()
    spanish = {"environment": {"LC_ALL": "es_ES.UTF-8"}}
    path = vault.folder / "long.csv"
    path.write_text(f"name,login_username\nUno,u\n{'x' * 201},u\n")
    told = vault.run("import", "--format", "csv", path, "--password-file", vault.password, **spanish)
    assert told.returncode == 0 and "importados: 2 elementos" in told.stderr, told
    assert "elemento 2" in told.stderr and "200 caracteres" in told.stderr, told
    account = ["--email", "ana@example.org", "--account-password-file", vault.password]
    told = refusal(vault, "sync", "--server", "http://127.0.0.1:1", *account, code=1, **spanish)
    assert "http://127.0.0.1:1 no responde" in told, told
    told = refusal(vault, "slot", "add", "--tang", "http://127.0.0.1:1", code=1, **spanish)
    assert "http://127.0.0.1:1 no responde" in told, told


def test_what_would_change_nothing_is_wrong_usage(vault):
    vault.create()
    assert "--removable" in refusal(vault, "category", "set", "Web", code=2)
    assert "--position" in refusal(vault, "slot", "place", code=2)


def test_the_mark_to_ask_again_is_not_taken_away_by_the_agent(vault):
    vault.create()
    vault.ok("add", "--field", "password=p", "--ask-again", "Delicado")
    vault.ok("unlock")
    before = vault.files()
    taken = vault.run("edit", "Delicado", "--no-ask-again")
    assert taken.returncode == 1 and "once more" in taken.stderr, taken.stderr
    assert vault.files() == before
    assert vault.run("show", "Delicado", "--field", "password").returncode == 1
    # Its other fields may be changed, and whoever opens the vault anew may take the mark away.
    assert vault.run("edit", "Delicado", "--field", "user=u").returncode == 0
    vault.ok("edit", "Delicado", "--no-ask-again")
    assert vault.run("show", "Delicado", "--field", "password").stdout == "p\n"


def test_a_password_that_was_just_typed_shows_what_asks_again(vault):
    vault.create()
    vault.ok("add", "--field", "password=pez-de-plata", "--ask-again", "Delicado")
    shown = in_terminal(vault, ["show", "Delicado", "--reveal"], [PASSWORD])
    assert b"pez-de-plata" in shown and b"[exit 0]" in shown, shown


def test_an_empty_new_password_is_told_as_such(vault):
    shown = in_terminal(vault, ["create-user", "ana", "--kdf-cost", "floor"], [""])
    assert b"1 to 1,000 characters" in shown and b"[exit 1]" in shown, shown
    assert vault.files() == {}


def test_a_password_that_is_easily_guessed_is_taken_with_a_note(vault):
    weak = vault.secret("weak", "123456")
    made = vault.run("create-user", "ana", "--password-file", weak, "--kdf-cost", "floor")
    assert made.returncode == 0 and "easily guessed" in made.stderr and "123456" not in made.stderr, made.stderr
    good = vault.run("create-user", "eva", "--password-file", vault.password, "--kdf-cost", "floor")
    assert good.returncode == 0 and "easily guessed" not in good.stderr, good.stderr


def test_one_item_is_one_item(vault):
    vault.create()
    path = vault.folder / "one.csv"
    path.write_text("name,login_username\nUno,u\n")
    imported = vault.run("import", "--format", "csv", path, "--password-file", vault.password)
    assert imported.stderr.strip() == "1 item imported"
    vault.ok("remove", "Uno")
    assert vault.run("trash", "--empty", "--yes", "--password-file", vault.password).stderr == "1 item erased for good\n"


def join_again(second, first, name):
    """What comes of it when a device joins a vault that it has joined before, under this name."""
    code = second.secret("code", first.codes[0])
    return second.run(
        "sync", "--join", name, *second.account, "--recovery-file", code, "--password-file", second.password,
        "--kdf-cost", "floor")


def test_a_second_file_of_the_same_vault_is_refused_and_leaves_nothing(device):
    first = device("uno")
    first.create()
    first.add("Uno", "1")
    first.sync()
    second = join(device, first)
    before = second.files()
    again = join_again(second, first, "eva")
    assert again.returncode == 1 and "has that vault already" in again.stderr, again.stderr
    assert second.files() == before
    assert second.titles() == ["Uno"]


def test_a_file_that_was_lost_is_joined_again(device):
    first = device("uno")
    first.create()
    first.add("Uno", "1")
    first.sync()
    second = join(device, first)
    second.edit("Uno", "2")
    second.sync()
    shutil.rmtree(second.home / "data" / "cerca" / "vault")
    again = join_again(second, first, "ana")
    assert again.returncode == 0, again.stderr
    assert second.value("Uno") == "2"


def test_a_password_that_brings_nothing_back_from_a_journey_is_told_what_does(device):
    first = device("uno")
    first.create()
    first.add("Uno", "1", category="Bancos")
    first.ok("category", "set", "Bancos", "--removable")
    first.ok("travel", "on", "--return", "place", *first.account)
    told = first.run("travel", "off", *first.account, "--password-file", first.password)
    assert told.returncode == 1 and "--recovery-file" in told.stderr, told.stderr
    first.run("travel", "off", *first.account, "--position", HOME)
    assert first.titles() == ["Uno"]
