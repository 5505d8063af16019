"""Terms, coupons as cards, notices and suggestions in a real browser, with a server of the tests' own behind the page."""

import base64
import hashlib
import hmac
import json
import struct
import time

import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from shopfront import SECRET, Shopfront, instant
from test_market_web_wallet import pixels
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits, visit, wait_until  # noqa: F401

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# What this server does not have: a demo, a photo.
MISSING = ["404"]
AWAY = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "404"]


@pytest.fixture
def front():
    front = Shopfront()
    yield front
    front.close()


@pytest.fixture
def base_url(front):
    return front.url


@pytest.fixture
def come(visit):  # noqa: F811
    """A function that opens a path as the person who is signed in."""
    def open_page(path: str, expected=MISSING, **options) -> Page:
        page = visit("about:blank", expected=expected, **options)
        page.add_init_script("localStorage.setItem('cerca.signed-in', 'yes')")
        page.goto(path)
        expect(page.locator("main h1").first).to_be_visible()
        return page
    return open_page


def code(coupon: str, at: float, secret: str = SECRET) -> str:
    """The code of a coupon at an instant, worked out apart from Cerca."""
    message = b"cerca.coupon/1" + struct.pack(">q", int(at // 30))
    proof = int.from_bytes(hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()[:8], "big") >> 12
    number = int.from_bytes(bytes.fromhex(coupon)[:6], "big") << 52 | proof
    return "".join(ALPHABET[number >> shift & 31] for shift in range(95, -1, -5))


def shown(page: Page) -> str:
    letters = page.locator(".till-letters")
    expect(letters).not_to_be_empty()
    return letters.inner_text().replace(" ", "")


def test_a_term_is_chosen_says_what_the_shop_knows_and_ends_with_one_press(come, front):
    front.visits = [{"id": "v", "shop": front.shop(0), "at": instant(hours=-3), "until": instant(hours=-2), "proofs": ["v"],
                     "disputed": False}]
    front.give(0)
    # A term that an older program chose is of visits.
    front.choices = [{"venue": front.venue["uuid"], "major": 100}, {"venue": front.venue["uuid"], "major": 102, "term": "coupons"}]
    page = come("/#/shops", size=PHONE)
    row = page.locator(".shop-item", has_text="Almendra")
    expect(row.locator(".shop-term")).to_have_text("· Visits")
    row.get_by_role("button", name="Terms of Almendra").click()
    facts = row.locator("[data-fact]")
    kinds = lambda: facts.evaluate_all("all => all.map(one => one.dataset.fact)")  # noqa: E731
    assert kinds() == ["coupons", "till", "visits", "pseudonym"]
    expect(row.locator("[data-fact=visits]")).to_contain_text("1 visit since you signed in")

    def choose(step: str) -> None:
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            row.get_by_role("radio", name=step, exact=False).first.check()

    def term(major: int) -> str | None:
        return next((shop["term"] for shop in front.choices if shop["major"] == major), None)

    for step, value, count in [("Visits and counted", "habits", 5), ("Coupons only", "coupons", 2)]:
        choose(step)
        assert term(100) == value and term(102) == "coupons"
        assert len(kinds()) == count
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        row.get_by_role("button", name="Stop for Almendra").click()
    assert term(100) is None and kinds() == ["nothing", "before"]
    expect(row.get_by_role("radio").first).to_be_focused()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Undo: Almendra").click()
    assert term(100) == "coupons"

    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Stop everything").click()
    assert front.choices == []
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Undo: 2 shops").click()
    assert (term(100), term(102)) == ("coupons", "coupons")
    # What is turned on gets the term that stands above the list.
    page.get_by_role("button", name="Habits").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.locator('[role=switch][data-major="103"]').click()
    assert term(103) == "habits"


def test_the_card_at_the_till_shows_the_servers_code_and_ends_when_it_is_taken(come, front):
    coupon = front.give(0)
    page = come("/#/offers", size=PHONE)
    page.get_by_role("button", name="Show at the till").click()
    before = time.time()
    typed = shown(page)
    assert typed in {code(coupon["id"], at) for at in (before, time.time())}
    assert page.locator(".till .notice").count() == 0
    # Until the same code is in the picture: it may just be changing.
    read = lambda: [found.text for found in zxingcpp.read_barcodes(pixels(page.locator(".till-picture").screenshot()))]  # noqa: E731
    wait_until(page, lambda: read() == [f"CUPONAYZ{shown(page)}"], "the picture is of the same code")
    assert_fits(page)
    coupon.update(state="used", usedOn=instant())
    del coupon["secret"]
    expect(page.locator(".till").get_by_role("heading", name="Taken")).to_be_visible(timeout=15_000)
    expect(page.locator(".till")).to_contain_text("20 points are yours")
    page.keyboard.press("Escape")
    expect(page.locator(".till")).to_have_count(0)
    expect(page.get_by_text("No offer is open now.")).to_be_visible()
    page.get_by_text("1 used or ended").click()
    expect(page.locator(".coupon-used .coupon-end")).to_contain_text("Used ")
    assert page.get_by_role("button", name="Show at the till").count() == 0


@pytest.mark.parametrize("ahead, words", [(600, "10 minutes slow"), (-90, "2 minutes fast"), (15, None)])
def test_a_clock_that_is_wrong_is_put_right_and_said(come, front, ahead, words):
    coupon = front.give(1)
    front.ahead = ahead
    page = come("/#/offers", size=PHONE)
    page.get_by_role("button", name="Show at the till").click()
    before = time.time()
    typed = shown(page)
    put = ahead if words else 0
    assert typed in {code(coupon["id"], at + put + slip) for at in (before, time.time()) for slip in (-1, 0, 1)}
    if words is None:
        expect(page.locator(".till .notice")).to_have_count(0)
    else:
        expect(page.locator(".till .notice")).to_contain_text(words)


def test_a_card_works_without_a_network_and_what_ends_meanwhile_is_over(come, front):
    coupon = front.give(2)
    front.give(3, validUntil=instant(seconds=20))
    page = come("/#/offers", size=PHONE, expected=AWAY)
    expect(page.locator(".coupon-open")).to_have_count(2)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    expect(page.locator(".coupon-open").first).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    card = page.locator(f'[data-coupon="{coupon["id"]}"]')
    card.get_by_role("button", name="Show at the till").click()
    before = time.time()
    assert shown(page) in {code(coupon["id"], at) for at in (before, time.time())}
    page.get_by_role("button", name="Close").click()
    short = page.locator(".coupon", has_text="Trotamar")
    if short.get_by_role("button", name="Show at the till").count() > 0:
        short.get_by_role("button", name="Show at the till").click()
        expect(page.locator(".till").get_by_role("heading", name="Its time is over")).to_be_visible(timeout=30_000)


def test_notices_are_three_a_day_one_of_a_shop_and_a_welcome(come, front):
    front.choices = [{"venue": front.venue["uuid"], "major": 100 + index, "term": "coupons"} for index in range(9)]
    page = come("/#/centre", size=PHONE)
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
        node => window.told.push([node.dataset?.key, node.textContent])))).observe(document.querySelector('.toasts'), {childList: true});
    }""")
    wait_until(page, lambda: front.streams, "the page listens")
    # The shop may know of coupons only: its sighting leaves no visit.
    front.tell("sighting.accepted", {"shop": front.shop(0), "visit": "", "at": instant(), "disputed": False})
    expect(page.get_by_text("Welcome to Little centre.")).to_be_visible()
    for index in [0, 0, 1, 2, 3]:
        front.tell("offer.received", front.give(index))
    front.tell("sighting.accepted", {"shop": front.shop(1), "visit": "", "at": instant(), "disputed": False})
    expect(page.get_by_text("You are at Café Tordo. It keeps nothing of that.")).to_be_visible()
    told = page.evaluate("window.told")
    assert [key for key, _ in told].count("welcome") == 1
    assert [text for key, text in told if key == "offer"] == ["Almendra: Gift of Almendra", "Café Tordo: Gift of Café Tordo"]
    page.goto("/#/offers")
    expect(page.locator(".coupon-open")).to_have_count(5)


def test_a_shop_is_muted_from_its_terms_in_the_page_as_well(come, front):
    front.choices = [{"venue": front.venue["uuid"], "major": 100 + index, "term": "coupons"} for index in range(2)]
    page = come("/#/shops/100", size=PHONE)
    with page.expect_response(lambda answer: answer.url.endswith("/api/push/rules")):
        page.locator("[data-mute]").click()
    assert front.rules["mutedShops"] == [{"venue": front.venue["uuid"], "major": 100}]
    expect(page.locator("[data-mute]")).to_have_attribute("aria-checked", "false")
    wait_until(page, lambda: front.streams, "the page listens")
    for index in range(2):
        front.tell("offer.received", front.give(index))
    expect(page.get_by_text("Café Tordo: Gift of Café Tordo")).to_be_visible()
    assert page.get_by_text("Almendra: Gift of Almendra").count() == 0


def test_the_nearest_card_comes_first_once_the_place_is_known(come, front):
    for index in (8, 4, 6):
        front.give(index)
    page = come("/#/offers", size=PHONE)
    expect(page.locator(".coupon-where").first).to_have_text("In the shop Jardín Secreto, Little centre")
    page.goto("/#/here")
    page.locator(".around-shops button", has_text="Pasoleve").click()
    page.goto("/#/offers")
    expect(page.locator(".coupon-shop")).to_have_text(["Pasoleve", "Óptica Sol", "Jardín Secreto"])
    ends = page.locator(".coupon-where").evaluate_all("all => all.map(one => one.textContent.split(' · ')[1])")
    assert ends == ["you are there", "6.0 m away", "14 m away"]


def test_suggestions_come_of_what_was_looked_at_and_no_request_tells_of_it(come, front):
    page = come("/#/here", size=PHONE)
    begun = len(front.asked)
    for name in ["Nimbo", "Librería Faro", "Librería Faro", "Librería Faro", "Nimbo"]:
        page.locator(".around-shops button", has_text=name).click()
    page.goto("/#/offers")
    rows = page.locator(".suggested .link-row strong")
    expect(rows).to_have_text(["Librería Faro", "Nimbo"])
    page.get_by_role("link", name="See and erase what this device noticed").click()
    expect(page.locator(".looked-tags")).to_have_text("Books · Toys")
    page.get_by_role("button", name="Erase").click()
    expect(page.locator(".looked-tags")).to_have_text("Nothing is kept.")
    page.get_by_role("button", name="Undo: What this device noticed").click()
    expect(page.locator(".looked-tags")).to_have_text("Books · Toys")
    page.locator("[data-looked=switch]").click()
    page.goto("/#/offers")
    expect(page.locator(".suggested")).to_be_empty()
    asked = front.asked[begun:]
    assert [request for request in asked if request[0] != "GET"] == []
    plain = {"/", "/sw.js", "/healthz", "/api/account", "/api/account/photo", "/api/choices", "/api/coupons", "/api/visits",
             "/api/inbox", "/api/market/assets", "/api/market/balances", "/api/market/markets", "/api/stream", "/api/demo"}
    odd = {path for _, path, _ in asked if path not in plain and not path.endswith((".js", ".css", ".svg", ".png", ".webmanifest"))}
    assert odd <= {f"/api/venues/{front.venue['uuid']}/stream", f"/api/venues/{front.venue['uuid']}", "/api/venues"}, odd
    everything = json.dumps(asked) + base64.b64encode(json.dumps(asked).encode()).decode()
    assert "looked" not in everything and "toys" not in everything and "books" not in everything


LINES = [("9", "points", "20", "45", 0, "Almendra"), ("7", "trade", "-10", "25", -1, None), ("5", "points", "35", "35", -3, None)]


def fill(front: Shopfront) -> None:
    front.choices = [{"venue": front.venue["uuid"], "major": 100, "term": "habits"}]
    front.give(0)
    front.give(1, text={"es": "Un café con cada tostada"}, points=0)
    front.give(2, state="used", usedOn=instant(days=-1))
    front.give(3, state="expired", validUntil=instant(days=-1))
    front.transactions = [
        {"id": name, "kind": kind, "amount": amount, "fee": "0", "balance": balance, "at": instant(days=days),
         **({} if memo is None else {"memo": memo})}
        for name, kind, amount, balance, days, memo in LINES]


def views(page: Page):
    """Each view of these pages, opened."""
    for path, ready in [("/#/offers", ".coupon"), ("/#/offers/points", ".points-day"), ("/#/shops/100", ".terms"),
                        ("/#/me", ".looked-tags")]:
        page.goto(path)
        expect(page.locator(ready).first).to_be_visible()
        yield path
    page.goto("/#/offers")
    page.locator(".zone-details summary").click()
    page.locator(".coupon-open .button-primary").first.click()
    expect(page.locator(".till-letters")).not_to_be_empty()
    yield "till"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_no_fault(come, front, size, scheme):
    fill(front)
    page = come("/#/offers", size=size, scheme=scheme, reduced_motion="reduce")
    found = []
    for view in views(page):
        wait_until(page, lambda: page.evaluate("document.querySelectorAll('.loading').length === 0"), f"{view} stands")
        violations = Axe().run(page).response["violations"]
        found += [f"{view}: {fault['id']}: {node['html'][:160]}" for fault in violations for node in fault["nodes"]]
    assert found == []


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "pt-BR", "it-IT"])
def test_every_language_fits_a_telephone(come, front, locale):
    fill(front)
    page = come("/#/offers", size=(360, 780), locale=locale, has_touch=True)
    for view in views(page):
        assert_fits(page)
        if view != "till":
            # A round button is pressed by the whole of its label.
            small = [target for target in page.evaluate(SMALL_TARGETS) if not str(target[0]).startswith("step-")]
            assert small == [], view
        cut = page.evaluate("""[...document.querySelectorAll('.segment, .button, .coupon, .term-step, .till *')]
          .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map(one => one.textContent)""")
        assert cut == [], view
