"""The catalogues: what `make lint` refuses of them, and that commands speak each language."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Catalogues:
    """A copy of the catalogues and of their generator, beside the sources as they are."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        for name in ("API", "Strings", "Scripts/strings"):
            shutil.copytree(ROOT / name, folder / name)
        for name in ("Sources", "Web"):
            (folder / name).symlink_to(ROOT / name)

    def change(self, area: str, language: str, change) -> None:
        path = self.folder / "Strings" / f"{area}.{language}.json"
        texts = json.loads(path.read_text())
        change(texts)
        path.write_text(json.dumps(texts, ensure_ascii=False))

    def check(self) -> str:
        """What is said against them; nothing when they are as they must be."""
        done = subprocess.run(
            [sys.executable, "-B", self.folder / "Scripts/strings", "--check"], capture_output=True, text=True, timeout=60)
        assert (done.returncode == 0) == (done.stderr == ""), done
        return done.stderr


@pytest.fixture
def catalogues(tmp_path):
    return Catalogues(tmp_path)


def test_the_catalogues_are_complete_and_what_is_generated_is_theirs(catalogues):
    assert catalogues.check() == ""


@pytest.mark.parametrize("area", ["centre", "mail", "market-command"])
@pytest.mark.parametrize("language", ["es", "pt", "it"])
def test_a_language_that_lacks_a_text_is_refused(catalogues, area, language):
    lost = []
    catalogues.change(area, language, lambda texts: lost.append(texts.popitem()[0]))
    assert f"{area}.{language}.json: {lost[0]} is missing" in catalogues.check()


@pytest.mark.parametrize("change, fault", [
    (lambda texts: texts.update({"device.opening": "Alguien inicia sesión."}), "other placeholders than in English"),
    (lambda texts: texts.update({"device.opening": "En {aparato}"}), "other placeholders than in English"),
    (lambda texts: texts.update({"device.subject": "Código {"}), "a brace that belongs to no"),
    (lambda texts: texts.update({"device.subject": " "}), "no text, or blanks around it"),
    (lambda texts: texts.update({"device.more": "Más"}), "device.more: not in English"),
])
def test_a_translation_that_does_not_fit_is_refused(catalogues, change, fault):
    catalogues.change("mail", "es", change)
    assert fault in catalogues.check()


def test_a_plural_needs_both_forms_and_its_count(catalogues):
    for language in ("en", "es", "pt", "it"):
        catalogues.change("vault-command", language, lambda texts: texts.pop("transfer.imported.other"))
        catalogues.change("admin-command", language, lambda texts: texts.update({"audit.faults.other": "{first}"}))
    said = catalogues.check()
    assert "transfer.imported: has .one and no .other" in said
    assert "audit.faults.other: does not say {count}" in said


def test_a_gender_is_one_of_two(catalogues):
    catalogues.change("vault-command", "it", lambda texts: texts.update({"field.email.gender": "f"}))
    assert "field.email.gender: is feminine or masculine" in catalogues.check()


def test_a_key_that_nothing_says_is_refused_and_one_that_was_not_generated(catalogues):
    for area in ("zones", "mail"):
        for language in ("en", "es", "pt", "it"):
            catalogues.change(area, language, lambda texts: texts.update({"never.said": "?"}))
    said = catalogues.check()
    assert "zones: never.said: nothing on the page says it" in said
    assert "mail: never.said: no source calls MailStrings.neverSaid" in said
    assert "Web/src/strings/keys.ts: differs" in said and "Sources/Strings/Generated/MailStrings.swift: differs" in said


LANGUAGES = {
    "es_AR.UTF-8": "no hay clave de API", "en_GB.UTF-8": "no API key", "pt_BR.UTF-8": "não há chave de API",
    "it_IT.UTF-8": "nessuna chiave API", "C.UTF-8": "no API key", "fr_FR.UTF-8": "no API key",
}


def run(cerca, folder, language, *arguments):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": language}
    return subprocess.run(
        [cerca, *arguments], capture_output=True, text=True, timeout=60, env=environment, cwd=folder,
        stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("language, words", LANGUAGES.items())
def test_a_command_speaks_the_language_of_the_environment(cerca, tmp_path, language, words):
    done = run(cerca, tmp_path, language, "market", "balance")
    assert done.returncode == 1 and words in done.stderr and len(done.stderr.splitlines()) == 1, done


def test_the_languages_differ_for_people_and_not_for_programs(cerca, tmp_path):
    venue = ROOT / "Sources/Simulation/Resources/centre.json"
    spoken = {run(cerca, tmp_path, language, "venue", "check", venue).stdout for language in LANGUAGES}
    printed = {run(cerca, tmp_path, language, "venue", "check", venue, "--json").stdout for language in LANGUAGES}
    assert len(spoken) == 4 and len(printed) == 1, (spoken, printed)
