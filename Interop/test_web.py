"""The page in a real browser: the live centre and a visitor's own day, on a telephone and on a wide screen.

CERCA_BASE_URL names a server that already runs; without it each run starts a demo of its own.
"""

import datetime
import http.client
import json
import os
import re
import subprocess
import time
import urllib.request
import uuid

import pytest
from playwright.sync_api import Page, Route, expect

PHONE = (390, 844)
DESK = (1440, 900)
PATIENCE = 60_000

# Visible text on its own background, by selector: the worst case of each colour that the page uses for text.
TEXTS = {
    "/#/centre": [
        "h1", ".clock", ".facts span:not(.hidden)", ".badge", ".figure dt", ".figure dd", ".attack-note",
        ".attack-figure",
        ".row-time", ".row-note", ".row-title strong", ".bar-label", ".legend li", "[data-route=centre]",
        "[data-route=me]", ".select", ".plan-label-name",
    ],
    "/#/me": ["h2", "label", ".sign-reason", ".quiet", ".segment[aria-pressed=true]", ".segment[aria-pressed=false]",
              ".button-primary", ".field-hint", ".points-list li"],
}

# The relative luminance and contrast of WCAG 2.1, over the nearest opaque background.
CONTRAST = """selectors => {
  const parse = colour => {
    const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = element => {
    let behind = element;
    while (behind && parse(getComputedStyle(behind).backgroundColor)[3] < 255) behind = behind.parentElement;
    const back = luminance(parse(getComputedStyle(behind ?? document.documentElement).backgroundColor));
    const front = luminance(parse(getComputedStyle(element).color));
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  };
  const shown = selector => [...document.querySelectorAll(selector)].find(element => element.checkVisibility());
  return Object.fromEntries(selectors.map(selector => [selector, contrast(shown(selector))]));
}"""

# Buttons and links that a finger must hit, by their name and size; those inside a sentence are exempt (WCAG 2.5.8).
# A photo is chosen by the label of its field.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button, label.button, [data-route], select, summary, input:not(.scan-file)')]
  .filter(element => !element.closest('.plan') && element.checkVisibility())
  .map(element => [element.textContent || element.getAttribute('aria-label') || element.name,
                   element.getBoundingClientRect().width, element.getBoundingClientRect().height])
  .filter(([, width, height]) => width < 44 || height < 44)"""


@pytest.fixture(scope="module")
def base_url(request):
    """Where the demo is."""
    running = os.environ.get("CERCA_BASE_URL")
    if running:
        yield running.rstrip("/")
        return
    cerca = request.getfixturevalue("cerca")
    port = request.getfixturevalue("free_port")()
    arguments = [cerca, "demo", "--port", port, "--seed", 1, "--speed", 10, "--visitors", 30]
    demo = subprocess.Popen([str(argument) for argument in arguments])
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for_demo(url, demo)
        yield url
    finally:
        demo.terminate()
        try:
            demo.wait(60)
        except subprocess.TimeoutExpired:
            demo.kill()
            demo.wait()


def wait_for_demo(url: str, demo: subprocess.Popen) -> None:
    deadline = time.monotonic() + 90
    while True:
        try:
            urllib.request.urlopen(f"{url}/api/demo", timeout=10).close()
            return
        except (OSError, http.client.HTTPException):
            assert demo.poll() is None, "the demo ended"
            assert time.monotonic() < deadline, "the demo does not answer"
            time.sleep(0.1)


@pytest.fixture
def visit(pages, base_url):
    """A function that opens a path in a fresh profile."""
    def open_page(path="/", size=DESK, locale="en-GB", scheme="light", expected=(), **options) -> Page:
        page = pages.new(base_url, size, expected, locale=locale, color_scheme=scheme, **options)
        page.goto(path)
        return page

    return open_page


def sign_up(page: Page) -> str:
    """Makes an account on the page that shows the form."""
    email = f"visitor-{uuid.uuid4().hex[:12]}@example.org"
    page.get_by_role("textbox", name="E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill("walks among shops")
    page.locator("form").get_by_role("button", name="Create account").click()
    expect(page.locator("form")).to_have_count(0, timeout=PATIENCE)
    return email


def plan_number(page: Page, name: str) -> float:
    return float(page.locator(".plan").get_attribute(f"data-{name}") or 0)


def wait_until(page: Page, condition, what: str, seconds: float = PATIENCE / 1000) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"did not happen: {what}"
        page.wait_for_timeout(100)


def contrasts(page: Page, selectors: list[str]) -> dict[str, float]:
    """The contrast of the first visible element of each selector, once all are there and no colour is changing."""
    for selector in selectors:
        expect(page.locator(selector).filter(visible=True).first).to_be_visible()
    still = "() => !document.getAnimations().some(one => one instanceof CSSTransition)"
    wait_until(page, lambda: page.evaluate(still), "colours stay")
    return page.evaluate(CONTRAST, selectors)


def assert_fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_visitors_move_on_the_plan(visit, size):
    page = visit(size=size)
    wait_until(page, lambda: plan_number(page, "frames") >= 5, "five frames")
    wait_until(page, lambda: plan_number(page, "visitors") >= 3, "visitors come in")
    wait_until(page, lambda: plan_number(page, "moving") > 0, "somebody walks")
    before = canvas_picture(page)
    wait_until(page, lambda: canvas_picture(page) != before, "the canvas changes")
    expect(page.locator(".badge")).to_have_text("Live")
    assert_fits(page)


def canvas_picture(page: Page) -> str:
    return page.locator(".plan-scene canvas").evaluate("canvas => canvas.toDataURL()")


def test_every_sighting_says_what_it_ended_as_and_why(visit):
    page = visit()
    rows = page.locator(".panel-live .row")
    expect(rows.first).to_be_visible()
    expect(page.locator('.row[data-result="accepted"] strong').first).to_have_text("Presence proved")
    page.get_by_label("Show", exact=True).select_option("attacks")
    expect(page.locator(".row[data-attack]").first).to_be_visible(timeout=3 * PATIENCE)
    assert page.locator(".panel-live .row:not([data-attack])").count() == 0
    expect(page.locator(".row .row-reason").first).not_to_be_empty()
    assert "presence." not in page.locator(".panel-live").inner_text()
    page.get_by_role("button", name="Hold the list still").click()
    first = rows.first.get_attribute("data-number")
    page.wait_for_timeout(1500)
    assert rows.first.get_attribute("data-number") == first


def test_totals_offers_and_attackers_are_counted(visit):
    page = visit()
    wait_until(page, lambda: plan_number(page, "frames") > 0, "a frame")
    for figure in ("sightings", "accepted", "refused", "offers", "mean", "p90"):
        expect(page.locator(f'[data-figure="{figure}"]')).not_to_have_text("–")
    expect(page.locator(".bar-row").first).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".panel-offers .row").first).to_be_visible(timeout=2 * PATIENCE)
    for kind in ("clone", "replay", "share", "relay"):
        row = page.locator(f'.attack[data-kind="{kind}"]')
        expect(row.locator(".attack-note")).not_to_be_empty()
    expect(page.locator('.attack[data-kind="relay"]')).to_contain_text("cannot stop this")


def test_a_telephone_shows_one_panel_at_a_time(visit):
    page = visit(size=PHONE)
    expect(page.locator(".panel-live")).to_be_visible()
    page.get_by_role("button", name="Attacks", exact=True).click()
    expect(page.locator(".panel-attacks")).to_be_visible()
    expect(page.locator(".panel-live")).to_be_hidden()
    page.get_by_text("Legend").click()
    expect(page.locator(".legend")).to_contain_text("fitting rooms")
    assert_fits(page)


def test_a_shop_opens_and_closes_with_the_keyboard(visit):
    page = visit()
    label = page.locator(".plan-label").first
    label.focus()
    name = label.inner_text().split("\n")[0]
    page.keyboard.press("Enter")
    sheet = page.get_by_role("complementary", name=name)
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("beacon")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(label).to_be_focused()


@pytest.mark.parametrize("path", ["/#/centre", "/#/zones"])
def test_a_view_may_be_left_while_its_map_moves(visit, path):
    page = visit(path)
    plan = page.locator(".plan")
    expect(plan.locator("svg")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    # Leaflet glides for a quarter of a second, and says once more that it moved when it is taken away meanwhile.
    plan.evaluate("""plan => {
      plan.focus();
      plan.dispatchEvent(new KeyboardEvent('keydown', {keyCode: 39, bubbles: true}));
      location.hash = '#/me';
    }""")
    expect(page.get_by_role("heading", level=1, name="Me")).to_be_visible()
    expect(plan).to_have_count(0)
    page.wait_for_timeout(500)


def test_the_keyboard_reaches_content_and_sections(visit):
    page = visit()
    # The texts come after the page itself, and with them what the keyboard reaches.
    expect(page.locator("main")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.get_by_role("link", name="Offers").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Offers")).to_be_visible()
    expect(page.get_by_role("link", name="Offers")).to_have_attribute("aria-current", "page")
    expect(page.locator("main")).to_be_focused()


def test_the_form_says_what_is_wrong_beside_the_field(visit):
    page = visit("/#/me", size=PHONE, expected=["401", "409"])
    submit = page.locator("form button[type=submit]")
    email, password = page.get_by_role("textbox", name="E-mail"), page.get_by_label("Password", exact=True)
    email.fill("nobody")
    password.fill("long enough")
    submit.click()
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_be_focused()
    email.fill("somebody@example.org")
    password.fill("short")
    submit.click()
    expect(page.locator(".field-fault:visible")).to_have_text("Use at least 8 characters.")
    page.get_by_role("button", name="Show password").click()
    expect(password).to_have_attribute("type", "text")
    email.fill(f"{uuid.uuid4().hex}@example.org")
    password.fill("nobody knows this")
    page.locator(".segmented").get_by_role("button", name="Sign in").click()
    submit.click()
    expect(page.locator(".form-fault")).to_have_text("The e-mail address or the password is wrong.")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_visitors_day(visit, size):
    page = visit("/#/shops", size=size)
    email = sign_up(page)
    choose_every_shop(page)
    page.goto("/#/here")
    page.get_by_role("button", name="Enter the centre").click()
    expect(page.locator(".position")).not_to_have_text("Listening for beacons…")
    expect(page.locator(".panel-nearest .row").first).to_be_visible()
    walk_until_an_offer_comes(page)
    assert_fits(page)
    page.goto("/#/offers")
    delete_and_restore_a_coupon(page)
    page.get_by_role("button", name="Visits").click()
    expect(page.locator(".rows .row").first).to_be_visible()
    page.goto("/#/me")
    expect(page.get_by_text(email)).to_be_visible()
    page.reload()
    expect(page.get_by_text(email)).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("form")).to_be_visible()


def choose_every_shop(page: Page) -> None:
    switches = page.get_by_role("switch")
    expect(switches.first).to_have_attribute("aria-checked", "false")
    switches.first.click()
    expect(switches.first).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Undo").click()
    expect(switches.first).to_have_attribute("aria-checked", "false")
    page.get_by_role("searchbox").fill("no such shop")
    expect(page.get_by_text("No shop of that name.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Choose all").click()
    page.reload()
    expect(page.get_by_role("switch", checked=False)).to_have_count(0)


def walk_until_an_offer_comes(page: Page) -> None:
    """Goes from shop to shop, as with the keyboard, until a coupon is among the reports."""
    reports = page.locator(".panel-events .mark-offer")
    start = plan_number(page, "x"), plan_number(page, "y")
    for label in page.locator(".plan-label").all():
        label.focus()
        page.keyboard.press("Enter")
        try:
            expect(reports.first).to_be_visible(timeout=8000)
            break
        except AssertionError:
            continue
    expect(reports.first).to_be_visible()
    wait_until(page, lambda: (plan_number(page, "x"), plan_number(page, "y")) != start, "the phone walks")


def delete_and_restore_a_coupon(page: Page) -> None:
    coupons = page.locator(".coupon")
    expect(coupons.first).to_be_visible()
    count = coupons.count()
    coupon = coupons.first.get_attribute("data-coupon")
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        # By its name: the visitor still walks, and a new coupon may be the first by now.
        page.locator(f'[data-coupon="{coupon}"]').get_by_role("button", name=re.compile("^Delete")).click()
    expect(page.locator(f'[data-coupon="{coupon}"]')).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f'[data-coupon="{coupon}"]')).to_be_visible()
    assert coupons.count() >= count


def test_what_can_be_undone_is_named_and_ends_with_its_page(visit):
    page = visit("/#/shops", size=PHONE)
    sign_up(page)
    expect(page.get_by_role("switch").first).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Choose all").click()
    expect(page.get_by_role("button", name="Undo: 13 shops", exact=True)).to_be_visible()
    page.locator('[data-route="me"]').click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Me")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("switch").first).to_be_visible()
    expect(page.get_by_role("switch", checked=False)).to_have_count(0)
    name = page.locator(".shop-name").first.inner_text()
    page.get_by_role("switch").first.click()
    page.get_by_role("button", name=f"Undo: {name}", exact=True).click()
    expect(page.get_by_role("switch", checked=False)).to_have_count(0)


COUPON = {"id": "a" * 32, "text": {"en": "Ten per cent", "es": "Diez por ciento"}, "points": 5,
          "receivedAt": "2026-11-21T00:00:00Z"}


def show_coupon(page: Page, base_url: str, seconds_left: int, text: dict) -> None:
    """Lets the page have one coupon, of the centre's first shop, which ends so many simulated seconds from now."""
    with urllib.request.urlopen(f"{base_url}/api/demo", timeout=30) as answer:
        demo = json.load(answer)
    with urllib.request.urlopen(f"{base_url}/api/venues/{demo['venue']}", timeout=30) as answer:
        shop = json.load(answer)["shops"][0]
    now = datetime.datetime.fromisoformat(demo["now"].replace("Z", "+00:00"))
    end = (now + datetime.timedelta(seconds=seconds_left)).strftime("%Y-%m-%dT%H:%M:%SZ")
    coupon = {**COUPON, "text": text, "validUntil": end,
              "shop": {"venue": demo["venue"], "major": shop["major"], "name": shop["name"]}}
    page.route("**/api/coupons", lambda route: route.fulfill(
        body=json.dumps({"coupons": [coupon]}), content_type="application/json"))
    page.goto("/#/offers")


@pytest.mark.parametrize("seconds, words", [
    (2.5 * 86_400, "Ends in 2 days, "), (1.5 * 86_400, "Ends tomorrow, "), (5.5 * 3600, "Ends in 5 hours, "),
    (-3600, "Ended "), (400 * 86_400, "Until "),
])
def test_a_coupon_says_when_it_ends_and_where_it_is_good(visit, base_url, seconds, words):
    page = visit("/#/offers", size=PHONE)
    sign_up(page)
    show_coupon(page, base_url, int(seconds), COUPON["text"])
    page.reload()
    coupon = page.locator(".coupon")
    expect(coupon.locator(".coupon-end")).to_contain_text(words)
    expect(coupon.locator(".coupon-where")).to_have_text("In the shop Almendra, Galerías Valdeluna")
    expect(coupon.locator(".text-language")).to_have_count(0)
    assert_fits(page)


@pytest.mark.parametrize("locale, text, shown, note, tag", [
    ("pt-BR", {"en": "Ten", "es": "Diez"}, "Diez", "em espanhol", "es"),
    ("it-IT", {"en": "Ten", "es": "Diez"}, "Diez", "in spagnolo", "es"),
    ("it-IT", {"en": "Ten", "de": "Zehn"}, "Ten", "in inglese", "en"),
    ("es-ES", {"de": "Zehn"}, "Zehn", "en alemán", "de"),
    ("pt-BR", {"en": "Ten", "es": "Diez", "pt-BR": "Dez"}, "Dez", None, None),
    ("pt-BR", {"en": "Ten", "pt-PT": "Dez, ora pois"}, "Dez, ora pois", None, None),
])
def test_an_offer_in_another_language_is_the_nearest_one_and_says_which(
        visit, base_url, locale, text, shown, note, tag):
    page = visit("/#/offers", locale=locale)
    page.locator("input[type=email]").fill(f"visitor-{uuid.uuid4().hex[:12]}@example.org")
    page.locator("input[type=password]").fill("walks among shops")
    page.locator("form button.button-primary").click()
    expect(page.locator("form")).to_have_count(0, timeout=PATIENCE)
    show_coupon(page, base_url, 86_400, text)
    page.reload()
    words = page.locator(".coupon-text")
    expect(words).to_have_text(shown)
    assert words.get_attribute("lang") == tag
    if note is None:
        expect(page.locator(".text-language")).to_have_count(0)
    else:
        expect(page.locator(".text-language")).to_have_text(note)


def test_the_own_dot_lies_above_the_names_and_the_crowd_below(visit):
    page = visit("/#/here", size=PHONE)
    sign_up(page)
    page.get_by_role("button", name="Enter the centre").click()
    painted = """canvas => canvas.toDataURL() !== Object.assign(
      document.createElement('canvas'), {width: canvas.width, height: canvas.height}).toDataURL()"""
    wait_until(page, lambda: page.locator(".plan-own canvas").evaluate(painted), "the own dot is drawn")
    layers = page.evaluate(
        "[...['.plan-scene', '.leaflet-marker-pane', '.plan-own']]"
        ".map(name => Number(getComputedStyle(document.querySelector(name)).zIndex))")
    assert layers == sorted(layers) and len(set(layers)) == 3, layers
    # A tap still reaches the floor below.
    assert page.locator(".plan-own").evaluate("pane => getComputedStyle(pane).pointerEvents") == "none"


def test_the_language_follows_the_browser_and_can_be_changed(visit):
    page = visit("/#/me", size=PHONE, locale="es-ES")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("heading", level=1)).to_have_text("Yo")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Me")
    expect(page.get_by_role("button", name="English")).to_be_focused()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Español").click()
    page.goto("/#/centre")
    expect(page.locator(".panel-attacks")).to_contain_text("no lo impide")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(visit, scheme):
    for path, selectors in TEXTS.items():
        page = visit(path, scheme=scheme)
        if path == "/#/centre":
            expect(page.locator(".panel-live .row").first).to_be_visible()
            expect(page.locator(".bar-label").first).to_be_visible(timeout=2 * PATIENCE)
        found = contrasts(page, selectors)
        assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("path", ["/#/centre", "/#/here", "/#/offers", "/#/shops", "/#/me"])
def test_targets_are_large_enough_for_a_finger(visit, path):
    page = visit(path, size=PHONE, has_touch=True)
    expect(page.locator("main h1")).to_be_visible()
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)


def test_names_and_texts_cannot_carry_markup(visit, base_url):
    page = visit("about:blank")

    def poison(route: Route) -> None:
        venue = route.fetch().json()
        venue["shops"][0]["name"] = "<img src=x onerror=alert(1)>"
        route.fulfill(body=json.dumps(venue), content_type="application/json")

    page.route(lambda url: "/api/venues/" in url and not url.endswith("/stream"), poison)
    page.goto(base_url)
    expect(page.locator(".plan-label-name").first).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator(".plan img").count() == 0


def test_a_failed_load_offers_another_try(visit):
    page = visit("about:blank", expected=["ERR_FAILED"])
    page.route("**/api/venues/*", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.unroute("**/api/venues/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".plan")).to_be_visible()


def test_it_says_when_the_network_is_gone_and_comes_back_by_itself(visit):
    page = visit(size=PHONE, expected=["ERR_INTERNET_DISCONNECTED"])
    expect(page.locator(".badge")).to_have_text("Live")
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page.locator(".badge")).to_have_text("Reconnecting")
    page.context.set_offline(False)
    expect(page.locator(".badge")).to_have_text("Live")
    frames = plan_number(page, "frames")
    wait_until(page, lambda: plan_number(page, "frames") > frames, "frames again")


def test_a_change_that_the_server_refuses_is_taken_back(visit):
    page = visit("/#/shops", size=PHONE, expected=["503", "500", "Failed to load"])
    sign_up(page)
    page.route("**/api/choices", lambda route: route.fulfill(
        status=503, content_type="application/problem+json",
        body='{"type":"about:blank","title":"Busy","status":503,"code":"request.overloaded"}',
    ) if route.request.method == "PUT" else route.continue_())
    switch = page.get_by_role("switch").first
    switch.click()
    expect(page.get_by_text("The server is busy.")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")


def test_without_a_simulation_it_shows_the_public_picture_and_says_that_browsers_are_deaf(visit):
    page = visit("about:blank", size=PHONE, expected=["404"])
    page.route("**/api/demo", lambda route: route.fulfill(status=404, body=""))
    page.goto("/")
    expect(page.get_by_role("heading", name="Visitors in one quarter of an hour")).to_be_visible()
    expect(page.locator(".visit-rows .bar-count").first).to_have_text(re.compile(r"^(\d+|fewer than 5)$"))
    expect(page.locator(".plan-label-detail").first).to_have_text(re.compile(r"^(\d+|< 5)$"))
    page.goto("/#/here")
    expect(page.get_by_role("heading", name="A browser cannot hear beacons")).to_be_visible()
    expect(page.locator(".command")).to_contain_text("cerca phone")
    assert_fits(page)


def test_nothing_moves_that_need_not_when_motion_is_unwanted(visit):
    page = visit(size=PHONE, reduced_motion="reduce")
    page.goto("/#/me")
    moving = page.evaluate("""() => [...document.querySelectorAll('*')]
      .filter(element => parseFloat(getComputedStyle(element).transitionDuration) > 0
        || parseFloat(getComputedStyle(element).animationDuration) > 0).length""")
    assert moving == 0
