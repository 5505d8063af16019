"""What the market's page is for: the tasks that people were given, by few taps; and that its orders are taken as it says.

The order form's own reckoning runs in node against a real server, with orders drawn by chance (`CERCA_LONG=1`: 200 of each).
"""

import decimal
import json
import os
import random
import re
import subprocess
import time
from decimal import ROUND_FLOOR, Decimal

import httpx
import pytest
from conftest import ROOT
from exchange import PASSWORD, Exchange
from playwright.sync_api import Page, expect
from test_web import PHONE  # noqa: F401

CASES = 200 if "CERCA_LONG" in os.environ else 20
# Whose amounts have so many decimal places; and markets of them by tick, lot and minimum.
ASSETS = {"AAA": 18, "BBB": 8, "CCC": 6, "DDD": 0}
MARKETS = {
    "AAABBB": ("0.01", "0.0001", "0.01"), "AAACCC": ("0.5", "0.00002", "0.0001"), "BBBCCC": ("0.0015", "0.1", "0.1"),
    "DDDCCC": ("0.01", "1", "3"), "BBBAAA": ("0.00000007", "0.003", "0.009"), "BBBDDD": ("7", "1", "2"),
}
# Counts each finger that goes down; typing is none.
COUNTED = "window.taps = 0; addEventListener('pointerdown', event => { if (event.isTrusted) window.taps += 1; }, true);"


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    arguments = ["--web", ROOT / "Web" / "dist", "--no-rate-limits"]
    with Exchange(cerca, tmp_path_factory.mktemp("tasks"), arguments=arguments) as exchange:
        for name, exponent in ASSETS.items():
            exchange.admin("asset", "add", name, "--decimals", min(exponent, 4), "--exponent", exponent)
        for name, (tick, lot, minimum) in MARKETS.items():
            exchange.admin("market", "add", name, "--tick", tick, "--lot", lot, "--minimum", minimum)
        exchange.maker = maker = exchange.trader("maker@example.org", CLP=10**9, XLM=10**6, **dict.fromkeys(ASSETS, 10**12))
        for step in range(1, 4):
            maker.order("XLMCLP", "sell", "50", 100 + step)
            maker.order("XLMCLP", "buy", "40", 100 - step)
        yield exchange


@pytest.fixture
def phone(pages, exchange):  # noqa: F811
    """A function that opens the market's page on a telephone as somebody who is signed in."""
    def begin(email: str, place: str = "markets") -> Page:
        page = pages.new(
            exchange.base, PHONE, is_mobile=True, has_touch=True, locale="es-CL", timezone_id="America/Santiago",
            reduced_motion="reduce")
        body = {"email": email, "password": PASSWORD}
        assert page.request.post("/api/sessions", data=body, headers={"X-Cerca": "1"}).ok
        page.add_init_script("localStorage.setItem('cerca.signed-in', '1')")
        page.add_init_script(COUNTED)
        page.goto(f"/market#/{place}")
        return page

    return begin


def begin_task(page: Page) -> None:
    """Goes to the start page, where no tap was made yet."""
    page.goto("/market#/markets")
    expect(page.locator("[data-market=XLMCLP]")).to_be_visible()
    page.evaluate("window.taps = 0")


def taps(page: Page) -> int:
    return page.evaluate("window.taps")


def test_the_six_tasks_take_few_taps(phone, exchange):
    seller = exchange.trader("seller@example.org", CLP=50_000, XLM=20)
    page = phone("seller@example.org")
    took = {}

    # What one XLM costs: it is there.
    begin_task(page)
    expect(page.locator("[data-market=XLMCLP] .market-ask")).to_contain_text("101")
    took["price"] = taps(page)

    # To sell one.
    page.locator("[data-market=XLMCLP] .market-row").tap()
    page.locator(".trade-door-sell").tap()
    form = page.locator(".order-form")
    form.get_by_label("Precio", exact=True).tap()
    page.keyboard.type("105")
    form.get_by_label("Cantidad", exact=True).tap()
    page.keyboard.type("1")
    expect(form.locator(".order-preview[aria-busy=false] [data-row=gives]").first).not_to_have_text("–")
    # It says all that it does, and of what.
    submit = form.locator(".order-submit")
    expect(submit).to_have_text("Vender 1 XLM a $105")
    submit.tap()
    expect(form.locator(".order-status[data-tone=ok]")).to_be_visible()
    took["sell"] = taps(page)
    assert [order["price"] for order in seller.get("/v2/orders/active", market="XLMCLP")] == ["105"]

    # To cancel it.
    begin_task(page)
    page.locator('nav [data-route="orders"]').tap()
    page.get_by_role("button", name=re.compile("^Cancelar: Vender")).tap()
    expect(page.locator(".open-said")).to_contain_text("Cancelada")
    took["cancel"] = taps(page)
    assert seller.get("/v2/orders/active", market="XLMCLP") == []

    # To see who wants to buy and to sell at which prices.
    begin_task(page)
    page.locator("[data-market=XLMCLP] .market-row").tap()
    expect(page.locator(".trade-book")).to_contain_text("103")
    expect(page.locator(".trade-book")).to_contain_text("97")
    took["book"] = taps(page)

    # To see the candles.
    begin_task(page)
    page.locator("[data-market=XLMCLP] .market-row").tap()
    page.locator('.trade-switch [data-value="chart"]').tap()
    expect(page.locator(".trade-chart canvas").first).to_be_visible()
    took["candles"] = taps(page)

    # To see what one has.
    begin_task(page)
    page.locator('nav [data-route="wallet"]').tap()
    expect(page.locator('[data-asset="XLM"] .balance-total')).to_contain_text("20")
    took["balances"] = taps(page)

    most = {"price": 0, "sell": 6, "cancel": 3, "book": 2, "candles": 2, "balances": 1}
    assert all(took[task] <= most[task] for task in most), took


# What looks as if it could be touched: rows, cards and items of lists. A finger on the middle of each has to do something.
# The line between a book's sides is none of them.
DEAD = """() => {
  const way = 'a[href], button, input, select, textarea, summary, label, canvas, .taps-into';
  const looks = 'main li, main tbody tr:not(.book-middle), main .card, main [class$="-row"], main [class$="-card"], main [class$="-item"]';
  const seen = [...document.querySelectorAll(looks)].filter(element => element.checkVisibility({visibilityProperty: true}) && element.closest('form, .amend-row, .tip') === null
    && element.getBoundingClientRect().height > 1);
  const dead = seen.filter(element => {
    element.scrollIntoView({block: 'center'});
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit === null || hit.closest(way) === null;
  });
  return {seen: seen.length, dead: dead.map(element => element.outerHTML.slice(0, 160))};
}"""


def test_whatever_looks_like_a_row_leads_on(phone, exchange):
    trader = exchange.trader("rows@example.org", CLP=50_000, XLM=20)
    trader.order("XLMCLP", "sell", "1", "104")
    trader.order("XLMCLP", "buy", "1", "101")
    page = phone("rows@example.org")
    open_amend, fills, book = ".amend-row form", ".fill-line", ".order-form"
    places = {
        # What is there to be touched, and what is there after it was.
        "markets": ("[data-market=XLMCLP] .market-title", ".trade-book"), "orders": (".open-row .open-time", open_amend),
        "orders/history": (".open-row .open-fee", fills), "orders/fills": (".open-row .open-time", ".trade-book"),
        "wallet": ("[data-asset=XLM] .balance-available", ".statement-row"),
        "wallet/CLP": ("[data-kind=trade] time", ".open-row .open-fee"), "more": ("main li a", "main[data-route=alerts], main[data-route=settings]"),
        "market/XLMCLP": (".trade-book tbody tr:has-text('103')", book),
    }
    for place, (touched, after) in places.items():
        page.goto(f"/market#/{place}")
        expect(page.locator(touched).first).to_be_visible()
        found = page.evaluate(DEAD)
        assert found["seen"] > 0 and found["dead"] == [], (place, found)
        # What lies over it is what is touched; heads that stay in sight lie over the ends of lists.
        page.locator(touched).first.evaluate("element => element.scrollIntoView({block: 'center'})")
        page.locator(touched).first.tap(force=True)
        expect(page.locator(after).first).to_be_visible()


# What the form sends


class Form:
    """The order form's reckoning, in node."""

    def __init__(self, folder):
        bundle = folder / "form.mjs"
        subprocess.run(
            ["esbuild", ROOT / "Interop" / "market_web_form.ts", "--bundle", "--platform=node", "--format=esm", f"--outfile={bundle}",
             "--log-level=warning"], check=True)
        self.process = subprocess.Popen(["node", bundle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question) -> dict:
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def form(exchange, tmp_path_factory):
    form = Form(tmp_path_factory.mktemp("form"))
    # The running server notices new markets after a moment.
    deadline = time.monotonic() + 60
    while not set(MARKETS) <= {market["name"] for market in httpx.get(f"{exchange.base}/api/market/markets").json()["markets"]}:
        assert time.monotonic() < deadline, "the markets are not open"
        time.sleep(0.05)
    yield form
    form.process.stdin.close()
    form.process.wait(60)
    form.process.stdout.close()


class Session:
    """Somebody as the page is signed in."""

    def __init__(self, exchange: Exchange, email: str):
        self.client = httpx.Client(base_url=exchange.base, timeout=60)
        answer = self.client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        self.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        self.client.cookies.clear()

    def get(self, path: str) -> dict:
        answer = self.client.get(f"/api/market/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: dict, status: int) -> dict:
        answer = self.client.post(f"/api/market/{path}", json=body)
        assert answer.status_code == status, (body, answer.text)
        return answer.json()

    def balances(self) -> dict[str, dict[str, Decimal]]:
        return {
            balance["asset"]: {name: Decimal(balance[name]) for name in ("total", "available")}
            for balance in self.get("balances")["balances"]}

    def end(self, order: str) -> None:
        answer = self.client.delete(f"/api/market/orders/{order}")
        assert answer.status_code in (200, 204, 409), answer.text


def plain(number: Decimal) -> str:
    return f"{number.normalize():f}"


def floor(number: Decimal, step: Decimal) -> Decimal:
    return (number / step).to_integral_value(ROUND_FLOOR) * step


def asked(market: str, side: str, available: Decimal, **more) -> dict:
    """A question to the form about a market."""
    tick, lot, minimum = MARKETS[market]
    return {
        "market": market, "side": side, "locale": "es-CL", "tick": tick, "lot": lot, "minimum": minimum, "available": plain(available),
        "exponents": {"buy": ASSETS[market[3:]], "sell": ASSETS[market[:3]]}, "fields": [], **more}


def test_all_that_one_has_is_always_taken(exchange, form):
    chance = random.Random(6)
    trader = exchange.trader("all@example.org")
    session = Session(exchange, "all@example.org")
    with decimal.localcontext(prec=60):
        for case in range(CASES):
            market = chance.choice(list(MARKETS))
            side = chance.choice(["buy", "sell"])
            tick, lot, minimum = map(Decimal, MARKETS[market])
            gives = market[3:] if side == "buy" else market[:3]
            price = tick * chance.choice([chance.randint(1, 9), chance.randint(10, 10**4), chance.randint(10**4, 10**7)])
            least = minimum * price if side == "buy" else minimum
            unit = Decimal(1).scaleb(-ASSETS[gives])
            more = floor(least * Decimal(chance.randint(10**6, 10**9)) / 10**6, unit) + unit * chance.randint(1, 10**4)
            trader.deposit(gives, plain(more))
            available = session.balances()[gives]["available"]
            answer = form.ask(**asked(market, side, available, type="limit", fields=[["price", plain(price)]], share="100",
                                      locale=chance.choice(["es-CL", "en-US"])))
            told = (market, side, plain(price), plain(available), answer)
            assert answer["faults"] == [], told
            amount = Decimal(answer["request"]["amount"])
            # A plain reckoning comes to the same lots, and so does the server's.
            assert amount == floor(available / price if side == "buy" else available, lot), told
            quote = session.post("quotes", {"market": market, "side": side, "price": plain(price), "share": "100"}, 200)
            assert Decimal(quote["order"]) == amount and quote["isCovered"], (told, quote)
            placed = session.post("orders", answer["request"] | {"clientId": f"all.{case}"}, 201)
            left = session.balances()[gives]["available"]
            assert 0 <= left < (price * lot if side == "buy" else lot), (told, left)
            session.end(placed["id"])
            assert session.balances()[gives]["available"] == available, told


def test_what_is_shown_is_what_happens(exchange, form):
    chance = random.Random(7)
    markets = list(MARKETS)
    trader = exchange.trader("shown@example.org", **dict.fromkeys(ASSETS, 10**9))
    session, maker = Session(exchange, trader.email), Session(exchange, "maker@example.org")
    traded = 0
    with decimal.localcontext(prec=60):
        for case in range(CASES):
            market = chance.choice(markets)
            tick, lot, minimum = map(Decimal, MARKETS[market])
            side = chance.choice(["buy", "sell"])
            middle = tick * 1000
            # A book of a few prices on the other side, which nobody touches meanwhile.
            book = []
            for step in range(chance.randint(1, 4)):
                away = tick * (1 + 3 * step) * (1 if side == "buy" else -1)
                size = minimum + lot * chance.randint(0, 5000)
                body = {"market": market, "side": "sell" if side == "buy" else "buy", "type": "limit", "amount": plain(size), "price": plain(middle + away)}
                book.append((maker.post("orders", body, 201)["id"], size))
            deep = sum(size for _, size in book)
            gives, receives = (market[3:], market[:3]) if side == "buy" else (market[:3], market[3:])
            before = session.balances()
            kind, by = chance.choice(["limit", "market"]), chance.choice(["amount", "total"])
            limit = middle + tick * chance.randint(0, 10) * (1 if side == "buy" else -1)
            amount = floor(deep * Decimal(chance.randint(1, 1200)) / 1000, lot) + minimum
            size = amount if by == "amount" else floor(amount * limit, Decimal("0.01")) + Decimal("0.01")
            fields = ([["price", plain(limit)]] if kind == "limit" else []) + [[by, plain(size)]]
            question = asked(market, side, before[gives]["available"], type=kind, fields=fields)
            first = form.ask(**question)
            assert first["quote"] is not None, (question, first)
            quote = session.post("quotes", first["quote"], 200)
            shown = form.ask(**question, quote=quote)
            if shown["faults"] == []:
                told = (question, quote, shown)
                order = session.post("orders", shown["request"] | {"clientId": f"shown.{case}"}, 201)
                preview = {name: Decimal(value) for name, value in shown["preview"].items()}
                if preview["waiting"]:
                    # What waits is the best price of its side, and meets somebody in one piece.
                    body = {"market": market, "side": "sell" if side == "buy" else "buy", "type": "limit", "amount": plain(preview["waiting"]),
                            "price": plain(limit)}
                    if preview["waiting"] >= minimum:
                        maker.post("orders", body, 201)
                after = session.balances()
                fee = Decimal(session.get(f"orders/{order['id']}")["order"]["fee"])
                if not preview["waiting"] or preview["waiting"] >= minimum:
                    happened = before[gives]["total"] - after[gives]["total"], after[receives]["total"] - before[receives]["total"], fee
                    assert happened == (preview["gives"], preview["receives"], preview["fee"]), (happened, told)
                    traded += 1
                session.end(order["id"])
            for each, _ in book:
                maker.end(each)
    assert traded > CASES / 2, traded
