"""Exports of Proton Pass, Enpass and 1Password's 1PIF through `cerca vault import`, alone and in their archives."""

import json
import zipfile

import pytest
from test_vault_formats import FIXTURES, Vault, vault  # noqa: F401

PROTON = FIXTURES / "proton-pass" / "data.json"
ENPASS = FIXTURES / "enpass" / "export.json"
ONE_PIF = FIXTURES / "1pif" / "data.1pif"


def report(ours: Vault, format: str, file, *options) -> dict:
    """Imports a file; what the command reports."""
    return ours.succeed("import", "--format", format, *options, file)[0]


def attached(ours: Vault, title: str, name: str, folder) -> bytes:
    """An attached file of an item."""
    target = folder / "extracted"
    target.unlink(missing_ok=True)
    ours.succeed("extract", title, name, target)
    return target.read_bytes()


def assert_unchanged(ours: Vault, format: str, file) -> None:
    """Another import of the same file changes nothing."""
    again = report(ours, format, file)
    assert (again["imported"], again["updated"]) == (0, 0), again


def titles(ours: Vault) -> set[str]:
    return {line["title"] for line in ours.succeed("list")}


def proton_archive(folder):
    archive = folder / "Proton Pass_export.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Proton Pass/data.json", PROTON.read_text())
        file.writestr("Proton Pass/files/file1/scan ñ.txt", b"scan!")
    return archive


@pytest.mark.parametrize("form", ["json", "zip"])
def test_an_export_of_proton_pass_arrives_whole(vault, tmp_path, form):
    file = PROTON if form == "json" else proton_archive(tmp_path)
    ours = vault()
    told = report(ours, "proton-pass", file)
    assert (told["imported"], told["inTrash"]) == (5, 1)
    assert [change["change"] for change in told["changes"]] == ["unreadable-date"]
    assert titles(ours) == {"Bank", "Me", "Alias", "Office"}, "what was in Proton Pass's trash is in the trash"
    fields = ours.fields("Bank")
    assert fields[:5] == [
        ("user", "jane"), ("password", "s3cret"), ("email", "jane@example.org"), ("url", "https://bank.example/"),
        ("url", "https://www.bank.example/"),
    ]
    # What is unknown is hidden, because it might be a secret.
    for field in [("note", "my note"), ("text:Branch", "0001"), ("concealed:Answer", "blue"),
                  ("concealed:somethingNew", "kept")]:
        assert field in fields, fields
    lacking = [value for kind, value in fields if kind == "text:File that the export does not have"]
    if form == "zip":
        assert attached(ours, "Bank", "scan ñ.txt", tmp_path) == b"scan!" and lacking == ["missing.pdf"]
    else:
        assert lacking == ["scan ñ.txt", "missing.pdf"]
    assert ours.show("Bank")["category"] == "Personal" and ours.show("Office")["category"] == "Work"
    assert ("password", "w1fi") in ours.fields("Office")
    assert_unchanged(ours, "proton-pass", file)


def test_an_export_of_enpass_arrives_whole(vault, tmp_path):
    ours = vault()
    told = report(ours, "enpass", ENPASS)
    assert (told["imported"], told["inTrash"]) == (2, 1)
    assert [change["change"] for change in told["changes"]] == ["missing-folder"]
    assert titles(ours) == {"Social"}
    fields = ours.fields("Social")
    assert fields[:3] == [("user", "emily"), ("email", "emily@example.org"), ("password", "s3cret")]
    for field in [("concealed:Second password", "s3cond"), ("concealed:Security answer", "blue"), ("note", "a note")]:
        assert field in fields, fields
    assert ours.show("Social")["category"] == "Social/Nets"
    assert attached(ours, "Social", "scan.txt", tmp_path) == b"scan!"
    assert "old@example.org" in ours.run("history", "Social").stdout.decode()
    assert_unchanged(ours, "enpass", ENPASS)


@pytest.mark.parametrize("form", ["file", "zip"])
def test_a_1pif_arrives_whole(vault, tmp_path, form):
    file = ONE_PIF
    if form == "zip":
        file = tmp_path / "export.zip"
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("1Password 2020.1pif/data.1pif", ONE_PIF.read_text())
            archive.writestr("1Password 2020.1pif/attachments/w1/scan.txt", b"scan!")
    ours = vault()
    told = report(ours, "1pif", file)
    assert (told["imported"], told["inTrash"]) == (3, 1)
    assert titles(ours) == {"Bank", "From Windows"}
    fields = ours.fields("Bank")
    assert fields[:4] == [
        ("user", "jane"), ("password", "s3cret"), ("url", "https://bank.example"), ("url", "https://www.bank.example")]
    for field in [("text:More: Branch", "0001"), ("otp", "JBSWY3DPEHPK3PXP"), ("concealed:More: Answer", "blue")]:
        assert field in fields, fields
    assert ours.show("Bank")["category"] == "Work"
    assert "before" in ours.run("history", "Bank").stdout.decode()
    if form == "zip":
        assert attached(ours, "From Windows", "scan.txt", tmp_path) == b"scan!"
    assert_unchanged(ours, "1pif", file)


def test_one_odd_item_is_skipped_by_word_and_listed(vault, tmp_path):
    export = json.loads(PROTON.read_text())
    export["vaults"]["share2"]["items"].append("not an item")
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(export))
    ours = vault()
    done = ours.run("import", "--format", "proton-pass", file)
    assert done.returncode == 1 and "is not an object" in done.stderr.decode(), done
    assert ours.succeed("list") == []
    told = report(ours, "proton-pass", file, "--skip")
    assert told["imported"] == 5 and "skipped" in [change["change"] for change in told["changes"]]


def test_each_is_recognized_where_another_format_was_expected(vault, tmp_path):
    ours = vault()
    files = {"proton-pass": [PROTON, proton_archive(tmp_path)], "enpass": [ENPASS], "1pif": [ONE_PIF]}
    for format, exports in files.items():
        for file in exports:
            for expected in {"bitwarden", "1pux", "csv", "keepass-xml", "kdbx", *files} - {format}:
                done = ours.run("import", "--format", expected, file)
                reason = done.stderr.decode()
                assert done.returncode == 1 and f"its format is {format}" in reason, (format, expected, done)
    assert ours.succeed("list") == []
    # The whole reason is in the person's language.
    ours.environment["LC_ALL"] = "es_MX.UTF-8"
    reason = ours.run("import", "--format", "bitwarden", ENPASS).stderr.decode()
    assert "es una exportación JSON de Enpass, y su formato es enpass" in reason, reason
