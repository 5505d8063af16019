"""The session of the market's page, which is the visitor's: coming from there, going back, and ending in every tab."""

import json
import re
import time
import urllib.parse

import pytest
from conftest import ROOT
from playwright.sync_api import Page, expect
from test_web import assert_fits, base_url, visit, wait_until  # noqa: F401


def sign_up(page: Page) -> None:
    page.get_by_role("textbox", name="E-mail").fill(f"trader-{time.time_ns()}@example.org")
    page.get_by_label("Password", exact=True).fill("walks among markets")
    page.locator("form button.button-primary").click()


def test_who_signs_in_for_the_market_comes_back_to_where_they_were(visit):  # noqa: F811
    page = visit("/market#/more")
    page.get_by_role("link", name="Sign in").click()
    sign_up(page)
    page.wait_for_url("**/market#/more")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize("elsewhere", ["https://example.org/market", "//example.org/market", "/marketing", "/api/account"])
def test_nobody_is_led_anywhere_else(visit, elsewhere):  # noqa: F811
    page = visit(f"/?next={elsewhere}#/me")
    sign_up(page)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.url.endswith(f"/?next={elsewhere}#/me")


def test_a_sign_out_in_one_tab_empties_the_others(visit):  # noqa: F811
    visitor = visit("/?next=/market#/me")
    sign_up(visitor)
    visitor.wait_for_url("**/market")
    other = visitor.context.new_page()
    other.goto("/market#/more")
    leave = other.get_by_role("button", name="Sign out")
    expect(leave).to_be_visible()
    visitor.goto("/#/me")
    visitor.get_by_role("button", name="Sign out").click()
    expect(leave).to_be_hidden()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    kept = other.evaluate("() => Object.keys(localStorage)")
    # Only what is the reader's own, whoever they are.
    assert set(kept) <= {"cerca.language", "cerca.market", "cerca.favourites", "cerca.visits", "cerca.visited"}, kept


def places(page: Page) -> list[str]:
    """Every place of the market's page, with what a place can have below it."""
    source = (ROOT / "Web" / "src" / "market" / "address.ts").read_text()
    found = re.findall(r'"([a-z]+)"', "".join(re.findall(r"export const (?:tabs|routes) = \[(.*?)\]", source, re.DOTALL)))
    assert len(set(found)) == len(found) >= 14, found
    market = page.evaluate("fetch('/api/market/markets').then(answer => answer.json())")["markets"][0]["name"]
    below = {
        "market": [f"/{market}", f"/{market}/chart", f"/{market}/orders"], "orders": ["", "/history", "/fills"], "wallet": ["", "/CLP"],
        "deposit": ["/CLP", "/ETH"], "withdraw": ["/CLP"], "instant": ["", f"/{market}/buy"],
    }
    return [name + rest for name in found for rest in below.get(name, [""])]


def look_at(page: Page, place: str) -> None:
    page.evaluate("""place => location.hash === '#/' + place || new Promise(done => {
        addEventListener('hashchange', () => done(), {once: true});
        location.hash = '#/' + place;
    })""", place)
    expect(page.locator(f"main[data-route={place.split('/')[0]}] h1").first).to_be_visible()
    wait_until(page, lambda: page.evaluate("document.querySelectorAll('main .loading').length === 0"), f"{place} stands")


# What browsers keep for a site.
KEPT = """async () => {
  const kept = {local: {...localStorage}, session: {...sessionStorage}, databases: (await indexedDB.databases()).map(({name}) => name), caches: []};
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) kept.caches.push(request.url);
  }
  return {...kept, cookies: document.cookie};
}"""


def test_a_whole_session_asks_nobody_else_and_leaves_nothing(visit, base_url):  # noqa: F811
    visitor = visit("/?next=/market#/me", size=(320, 640))
    asked, email = [], f"trader-{time.time_ns()}@example.org"
    visitor.context.on("request", lambda request: asked.append(request.url))
    visitor.context.on("page", lambda page: page.on("websocket", lambda socket: asked.append(socket.url)))
    visitor.on("websocket", lambda socket: asked.append(socket.url))
    visitor.get_by_role("textbox", name="E-mail").fill(email)
    visitor.get_by_label("Password", exact=True).fill("walks among markets")
    visitor.locator("form button.button-primary").click()
    visitor.wait_for_url("**/market")
    # In the longest of the languages, on the smallest of telephones.
    visitor.evaluate("localStorage.setItem('cerca.language', 'it')")
    market = visitor.context.new_page()
    market.set_viewport_size({"width": 320, "height": 640})
    market.goto("/market#/markets")
    everywhere = places(market)
    told = market.evaluate("""async () => {
        const get = path => fetch('/api/market/' + path).then(answer => answer.json());
        const [{balances}, {address}] = [await get('balances'), await get('balances/CLP/address')];
        return {balances, address};
    }""")
    purse = [balance["total"] for balance in told["balances"] if len(balance["total"].replace(".", "")) >= 4]
    assert purse, told
    shown = ""
    for place in everywhere:
        look_at(market, place)
        assert_fits(market)
        shown += market.locator("main").inner_text()
    assert any(re.sub(r"\..*", "", total) in re.sub(r"\D", "", shown) for total in purse), "the purse was in sight"

    # One tab signs out; the other one, which looks at money, is emptied.
    look_at(market, "wallet")
    expect(market.locator(".balance-row").first).to_be_visible()
    visitor.goto("/#/me")
    visitor.get_by_role("button", name="Esci").click()
    expect(market.locator(".balance-row")).to_have_count(0)
    signing = market.locator("main a[href*='next=']")
    expect(signing).to_be_visible()
    figures = [total.split(".")[0] for total in purse]
    for place in ("wallet", "wallet/CLP", "portfolio", "orders", "orders/history", "orders/fills", "deposit/CLP", "withdraw/CLP", "destinations",
                  "receive", "alerts", "more"):
        look_at(market, place)
        expect(signing.first).to_be_visible()
        bare = re.sub(r"[.,\s]", "", market.locator("body").inner_text())
        assert email not in bare and not [figure for figure in figures if figure in bare], place
    for tab in (visitor, market):
        kept = tab.evaluate(KEPT)
        allowed = {"language", "market", "favourites", "chart", "visits", "visited"}
        assert set(kept["local"]) <= {f"cerca.{name}" for name in allowed} and kept["session"] == {} and kept["cookies"] == "", kept
        assert kept["databases"] == [] and not [url for url in kept["caches"] if "/api/" in url], kept
        everything = json.dumps(kept)
        assert not [secret for secret in (email, told["address"], *figures) if secret in everything], kept
    # By this a later sign-in is known to come from here (Docs/privacy.md); no script reads it, and no session is left.
    assert {cookie["name"] for cookie in market.context.cookies() if cookie["value"]} <= {"cerca_known"}, market.context.cookies()

    hosts = {urllib.parse.urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urllib.parse.urlsplit(base_url).netloc}, hosts
    assert any(url.startswith("ws") for url in asked), "the stream is among them"
    said = [urllib.parse.unquote(url) for url in asked]
    secrets = [email, email.split("@")[0], "walks among markets", told["address"], *purse]
    assert not [(url, secret) for url in said for secret in secrets if secret in url]
