"""The market's console in a real browser: two people settle, a pause is seen by everybody, the journal tells it."""

import json
import os
import pathlib
import secrets
import subprocess

import httpx
import pytest
from authority import PASSWORD, Authenticator
from axe_playwright_python.sync_playwright import Axe
from conftest import wait_for_port
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits

SECTIONS = ["requests", "markets", "limits", "ledger", "health", "journal", "staff"]


class Market:
    """A running server with the built pages, and its machine's command line."""

    def __init__(self, url: str, cerca: pathlib.Path, folder: pathlib.Path):
        self.url, self.cerca, self.folder = url, cerca, folder
        (folder / "password").write_text(PASSWORD + "\n")

    def admin(self, *arguments: str) -> str:
        database = ["--database", f"sqlite:{self.folder / 'cerca.sqlite'}"]
        command = [self.cerca, "admin", *arguments, *database]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def staff(self) -> tuple[str, Authenticator]:
        """Somebody new of the market's staff, entrusted beside the running server."""
        email = f"{secrets.token_hex(4)}@mercado.example"
        added = self.admin(
            "user", "add", email, "--role", "market", "--password-file", str(self.folder / "password"), "--json")
        return email, Authenticator(json.loads(added)["otpauth"])

    def person(self, pesos: str) -> tuple[str, httpx.Client]:
        """Somebody who trades, with money."""
        email = f"{secrets.token_hex(4)}@example.org"
        self.admin("user", "add", email, "--password-file", str(self.folder / "password"))
        self.admin("deposit", email, "CLP", pesos)
        client = httpx.Client(base_url=self.url, timeout=60)
        answer = client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        client.cookies.clear()
        return email, client


@pytest.fixture(scope="module")
def market(cerca, free_port, tmp_path_factory):
    """One server for all tests; more than 1,000 CLP need two people."""
    folder = tmp_path_factory.mktemp("market-console")
    port = free_port()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [cerca, "serve", "--port", str(port), "--database", f"sqlite:{folder / 'cerca.sqlite'}", "--no-rate-limits"],
            stdout=subprocess.DEVNULL, stderr=log, cwd=pathlib.Path(__file__).resolve().parent.parent)
        try:
            wait_for_port(port)
            site = Market(f"http://127.0.0.1:{port}", cerca, folder)
            site.admin("approval", "set", "CLP", "1000")
            yield site
        finally:
            process.terminate()
            process.wait(60)


@pytest.fixture
def visit(pages, market):
    """A function that opens the console in a fresh profile."""
    def open_page(size=DESK, scheme="light", locale="en-GB", expected=()) -> Page:
        page = pages.new(market.url, size, expected, locale=locale, color_scheme=scheme)
        page.goto("/console/market")
        return page

    return open_page


def sign_in(page: Page, market: Market) -> str:
    email, app = market.staff()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=code]").fill(app.code())
    page.locator("form.sign-in button[type=submit]").click()
    expect(page.locator("form.sign-in")).to_have_count(0)
    return email


def go(page: Page, section: str) -> None:
    page.locator(f"a[data-route={section}]").click()
    expect(page.locator(f"main[data-route={section}] h1")).to_be_visible()


def ask_for(client: httpx.Client, amount: str) -> str:
    """The number of a new withdrawal."""
    answer = client.post(
        "/api/market/withdrawals", json={"asset": "CLP", "amount": amount, "bankAccount": "Banco 1, 0001"})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def total(client: httpx.Client) -> str:
    balances = client.get("/api/market/balances").json()["balances"]
    return next(balance["total"] for balance in balances if balance["asset"] == "CLP")


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where CERCA_PICTURES says."""
    folder = os.environ.get("CERCA_PICTURES")
    if folder:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png", full_page=True)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_two_people_settle_and_the_journal_tells_it(visit, market, size):
    owner, client = market.person("50000")
    large, wrong = ask_for(client, "5000"), ask_for(client, "700")
    first = visit(size)
    eva = sign_in(first, market)
    row = first.locator(f"[data-request='{large}']")
    expect(row).to_contain_text(owner)
    expect(row).to_contain_text("5,000 CLP")
    picture(first, "requests")
    row.get_by_role("button", name="Approve first").click()
    expect(row).to_contain_text("A second person has to approve it too")
    assert total(client) == "50000"
    # Taken back and given again: a slip costs nothing.
    first.get_by_role("button", name=f"Undo: Withdrawal {large}").click()
    expect(row.get_by_role("button", name="Approve first")).to_be_visible()
    row.get_by_role("button", name="Approve first").click()
    expect(row.get_by_role("button", name="Take my approval back")).to_be_visible()

    second = visit(size, scheme="dark")
    sign_in(second, market)
    same = second.locator(f"[data-request='{large}']")
    expect(same).to_contain_text(f"Approved by {eva}")
    same.get_by_role("button", name="Paid out").click()
    expect(second.get_by_role("dialog")).to_contain_text("Banco 1, 0001")
    picture(second, "settle-dark")
    second.get_by_role("dialog").get_by_role("button", name="Paid out").click()
    expect(same).to_have_count(0)
    assert total(client) == "45000"

    # The other one is refused, and its owner reads why.
    second.locator(f"[data-request='{wrong}']").get_by_role("button", name="Refuse").click()
    dialog = second.get_by_role("dialog")
    dialog.get_by_role("button", name="Refuse").click()
    expect(dialog.get_by_role("alert").filter(has_text="Say why.")).to_be_visible()
    dialog.get_by_label("Reason").fill("The name on the account is another one.")
    dialog.get_by_role("button", name="Refuse").click()
    expect(dialog).to_have_count(0)
    refused = next(one for one in client.get("/api/market/requests").json()["requests"] if one["id"] == wrong)
    assert (refused["status"], refused["reason"]) == ("refused", "The name on the account is another one.")

    go(second, "journal")
    expect(second.locator("[data-intact=true]")).to_contain_text("The journal is as it was written")
    rows = second.locator(".trail-row").filter(has_text=f"{large} withdrawal 5000 CLP")
    assert rows.evaluate_all("rows => rows.map(row => row.dataset.action)") == [
        "request.settled", "request.approved", "request.unapproved", "request.approved"]
    expect(second.locator("main")).not_to_contain_text(owner)
    picture(second, "journal-dark")


def test_a_pause_is_seen_by_everybody_and_taken_back(visit, market):
    page = visit()
    sign_in(page, market)
    go(page, "markets")

    def is_active() -> bool:
        markets = httpx.get(f"{market.url}/api/market/markets").json()["markets"]
        return next(one["isActive"] for one in markets if one["name"] == "XLMCLP")

    row = page.locator("[data-market=XLMCLP]")
    row.get_by_role("button", name="Pause: XLMCLP").press("Enter")
    expect(row).to_contain_text("Paused")
    expect(row.get_by_role("button", name="Resume: XLMCLP")).to_be_focused()
    assert not is_active()
    page.get_by_role("button", name="Undo: XLMCLP").click()
    expect(row.get_by_role("button", name="Pause: XLMCLP")).to_be_visible()
    assert is_active()
    # Fees: what is no percentage is said beside its field, and what is one is taken.
    row.get_by_role("button", name="Fees: XLMCLP").click()
    dialog = page.get_by_role("dialog")
    maker = dialog.get_by_label("Maker")
    maker.fill("101")
    dialog.get_by_role("button", name="Save").click()
    expect(maker).to_have_attribute("aria-invalid", "true")
    maker.fill("0,25")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(row).to_contain_text("0.25% maker")
    # An asset and a market with it.
    page.get_by_role("button", name="Add an asset").click()
    dialog.get_by_label("Short name").fill("usd")
    dialog.get_by_label("Name in words").fill("US-Dollar")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator("[data-asset=USD]")).to_be_visible()
    page.get_by_role("button", name="Add a market").click()
    dialog.get_by_label("Bought and sold").select_option("ETH")
    dialog.get_by_label("Prices are in").select_option("USD")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator("[data-market=ETHUSD]")).to_be_visible()
    page.locator("[data-asset=USD]").get_by_role("button").click()
    dialog.get_by_label("Least withdrawal").fill("10")
    picture(page, "terms")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator("[data-asset=USD]")).to_contain_text("at least 10 USD")


def test_an_account_is_found_by_its_whole_address_alone(visit, market):
    email, client = market.person("9000")
    page = visit(PHONE, expected=["404"])
    sign_in(page, market)
    go(page, "limits")
    field = page.get_by_label("E-mail")
    field.fill(email.replace("@", "@x."))
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("alert").filter(has_text="There is no account with exactly this address")).to_be_visible()
    field.fill(email.upper())
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Change: CLP").click()
    page.get_by_role("dialog").get_by_label("Most in 24 hours").fill("2000")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.locator("[data-asset=CLP]")).to_contain_text("2,000 CLP a day")
    assert client.get("/api/market/balances/CLP/withdrawal-terms").json()["most"] == "2000"
    page.get_by_role("button", name="Undo: CLP").click()
    expect(page.locator("[data-asset=CLP]")).not_to_contain_text("2,000 CLP a day")
    assert "dailyLimit" not in client.get("/api/market/balances/CLP/withdrawal-terms").json()
    go(page, "journal")
    expect(page.locator("[data-action='account.found']")).to_have_count(2)
    expect(page.locator("main")).not_to_contain_text(email)


@pytest.mark.parametrize(("size", "scheme", "locale"), [
    (PHONE, "light", "es-CL"), (PHONE, "dark", "en-GB"), (DESK, "light", "pt-BR"), (DESK, "dark", "it-IT")])
def test_axe_finds_no_fault_and_nothing_sticks_out(visit, market, size, scheme, locale):
    _, client = market.person("50000")
    ask_for(client, "5000")
    page = visit(size, scheme, locale)
    expect(page.locator("form.sign-in")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    picture(page, f"sign-in-{scheme}")
    sign_in(page, market)
    for section in SECTIONS:
        go(page, section)
        if section == "ledger":
            page.locator("main .button-primary").click()
            expect(page.locator("[data-audit=ended]")).to_be_visible()
        if section == "health":
            expect(page.locator("[data-health=well]")).to_be_visible()
        expect(page.locator(".loading")).to_have_count(0)
        assert_fits(page)
        assert page.evaluate(SMALL_TARGETS) == [], section
        faults = [(fault["id"], [node["target"] for node in fault["nodes"]])
                  for fault in Axe().run(page).response["violations"]]
        assert faults == [], section
        picture(page, f"{section}-{scheme}")


def test_a_visitors_session_is_nobody_here(visit, market):
    _, client = market.person("1")
    for path in ["requests", "catalogue", "journal", "health", "audit"]:
        answer = client.get(f"/api/console/market/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "accounts.wrong_role"), path
    page = visit()
    expect(page.locator("form.sign-in")).to_be_visible()


def test_a_list_that_does_not_come_says_so_and_comes_again(visit, market):
    page = visit(expected=["500", "Failed to load"])
    page.route("**/api/console/market/requests", lambda route: route.fulfill(status=500, body="{}"))
    sign_in(page, market)
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute("**/api/console/market/requests")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
