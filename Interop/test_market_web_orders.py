"""Orders in the browser: typed, weighed, sent once, cancelled and amended, with a real server behind the page."""

import csv
import io
import json
import os
import random
import re
from decimal import Decimal

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from exchange import PASSWORD, Exchange
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE  # noqa: F401

PRICE, AMOUNT, TOTAL = "Price", "Amount", "Total"
# How the page may look: two of the four always, each size and each scheme once.
LONG = pytest.mark.skipif("CERCA_LONG" not in os.environ, reason="takes as long again; set CERCA_LONG=1")
LOOKS = [
    pytest.param(PHONE, "dark", id="phone-dark"), pytest.param(DESK, "light", id="desk-light"),
    pytest.param(PHONE, "light", id="phone-light", marks=LONG), pytest.param(DESK, "dark", id="desk-dark", marks=LONG),
]


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    with Exchange(cerca, tmp_path_factory.mktemp("orders"), arguments=["--web", ROOT / "Web" / "dist"]) as exchange:
        maker = exchange.trader("maker@example.org", CLP=10**10, ETH=1000, XLM=10**6, EOS=10**6, EUR=10**7)
        exchange.maker = maker
        for step in range(1, 6):
            maker.order("XLMCLP", "sell", "50", 1010 + 10 * step)
            maker.order("XLMCLP", "buy", "40", 990 - 10 * step)
            maker.order("EOSCLP", "sell", "20.5", f"{500 + step}.25")
            maker.order("EOSCLP", "buy", "10.25", f"{499 - step}.75")
        yield exchange


@pytest.fixture
def open_market(pages, exchange):  # noqa: F811
    """A function that opens the market's page for an account."""
    def begin(path: str, email: str | None, size=DESK, locale="en-US", scheme="light", expected=()) -> Page:
        page = pages.new(
            exchange.base, size, expected, locale=locale, color_scheme=scheme, timezone_id="America/Santiago",
            reduced_motion="reduce")
        if email is not None:
            body = {"email": email, "password": PASSWORD}
            assert page.request.post("/api/sessions", data=body, headers={"X-Cerca": "1"}).ok
            page.add_init_script("localStorage.setItem('cerca.signed-in', '1')")
        page.goto(f"/market#/{path}")
        return page

    return begin


def form(page: Page):
    return page.locator(".order-form")


def field(page: Page, label: str):
    return form(page).get_by_label(label, exact=True)


def order_button(page: Page):
    return form(page).locator(".order-submit")


def is_weighed(page: Page) -> None:
    """Waits until the server has said what the order would do."""
    expect(form(page).locator(".order-preview[aria-busy=false] [data-row=gives]").first).not_to_have_text("–")


def type_order(page: Page, side: str, price: str, amount: str) -> None:
    form(page).get_by_role("button", name=side, exact=True).click()
    expect(form(page).locator(".order-balance .figures")).not_to_have_text("–")
    field(page, PRICE).fill(price)
    field(page, AMOUNT).fill(amount)
    is_weighed(page)


def is_armed(page: Page) -> bool:
    return order_button(page).evaluate("button => button.classList.contains('is-armed')")


def press(page: Page) -> None:
    """Presses the button, once more where the order is unusual: a press that comes too soon for a second one is none."""
    order_button(page).click()
    while is_armed(page):
        order_button(page).click()


def buy_some(exchange, trader, amount: str) -> None:
    """A purchase that trades at once with an order that is there for it."""
    exchange.maker.order("XLMCLP", "sell", amount, "1005")
    trader.order("XLMCLP", "buy", amount, "1005")


def open_orders(trader) -> list[dict]:
    return [order for market in ("XLMCLP", "EOSCLP") for order in trader.get("/v2/orders/active", market=market, limit=100)]


@pytest.mark.parametrize("locale", ["es-CL", "en-US"])
def test_what_is_typed_is_shown_as_understood_and_sent_so(open_market, exchange, locale):
    email = f"typist-{locale.lower()}@example.org"
    exchange.trader(email, CLP=10**9, XLM=10**5)
    page = open_market("market/XLMCLP", email, DESK, locale)
    price, amount = ("Precio", "Cantidad") if locale == "es-CL" else (PRICE, AMOUNT)
    sent = []
    page.on("request", lambda request: request.url.endswith("/api/market/quotes") and sent.append(json.loads(request.post_data)))
    comma = locale == "es-CL"
    cases = [("1,5", "1.5"), ("1.5", "1.5"), ("1.234,5", "1234.5"), ("1,234.5", "1234.5"), ("1.234", "1234" if comma else "1.234"),
             ("12,001", "12.001" if comma else "12001"), (" 1 000,5", "1000.5"), (",5", "0.5"), ("1\u00a0000", "1000"),
             # Digits of every script have a value.
             ("１２", "12")]
    field(page, price).fill("990")
    for typed, value in cases:
        field(page, amount).fill("")
        sent.clear()
        field(page, amount).fill(typed)
        is_weighed(page)
        assert sent and sent[-1]["amount"] == value, (typed, sent)
        note = form(page).locator("[data-part=amount] .number-note")
        signs = str.maketrans({",": "", ".": ","}) if comma else str.maketrans({",": ""})
        shown = note.inner_text().split("XLM")[0].replace(".", "") if comma else note.inner_text().split("XLM")[0].replace(",", "")
        assert shown.strip("= \u00a0") == value.translate(signs if comma else {}), (typed, note.inner_text())
        assert field(page, amount).input_value() == typed, "what was typed stays"
    sent.clear()
    for typed in ["1e3", "-1", "1²", "1.2.3,4"]:
        field(page, amount).fill(typed)
        field(page, amount).blur()
        expect(form(page).locator("[data-part=amount] .number-fault p")).to_be_visible()
        order_button(page).click()
        assert field(page, amount).evaluate("input => input === document.activeElement")
    assert sent == []
    assert page.locator("input[type=number]").count() == 0
    field(page, amount).fill("7")
    field(page, amount).hover()
    page.mouse.wheel(0, 300)
    assert field(page, amount).input_value() == "7"


def test_everything_that_one_has_is_always_taken(open_market, exchange):
    draw = random.Random(6)
    for turn, (market, lot, tick) in enumerate([("BTCCLP", "0.00000001", "1"), ("ETHCLP", "0.00000001", "1"), ("ETHEUR", "0.00000001", "0.01")]):
        base, quote = market[:3], market[3:]
        email = f"all-{turn}@example.org"
        has = {base: f"{draw.randint(2, 900)}.{draw.randint(1, 10**9):09d}", quote: f"{draw.randint(5000, 10**6)}.{draw.randint(1, 10**12):012d}"}
        trader = exchange.trader(email, **has)
        page = open_market(f"market/{market}", email)
        for side in ("Sell", "Buy"):
            before = trader.balances()
            price = Decimal(draw.randint(100_000, 400_000)) * Decimal(tick)
            form(page).get_by_role("button", name=side, exact=True).click()
            field(page, PRICE).fill(f"{price.normalize():f}")
            form(page).get_by_role("button", name="100%", exact=True).click()
            is_weighed(page)
            press(page)
            expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
            if side == "Buy":
                # What the sale brought meanwhile can be had as well, so only the bound is certain.
                cost = price * Decimal(lot)
                assert Decimal(trader.balance(quote)[0]) < cost + Decimal(10**6), market
            else:
                assert Decimal(before[base][0]) - Decimal(trader.balance(base)[0]) > 0
                assert Decimal(trader.balance(base)[0]) < Decimal(lot)
            for order in trader.get("/v2/orders/active", market=market, limit=100):
                trader.cancel(order["id"])


def test_the_preview_is_what_happens(open_market, exchange):
    trader = exchange.trader("exact@example.org", CLP=10**6, EOS=500)
    page = open_market("market/EOSCLP", "exact@example.org")
    for side, kind, price, part, size in [
            ("Buy", "Market", None, AMOUNT, "3.3333"), ("Buy", "Market", None, TOTAL, "12,345.67"), ("Sell", "Limit", "498", AMOUNT, "12.0001"),
            ("Sell", "Market", None, AMOUNT, "1.2345"), ("Buy", "Limit", "502", TOTAL, "9,999.99")]:
        form(page).get_by_role("button", name=side, exact=True).click()
        form(page).get_by_role("button", name=kind, exact=True).click()
        if price is not None:
            field(page, PRICE).fill(price)
        field(page, part).fill(size)
        is_weighed(page)
        # The second preview is of a pair's stop.
        said = {row: form(page).locator(f"[data-row={row}]").first.inner_text() for row in ("gives", "receives", "fee")}
        number = {row: Decimal(re.search(r"[\d,]+(\.\d+)?", text).group().replace(",", "")) for row, text in said.items()}
        waits = "wait" in form(page).locator(".preview-sentence").first.inner_text()
        before = trader.balances()
        press(page)
        expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
        after = trader.balances()
        base, quote = [Decimal(after[asset][1]) - Decimal(before[asset][1]) for asset in ("EOS", "CLP")]
        given, received = (-quote, base) if side == "Buy" else (-base, quote)
        if not waits:
            assert (given, received) == (number["gives"], number["receives"]), (side, kind, said)
        for order in open_orders(trader):
            trader.cancel(order["id"])
        field(page, AMOUNT).fill("")


def test_ten_presses_are_one_order(open_market, exchange):
    trader = exchange.trader("hasty@example.org", CLP=10**6)
    page = open_market("market/XLMCLP", "hasty@example.org")
    type_order(page, "Buy", "985", "2")
    order_button(page).evaluate("button => { for (let press = 0; press < 10; press += 1) setTimeout(() => button.click(), press * 20); }")
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    expect(page.locator(".open-row")).to_have_count(1)
    assert len(open_orders(trader)) == 1


def test_an_answer_that_is_cut_off_is_asked_for_and_nothing_is_sent_twice(open_market, exchange):
    trader = exchange.trader("cut@example.org", CLP=10**6)
    page = open_market("market/XLMCLP", "cut@example.org", expected=["ERR_FAILED", "404"])
    type_order(page, "Buy", "985", "2")

    def arrive_and_cut(route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/market/orders", arrive_and_cut, times=1)
    press(page)
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    assert len(open_orders(trader)) == 1
    # One that did not arrive is told so, and sent again as the same order.
    page.route("**/api/market/orders", lambda route: route.abort(), times=1)
    type_order(page, "Buy", "984", "3")
    press(page)
    again = form(page).get_by_role("button", name="Send it again")
    expect(again).to_be_visible()
    assert len(open_orders(trader)) == 1
    # A press that comes right behind the answer belongs to what was answered, so it may take some.
    while again.count() > 0:
        again.evaluate_all("buttons => buttons.forEach(button => button.click())")
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    assert len(open_orders(trader)) == 2


def test_a_cancellation_that_comes_too_late_says_what_became_of_the_order(open_market, exchange):
    trader = exchange.trader("late@example.org", CLP=10**6)
    first, second = [trader.order("XLMCLP", "buy", "1", price)["id"] for price in ("989", "988")]
    page = open_market("orders", "late@example.org", expected=["409"])
    expect(page.locator(".open-row")).to_have_count(2)

    def fill_first(route) -> None:
        exchange.maker.order("XLMCLP", "sell", "1", "989")
        route.continue_()

    page.route(f"**/api/market/orders/{first}", fill_first, times=1)
    row = page.locator(f".open-row[data-id={first}]")
    row.get_by_role("button", name=re.compile("^Cancel")).click()
    expect(page.locator(".open-said")).to_contain_text("It was no longer open. Filled: 1 XLM at $989 on average.")
    # The row stays where it was as long as the pointer is on it, and the other one does not move.
    assert page.locator(".open-row").first.get_attribute("data-id") in (first, second)
    assert page.locator(".open-row").count() == 2
    page.mouse.move(5, 5)
    page.locator("h1").click()
    expect(page.locator(".open-row")).to_have_count(1)
    assert trader.get("/v2/orders/status", id=second)["status"] == "queued"


def test_an_order_is_changed_in_place_and_says_whether_it_keeps_its_turn(open_market, exchange):
    trader = exchange.trader("amend@example.org", CLP=10**6)
    number = trader.order("XLMCLP", "buy", "5", "987")["id"]
    page = open_market("orders", "amend@example.org")
    page.get_by_role("button", name=re.compile("^Change price or amount")).click()
    form_of = page.locator("form.amend")
    expect(form_of.get_by_label(PRICE, exact=True)).to_be_focused()
    form_of.get_by_label("Amount in all").fill("4")
    expect(form_of.locator(".amend-note")).to_have_text("It keeps its turn in the queue.")
    form_of.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".open-said")).to_have_text("Changed; it keeps its turn.")
    assert [(order["id"], order["amount"]["original"]) for order in open_orders(trader)] == [(number, "4")]
    page.get_by_role("button", name=re.compile("^Change price or amount")).click()
    form_of.get_by_label(PRICE, exact=True).fill("986")
    expect(form_of.locator(".amend-note")).to_contain_text("It loses its turn")
    page.keyboard.press("Enter")
    expect(page.locator(".open-said")).to_contain_text("Changed into another one.")
    assert [order["price"] for order in open_orders(trader)] == ["986"] and open_orders(trader)[0]["id"] != number


def test_a_session_that_ends_and_a_market_that_is_paused_meanwhile(open_market, exchange):
    trader = exchange.trader("ended@example.org", CLP=10**6)
    page = open_market("market/XLMCLP", "ended@example.org", expected=["401", "422"])
    type_order(page, "Buy", "985", "2")
    exchange.admin("market", "pause", "XLMCLP")
    try:
        press(page)
        expect(form(page).locator(".order-status, .order-closed").filter(has_text="paused").first).to_be_visible()
    finally:
        exchange.admin("market", "resume", "XLMCLP")
    assert field(page, AMOUNT).input_value() == "2"
    page.reload()
    type_order(page, "Buy", "985", "2")
    page.context.clear_cookies()
    press(page)
    expect(form(page).get_by_text("nothing was sent")).to_be_visible()
    # What was typed is still there, and comes along to where one signs in.
    assert field(page, AMOUNT).input_value() == "2"
    link = form(page).get_by_role("link", name=re.compile("^Sign in"))
    expect(link).to_be_visible()
    assert open_orders(trader) == []


def test_a_whole_order_by_keyboard_alone(open_market, exchange):
    trader = exchange.trader("keys@example.org", CLP=10**6, XLM=10)
    page = open_market("market/XLMCLP", "keys@example.org")
    expect(form(page).locator(".order-balance .figures")).not_to_have_text("–")
    page.keyboard.press("s")
    expect(form(page)).to_have_attribute("data-side", "sell")
    page.keyboard.press("m")
    expect(form(page).get_by_role("button", name="Market", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("l")
    page.keyboard.press("b")
    field(page, PRICE).focus()
    page.keyboard.type("980")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    assert field(page, PRICE).input_value() == "979.91"
    while not field(page, AMOUNT).evaluate("input => input === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(form(page).locator("[data-part=amount] .number-fault")).to_contain_text("Type an amount.")
    page.keyboard.type("2")
    is_weighed(page)
    page.keyboard.press("Enter")
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    expect(field(page, AMOUNT)).to_be_focused()
    assert field(page, AMOUNT).input_value() == "" and field(page, PRICE).input_value() == "979.91"
    cancel = page.get_by_role("button", name=re.compile("^Cancel: Buy"))
    cancel.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".open-said")).to_contain_text("Cancelled")
    assert open_orders(trader) == []
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost with the row"


def test_an_instant_exchange_is_never_worse_than_agreed_and_keeps_what_was_typed(open_market, exchange):
    trader, other = exchange.trader("instant@example.org", CLP=10**6), exchange.trader("faster@example.org", CLP=10**6)
    exchange.maker.order("EOSCLP", "sell", "20", "500")
    page = open_market("instant/EOSCLP/buy", "instant@example.org", PHONE, expected=["422"])
    given = page.get_by_label("You give", exact=True)
    page.get_by_role("button", name="0.1%", exact=True).click()
    given.fill("5,000")
    button = page.locator(".order-exchange")
    expect(button).to_have_text("Exchange $5,000 for 9.932 EOS")

    def be_faster(route) -> None:
        other.order("EOSCLP", "buy", "20", "500")
        route.continue_()

    page.route("**/api/market/instant", be_faster, times=1)
    button.click()
    expect(page.locator(".order-status")).to_contain_text("The price moved beyond the bound: nothing was exchanged.")
    assert given.input_value() == "5,000" and trader.balance("EOS")[0] == "0"
    # The new price is there, and takes a press of its own.
    expect(button).not_to_have_text("Exchange $5,000 for 9.932 EOS")
    said = re.search(r"for ([\d.]+) EOS", button.inner_text()).group(1)
    # One that comes right behind the answer still belongs to the old price.
    while "You bought" not in page.locator(".order-status").inner_text():
        button.click()
    assert trader.balance("EOS")[0] == said


def test_tables_and_repeating_of_what_was(open_market, exchange):
    trader = exchange.trader("past@example.org", CLP=10**6)
    buy_some(exchange, trader, "1.5")
    page = open_market("orders/history", "past@example.org", locale="es-CL")
    page.get_by_role("button", name=re.compile("^Ejecuciones:")).click()
    expect(page.locator(".fill-line")).to_have_count(1)
    # What is copied of a number is the number in full, with the reader's decimal sign.
    copied = page.locator(".open-fee data").evaluate("""number => {
      getSelection().selectAllChildren(number);
      const clipboardData = new DataTransfer();
      number.dispatchEvent(new ClipboardEvent('copy', {clipboardData, bubbles: true}));
      return clipboardData.getData('text/plain');
    }""")
    assert copied == "0,0102"
    page.get_by_text("Descargar como tabla").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Órdenes", exact=True).last.click()
    rows = list(csv.reader(io.StringIO(open(download.value.path(), encoding="utf-8-sig").read()), delimiter=";"))
    assert len(rows) == 2 and "1,5" in rows[1]
    page.get_by_role("link", name=re.compile("^Repetir")).click()
    expect(field(page, "Cantidad")).to_have_value("1,5")
    expect(field(page, "Precio")).to_have_value("1005")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_no_fault(open_market, exchange, size, scheme):
    email = f"axe-{scheme}-{size[0]}@example.org"
    trader = exchange.trader(email, CLP=10**6)
    for price in ("970", "971"):
        trader.order("XLMCLP", "buy", "1", price)
    buy_some(exchange, trader, "1")
    page = open_market("orders", email, size, "it-IT", scheme)
    found = []
    for path, mark in [("orders", ".open-row"), ("orders/history", ".open-row"), ("orders/fills", ".open-row"), ("instant", ".instant-form"),
                       ("settings", ".market-settings"), ("market/XLMCLP?side=buy&type=limit&price=1500&amount=1.234", ".order-form")]:
        page.goto(f"/market#/{path}")
        expect(page.locator(mark).first).to_be_attached()
        # Each that is opened is none of these any more.
        closed = page.locator("main details:not([open]) > summary:visible")
        while closed.count() > 0:
            closed.first.click()
        # Of the view of a market the form and the orders alone: its other parts have tests of their own.
        within = {"include": [[".order-form"], [".open-orders"]]} if path.startswith("market/") else None
        violations = Axe().run(page, context=within).response["violations"]
        found += [f"{path}: {fault['id']}: {node['html'][:160]}" for fault in violations for node in fault["nodes"]]
        page.set_viewport_size({"width": 320, "height": 700} if size == PHONE else {"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
    assert found == [], "\n".join(found)


def test_an_order_is_one_although_the_server_was_killed_before_it_answered(open_market, exchange):
    trader = exchange.trader("killed@example.org", CLP=10**6)
    page = open_market("market/XLMCLP", "killed@example.org", expected=["ERR_", "WebSocket", "404", "502"])
    type_order(page, "Buy", "981", "2")

    def arrive_and_kill(route) -> None:
        route.fetch()
        exchange.kill()
        exchange.start()
        route.abort()

    page.route("**/api/market/orders", arrive_and_kill, times=1)
    press(page)
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    assert [order["price"] for order in open_orders(trader)] == ["981"]


def test_a_halt_and_an_auction_are_said_and_hold_what_they_do_not_take(open_market, exchange):
    exchange.trader("phases@example.org", CLP=10**6, ETH=100)
    page = open_market("market/ETHCLP", "phases@example.org", expected=["422"])
    said = page.locator(".trade-paused")
    type_order(page, "Buy", "480", "2")
    expect(said).to_be_hidden()
    exchange.admin("market", "halt", "ETHCLP")
    expect(said).to_contain_text("halted")
    expect(form(page).locator(".order-closed")).to_contain_text("halted")
    expect(order_button(page)).to_have_attribute("aria-disabled", "true")
    exchange.admin("market", "auction", "ETHCLP", "--seconds", "600")
    expect(said).to_contain_text("Auction until")
    expect(form(page).locator(".order-closed")).to_contain_text("waits for the end of the auction")
    press(page)
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    assert len(page.request.get("/api/market/open-orders").json()["orders"]) == 1
    # Two that cross wait for one another, and what they come to is there to be read.
    exchange.trader("crosses@example.org", ETH=10).order("ETHCLP", "sell", "1.5", "470")
    expect(said).to_contain_text(re.compile(r"1\.5 ETH would trade at"))
    form(page).get_by_role("button", name="Market", exact=True).click()
    expect(form(page).locator(".order-closed")).to_contain_text("only limit and stop-limit orders")
    expect(order_button(page)).to_have_attribute("aria-disabled", "true")
    # Halted once more, its auction starts anew and ends at once: other tests use this market, too.
    exchange.admin("market", "halt", "ETHCLP")
    expect(said).to_contain_text("halted")
    exchange.admin("market", "auction", "ETHCLP", "--seconds", "1")
    expect(said).to_be_hidden()
    expect(form(page).locator(".order-closed")).to_be_hidden()
    exchange.admin("market", "cancel", "ETHCLP")


def test_an_order_ends_at_the_instant_that_was_chosen_and_shown(open_market, exchange):
    trader = exchange.trader("until@example.org", CLP=10**6)
    page = open_market("market/XLMCLP", "until@example.org")
    type_order(page, "Buy", "950", "1")
    form(page).locator("summary").click()
    form(page).get_by_role("radio", name=re.compile("^Until a date")).check()
    press(page)
    # Nothing is sent without an end: the field is asked for.
    expect(form(page).get_by_role("alert").filter(has_text="Choose a day")).to_be_visible()
    end = form(page).get_by_label("Ends on")
    expect(end).to_be_focused()
    end.fill("2031-07-01T13:05")
    expect(form(page).locator(".order-until .field-hint")).to_contain_text("13:05")
    press(page)
    expect(form(page).locator(".order-status[data-tone=ok]")).to_be_visible()
    expect(page.locator(".open-row .open-until")).to_contain_text("13:05")
    row = page.request.get("/api/market/open-orders").json()["orders"][0]
    # In July Chile's clocks are four hours behind.
    assert row["expiresAt"].startswith("2031-07-01T17:05:00"), row
    assert len(open_orders(trader)) == 1


def test_a_pair_is_sent_once_shown_as_one_and_ends_as_one(open_market, exchange):
    trader = exchange.trader("pair@example.org", CLP=10**6, XLM=20)
    page = open_market("market/XLMCLP", "pair@example.org")
    form(page).get_by_role("button", name="Pair (OCO)").click()
    form(page).get_by_role("button", name="Sell", exact=True).click()
    expect(form(page).locator(".order-balance .figures")).not_to_have_text("–")
    for label, text in ((PRICE, "1300"), ("Stop price", "700"), ("Limit once the stop is reached", "690"), (AMOUNT, "3")):
        field(page, label).fill(text)
    is_weighed(page)
    # Both are weighed before anything is sent.
    expect(form(page).get_by_role("region", name="What the stop would do").locator("[data-row=gives]")).to_have_text("3 XLM")
    expect(order_button(page)).to_have_text("Sell 3 XLM at $1,300, or at $690 from $700")
    press(page)
    expect(form(page).locator(".order-status[data-tone=ok]")).to_contain_text("both orders wait")
    orders = page.request.get("/api/market/open-orders").json()["orders"]
    assert {order["partner"] for order in orders} == {order["id"] for order in orders} and len(orders) == 2
    rows = page.locator(".open-row")
    expect(rows.filter(has_text="Pair")).to_have_count(2)
    rows.first.get_by_role("button", name=re.compile("^Cancel")).click()
    expect(page.locator(".open-said")).to_contain_text("the other order of the pair")
    expect(rows.filter(has_text="Cancelled")).to_have_count(2)
    assert open_orders(trader) == []
    reasons = {page.request.get(f"/api/market/orders/{order['id']}").json()["order"]["reason"] for order in orders}
    assert reasons == {"user", "partner"}
