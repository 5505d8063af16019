"""`cerca vault open` with the options that every command of the vault takes."""

import json
import re
import signal
import subprocess

import httpx
import pytest
from desks import cerca_web
from vaults import vault  # noqa: F401


@pytest.fixture
def opened(vault, start):
    """A function that opens the vault for the browser: what it printed up to the link, and a visitor with the link."""
    def run(*options, environment=None):
        process = start(
            vault.cerca, "vault", "open", "--no-browser", "--web", cerca_web(), *options, stdout=subprocess.PIPE,
            text=True, env=vault.environment | (environment or {}))
        lines = []
        while not any("http://" in line for line in lines):
            line = process.stdout.readline()
            assert line, lines
            lines.append(line.rstrip("\n"))
        url, token = re.search(r"(http://localhost:\d+)/vault#t=([0-9a-f]{32})", lines[-1]).groups()
        client = httpx.Client(base_url=url, headers={"Origin": url, "X-Cerca": "1"}, timeout=60)
        assert client.post("/api/vault/page/session", json={"token": token}).status_code == 204
        return process, lines, client

    return run


def test_with_a_secret_it_is_open_when_the_page_comes(vault, opened):
    code = vault.secret("code", vault.create()["recoveryCode"])
    vault.ok("add", "--field", "user=u", "Uno")
    for secret in (["--password-file", vault.password], ["--recovery-file", code]):
        process, _, client = opened(*secret)
        assert client.get("/api/vault/page").json()["state"] == "open"
        assert client.get("/api/vault/page/categories").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    process, _, client = opened()
    assert client.get("/api/vault/page").json()["state"] != "open"


def test_with_a_wrong_secret_there_is_no_link_and_the_attempt_counts(vault):
    vault.create()
    for _ in range(3):
        refused = vault.run("open", "--no-browser", "--password-file", vault.wrong)
        assert refused.returncode == 1 and refused.stdout == "" and "does not open" in refused.stderr, refused
    locked = vault.run("open", "--no-browser", "--password-file", vault.password)
    assert locked.returncode == 3 and locked.stdout == "" and "300 seconds" in locked.stderr, locked


def test_the_link_is_one_object_in_json_and_is_told_in_spanish(vault, opened):
    vault.create()
    _, lines, _ = opened("--json")
    assert len(lines) == 1 and list(json.loads(lines[0])) == ["link"]
    _, lines, _ = opened(environment={"LC_ALL": "es_ES.UTF-8"})
    assert lines[0].startswith("La bóveda se abre en el navegador") and lines[-1].startswith("http://")
