"""A server with an empty database or a demo, and a phone in the place of one that it does not run."""

import datetime
import http.client
import json
import os
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import Page, Route, expect
from test_web import PHONE, sign_up

TODAY = datetime.date(2026, 11, 21)
CODE = "123456789012"
LANGUAGES = {"es-MX": "es", "en-GB": "en", "pt-BR": "pt-BR", "it-IT": "it"}
# What the browser itself says of answers that the tests ask for.
REFUSALS = ["404", "422", "409", "503"]

# What a finger must hit. A checkbox is hit by its label.
# A photo is chosen by the label of its field.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    'main button, main a.button, main label.button, .link-row, .chip, .back-link, summary, .check, ' +
    'main input:not([type=checkbox], .scan-file)')]
  .filter(element => element.checkVisibility())
  .map(element => [element.textContent, element.getBoundingClientRect().width, element.getBoundingClientRect().height])
  .filter(([, width, height]) => width < 44 || height < 44)"""

# Elements that stick out of the window or hold more than they show.
OVERFLOWING = """() => [...document.querySelectorAll('main *, nav *')]
  .filter(element => element.checkVisibility() && !element.closest('.hidden, svg, .pulse-dots, .switch'))
  .filter(element => {
    const box = element.getBoundingClientRect();
    const holdsMore = getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 1;
    return box.right > innerWidth + 0.5 || box.left < -0.5 || holdsMore;
  })
  .map(element => `${element.tagName}.${element.className}`)"""


def serving(request, *arguments):
    """Starts the command on a free port, gives its address once it answers, and ends it afterwards."""
    cerca = request.getfixturevalue("cerca")
    port = request.getfixturevalue("free_port")()
    process = subprocess.Popen([str(part) for part in (cerca, *arguments, "--port", port)])
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 90
        while True:
            try:
                with urllib.request.urlopen(f"{url}/api/venues", timeout=10) as answer:
                    # A demo listens before its centre is there.
                    if arguments[0] != "demo" or json.load(answer)["venues"]:
                        break
            except (OSError, http.client.HTTPException):
                assert process.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server is not ready"
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def base_url(request, tmp_path_factory):
    """Where a server with an empty database is."""
    running = os.environ.get("CERCA_BASE_URL")
    if running:
        yield running.rstrip("/")
        return
    database = tmp_path_factory.mktemp("health") / "cerca.sqlite"
    yield from serving(request, "serve", "--database", f"sqlite:{database}")


@pytest.fixture
def demo_url(request):
    """Where a demo is, a simulated minute for each second."""
    yield from serving(request, "demo", "--seed", 1, "--speed", 60, "--visitors", 20)


class Phone:
    """What a phone says and does, in the place of the routes under /api/tracing."""

    def __init__(self, state: str = "on", exposures: tuple[int, ...] = ()):
        self.state = state
        self.exposures = exposures
        self.asked: list[tuple[str, str, dict | None]] = []
        self.refuse: tuple[int, str] | None = None

    def body(self) -> dict:
        def day(ago: int) -> str:
            return str(TODAY - datetime.timedelta(days=ago))

        body = {
            "state": self.state, "now": "2026-11-21T12:37:20.000Z", "contacts": [], "exposures": [], "notices": [],
        }
        if self.state == "never":
            return body
        body["since"] = day(14)
        body["contacts"] = [{"day": day(ago), "daysAgo": ago, "contacts": ago % 5} for ago in range(13, -1, -1)]
        body["exposures"] = [{"day": day(ago), "daysAgo": ago, "foundOn": day(0), "minutes": 10 * ago, "probability": 60 + ago,
                              "grade": ["low", "medium", "high"][ago % 3]} for ago in self.exposures]
        body["notices"] = [
            {"kind": "nothingFound", "day": day(1), "daysAgo": 1},
            {"kind": "heartbeat", "day": day(7), "daysAgo": 7, "heartbeat": 7},
        ]
        if self.exposures:
            body["notices"].insert(0, {"kind": "exposure", "day": day(0), "daysAgo": 0})
        if self.state == "on":
            body |= {"lastSync": "2026-11-21T12:02:00.000Z", "nextSync": "2026-11-21T14:05:00.000Z"}
        if self.state != "reported":
            body["reportable"] = {"from": day(14), "to": day(0)}
        return body

    def answer(self, route: Route) -> None:
        request = route.request
        path = request.url.split("/api/tracing", 1)[1]
        sent = request.post_data_json if request.post_data else None
        self.asked.append((request.method, path, sent))
        if self.refuse is not None and request.method != "GET":
            return self.problem(route, *self.refuse)
        if path == "/case":
            return self.reply(route, {"url": "https://cerca.example/console/health#case=V1.QUJD",
                                      "checkWords": "4F2A-91C0", "modules": ["1101", "0110", "1011", "0001"]})
        if request.method == "PUT":
            self.state = "on" if sent["on"] else "off"
        if request.method == "DELETE":
            self.state = "never"
        if path == "/report":
            if sent["code"] != CODE:
                return self.problem(route, 422, "exposure.code_refused")
            self.state = "reported"
        self.reply(route, self.body())

    def reply(self, route: Route, body: dict) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

    def problem(self, route: Route, status: int, code: str) -> None:
        body = {"type": "about:blank", "title": code, "status": status, "code": code}
        route.fulfill(status=status, content_type="application/problem+json", body=json.dumps(body))


@pytest.fixture
def traced(visit):  # noqa: F811
    """A function that signs somebody up whose phone is `phone`, and opens a path."""

    def open_page(phone: Phone, path: str = "/#/health", **options) -> Page:
        page = visit("/#/me", locale="en-GB", expected=REFUSALS, **({"size": PHONE} | options))
        page.route(lambda url: "/api/tracing" in url, phone.answer)
        sign_up(page)
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        return page

    return open_page


def heading(page: Page, name: str):
    return page.get_by_role("heading", level=1, name=name, exact=True)


def go_on(page: Page) -> None:
    page.locator(".step-buttons .button-primary").click()


# Without a phone
