"""`cerca health`: what containers and scripts ask a server with, in exit codes and one line."""

import http.server
import json
import subprocess
import threading

import pytest
from exchange import Exchange


def health(cerca, *arguments, language: str = "C.UTF-8") -> subprocess.CompletedProcess:
    return subprocess.run(
        [cerca, "health", *map(str, arguments)], capture_output=True, text=True, timeout=90,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": language})


@pytest.fixture
def odd():
    """A server whose answers are in its paths: a status, a redirection, or nothing at all."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/silent":
                return self.server.over.wait(30)
            self.send_response(int(self.path[1:]))
            self.send_header("Location", "/200")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.over = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.over.set()
    server.shutdown()
    server.server_close()


def test_a_server_that_answers_is_well_and_one_that_has_ended_is_not(cerca, tmp_path):
    with Exchange(cerca, tmp_path) as exchange:
        told = health(cerca, exchange.base)
        assert (told.returncode, told.stdout, told.stderr) == (0, f"{exchange.base}/healthz is well\n", "")
        told = health(cerca, exchange.base, "--json")
        assert json.loads(told.stdout) == {"address": f"{exchange.base}/healthz", "status": 200}
        assert "está bem" in health(cerca, exchange.base, language="pt_BR.UTF-8").stdout
        assert exchange.stop() == 0
    told = health(cerca, exchange.base)
    assert told.returncode == 1 and told.stdout == "" and "does not answer" in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_any_answer_but_a_success_and_silence_are_failures(cerca, odd):
    for status in (302, 404, 500, 503):
        told = health(cerca, f"{odd}/{status}")
        assert told.returncode == 1 and f"answers {status}" in told.stderr, told
    assert health(cerca, f"{odd}/204").returncode == 0
    told = health(cerca, f"{odd}/silent", "--seconds", 1)
    assert told.returncode == 1 and "does not answer within 1 s" in told.stderr


@pytest.mark.parametrize("arguments", [
    [], ["127.0.0.1:8080"], ["http://ana:secret@127.0.0.1"], ["http://127.0.0.1", "--seconds", "0"],
])
def test_wrong_usage_says_so_and_repeats_no_password(cerca, arguments):
    told = health(cerca, *arguments)
    assert told.returncode == 2 and told.stdout == "" and "secret" not in told.stderr
