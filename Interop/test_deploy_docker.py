"""The Dockerfile. No container runs here: its second stage is carried out, line by line, in a Debian of the test's own.

The first stage starts from an image with Swift in it and is read alone: that it installs what the set-up does, and leaves
packages where the second stage looks for them.
"""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

from conftest import ROOT
from debian import Debian, fetch
from test_deploy_package import LONG, build

FILE = ROOT / "Deploy/docker/Dockerfile"
KNOWN = {
    "FROM", "RUN", "COPY", "ENV", "WORKDIR", "VOLUME", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, continued lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", FILE.read_text())
    lines = [line for line in re.sub(r"\\\n\s*", "", text).splitlines() if line.strip()]
    found: list[list[tuple[str, str]]] = []
    for line in lines:
        word, rest = line.split(maxsplit=1)
        assert word in KNOWN, f"{word} is not one of Docker's instructions that this test knows"
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def values(stage, name: str) -> list[str]:
    return [rest for word, rest in stage if word == name]


def test_the_image_is_slim_and_its_server_is_nobody():
    final = stages()[-1]
    assert values(final, "FROM") == ["debian:12-slim"]
    assert values(final, "USER") == ["65532:65532"] and values(final, "STOPSIGNAL") == ["SIGTERM"]
    assert [word for word, _ in final].index("USER") > max(
        number for number, (word, _) in enumerate(final) if word == "RUN"), "something runs after the user has changed"
    assert json.loads(values(final, "ENTRYPOINT")[0]) == ["cerca"]


def test_the_first_stage_installs_what_the_set_up_does_and_its_packages_are_found():
    first, final = stages()
    assert values(first, "FROM") == ["swift:6.3-bookworm AS build"]
    installed = set(re.search(r"--no-install-recommends (.+)", " ".join(values(first, "RUN")).split(" make build")[0])[1].split())
    known = set(re.findall(r"[a-z0-9][a-z0-9.+-]+", (ROOT / "Scripts/setup").read_text()))
    providers = set(re.findall(r'\.apt\(\["([\w.+-]+)"\]\)', (ROOT / "Package.swift").read_text()))
    assert providers <= installed and installed - known <= {"make", "dpkg-dev"}, installed - known
    assert "Deploy/debian/build .build/release/cerca /packages" in values(first, "RUN")[-1]
    assert "from=build,source=/packages,target=/packages" in values(final, "RUN")[0]
    # What is built elsewhere does not come along.
    ignored = FILE.with_name("Dockerfile.dockerignore").read_text().split()
    assert {".git", ".build", "Web/dist"} <= set(ignored)


def carry_out(stage, debian: Debian, packages: pathlib.Path) -> dict:
    """Does what a stage says in a Debian, and gives what its image would remember."""
    image = {"environment": {}, "folder": "/", "user": None, "volumes": []}
    for word, rest in stage:
        if word == "RUN":
            assert image["user"] is None
            mounted = re.match(r"--mount=type=bind,from=build,source=(\S+),target=(\S+) ", rest)
            target = debian.root / mounted[2].lstrip("/") if mounted else None
            if mounted:
                rest = rest[mounted.end():]
                subprocess.run(["cp", "-a", packages, target], check=True)
            debian.shell(rest.strip(), environment=image["environment"])
            if target:
                subprocess.run(["rm", "-r", target], check=True)
        elif word == "ENV":
            image["environment"] |= dict(part.split("=", 1) for part in shlex.split(rest))
        elif word == "WORKDIR":
            image["folder"] = rest
        elif word == "VOLUME":
            image["volumes"].append(rest)
        elif word == "USER":
            image["user"] = rest
        elif word in ("ENTRYPOINT", "CMD"):
            image[word] = json.loads(rest)
        elif word == "HEALTHCHECK":
            image[word] = json.loads(rest.partition("CMD ")[2])
    return image


@LONG
def test_its_steps_make_a_server_that_runs_on_a_root_that_it_cannot_write(cerca, tmp_path, start):
    packages = tmp_path / "packages"
    build(cerca, packages)
    debian = Debian(tmp_path / "debian")
    image = carry_out(stages()[-1], debian, packages)
    owner = dict(user=image["user"], environment=image["environment"])
    line = f"cd {image['folder']} && exec " + shlex.join(image["ENTRYPOINT"] + image["CMD"])
    server = start(
        *debian.command("sh", "-c", line, alone=True, writable=image["volumes"], **owner), stdout=sys.stderr)
    assert fetch(server, "http://127.0.0.1:8080/healthz").stdout.strip() == "ok"
    assert fetch(server, "http://127.0.0.1:8080/").stdout == (ROOT / "Web/dist/index.html").read_text()

    def check() -> int:
        """The health check, in the network of the server."""
        inner = debian.command(*image["HEALTHCHECK"], **owner)
        child = pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        return subprocess.run(["nsenter", "--net", "--target", child[0], *inner], timeout=60).returncode

    assert check() == 0
    assert debian.run("touch", "/x", check=False, writable=image["volumes"], **owner).returncode != 0
    assert (debian.root / "data/cerca.sqlite").stat().st_uid == 65532

    # The stop signal, sent to the server itself as an engine does: it ends in good order.
    child = pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()[0]
    begun = time.monotonic()
    os.kill(int(child), signal.SIGSTOP)
    assert check() == 1, "a server that stands still is not well"
    os.kill(int(child), signal.SIGCONT)
    os.kill(int(child), signal.SIGTERM)
    assert server.wait(30) == 0 and time.monotonic() - begun < 30
