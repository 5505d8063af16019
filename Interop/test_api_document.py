"""What the API's document says may be asked is asked, right and wrong, by a program that only knows the document."""

import os
import re
import subprocess
import sys

import httpx
import pytest
from conftest import ROOT
from exchange import PASSWORD, Exchange

CASES = 200 if os.environ.get("CERCA_LONG") else 12
# These end the session with which everything else is asked; they have tests of their own.
ENDINGS = ["signOutEverywhere", "deleteAccount", "endSession", "endOtherSessions"]
OF_PEOPLE = "account|sessions|sign-in|password-reset|push"
SCHEMATHESIS = os.path.join(os.path.dirname(sys.executable), "schemathesis")


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("document")
    (folder / "push.json").write_text('{"subject": "mailto:push@example.org", "web": {"loopback": true}}')
    arguments = ["--no-rate-limits", "--push", folder / "push.json"]
    with Exchange(cerca, folder, arguments=arguments) as exchange:
        exchange.arguments += ["--public-url", exchange.base]
        exchange.restart()
        exchange.account("ana@example.org")
        yield exchange


def test_nothing_that_the_document_allows_or_forbids_makes_the_server_fail(exchange):
    credentials = {"email": "ana@example.org", "password": PASSWORD}
    with httpx.Client(base_url=exchange.base, timeout=60) as client:
        client.headers["Authorization"] = f"Bearer {client.post('/api/sessions', json=credentials).json()['token']}"
        kept = [part for name in ENDINGS for part in ("--exclude-operation-id", name)]
        ran = subprocess.run(
            [SCHEMATHESIS, "run", ROOT / "Docs/openapi.json", "--url", exchange.base, "-H",
             f"Authorization: {client.headers['Authorization']}", "--include-path-regex", f"^/api/({OF_PEOPLE})", *kept,
             "--phases", "fuzzing", "--mode", "all", "--checks", "not_a_server_error", "--max-examples", str(CASES),
             "--seed", "1", "--no-color"],
            cwd=exchange.folder, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
        asked = re.search(r"(\d+) generated, (\d+) passed", ran.stdout)
        assert asked and int(asked[1]) >= 500, ran.stdout[-2000:]
        # All of it was asked by somebody who was signed in.
        assert client.get("/api/account").status_code == 200
