"""What those see who watch a server: whether it is ready, answers that are there in time, and how it stops."""

import concurrent.futures
import json
import signal
import sqlite3
import subprocess
import time
import uuid

import centre
import httpx
import pytest
from conftest import wait_for_port
from postgres import Postgres

PASSWORD = "correct horse battery staple"


@pytest.fixture
def postgres(free_port):
    with Postgres(free_port()) as running:
        yield running


class Server:
    """A running server, asked by one client."""

    def __init__(self, process, port: int, figures: int):
        self.process = process
        self.base = f"http://127.0.0.1:{port}"
        self.figures_url = f"http://127.0.0.1:{figures}/metrics"
        self.client = httpx.Client(base_url=self.base, timeout=60)

    def get(self, path: str, **options) -> httpx.Response:
        return self.client.get(path, **options)

    def comes_to_be(self, status: int, seconds: float) -> float:
        """After how long `/readyz` has this status."""
        begun = time.monotonic()
        while (answer := self.get("/readyz")).status_code != status:
            assert time.monotonic() - begun < seconds, answer.text
            time.sleep(0.02)
        return time.monotonic() - begun

    def figures(self) -> str:
        answer = httpx.get(self.figures_url, timeout=60)
        assert answer.status_code == 200
        return answer.text

    def figure(self, name: str) -> float:
        """The value of one sample, named as the server writes it."""
        return next(float(line.rpartition(" ")[2]) for line in self.figures().splitlines()
                    if line.rpartition(" ")[0] == name)


@pytest.fixture
def serve(cerca, free_port, tmp_path, start):
    """Starts a server on a database."""

    def begin(database: str, *arguments, **options) -> Server:
        port, figures = free_port(), free_port()
        process = start(cerca, "serve", "--port", port, "--database", database, "--metrics-port", figures, *arguments,
                        cwd=tmp_path, stdout=subprocess.DEVNULL, **options)
        wait_for_port(port)
        return Server(process, port, figures)

    return begin


def account(server: Server) -> dict[str, str]:
    """The field that says who asks, of a new account."""
    body = {"email": f"{uuid.uuid4()}@example.com", "password": PASSWORD}
    answer = httpx.post(f"{server.base}/api/accounts", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def test_readiness_follows_a_frozen_database_and_every_request_is_answered(cerca, tmp_path, postgres, serve):
    centre.import_venue(cerca, tmp_path, postgres.url)
    server = serve(postgres.url)
    assert server.get("/readyz").text == "ok\n"
    owner = account(server)
    choice = {"shops": [{"venue": centre.UUID, "major": 100}]}

    def ask(number: int) -> tuple[httpx.Response, float]:
        begun = time.monotonic()
        with httpx.Client(base_url=server.base, timeout=60) as client:
            if number % 3 == 0:
                answer = client.put("/api/choices", json=choice, headers=owner)
            elif number % 3 == 1:
                answer = client.get("/api/visits", headers=owner)
            else:
                body = {"email": f"{uuid.uuid4()}@example.com", "password": PASSWORD}
                answer = client.post("/api/accounts", json=body)
        return answer, time.monotonic() - begun

    # The session is known to the server now: what comes next goes to the write at once.
    assert ask(1)[0].status_code == 200
    postgres.freeze()
    assert server.comes_to_be(503, 2) < 2
    assert server.get("/readyz").text == "database\n"
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        answers = pool.map(ask, range(24))
        # While they wait, the process is seen to live, and what says whether it is ready answers at once.
        assert server.get("/healthz").status_code == 200
        begun = time.monotonic()
        assert server.get("/readyz").status_code == 503
        assert time.monotonic() - begun < 2
        answers = list(answers)
    assert max(taken for _, taken in answers) <= 10, [taken for _, taken in answers]
    told = {(answer.request.method, answer.status_code, answer.json()["code"]) for answer, _ in answers}
    # Some writes had begun, and nobody knows what becomes of them; all others were not done.
    assert any(status == 504 for _, status, _ in told)
    for answer, _ in answers:
        code = answer.json()["code"]
        if answer.status_code == 504:
            assert code == "request.outcome_unknown" and answer.request.method != "GET"
            assert "retry-after" not in answer.headers
        else:
            assert answer.status_code == 503 and code in ("request.overloaded", "storage.unavailable")
            assert answer.headers["retry-after"] == "1"
    postgres.thaw()
    assert server.comes_to_be(200, 2) < 2
    assert ask(0)[0].status_code == 200 and ask(2)[0].status_code == 201


def test_a_database_that_was_set_back_is_not_served(tmp_path, serve):
    path = tmp_path / "cerca.sqlite"
    server = serve(f"sqlite:{path}")
    assert server.get("/readyz").status_code == 200
    with sqlite3.connect(path, timeout=30) as beside:
        last = beside.execute("SELECT * FROM cerca_migrations ORDER BY number DESC LIMIT 1").fetchone()
        beside.execute("DELETE FROM cerca_migrations WHERE number = ?", [last[0]])
    answer = server.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "schema\n")
    assert server.get("/healthz").status_code == 200
    with sqlite3.connect(path, timeout=30) as beside:
        beside.execute("INSERT INTO cerca_migrations VALUES (?, ?, ?)", last)
        # What a newer version adds does no harm to one that still runs.
        beside.execute("INSERT INTO cerca_migrations VALUES (?, 'later', '0')", [last[0] + 1])
    assert server.get("/readyz").status_code == 200


def test_a_server_that_stops_says_so_first_and_its_readers_come_back_one_by_one(cerca, tmp_path, serve):
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    centre.import_venue(cerca, tmp_path, database)
    server = serve(database, "--stop-delay", "3")
    path = f"{server.base}/api/venues/{centre.UUID}/stream"
    with httpx.Client(timeout=60) as readers:
        streams = [readers.stream("GET", path) for _ in range(8)]
        lines = [stream.__enter__().iter_lines() for stream in streams]
        for each in lines:
            assert next(each) == "retry: 3000"
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.comes_to_be(503, 2)
        assert server.get("/readyz").text == "stopping\n"
        # Until others have seen that, everything is as it was.
        assert server.get("/api/venues").status_code == 200
        pauses = [int(line[7:]) for each in lines for line in each if line.startswith("retry: ")]
        assert time.monotonic() - begun >= 2.9
        for stream in streams:
            stream.__exit__(None, None, None)
    assert len(pauses) == 8 and all(2000 <= pause <= 5000 for pause in pauses) and len(set(pauses)) > 1, pauses
    assert server.process.wait(60) == 0
