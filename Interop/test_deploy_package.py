"""Debian's package: what is in it, what its judge says, and with CERCA_LONG=1 a life of it in a Debian of its own."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest
from conftest import ROOT
from debian import Debian, fetch

LONG = pytest.mark.skipif(not os.environ.get("CERCA_LONG"), reason="installs a Debian; CERCA_LONG=1 runs it")
# Whoever publishes the package puts a name and an address in (CERCA_MAINTAINER), and compresses it.
LEFT_TO_THE_PUBLISHER = ("bogus-mail-host", "uses-no-compression-for-")


def build(cerca: pathlib.Path, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """The package of a built command, and that of its symbols."""
    done = subprocess.run(
        [ROOT / "Deploy/debian/build", cerca, folder], check=True, capture_output=True, text=True, timeout=600,
        env=os.environ | {"CERCA_DEB_LEVEL": "none"})
    package, symbols = map(pathlib.Path, done.stdout.split())
    return package, symbols


@pytest.fixture(scope="module")
def packages(cerca, tmp_path_factory):
    return build(cerca, tmp_path_factory.mktemp("packages"))


def field(package: pathlib.Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout.strip()


def contents(package: pathlib.Path) -> dict[str, tuple[str, str]]:
    """Mode and owner of each path."""
    listed = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True).stdout
    lines = [line.split(maxsplit=5) for line in listed.splitlines()]
    return {parts[5].removeprefix("."): (parts[0], parts[1]) for parts in lines}


def test_it_has_the_command_its_page_its_service_and_its_papers(packages, tmp_path, cerca):
    package, _ = packages
    found = contents(package)
    for path in (
        "/usr/bin/cerca", "/usr/share/cerca/web/index.html", "/usr/share/cerca/web/market.html",
        "/lib/systemd/system/cerca.service", "/etc/default/cerca", "/usr/share/man/man1/cerca-serve.1.gz",
        "/usr/share/bash-completion/completions/cerca", "/usr/share/doc/cerca/copyright", "/usr/share/cerca/licences/notices.md",
        "/usr/share/doc/cerca/examples/haproxy.cfg",
    ):
        assert path in found, path
    assert found["/etc/cerca/"][0] == "drwx------"
    for path, (mode, owner) in found.items():
        assert owner == "root/root" and mode[5] != "w" and mode[8] != "w" and "s" not in mode[1:], path
    assert field(package, "Version") == (ROOT / "VERSION").read_text().strip() + "-1"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    command = tmp_path / "usr/bin/cerca"
    assert b"no symbols" in subprocess.run(["nm", command], capture_output=True).stderr
    assert (tmp_path / "lib/systemd/system/cerca.service").read_text() == (
        ROOT / "Deploy/systemd/cerca.service").read_text()


def test_it_has_the_licences_of_all_that_it_carries(packages, tmp_path):
    subprocess.run(["dpkg-deb", "--extract", packages[0], tmp_path], check=True)
    folder = tmp_path / "usr/share/cerca/licences"
    names = [line.split()[0] for line in (ROOT / "Scripts/packages.txt").read_text().splitlines() if line[0] != "#"]
    for name in [*names, "swift", "libjs-leaflet", "cerca-and-lightweight-charts"]:
        text = (folder / f"{name}.txt").read_text()
        assert "Copyright" in text or "Apache License" in text, name
    # What packages carry themselves: code of others, with licences of its own.
    for name, carried in (("swift-nio-ssl", "boringssl"), ("swift-nio", "Fedor Indutny"), ("swift-nio-extras", "zlib")):
        assert carried in (folder / f"{name}.txt").read_text(), name
    assert "TradingView" in (folder / "cerca-and-lightweight-charts.txt").read_text()


def test_it_depends_on_each_library_that_the_command_links_or_loads(packages, cerca):
    depends = {part.split()[0] for part in field(packages[0], "Depends").split(", ")}
    needed = re.findall(r"\[(lib\S+\.so\S*)\]", subprocess.run(
        ["readelf", "--dynamic", cerca], check=True, capture_output=True, text=True).stdout)
    assert len(needed) > 8
    for library in needed:
        owner = subprocess.run(["dpkg", "--search", f"*/{library}"], check=True, capture_output=True, text=True).stdout
        assert {line.split(":")[0] for line in owner.splitlines()} & depends, library
    assert "libpq5" in depends


def test_symbols_are_apart_and_belong_to_the_command(packages, tmp_path):
    package, symbols = packages
    for each in packages:
        subprocess.run(["dpkg-deb", "--extract", each, tmp_path / each.stem], check=True)
    command = tmp_path / package.stem / "usr/bin/cerca"
    said = subprocess.run(["readelf", "--notes", command], check=True, capture_output=True, text=True).stdout
    build = re.search(r"Build ID: (\w+)", said)[1]
    file = tmp_path / symbols.stem / f"usr/lib/debug/.build-id/{build[:2]}/{build[2:]}.debug"
    assert b"$s" in subprocess.run(["nm", file], check=True, capture_output=True).stdout
    assert field(symbols, "Build-Ids") == build


@pytest.mark.skipif(not shutil.which("lintian"), reason="lintian is not installed")
def test_debians_judge_finds_nothing(packages):
    done = subprocess.run(["lintian", "--allow-root", packages[0]], capture_output=True, text=True, timeout=300)
    found = [line for line in done.stdout.splitlines() if line[:2] in ("E:", "W:")]
    assert any("bogus-mail-host" in line for line in found), "nothing was judged"
    assert [line for line in found if not any(each in line for each in LEFT_TO_THE_PUBLISHER)] == []


@LONG
def test_it_is_installed_runs_is_removed_and_leaves_nothing(packages, tmp_path, start):
    debian = Debian(tmp_path / "debian")
    shutil.copy(packages[0], debian.root / "cerca.deb")
    debian.shell("apt-get update && apt-get install -y --no-install-recommends /cerca.deb && rm /cerca.deb")
    assert debian.shell("getent passwd cerca").split(":")[5] == "/var/lib/cerca"
    assert debian.shell("deb-systemd-helper is-enabled cerca.service; true").strip() != "disabled"
    assert debian.shell("cerca --version").strip() == (ROOT / "VERSION").read_text().strip()

    # As the unit does: StateDirectory, User, UMask, WorkingDirectory, EnvironmentFile, ExecStart.
    debian.shell("install -d -o cerca -g cerca -m 700 /var/lib/cerca")
    owner = debian.shell("id -u cerca").strip(), debian.shell("id -g cerca").strip()
    line = "umask 077; cd /var/lib/cerca; . /etc/default/cerca; exec /usr/bin/cerca serve $CERCA_OPTIONS"
    server = start(*debian.command("sh", "-c", line, alone=True, user=":".join(owner), writable=["/var/lib/cerca"]))
    assert fetch(server, "http://127.0.0.1:8080/healthz").stdout.strip() == "ok"
    page = fetch(server, "http://127.0.0.1:8080/")
    assert page.stdout == (ROOT / "Web/dist/index.html").read_text()
    assert "cerca_uptime_seconds" in fetch(server, "http://127.0.0.1:9464/metrics").stdout
    files = list((debian.root / "var/lib/cerca").iterdir())
    assert {file.name for file in files} >= {"cerca.sqlite", "cerca.sqlite.keys"}
    assert all(file.stat().st_mode & 0o077 == 0 and file.stat().st_uid == int(owner[0]) for file in files)
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()

    # What somebody changed in a configuration file survives a removal; the database too.
    with open(debian.root / "etc/default/cerca", "a") as file:
        file.write("# changed\n")
    debian.shell("apt-get remove -y cerca")
    assert not (debian.root / "usr/bin/cerca").exists()
    assert "# changed" in (debian.root / "etc/default/cerca").read_text()
    assert (debian.root / "var/lib/cerca/cerca.sqlite").exists()
    debian.shell("apt-get purge -y cerca")
    # Debian's own records of what was once done are not the package's.
    left = debian.shell(
        "find / -xdev -iname '*cerca*' -not -path '/proc/*'; grep -rl cerca /etc /var/lib "
        "| grep -v -e '^/var/lib/dpkg/' -e '^/var/lib/apt/' -e '-$'; true").split()
    assert left == []
    assert debian.run("getent", "passwd", "cerca", check=False).returncode != 0
    assert debian.run("getent", "group", "cerca", check=False).returncode != 0
