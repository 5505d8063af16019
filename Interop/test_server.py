"""The server as a stranger's HTTP client meets it, on both database engines."""

import concurrent.futures
import json
import signal
import subprocess
import threading
import time
import uuid

import centre
import httpx
import openapi_spec_validator
import pytest
from conftest import ROOT, wait_for_port
from postgres import Postgres

PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def postgres(free_port):
    """A PostgreSQL of our own, on a port of this machine and in a directory that goes with it."""
    with Postgres(free_port()) as running:
        yield running.url


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, cerca, free_port, tmp_path_factory):
    """A running server with a venue; `server.keys` are the keys of its beacons."""
    folder = tmp_path_factory.mktemp(request.param)
    database = f"sqlite:{folder / 'cerca.sqlite'}"
    if request.param == "postgres":
        database = request.getfixturevalue("postgres")
    keys = centre.import_venue(cerca, folder, database)
    port, figures_port = free_port(), free_port()
    process = subprocess.Popen(
        [cerca, "serve", "--port", str(port), "--database", database, "--web", ROOT / "Web" / "dist",
         "--metrics-port", str(figures_port)], cwd=folder, stdout=subprocess.DEVNULL)
    wait_for_port(port)

    class Server:
        base = f"http://127.0.0.1:{port}"
        figures = f"http://127.0.0.1:{figures_port}/metrics"

    Server.keys, Server.process, Server.database = keys, process, database
    yield Server
    process.terminate()
    assert process.wait(60) == 0


def address() -> str:
    """An e-mail address that nobody has used."""
    return f"{uuid.uuid4()}@example.com"


@pytest.fixture
def visitor(server):
    """A signed-in client whose owner chose the first two shops."""
    client = httpx.Client(base_url=server.base, timeout=60)
    email = address()
    token = client.post("/api/accounts", json={"email": email, "password": PASSWORD}).json()["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    client.cookies.clear()
    client.put("/api/choices", json={"shops": [{"venue": centre.UUID, "major": major} for major in (100, 101)]})
    client.email = email
    yield client
    client.close()


def problem(response, status: int, code: str) -> dict:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["code"] == code and body["status"] == status, body
    return body


def test_a_true_sighting_gives_a_visit_and_each_offer_once(server, visitor):
    heard = centre.sighting(server.keys, 100, 1)
    first = visitor.post("/api/sightings", json=heard)
    assert first.status_code == 200, first.text
    assert first.json()["shop"]["name"] == "Shop 0"
    assert [coupon["text"]["en"] for coupon in first.json()["offers"]] == ["Gift 0"]
    second = visitor.post("/api/sightings", json=centre.sighting(server.keys, 100, 2))
    assert second.status_code == 200 and second.json()["offers"] == []
    problem(visitor.post("/api/sightings", json=heard), 422, "presence.replayed")
    # Two proofs within a quarter of an hour are one stay.
    visit, = visitor.get("/api/visits").json()["visits"]
    assert len(visit["proofs"]) == 2 and not visit["disputed"]
    assert len(visitor.get("/api/coupons").json()["coupons"]) == 1


def test_a_coupon_is_deleted_and_comes_back(server, visitor):
    coupon = visitor.post("/api/sightings", json=centre.sighting(server.keys, 101, 1)).json()["offers"][0]
    assert visitor.delete(f"/api/coupons/{coupon['id']}").status_code == 204
    assert visitor.get("/api/coupons").json() == {"coupons": []}
    assert visitor.post(f"/api/coupons/{coupon['id']}/restore").status_code == 200
    assert [kept["id"] for kept in visitor.get("/api/coupons").json()["coupons"]] == [coupon["id"]]


def test_what_proves_nothing_is_refused_by_name_and_leaves_nothing(server, visitor):
    true = centre.sighting(server.keys, 100, 3)
    old = {**true, "code": centre.sighting(server.keys, 100, 3, time.time() - 600)["code"]}
    refusals = [
        ({**true, "code": "00" * 14}, 422, "presence.code_mismatch"),
        (old, 422, "presence.stale"),
        ({**true, "uuid": "00000000-0000-0000-0000-000000000000"}, 422, "presence.unknown_beacon"),
        ({**true, "minor": 999}, 422, "presence.unknown_beacon"),
        ({**true, "heardAt": "2099-01-01T00:00:00Z"}, 422, "presence.future"),
        (centre.sighting(server.keys, 103, 1), 403, "loyalty.not_chosen"),
    ]
    for body, status, code in refusals:
        problem(visitor.post("/api/sightings", json=body), status, code)
    for field, value in [("code", "00"), ("code", "zz" * 14), ("major", 70000), ("heardAt", "yesterday"), ("uuid", 5)]:
        faults = problem(visitor.post("/api/sightings", json={**true, field: value}), 422, "request.invalid")["faults"]
        assert [fault["path"] for fault in faults] == [f"$.{field}"]
    assert visitor.get("/api/visits").json() == {"visits": []}
    assert visitor.get("/api/coupons").json() == {"coupons": []}


def test_hostile_requests_are_refused_with_a_problem(server, visitor):
    post = lambda **request: visitor.post("/api/sightings", **request)
    json_type = {"Content-Type": "application/json"}
    problem(post(content=b"{", headers=json_type), 400, "request.malformed")
    problem(post(content=b"[" * 50_000, headers=json_type), 400, "request.malformed")
    problem(post(content=b"x" * 200_000, headers=json_type), 413, "request.too_large")
    problem(post(content=b"a=1", headers={"Content-Type": "application/x-www-form-urlencoded"}), 415,
            "request.unsupported_media_type")
    problem(visitor.get("/api/nothing"), 404, "request.not_found")
    wrong = visitor.patch("/api/choices", json={})
    problem(wrong, 405, "request.method_not_allowed")
    assert {"GET", "PUT"} <= set(wrong.headers["allow"].replace(" ", "").split(","))
    assert visitor.get("/api/account", headers={"X-Large": "x" * 100_000}).status_code in (400, 431)
    assert visitor.get("/api/account").status_code == 200


def test_without_a_session_nothing_personal_is_told(server):
    with httpx.Client(base_url=server.base, timeout=60) as stranger:
        for path in ("/api/account", "/api/choices", "/api/visits", "/api/coupons", "/api/stream"):
            problem(stranger.get(path), 401, "accounts.not_signed_in")
        problem(stranger.get("/api/account", headers={"Authorization": "Bearer " + "A" * 43}), 401,
                "accounts.not_signed_in")


def test_unknown_address_and_wrong_password_look_alike(server, visitor):
    with httpx.Client(base_url=server.base, timeout=60) as stranger:
        def send(path: str, **credentials) -> tuple[httpx.Response, float]:
            while True:
                begin = time.perf_counter()
                answer = stranger.post(path, json=credentials)
                taken = time.perf_counter() - begin
                if answer.status_code != 429:
                    return answer, taken
                time.sleep(int(answer.headers["retry-after"]))

        def attempt(email: str) -> tuple[dict, float]:
            answer, taken = send("/api/sessions", email=email, password="not the password")
            return problem(answer, 401, "accounts.wrong_credentials"), taken

        attempt("warm-up@example.com")
        wrong, unknown = [], []
        # What else the machine does only adds to a time: the least of several is what the work itself takes.
        for turn in range(5):
            known = visitor.email if turn == 0 else address()
            if turn > 0:
                assert send("/api/accounts", email=known, password=PASSWORD)[0].status_code == 201
                stranger.cookies.clear()
            for _ in range(3):
                wrong.append(attempt(known))
                unknown.append(attempt(address()))
            slower, faster = sorted([min(t for _, t in wrong), min(t for _, t in unknown)], reverse=True)
            if slower < 2.5 * faster:
                break
        assert all(body == wrong[0][0] for body, _ in wrong + unknown)
        assert slower < 2.5 * faster, (wrong, unknown)


def test_a_cookie_does_not_serve_another_site(server):
    with httpx.Client(base_url=server.base, timeout=60) as browser:
        answer = browser.post("/api/accounts", json={"email": address(), "password": PASSWORD})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
        assert browser.get("/api/account").status_code == 200
        problem(browser.delete("/api/session"), 403, "request.cross_site")
        assert browser.delete("/api/session", headers={"X-Cerca": "1"}).status_code == 204
        problem(browser.get("/api/account"), 401, "accounts.not_signed_in")


def test_sign_out_ends_the_session_and_the_next_has_other_pseudonyms(server, visitor):
    visitor.post("/api/sightings", json=centre.sighting(server.keys, 100, 4))
    assert len(visitor.get("/api/visits").json()["visits"]) == 1
    assert visitor.delete("/api/session").status_code == 204
    problem(visitor.get("/api/account"), 401, "accounts.not_signed_in")
    again = visitor.post("/api/sessions", json={"email": visitor.email, "password": PASSWORD}, headers={"Authorization": ""})
    assert again.status_code == 201, again.text
    visitor.headers["Authorization"] = f"Bearer {again.json()['token']}"
    visitor.cookies.clear()
    assert visitor.get("/api/visits").json() == {"visits": []}, "earlier visits belong to nobody now"
    assert len(visitor.get("/api/coupons").json()["coupons"]) == 1, "coupons stay"


def test_the_owner_is_told_at_once(server, visitor):
    events = []
    opened = threading.Event()

    def listen():
        with httpx.stream("GET", f"{server.base}/api/stream", headers=visitor.headers, timeout=90) as stream:
            for line in stream.iter_lines():
                # The first says that the stream is open.
                opened.set()
                if line.startswith("event:"):
                    events.append(line[6:].strip())
                if len(events) == 4:
                    return

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert opened.wait(60)
    visitor.post("/api/sightings", json=centre.sighting(server.keys, 101, 0))
    visitor.post("/api/sightings", json={**centre.sighting(server.keys, 101, 0), "code": "11" * 14})
    thread.join(60)
    # The first says that what was known of the market before may be old.
    assert events == ["market.stale", "sighting.accepted", "offer.received", "sighting.rejected"]


def test_the_public_picture_hides_the_few(server, visitor):
    visitor.post("/api/sightings", json=centre.sighting(server.keys, 100, 0))
    with httpx.stream("GET", f"{server.base}/api/venues/{centre.UUID}/stream", timeout=60) as stream:
        data = next(line for line in stream.iter_lines() if line.startswith("data:"))
    picture = json.loads(data[5:])
    assert {shop["major"] for shop in picture["shops"]} == {100, 101, 102, 103}
    assert all(shop["visits"] is None or shop["visits"] >= 5 for shop in picture["shops"])


def test_every_answer_has_the_headers_that_browsers_need(server):
    for path in ("/", "/api/venues", "/nothing-here.js", "/healthz"):
        headers = httpx.get(server.base + path, timeout=60).headers
        assert "default-src 'self'" in headers["content-security-policy"] or path != "/"
        assert "default-src" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers.get("referrer-policy") in ("no-referrer", "same-origin") or path != "/"
    for path in ("/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift", "//etc/passwd"):
        assert "swift-tools-version" not in httpx.get(server.base + path, timeout=60).text


def test_the_description_of_the_api_is_valid_and_complete(server):
    document = httpx.get(f"{server.base}/openapi.json", timeout=60).json()
    openapi_spec_validator.validate(document)
    assert {"/api/sightings", "/api/coupons", "/api/venues/{uuid}/stream"} <= set(document["paths"])


def test_the_figures_name_nobody(server, visitor):
    visitor.post("/api/sightings", json=centre.sighting(server.keys, 101, 2))
    text = httpx.get(server.figures, timeout=60).text
    assert "# TYPE" in text
    assert visitor.email not in text and centre.UUID not in text and "127.0.0.1" not in text


def test_sign_in_attempts_are_limited(cerca, free_port, tmp_path, start):
    port = free_port()
    start(cerca, "serve", "--port", port, "--database", f"sqlite:{tmp_path / 'cerca.sqlite'}",
          stdout=subprocess.DEVNULL)
    wait_for_port(port)
    # Many at once, for a slow machine would be slow enough one after the other.
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=90) as client:
        def attempt(_) -> httpx.Response:
            return client.post("/api/sessions", json={"email": "x@example.com", "password": "wrong password"})

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(attempt, range(100)))
    limited = [answer for answer in answers if answer.status_code == 429]
    assert limited and all(int(answer.headers["retry-after"]) >= 1 for answer in limited)


def test_the_server_stops_at_once_though_somebody_listens(cerca, free_port, tmp_path, start):
    port = free_port()
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    centre.import_venue(cerca, tmp_path, database)
    taken = float("inf")
    # The least of several, since a busy machine takes longer for everything.
    for _ in range(4):
        process = start(cerca, "serve", "--port", port, "--database", database, stdout=subprocess.DEVNULL)
        wait_for_port(port)
        with httpx.stream("GET", f"http://127.0.0.1:{port}/api/venues/{centre.UUID}/stream", timeout=60) as stream:
            lines = stream.iter_lines()
            next(lines)
            begin = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
            taken = min(taken, time.monotonic() - begin)
        if taken < 3:
            break
    assert taken < 3


def test_a_port_in_use_is_said_in_one_line(cerca, free_port, tmp_path, start):
    port = free_port()
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    start(cerca, "serve", "--port", port, "--database", database, stdout=subprocess.DEVNULL)
    wait_for_port(port)
    second = subprocess.run([cerca, "serve", "--port", str(port), "--database", database], capture_output=True,
                            text=True, timeout=60)
    assert second.returncode == 1
    assert len(second.stderr.strip().splitlines()) == 1 and str(port) in second.stderr
