"""What `make install` puts down: a command that works from any folder, its page, manual pages, completions, and no more."""

import json
import pathlib
import re
import shutil
import subprocess

import httpx
import pytest

from conftest import ROOT

PREFIX = "opt/near"


@pytest.fixture(scope="module")
def installed(cerca, tmp_path_factory) -> pathlib.Path:
    """The folder of an installation that is put together elsewhere, as a package is."""
    destination = tmp_path_factory.mktemp("destination")
    make("install", cerca, destination)
    return destination / PREFIX


def make(verb: str, cerca: pathlib.Path, destination: pathlib.Path) -> None:
    subprocess.run(
        ["make", "--no-print-directory", verb, f"release={cerca}", f"DESTDIR={destination}", f"PREFIX=/{PREFIX}"],
        cwd=ROOT, check=True, timeout=300)


def test_the_command_has_no_symbols_and_works(cerca, installed, tmp_path):
    command = installed / "bin/cerca"
    assert command.stat().st_size < cerca.stat().st_size
    assert b"no symbols" in subprocess.run(["nm", command], capture_output=True).stderr
    version = subprocess.run([command, "--version"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert version == subprocess.run([cerca, "--version"], check=True, capture_output=True, text=True).stdout


def test_the_server_finds_its_page_from_any_folder_and_through_a_link(installed, start, tmp_path):
    link = tmp_path / "near"
    link.symlink_to(installed / "bin/cerca")
    server = start(
        link, "serve", "--port", "0", "--database", f"sqlite:{tmp_path}/near.sqlite", "--json", cwd=tmp_path,
        stdout=subprocess.PIPE, text=True)
    greeting = json.loads(server.stdout.readline())
    assert greeting["event"] == "listening" and greeting["venues"] == 0
    for path, file in (("/", "index.html"), ("/offers", "index.html"), ("/market", "market.html")):
        page = httpx.get(greeting["address"] + path)
        assert page.status_code == 200 and page.text == (ROOT / "Web/dist" / file).read_text()


def test_the_vault_finds_its_page_from_any_folder(installed, start, tmp_path):
    vault = start(
        installed / "bin/cerca", "vault", "open", "--no-browser", "--json", "--vault", tmp_path / "vaults", cwd=tmp_path,
        stdout=subprocess.PIPE, text=True)
    link = json.loads(vault.stdout.readline())["link"]
    page = httpx.get(link.partition("#")[0])
    assert page.status_code == 200 and page.text == (ROOT / "Web/dist/vault.html").read_text()


def test_a_command_without_its_page_says_where_it_looked(cerca, tmp_path):
    alone = tmp_path / "bin/cerca"
    alone.parent.mkdir()
    shutil.copy(cerca, alone)
    done = subprocess.run(
        [alone, "vault", "open", "--no-browser", "--vault", tmp_path / "vaults"], cwd=tmp_path, capture_output=True,
        text=True, timeout=60)
    assert done.returncode == 1 and done.stdout == ""
    assert f"{tmp_path}/share/cerca/web" in done.stderr and "--web" in done.stderr
    done = subprocess.run(
        [cerca, "vault", "open", "--no-browser", "--web", tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and f"no web app in {tmp_path}" in done.stderr


def test_each_group_has_a_manual_page_that_is_sound(installed):
    pages = sorted((installed / "share/man/man1").iterdir())
    names = {page.name for page in pages}
    assert {"cerca.1", "cerca-vault.1", "cerca-market.1", "cerca-serve.1"} <= names and len(names) > 9
    for page in pages:
        shown = subprocess.run(
            ["man", "--warnings", "--local-file", page], check=True, capture_output=True, text=True,
            env={"PATH": "/usr/bin:/bin", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        assert shown.stderr == "", page
        assert page.stem.upper() in shown.stdout and "EXIT STATUS" in shown.stdout
    vault = subprocess.run(["man", "--local-file", installed / "share/man/man1/cerca-vault.1"], capture_output=True,
                           text=True, check=True).stdout
    assert "cerca vault slot add" in vault and "--password-file" in vault


def test_the_shell_completes_groups_commands_and_options(installed):
    script = installed / "share/bash-completion/completions/cerca"

    def completed(line: str) -> set[str]:
        words = line.split(" ")
        return set(subprocess.run(
            ["bash", "-c", """
                source "$0"
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                _cerca cerca "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                compgen -W "${COMPREPLY[*]}" -- "${COMP_WORDS[COMP_CWORD]}"
            """, script, *words], check=True, capture_output=True, text=True).stdout.split())

    assert completed("cerca va") == {"vault"}
    assert {"list", "lock"} <= completed("cerca vault l")
    assert "--password-file" in completed("cerca vault list --p")
    for shell in ("zsh/site-functions/_cerca", "fish/vendor_completions.d/cerca.fish"):
        assert "create-user" in (installed / "share" / shell).read_text()


def test_what_was_installed_can_be_removed_and_nothing_else_is(cerca, tmp_path):
    other = tmp_path / PREFIX / "share/man/man1/near.1"
    other.parent.mkdir(parents=True)
    other.write_text("somebody else's")
    make("install", cerca, tmp_path)
    make("install", cerca, tmp_path)
    left = [path for path in tmp_path.rglob("*") if re.search(r"/\.(web|cerca)\.", str(path))]
    assert left == []
    make("uninstall", cerca, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [other]
