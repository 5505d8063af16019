"""What those see who watch a server: whether it is ready, answers that are there in time, and how it stops."""

import concurrent.futures
import http.server
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
import uuid

import centre
import httpx
import pytest
from conftest import wait_for_port
from exchange import Exchange
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
    log = tmp_path / "log"
    with open(log, "wb") as errors:
        server = serve(postgres.url, "--log-format", "json", stderr=errors)
    assert server.get("/readyz").text == "ok\n"
    owner = account(server)
    choice = {"shops": [{"venue": centre.UUID, "major": 100}]}

    def ask(number: int) -> tuple[httpx.Response, float]:
        with httpx.Client(base_url=server.base, timeout=60) as client:
            begun = time.monotonic()
            if number % 3 == 0:
                answer = client.put("/api/choices", json=choice, headers=owner)
            elif number % 3 == 1:
                answer = client.get("/api/visits", headers=owner)
            else:
                body = {"email": f"{uuid.uuid4()}@example.com", "password": PASSWORD}
                answer = client.post("/api/accounts", json=body)
            return answer, time.monotonic() - begun

    # Session and venue are known to the server now: what comes next goes to the write at once.
    assert ask(1)[0].status_code == 200 and ask(0)[0].status_code == 200
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        postgres.freeze()
        # At once, so that some writes begin: soon the server's own work has every connection.
        waiting = [pool.submit(ask, number) for number in range(24)]
        assert server.comes_to_be(503, 2) < 2
        assert server.get("/readyz").text == "database\n"
        # While they wait, the process is seen to live, and what says whether it is ready answers at once.
        assert server.get("/healthz").status_code == 200
        begun = time.monotonic()
        assert server.get("/readyz").status_code == 503
        assert time.monotonic() - begun < 2
        answers = [each.result() for each in waiting]
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
    # Everything that happened many times at once is a line a second with its count.
    unknown = sum(answer.status_code == 504 for answer, _ in answers)
    assert server.figure("cerca_late_answers_total") >= unknown

    def late() -> list[int]:
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        return [line["count"] for line in lines if line["message"] == "requests are not answered in time"]

    # The first is written at once, the others when the second is over.
    deadline = time.monotonic() + 30
    while sum(late()) < unknown and time.monotonic() < deadline:
        time.sleep(0.1)
    assert sum(late()) >= unknown and len(late()) <= 4, late()
    assert len(log.read_text().splitlines()) < 60, log.read_text()


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


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_the_figures_are_as_prometheus_has_them(cerca, tmp_path, serve, request, engine):
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    if engine == "postgres":
        database = request.getfixturevalue("postgres").url
    centre.import_venue(cerca, tmp_path, database)
    server = serve(database, "--mail", f"file:{tmp_path / 'mails'}", "--mail-from", "cerca@example.org")
    assert server.get(f"/api/venues/{centre.UUID}").status_code == 200
    text = server.figures()
    if shutil.which("promtool"):
        checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=60)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    assert server.figure("process_resident_memory_bytes") > 1e6 and server.figure("process_open_fds") > 10
    assert server.figure("process_cpu_seconds_total") > 0
    assert abs(server.figure("process_start_time_seconds") - time.time()) < 600
    version = subprocess.run([cerca, "--version"], capture_output=True, text=True, timeout=60).stdout.strip()
    assert server.figure(f'cerca_build_info{{version="{version}"}}') == 1
    pools = {"sqlite": {"write": 1, "read": 2, "history": 2}, "postgres": {"main": 8, "history": 2}}[engine]
    for pool, limit in pools.items():
        assert server.figure(f'cerca_db_connections_limit{{pool="{pool}"}}') == limit
        assert server.figure(f'cerca_db_waiting{{pool="{pool}"}}') >= 0
    assert server.figure('cerca_deliveries_waiting{way="mail"}') == 0
    # No label is an address, an account or a venue.
    assert centre.UUID not in text and "127.0.0.1" not in text and "@" not in text
    labels = set(re.findall(r"[{,]([a-z]+)=", text))
    assert labels <= {"direction", "le", "market", "outcome", "pool", "reason", "route", "status", "version", "way"}
    # The public port tells nothing of it.
    assert server.get("/metrics").status_code == 404


def test_what_is_refused_for_safetys_sake_is_counted_by_why(cerca, tmp_path, free_port):
    port = free_port()
    with Exchange(cerca, tmp_path, arguments=["--metrics-port", str(port)]) as exchange:
        wait_for_port(port)

        def count(reason: str) -> int:
            text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
            line = f'cerca_security_events_total{{reason="{reason}"}} '
            return next(int(each[len(line):]) for each in text.splitlines() if each.startswith(line))

        reasons = ["wrong_password", "wrong_role", "cross_site", "bad_signature", "stale_signature",
                   "replayed_signature", "key_out_of_scope", "sign_in_throttled"]
        assert [count(reason) for reason in reasons] == [0] * len(reasons)
        exchange.account("ana@example.com")
        reader = exchange.key("ana@example.com", scopes="read")
        trader = exchange.key("ana@example.com", scopes="read,trade")
        with httpx.Client(base_url=exchange.base, timeout=60) as client:
            for _ in range(2):
                body = {"email": "ana@example.com", "password": "not the password"}
                assert client.post("/api/sessions", json=body).status_code == 401
            body = {"email": "bea@example.com", "password": PASSWORD}
            assert client.post("/api/accounts", json=body).status_code == 201
            assert client.get("/api/console/market/catalogue").status_code == 403
            assert client.delete("/api/session").status_code == 403
        assert trader.call("GET", "/v2/balance", secret="0" * 64).status_code == 401
        assert trader.call("GET", "/v2/balance", timestamp=1).status_code == 401
        assert reader.call("POST", "/v2/orders/cancel", {"id": "1"}).status_code == 403
        at = f"{exchange.time():.6f}"
        first, second = (trader.call("POST", "/v2/orders/cancel", {"id": "1"}, timestamp=at) for _ in range(2))
        assert first.status_code == 404 and second.json()["message"] == "signature_already_used"
        assert [count(reason) for reason in reasons] == [2, 1, 1, 1, 1, 1, 1, 0]


def test_the_log_is_a_json_object_a_line_and_names_nobody(cerca, tmp_path, serve):
    log = tmp_path / "log"
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    centre.import_venue(cerca, tmp_path, database)
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    with open(log, "wb") as errors:
        server = serve(database, "--log-format", "json", "--log-level", "debug", "--trusted-proxy", "127.0.0.2/32",
                       stderr=errors)
    name = f"{uuid.uuid4()}@example.com"
    owner = account(server)
    wrong = {"email": name, "password": "a wrong\npassword"}
    assert server.client.post("/api/sessions", json=wrong).status_code == 401
    assert server.get(f"/api/venues/{centre.UUID}?x=1").status_code == 200
    assert server.get("/api/account", headers=owner).status_code == 200
    header = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    assert server.get("/api/venues", headers=header).status_code == 200
    proxy = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=server.base, transport=proxy, timeout=60) as behind:
        for _ in range(2):
            assert behind.get("/api/venues", headers=header).status_code == 200
        assert behind.get("/api/venues", headers={"traceparent": "ana"}).status_code == 200
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(60) == 0
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all({"time", "level", "message"} <= line.keys() for line in lines)
    requests = [line for line in lines if line["message"] == "request"]
    refused = next(line for line in requests if line["status"] == 401)
    assert refused["code"] == "accounts.wrong_credentials" and refused["route"] == "POST /api/sessions"
    assert isinstance(refused["ms"], (int, float)) and refused["level"] == "debug"
    assert any(line["route"] == "GET /api/venues/{uuid}" and line["status"] == 200 for line in requests)
    # A trace is believed of proxies alone: what a stranger calls something does not come into the log.
    assert sum(line.get("trace") == trace for line in requests) == 2
    token = owner["Authorization"].removeprefix("Bearer ")
    # Where the server itself listens is nobody's address.
    text = "\n".join(line for line in text.splitlines() if "listening on" not in line)
    for secret in (name, "@example.com", token, centre.UUID, "127.0.0.", "wrong\\n", "00f067aa0ba902b7"):
        assert secret not in text, secret


class Collector(http.server.BaseHTTPRequestHandler):
    """Keeps the spans that it is sent."""

    spans: list[dict] = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert self.path == "/v1/traces" and self.headers["content-type"] == "application/json"
        for resource in body["resourceSpans"]:
            for scope in resource["scopeSpans"]:
                self.spans.extend(scope["spans"])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def test_traces_go_on_with_the_proxys_and_name_nobody(cerca, tmp_path, free_port):
    Collector.spans = []
    port = free_port()
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", port), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    trace, other = "4bf92f3577b34da6a3ce929d0e0e4736", "0af7651916cd43dd8448eb211c80319c"
    arguments = ["--traces", f"http://127.0.0.1:{port}", "--trusted-proxy", "127.0.0.2/32"]
    with Exchange(cerca, tmp_path, arguments=arguments) as exchange:
        proxy = httpx.HTTPTransport(local_address="127.0.0.2")
        trader = exchange.trader("ana@example.com", CLP=1_000_000)
        with httpx.Client(base_url=exchange.base, transport=proxy, timeout=60) as behind:
            for flags in ("01", "00"):
                name = trace if flags == "01" else other
                header = {"traceparent": f"00-{name}-00f067aa0ba902b7-{flags}"}
                assert behind.get("/api/market/markets", headers=header).status_code == 200
                body = {"email": "bea@example.com", "password": "a wrong password"}
                assert behind.post("/api/sessions", json=body, headers=header).status_code == 401
        # A stranger's is not gone on with.
        header = {"traceparent": f"00-{other}-00f067aa0ba902b7-01"}
        assert httpx.get(f"{exchange.base}/api/market/markets", headers=header, timeout=60).status_code == 200
        trader.order("XLMCLP", "buy", "10", "50")
        # What waits is sent before the server ends.
        assert exchange.stop() == 0, exchange.log()
    collector.shutdown()
    ours = [span for span in Collector.spans if span["traceId"] == trace]
    requests = [span for span in ours if span["kind"] == 2]
    assert {span["name"] for span in requests} == {"GET /api/market/markets", "POST /api/sessions"}
    assert all(span["parentSpanId"] == "00f067aa0ba902b7" for span in requests)
    below = [span for span in ours if span["parentSpanId"] in {each["spanId"] for each in requests}]
    assert {"database.read"} <= {span["name"] for span in below}
    for span in Collector.spans:
        assert len(span["traceId"]) == 32 and len(span["spanId"]) == 16
        assert 0 < int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"])
    assert not any(span["traceId"] == other for span in Collector.spans)
    batches = [span for span in Collector.spans if span["name"] == "market.batch"]
    assert batches and batches[0]["attributes"] == [{"key": "commands", "value": {"intValue": "1"}}]
    text = json.dumps(Collector.spans)
    for secret in ("ana@", "bea@", "127.0.0.", "password", trader.public):
        assert secret not in text, secret
