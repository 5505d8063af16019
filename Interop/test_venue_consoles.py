"""The consoles of merchants and of those who run a venue, in a real browser with a real server behind them."""

import json
import os
import pathlib
import secrets
import subprocess
import time

import httpx
import pytest
from authority import PASSWORD, Authenticator
from axe_playwright_python.sync_playwright import Axe
from centre import UUID, document, import_venue, sighting
from conftest import wait_for_port
from playwright.sync_api import Page, expect
from test_web import DESK, PATIENCE, PHONE, SMALL_TARGETS, assert_fits
from test_web_coupons import code

SECTIONS = {
    "merchant": ["today", "visitors", "campaigns", "offers", "till", "knowledge", "me"],
    "operator": ["plan", "beacons", "deployment", "survey", "staff", "journal", "me"],
}
SHOP = f"/api/merchant/{UUID}/100"


class Venue:
    """A running server with the built pages and one venue, and its machine's command line."""

    def __init__(self, url: str, cerca: pathlib.Path, folder: pathlib.Path, keys: dict[str, bytes]):
        self.url, self.cerca, self.folder, self.keys = url, cerca, folder, keys
        (folder / "password").write_text(PASSWORD + "\n")

    def admin(self, *arguments: str) -> str:
        database = ["--database", f"sqlite:{self.folder / 'cerca.sqlite'}"]
        command = [self.cerca, "admin", *arguments, *database]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def person(self, **choice) -> tuple[str, httpx.Client]:
        """Somebody new, signed in; with what they let the first shop know."""
        email = f"{secrets.token_hex(4)}@example.org"
        self.admin("user", "add", email, "--password-file", str(self.folder / "password"))
        client = httpx.Client(base_url=self.url, timeout=60)
        answer = client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        client.cookies.clear()
        if choice:
            chosen = client.put("/api/choices", json={"shops": [{"venue": UUID, "major": 100, **choice}]})
            assert chosen.status_code == 200, chosen.text
        return email, client

    def staff(self, role: str, *shops: int) -> tuple[str, Authenticator]:
        """Somebody new with an authenticator app, entrusted beside the running server."""
        email, client = self.person()
        begun = client.post("/api/account/factor", json={"password": PASSWORD})
        assert begun.status_code < 300, begun.text
        app = Authenticator(begun.json()["otpauth"])
        confirmed = client.post("/api/account/factor/confirm", json={"code": app.code()})
        assert confirmed.status_code == 200, confirmed.text
        majors = [argument for shop in shops for argument in ("--shop", str(shop))]
        self.admin("venue-role", "give", email, role, "--venue", UUID, *majors)
        return email, app


@pytest.fixture(scope="module")
def venue(cerca, free_port, tmp_path_factory):
    """One server with two shops for all tests."""
    folder = tmp_path_factory.mktemp("venue-consoles")
    port, database = free_port(), f"sqlite:{folder / 'cerca.sqlite'}"
    keys = import_venue(cerca, folder, database, document(shops=2, beacons=3))
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [cerca, "serve", "--port", str(port), "--database", database, "--no-rate-limits"],
            stdout=subprocess.DEVNULL, stderr=log, cwd=pathlib.Path(__file__).resolve().parent.parent)
        try:
            wait_for_port(port)
            yield Venue(f"http://127.0.0.1:{port}", cerca, folder, keys)
        finally:
            process.terminate()
            process.wait(60)


@pytest.fixture
def visit(pages, venue):
    """A function that opens a console in a fresh profile."""
    def open_page(role: str, size=DESK, scheme="light", locale="en-GB", expected=()) -> Page:
        page = pages.new(venue.url, size, expected, locale=locale, color_scheme=scheme)
        page.goto(f"/console/{role}")
        return page

    return open_page


def sign_in(page: Page, person: tuple[str, Authenticator]) -> None:
    email, app = person
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=code]").fill(app.code())
    page.locator("form.sign-in button[type=submit]").click()
    expect(page.locator("form.sign-in")).to_have_count(0)


def go(page: Page, section: str) -> None:
    page.locator(f"a[data-route={section}]").click()
    expect(page.locator(f"main[data-route={section}] h1")).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where CERCA_PICTURES says."""
    folder = os.environ.get("CERCA_PICTURES")
    if folder:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png", full_page=True)


@pytest.mark.parametrize("role", ["merchant", "operator"])
@pytest.mark.parametrize(("size", "scheme", "locale"), [
    (PHONE, "light", "es-CL"), (PHONE, "dark", "en-GB"), (DESK, "light", "pt-BR"), (DESK, "dark", "it-IT")])
def test_axe_finds_no_fault_and_nothing_sticks_out(visit, venue, role, size, scheme, locale):
    page = visit(role, size, scheme, locale)
    expect(page.locator("form.sign-in")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    picture(page, f"{role}-sign-in-{scheme}")
    sign_in(page, venue.staff(role, *([100] if role == "merchant" else [])))
    # Every name of a page can be read whole, and all of them stand in the row at once.
    assert page.locator(".navigation [data-route] span").evaluate_all(
        "spans => spans.filter(span => span.scrollWidth > span.clientWidth).map(span => span.textContent)") == []
    assert page.locator(".navigation ul").evaluate("row => row.scrollWidth <= row.clientWidth")
    for section in SECTIONS[role]:
        go(page, section)
        picture(page, f"{role}-{section}-{scheme}")
        assert_fits(page)
        # A field for photos is hidden, and its label is what is pressed.
        assert [target for target in page.evaluate(SMALL_TARGETS) if target[1:] != [1, 1]] == [], section
        faults = [(fault["id"], [node["target"] for node in fault["nodes"]])
                  for fault in Axe().run(page).response["violations"]]
        assert faults == [], section


def points_of(visitor: httpx.Client) -> list[str]:
    """The assets that are points."""
    assets = visitor.get("/api/market/assets").json()["assets"]
    return [one["name"] for one in assets if one["kind"] == "points"]


def test_an_offer_is_written_published_given_and_redeemed_once(visit, venue):
    """From an empty editor to a coupon at the till; a picture of its code is worth nothing a minute later."""
    words = f"A biscuit {secrets.token_hex(3)}"
    merchant = venue.staff("merchant", 100)
    # The editor of a new offer asks whether there is one already.
    page = visit("merchant", expected=["404"])
    sign_in(page, merchant)
    go(page, "offers")
    page.get_by_role("button", name="New offer").click()
    page.get_by_role("button", name="English").click()
    page.get_by_label("What it gives").fill(words)
    expect(page.locator(".shop-preview")).to_contain_text(words)
    page.get_by_label("Points").fill("20")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published: it begins in ten seconds.")).to_be_visible()
    picture(page, "merchant-offer-published")
    # Taken back, and published once more: nobody has had it in between.
    page.get_by_role("button", name="Undo: the publication").click()
    expect(page.get_by_text("The publication is taken back; nobody has had it.")).to_be_visible()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published: it begins in ten seconds.")).to_be_visible()

    _, visitor = venue.person(term="visits")
    coupon = None
    deadline = time.monotonic() + 60
    while coupon is None and time.monotonic() < deadline:
        time.sleep(2)
        visitor.post("/api/sightings", json=sighting(venue.keys, 100, 0))
        held = visitor.get("/api/coupons").json()["coupons"]
        coupon = next((one for one in held if one["text"].get("en") == words), None)
        if coupon is None:
            _, visitor = venue.person(term="visits")
    assert coupon is not None and coupon["state"] == "open", coupon
    shown = code(coupon["id"], time.time(), coupon["secret"])

    go(page, "till")
    page.get_by_label("Code", exact=True).fill(code(coupon["id"], time.time() - 600, coupon["secret"]))
    page.get_by_role("button", name="Redeem", exact=True).click()
    expect(page.locator("[data-outcome=photographed]")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(shown.lower())
    page.get_by_role("button", name="Redeem", exact=True).click()
    expect(page.locator("[data-outcome=redeemed]")).to_contain_text("20 points were paid.")
    expect(page.locator("main")).to_contain_text(words)
    picture(page, "merchant-till-redeemed")
    page.get_by_label("Code", exact=True).fill(code(coupon["id"], time.time(), coupon["secret"]))
    page.get_by_role("button", name="Redeem", exact=True).click()
    expect(page.locator("[data-outcome=used]")).to_be_visible()
    # The first points that anybody gets on a server make their asset, which the market looks for from time to time.
    deadline = time.monotonic() + 60
    while not (kinds := points_of(visitor)) and time.monotonic() < deadline:
        time.sleep(1)
    [points] = kinds
    lines = visitor.get(f"/api/market/balances/{points}/transactions").json()["transactions"]
    assert [line["amount"] for line in lines].count("20") == 1, lines
    # What is typed wrongly is told before anything is asked.
    page.get_by_label("Code", exact=True).fill("ABC")
    page.get_by_role("button", name="Redeem", exact=True).click()
    expect(page.locator("[data-outcome=mistyped]")).to_be_visible()


def test_a_role_that_ends_while_the_page_is_open_ends_there_too(visit, venue):
    merchant = venue.staff("merchant", 100, 101)
    page = visit("merchant", expected=["401", "403"])
    sign_in(page, merchant)
    go(page, "offers")
    venue.admin("venue-role", "end", merchant[0], "merchant", "--venue", UUID, "--shop", "100", "--shop", "101")
    page.locator("a[data-route=till]").click()
    page.locator("a[data-route=offers]").click()
    expect(page.get_by_role("heading", name="This is not yours to look after")).to_be_visible()
    picture(page, "merchant-role-ended")


def test_a_merchant_reads_no_other_shop(venue):
    """Each request is checked shop by shop: what is another's is refused, and so is whoever has no role."""
    email, app = venue.staff("merchant", 101)
    client = httpx.Client(base_url=venue.url, timeout=60)
    answer = client.post("/api/session/merchant", json={"email": email, "password": PASSWORD, "code": app.code()})
    assert answer.status_code == 201, answer.text
    client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    client.cookies.clear()
    for path in ["offers", "figures", "quarters", "beacons", "campaigns", "redemptions", "figures.csv"]:
        assert client.get(f"/api/merchant/{UUID}/101/{path}").status_code == 200, path
        refused = client.get(f"{SHOP}/{path}")
        assert (refused.status_code, refused.json()["code"]) == (403, "staff.not_yours"), path
    assert client.get(f"/api/operator/{UUID}/beacons").status_code == 403
    _, visitor = venue.person()
    assert visitor.get(f"{SHOP}/offers").json()["code"] == "accounts.wrong_role"


def test_a_beacon_is_claimed_once_proves_with_its_new_key_and_hangs_where_it_is_told(browser, visit, venue):
    """The claim goes from the console to an installer's phone; its key proves a visit, and the journal names each step."""
    page = visit("operator")
    sign_in(page, venue.staff("operator"))
    go(page, "deployment")
    page.locator("[data-beacon='101.1']").get_by_role("button").click()
    page.get_by_role("button", name="Make a claim").click()
    claim = page.locator(".fleet-code")
    expect(claim).to_be_visible()
    picture(page, "operator-install-claim")
    assert_fits(page)
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=venue.url, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    try:
        phone = context.new_page()
        phone.goto("/claim")
        phone.get_by_label("Code of the claim").fill("0000")
        phone.get_by_role("button", name="Get the settings").click()
        expect(phone.get_by_role("alert").first).to_be_visible()
        phone.get_by_label("Code of the claim").fill(claim.inner_text())
        phone.get_by_role("button", name="Get the settings").click()
        settings = phone.locator(".claim-settings")
        expect(settings).to_contain_text("Major")
        picture(phone, "claim-settings")
        assert_fits(phone)
        assert Axe().run(phone).response["violations"] == []
        given = dict(zip(settings.locator("dt").all_inner_texts(), settings.locator("dd").all_inner_texts()))
        # Nobody gets it twice.
        phone.goto("/claim")
        phone.get_by_label("Code of the claim").fill(claim.inner_text())
        phone.get_by_role("button", name="Get the settings").click()
        expect(phone.get_by_role("alert").first).to_be_visible()
    finally:
        context.close()
    venue.keys["101.1"] = bytes.fromhex(given["Key"].replace(" ", ""))
    _, visitor = venue.person()
    visitor.put("/api/choices", json={"shops": [{"venue": UUID, "major": 101, "term": "visits"}]})
    proved = visitor.post("/api/sightings", json=sighting(venue.keys, 101, 1))
    assert proved.status_code < 300, proved.text

    page.get_by_label("Metres from the left").fill("5.5")
    page.get_by_label("Metres from the top").fill("3")
    page.get_by_label("Metres above the floor").fill("2.4")
    page.get_by_role("button", name="It hangs here").click()
    expect(page.get_by_text("Where it hangs").first).to_be_visible()
    picture(page, "operator-install-steps")
    go(page, "journal")
    expect(page.locator("[data-intact=true]")).to_be_visible()
    actions = page.locator(".trail-row").evaluate_all("rows => rows.map(row => row.dataset.action)")
    assert {"claim.made", "claim.used", "beacon.placed", "session.begun"} <= set(actions), actions
    assert not [row for row in page.locator(".trail-row strong").all_inner_texts() if "." in row]


def test_a_plan_is_published_and_comes_back(visit, venue):
    """A shop gets another name; what it was is one version back, and the visitor's page has it at once."""
    page = visit("operator")
    sign_in(page, venue.staff("operator"))
    go(page, "plan")
    before = httpx.get(f"{venue.url}/api/venues/{UUID}").json()["shops"][0]["name"]
    page.locator("summary[data-act=shop]").click()
    page.locator("[data-act=shop-0]").click()
    name = page.get_by_label("Name", exact=True)
    name.fill("Almendra")
    name.press("Tab")
    picture(page, "operator-plan-chosen")
    page.get_by_role("button", name="Review and publish").click()
    picture(page, "operator-plan-review")
    page.locator(".plan-side").get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("is in force.").first).to_be_visible()
    assert httpx.get(f"{venue.url}/api/venues/{UUID}").json()["shops"][0]["name"] == "Almendra"
