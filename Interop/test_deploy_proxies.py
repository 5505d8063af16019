"""What the configurations of Deploy do with two servers: streams, sockets, servers that fail, and what is never sent twice."""

import http.server
import os
import ssl
import threading
import time

import httpx
import pytest
from exchange import Exchange
from proxies import CHECKED, ConfiguredProxy


class Behind:
    """A server that does what a test says, and counts what it is asked."""

    def __init__(self, name: str):
        self.name = name
        self.asked: list[tuple[str, str]] = []
        self.forwarded: list[str] = []
        self.well, self.hangs_up, self.read, self.silence = True, False, threading.Event(), 0
        behind = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path == CHECKED:
                    return self.whole(200 if behind.well else 503, b"ok")
                behind.asked.append((self.command, self.path))
                behind.forwarded.append(", ".join(self.headers.get_all("X-Forwarded-For", [])))
                if behind.hangs_up:
                    # Once the request has been read, and before anything is said.
                    self.close_connection = True
                elif self.path.endswith("/stream"):
                    self.stream()
                else:
                    self.whole(200, behind.name.encode() + b" " + body)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def whole(self, status: int, body: bytes):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def stream(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                self.wfile.write(b"data: first\n\n")
                self.wfile.flush()
                # Only who has read the first gets the second.
                if behind.read.wait(20):
                    time.sleep(behind.silence)
                    self.wfile.write(b"data: second\n\n")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(params=["nginx", "haproxy"])
def two(request, tmp_path, free_port, start):
    """Two servers that do as they are told, and a proxy before them."""
    servers = Behind("one"), Behind("two")
    ports = servers[0].port, servers[1].port
    proxy = ConfiguredProxy(request.param, tmp_path / "proxy", ports, free_port(), free_port()).start(start)
    yield proxy, servers
    for server in servers:
        server.close()


def client(proxy: ConfiguredProxy, **options) -> httpx.Client:
    return httpx.Client(
        base_url=proxy.base, verify=ssl.create_default_context(cafile=proxy.authority), timeout=120, **options)


@pytest.mark.parametrize("kind", ["nginx", "haproxy"])
def test_each_program_finds_its_configuration_sound(kind, tmp_path, free_port):
    proxy = ConfiguredProxy(kind, tmp_path / "proxy", (1, 2), free_port(), free_port())
    done = proxy.checked()
    assert done.returncode == 0 and "WARNING" not in done.stderr and "[warn]" not in done.stderr, done.stderr
    if kind == "nginx":
        proxy.file.write_text(proxy.file.read_text().replace("daemon off", "demon off"))
    else:
        proxy.file.write_text(proxy.file.read_text().replace("balance", "weigh"))
    assert proxy.checked().returncode != 0


def test_plain_http_leads_to_https(two):
    proxy, _ = two
    answer = httpx.get(f"{proxy.plain}/offers?a=b", timeout=60)
    assert answer.status_code == 308 and answer.headers["location"].startswith("https://127.0.0.1")
    assert answer.headers["location"].endswith("/offers?a=b")


def read_stream(proxy: ConfiguredProxy, servers, path: str, version: str) -> bytes:
    """What a browser reads of a stream whose second event comes once the first has been read."""
    with client(proxy, http2=version == "HTTP/2") as browser:
        with browser.stream("GET", path) as answer:
            assert answer.status_code == 200 and answer.http_version == version
            read = b""
            for part in answer.iter_raw():
                read += part
                if read == b"data: first\n\n":
                    for server in servers:
                        server.read.set()
            return read


WHOLE = b"data: first\n\ndata: second\n\n"


@pytest.mark.parametrize("path", ["/api/stream", "/api/venues/7b44b47b-52a1-5381-90c2-f09b6838c5d4/stream"])
@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2"])
def test_a_stream_is_passed_on_as_it_comes(two, path, version):
    proxy, servers = two
    assert read_stream(proxy, servers, path, version) == WHOLE


@pytest.mark.skipif(not os.environ.get("CERCA_LONG"), reason="is silent for a minute; CERCA_LONG=1 runs it")
@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2"])
def test_a_stream_may_be_silent_for_longer_than_a_request(two, version):
    proxy, servers = two
    for server in servers:
        server.silence = 70
    assert read_stream(proxy, servers, "/api/stream", version) == WHOLE


def test_what_may_change_something_is_sent_once_even_when_nobody_answers(two):
    proxy, servers = two
    for server in servers:
        server.hangs_up = True
    for number in range(4):
        # A connection for each: on one that was used before, HAProxy hangs up where the server did, and says nothing.
        with client(proxy) as browser:
            assert browser.post(f"/v2/orders/create?{number}", data={"side": "buy"}).status_code == 502
    asked = [each for server in servers for each in server.asked]
    assert len(asked) == len(set(asked)) and 0 < len(asked) <= 4


def test_what_changes_nothing_is_asked_of_the_other_server(two):
    proxy, servers = two
    servers[0].hangs_up = True
    with client(proxy) as browser:
        for number in range(8):
            answer = browser.get(f"/v2/book?{number}")
            assert answer.status_code == 200 and answer.text == "two "
    assert servers[0].asked, "the first server was never tried, so nothing was shown"


def test_clients_are_named_to_the_servers_and_cannot_name_themselves(two):
    proxy, servers = two
    with client(proxy) as browser:
        browser.get("/", headers={"X-Forwarded-For": "192.0.2.1"})
    forwarded = [each for server in servers for each in server.forwarded]
    # The servers take the rightmost that is no trusted proxy's.
    assert forwarded == ["192.0.2.1, 127.0.0.1"]


def test_a_server_that_says_it_is_not_well_is_left_out_until_it_is(tmp_path, free_port, start):
    """By HAProxy, which asks; nginx does not."""
    servers = Behind("one"), Behind("two")
    proxy = ConfiguredProxy(
        "haproxy", tmp_path / "proxy", (servers[0].port, servers[1].port), free_port(), free_port()).start(start)

    def names() -> set[str]:
        with client(proxy) as browser:
            return {browser.get("/").text.strip() for _ in range(8)}

    def wait_for(expected: set[str]) -> None:
        deadline = time.monotonic() + 30
        while names() != expected:
            assert time.monotonic() < deadline, f"not {expected} within 30 s"
            time.sleep(0.1)

    assert names() == {"one", "two"}
    servers[0].well = False
    wait_for({"two"})
    servers[0].well = True
    wait_for({"one", "two"})
    for server in servers:
        server.close()


@pytest.fixture(params=["nginx", "haproxy"])
def pair(request, cerca, tmp_path, free_port, start):
    """Two servers of Cerca, each with a database of its own, and a proxy before them."""
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
    arguments = ["--trusted-proxy", "127.0.0.1/32", "--no-rate-limits"]
    with Exchange(cerca, folders[0], arguments=arguments) as one, Exchange(cerca, folders[1], arguments=arguments) as two:
        yield ConfiguredProxy(
            request.param, tmp_path / "proxy", (one.port, two.port), free_port(), free_port()).start(start), one, two


def test_a_socket_by_polling_stays_with_the_server_that_opened_it(pair):
    """A server that did not open a socket answers 400 for it."""
    proxy, one, two = pair
    opened = set()
    for _ in range(12):
        with client(proxy) as browser:
            answer = browser.get("/socket.io/", params={"EIO": "4", "transport": "polling"})
            assert answer.status_code == 200 and "cerca_server" in browser.cookies
            cookie = answer.headers["set-cookie"]
            assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=Lax")), cookie
            sid = answer.text.split('"sid":"')[1].split('"')[0]
            session = {"EIO": "4", "transport": "polling", "sid": sid}
            joined = browser.post("/socket.io/", params=session, content="40")
            polled = browser.get("/socket.io/", params=session)
            assert (joined.status_code, polled.status_code) == (200, 200), (joined.text, polled.text)
        opened.add(browser.cookies["cerca_server"])
    assert len(opened) > 1, "all went to one server, so nothing was shown"


def test_a_server_that_is_killed_is_missed_for_moments(pair):
    proxy, one, two = pair
    with client(proxy) as browser:
        assert all(browser.get("/healthz").status_code == 200 for _ in range(4))
        one.kill()
        # What changes nothing is answered by the other one, from the first request on.
        assert [browser.get("/api/venues").status_code for _ in range(20)] == [200] * 20


@pytest.mark.skipif(not os.environ.get("CERCA_LONG"), reason="takes seconds of load; CERCA_LONG=1 runs it, -s prints figures")
@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_that_ends_under_load_costs_a_request_or_two(pair, end):
    """Two clients that ask and two that send, each one request after the other; none waits longer for it than seconds."""
    proxy, one, two = pair
    over, answers = threading.Event(), []

    def load(method: str, path: str) -> None:
        with client(proxy) as browser:
            while not over.is_set():
                begun = time.monotonic()
                try:
                    status = browser.request(method, path).status_code
                except httpx.TransportError:
                    status = 0
                answers.append((begun, method, status, time.monotonic() - begun))

    wanted = {"GET": 200, "POST": 404}
    threads = [
        threading.Thread(target=load, args=each) for each in (("GET", "/api/venues"), ("POST", "/api/nothing")) * 2]
    for thread in threads:
        thread.start()
    time.sleep(1)
    ended = time.monotonic()
    one.kill() if end == "kill" else one.stop()
    time.sleep(3)
    over.set()
    for thread in threads:
        thread.join()
    after = [each for each in answers if each[0] + each[3] >= ended]
    failed = [each for each in after if each[2] != wanted[each[1]]]
    print(f"{proxy.kind}, {end}: {len(failed)} of {len(after)} failed, the longest took {max(each[3] for each in after):.2f} s")
    assert len(after) > 500 and all(each[1] == "POST" for each in failed) and len(failed) <= 2
    assert max(each[3] for each in after) < 10
