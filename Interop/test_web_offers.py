"""A merchant's offers and till in a real browser, with a server of the tests' own behind the page."""

import copy
import http.server
import json
import pathlib
import threading
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE, assert_fits, visit, wait_until  # noqa: F401

DIST = pathlib.Path(__file__).resolve().parent.parent / "Web" / "dist"
VENUE = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01"
CODE = "BVR1 2EKG A7KV NWRR S7H5"
EXPECTED = ["404", "412", "ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
TERMS = {"text": {"es": "Un café con cada camisa", "en": "A coffee with every shirt"}, "validFrom": "2026-11-01",
         "validUntil": "2099-12-24", "hours": [{"day": "fri", "from": 1320, "to": 1560}], "points": 20}


class Stall:
    """What the console asks of a server, for one shop with offers and a till."""

    def __init__(self) -> None:
        self.offers: dict[str, dict] = {}
        self.shown: list[dict] = []
        self.outcomes = [{"outcome": "redeemed", "points": 20}]
        self.asked: list[tuple[str, str, str | None]] = []
        stall = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(DIST))

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                if path.startswith("/api/"):
                    return self.answer()
                if path == "/console/merchant":
                    self.path = "/console/merchant.html"
                super().do_GET()

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                path = urllib.parse.urlsplit(self.path).path
                status, said = stall.answer(self.command, path, body, self.headers.get("If-Match"))
                text = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json" if status < 400 else "application/problem+json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_PUT = do_POST = do_DELETE = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()

    def add(self, identifier: str, state: str = "draft", version: int = 1, **terms) -> dict:
        offer = {"id": identifier, "version": version, "state": state, "terms": {**copy.deepcopy(TERMS), **terms},
                 "isChanged": state == "draft", "savedAt": "2026-11-21T09:30:00.250Z", "savedBy": "eva@marea.example",
                 "redeemed": 3, "faults": []}
        self.offers[identifier] = offer
        return offer

    def answer(self, method: str, path: str, body, match: str | None):
        self.asked.append((method, path, match))
        if path == "/api/account":
            return 200, {"email": "eva@marea.example", "proof": "mailbox", "role": "merchant"}
        if path.endswith("/places"):
            shops = [{"major": 100, "name": "Marea"}]
            return 200, {"places": [{"venue": VENUE, "name": "Faro", "timeZone": "Europe/Madrid", "shops": shops}]}
        if path.endswith("/redemptions"):
            if method == "GET":
                return 200, {"redemptions": [], "total": 0}
            self.shown.append(body)
            outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
            return 200, {"clockSeconds": 0, **outcome}
        if path.endswith("/offers"):
            return 200, {"offers": list(self.offers.values()), "shop": "Marea", "timeZone": "Europe/Madrid"}
        parts = path.split("/offers/")[-1].split("/")
        offer = self.offers.get(parts[0])
        if method == "GET":
            return (200, offer) if offer else (404, problem("shop.unknown_offer", 404))
        version = offer["version"] if offer else 0
        if match != f'"{version}"':
            return 412, {**problem("shop.changed", 412), "faults": [{"path": "version", "message": str(version)}]}
        if method == "PUT":
            offer = offer or self.add(parts[0], version=0)
            offer.update(terms=body, isChanged=True)
        elif parts[-1] == "publish":
            run = {"version": version + 1, "from": "2099-01-01T09:00:00Z", "until": "2099-12-24T23:00:00Z", "terms": offer["terms"]}
            offer.update(state="planned", isChanged=False, planned=run)
        elif parts[-1] in ("undo", "restore"):
            offer.pop("planned", None)
            offer.update(state="draft", isChanged=True)
        elif method == "DELETE":
            offer.update(state="deleted")
        offer["version"] = version + 1
        return 200, offer


def problem(code: str, status: int) -> dict:
    return {"type": "about:blank", "title": code, "status": status, "code": code}


@pytest.fixture
def stall():
    stall = Stall()
    yield stall
    stall.close()


@pytest.fixture
def base_url(stall):
    return stall.url


@pytest.fixture
def come(visit):  # noqa: F811
    """A function that opens a page of the console as the merchant who is signed in."""
    def open_page(address: str, **options) -> Page:
        page = visit("about:blank", expected=EXPECTED, **options)
        page.add_init_script("localStorage.setItem('cerca.signed-in', 'yes')")
        page.goto(f"/console/merchant#/{address}")
        expect(page.locator("main h1").first).to_be_visible()
        return page
    return open_page


def redeem(page: Page, code: str = CODE) -> None:
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Redeem").click()


def test_a_newcomer_writes_publishes_and_takes_back_an_offer(come, stall):
    page = come("offers")
    page.get_by_role("button", name="New offer").click()
    expect(page.get_by_label("What it gives")).to_be_visible()
    card = page.locator(".shop-phone .coupon")
    # The editor begins with the reader's own language.
    page.get_by_role("button", name="Español").click()
    page.get_by_label("What it gives").fill("Té gratis")
    expect(card).to_contain_text("Té gratis")
    page.get_by_role("button", name="English").click()
    page.get_by_label("What it gives").fill("Free tea")
    expect(card).to_contain_text("Free tea")
    expect(page.locator(".shop-form")).to_contain_text("8 of 160 characters")
    expect(page.locator(".shop-form")).to_contain_text("Missing: Português, Italiano")
    page.get_by_label("Points", exact=True).fill("15")
    expect(card).to_contain_text("15 points")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".shop-status")).to_contain_text("Planned")
    [offer] = stall.offers.values()
    assert offer["terms"]["text"] == {"es": "Té gratis", "en": "Free tea"} and offer["terms"]["points"] == 15
    assert offer["version"] == 2
    page.get_by_role("button", name="Undo: the publication").click()
    expect(page.locator(".shop-status")).to_contain_text("Draft")
    assert offer["state"] == "draft" and offer["version"] == 3


def test_two_editors_see_both_versions(come, stall):
    offer = stall.add("a" * 32, version=4)
    page = come(f"offers/{offer['id']}")
    area = page.get_by_label("What it gives")
    page.get_by_role("button", name="Español").click()
    area.fill("Té")
    offer.update(version=5, terms={**TERMS, "points": 5})
    page.get_by_role("button", name="Save draft").click()
    box = page.get_by_role("dialog", name="Somebody else was quicker")
    expect(box.locator("[data-part='text.es'] ins")).to_have_text("Té")
    expect(box.locator("[data-part='points'] del")).to_have_text("5")
    box.get_by_role("button", name="Save mine over it").click()
    expect(box).to_have_count(0)
    wait_until(page, lambda: offer["version"] == 6, "the second try names the new version")
    assert offer["terms"]["text"]["es"] == "Té" and offer["terms"]["points"] == 20


def test_hours_are_drawn_typed_and_reached_by_keyboard(come, stall):
    offer = stall.add("b" * 32, hours=[])
    page = come(f"offers/{offer['id']}")
    page.get_by_role("button", name="At these hours").click()
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".form-fault").first).to_contain_text("at least one hour")
    def middle(name: str) -> tuple[float, float]:
        cell = page.locator(f"[data-cell='{name}']")
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle("0 10"))
    page.mouse.down()
    for hour in (11, 12):
        page.mouse.move(*middle(f"0 {hour}"))
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.get_by_text("Type the hours, to the minute").click()
    expect(page.get_by_role("textbox", name="Monday")).to_have_value("10:00-13:00")
    expect(page.get_by_role("textbox", name="Tuesday")).to_have_value("10:00-11:00")
    page.get_by_role("textbox", name="Friday").fill("22:00-02:30")
    page.get_by_role("textbox", name="Friday").press("Tab")
    expect(page.locator("[data-cell='5 2']")).to_have_attribute("data-state", "partly")
    page.get_by_role("button", name="Save draft").click()
    wait_until(page, lambda: offer["version"] == 2, "the hours are kept")
    assert {"day": "fri", "from": 1320, "to": 1590} in offer["terms"]["hours"]


@pytest.mark.parametrize(("said", "words"), [
    ({"outcome": "redeemed", "points": 20}, "20 points were paid"),
    ({"outcome": "used", "usedAt": "2026-11-21T09:30:00Z", "till": "Till 2"}, "10:30, Till 2"),
    ({"outcome": "expired", "validUntil": "2026-11-21T09:30:00Z"}, "Expired"),
    ({"outcome": "otherShop"}, "Of another shop"),
    ({"outcome": "photographed", "halfMinutes": 8}, "4 minutes ago"),
    ({"outcome": "early", "halfMinutes": 8}, "4 minutes ahead"),
    ({"outcome": "unknown"}, "No such coupon"),
    ({"outcome": "redeemed", "clockSeconds": 300}, "5 minutes behind"),
])
def test_the_till_says_what_became_of_a_coupon(come, stall, said, words):
    stall.outcomes = [said]
    page = come("till", size=PHONE)
    redeem(page)
    panel = page.locator(f".till-panel[data-outcome={said['outcome']}]")
    expect(panel).to_contain_text(words)
    assert stall.shown[0]["code"] == CODE.replace(" ", "") and len(stall.shown[0]["key"]) == 32
    assert_fits(page)


def test_what_is_no_code_is_not_sent(come, stall):
    page = come("till")
    redeem(page, "BVR1")
    expect(page.locator(".till-panel[data-outcome=mistyped]")).to_be_visible()
    assert stall.shown == []


def test_a_till_without_a_network_keeps_coupons_and_sends_them_once_in_order(come, stall):
    stall.outcomes = [{"outcome": "redeemed", "points": 20}, {"outcome": "used", "usedAt": "2026-11-21T09:30:00Z", "till": "T2"}]
    page = come("till")
    page.context.set_offline(True)
    for last in "56":
        redeem(page, CODE[:-1] + last)
        expect(page.locator(".till-waiting")).to_contain_text("1 coupon waits" if last == "5" else "2 coupons wait")
    expect(page.locator(".till-waiting")).to_contain_text("nothing can be checked")
    redeem(page, CODE[:-1] + "6")
    expect(page.locator(".till-answer")).to_contain_text("waits already")
    # One is given up by a slip, and comes back in its place.
    page.get_by_role("button", name="Remove this coupon").first.click()
    page.get_by_role("button", name="Undo: the coupon").click()
    page.context.set_offline(False)
    wait_until(page, lambda: len(stall.shown) == 2, "both are sent")
    expect(page.locator(".till-waiting")).to_be_empty()
    assert [shown["code"][-1] for shown in stall.shown] == ["5", "6"]
    assert len({shown["key"] for shown in stall.shown}) == 2
    expect(page.locator(".till-panel[data-outcome=used]")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"])
def test_everybody_can_use_it(come, stall, size, scheme):
    offer = stall.add("c" * 32, state="running")
    for address in ("offers", f"offers/{offer['id']}", "till"):
        page = come(address, size=size, scheme=scheme)
        page.wait_for_load_state("networkidle")
        assert_fits(page)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
