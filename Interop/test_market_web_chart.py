"""Candles, depth and price alerts in a real browser: by touch, by keyboard and as a table, beside what the API says."""

import base64
import csv
import datetime
import io
import json
import re
import time

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from exchange import PASSWORD, Exchange
from playwright.sync_api import Page, Route, expect
from test_web import DESK, PHONE, assert_fits, wait_until  # noqa: F401

MARKET = "ETHCLP"
QUIET = "BTCCLP"
DAY = 86_400

# How many pixels of a picture are far from its background, and how many there are.
INK = """async picture => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, image.width, image.height);
  const light = place => 0.3 * data[place] + 0.6 * data[place + 1] + 0.1 * data[place + 2];
  const counts = new Map();
  for (let place = 0; place < data.length; place += 4) {
    const shade = Math.round(light(place));
    counts.set(shade, (counts.get(shade) ?? 0) + 1);
  }
  const [ground] = [...counts].sort((a, b) => b[1] - a[1])[0];
  let ink = 0;
  for (let place = 0; place < data.length; place += 4) if (Math.abs(light(place) - ground) > 40) ink += 1;
  return ink;
}"""


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    """A server whose market has traded for three days, as its clock was then."""
    folder = tmp_path_factory.mktemp("chart")
    common = ["--web", ROOT / "Web" / "dist", "--no-rate-limits", "--feed-interval", "100"]
    exchange = Exchange(cerca, folder, arguments=[*common, "--clock-offset", str(-3 * DAY)])
    with exchange:
        exchange.ana = exchange.trader("ana@example.org", ETH=100, CLP=100_000_000)
        exchange.bob = exchange.trader("bob@example.org", ETH=100, CLP=100_000_000)
        for offset, prices in [(-3 * DAY, [350_000, 351_500, 349_000]), (-DAY, [352_000, 350_500]), (0, [351_000, 350_000])]:
            if offset != -3 * DAY:
                exchange.kill()
                exchange.arguments = [*common, "--clock-offset", str(offset)]
                exchange.start()
            for price in prices:
                trade(exchange, price, "0.125", offset)
        yield exchange


def trade(exchange: Exchange, price: int, amount: str = "0.01", offset: int = 0) -> None:
    """Bob sells to Ana, by a clock that is `offset` seconds off; nothing else stands in the way."""
    for trader, side in ((exchange.bob, "sell"), (exchange.ana, "buy")):
        fields = {"market": MARKET, "side": side, "amount": amount, "type": "limit", "price": str(price)}
        answer = trader.call("POST", "/v2/orders/create", fields, timestamp=f"{time.time() + offset:.6f}")
        assert answer.json()["status"] == "success", answer.text


@pytest.fixture
def visit(pages, exchange):  # noqa: F811
    """Opens a place of the market's page; another host in its requests fails the test."""
    def open_page(place, size=DESK, email=None, scheme="light", expected=(), before=None, **options) -> Page:
        page = pages.new(exchange.base, size, expected, color_scheme=scheme, **({"locale": "en-GB"} | options))
        if email:
            answer = page.request.post("/api/sessions", data={"email": email, "password": PASSWORD})
            assert answer.status == 201, answer.text()
            page.add_init_script("localStorage.setItem('cerca.signed-in', 'yes')")
        if before:
            before(page)

        def ask(request) -> None:
            address = request.url.replace("ws://", "http://")
            if not address.startswith((exchange.base, "data:", "blob:")) or "example.org" in address:
                pages.faults.append(f"asked for {request.url}")

        page.on("request", ask)
        page.goto(f"/market#/{place}")
        return page

    return open_page


def chart(page: Page):
    """The drawing, once it is there and says what is in it."""
    drawing = page.locator(".chart-canvas")
    expect(drawing).to_have_attribute("aria-busy", "false")
    expect(page.locator(".chart-legend-prices")).not_to_be_empty()
    return drawing


def choose_frame(page: Page, name: str) -> None:
    page.locator(".chart-frames").get_by_role("button", name=name).click()
    expect(page.locator(".chart-frames [aria-pressed=true]")).to_have_text(name)
    chart(page)


def table(page: Page) -> list[list[str]]:
    """The rows of the table of candles: when each began, open, high, low, close and volume, as plain numbers."""
    rows = page.locator(".chart-table tbody tr").evaluate_all(
        "rows => rows.map(row => [row.dataset.start, ...[...row.cells].slice(1).map(cell => cell.textContent)])")
    return [[start, *(re.sub("[^0-9.]", "", cells[place]) for place in (0, 1, 2, 3, 5))] for start, *cells in rows]


def candles(exchange: Exchange, frame: int) -> list[list[str]]:
    answer = httpx.get(f"{exchange.base}/api/market/markets/{MARKET}/candles", params={"kind": "last", "frame": frame})
    return [
        [candle["start"].replace("Z", ".000Z") if "." not in candle["start"] else candle["start"],
         *(candle[name] for name in ("open", "high", "low", "close", "volume"))] for candle in answer.json()["candles"]]


def answered(frame: int, starts: list[datetime.datetime], prices) -> str:
    """An answer of the chart's route: a candle at each start."""
    points = []
    for start, (opened, closed) in zip(starts, prices):
        points.append({
            "start": start.strftime("%Y-%m-%dT%H:%M:%SZ"), "open": str(opened), "high": str(max(opened, closed)),
            "low": str(min(opened, closed)), "close": str(closed), "volume": "1", "count": 1, "isRunning": False})
    return json.dumps({"points": points, "at": "2026-04-06T00:00:00Z"})


def answering(make):
    """What has the page's questions for candles answered by `make`, which is given the frame."""

    def answer(route: Route) -> None:
        frame = int(re.search(r"frame=(\d+)", route.request.url)[1])
        route.fulfill(content_type="application/json", body=make(frame))

    def before(page: Page) -> None:
        # The stream would tell of today.
        page.route_web_socket("**/socket.io/**", lambda socket: None)
        page.route(f"**/markets/{MARKET}/chart?*", answer)

    return before


def test_candles_are_two_taps_away_and_their_table_is_what_the_api_says(visit, exchange):
    page = visit("markets", PHONE, has_touch=True, is_mobile=True)
    page.locator(f'[data-market="{MARKET}"] a').tap()
    page.get_by_role("button", name="Chart", exact=True).tap()
    drawing = chart(page)
    expect(drawing).to_have_attribute("aria-label", re.compile("ETHCLP, 1 hour each, .* low .* high "))
    assert_fits(page)
    page.get_by_role("button", name="As a table").tap()
    for name, frame in (("H1", 60), ("D1", 1440), ("M5", 5)):
        choose_frame(page, name)
        drawing.focus()

        def is_all_in_sight() -> bool:
            # Less and less close, until the first trade is in sight.
            page.keyboard.press("-")
            return table(page) == candles(exchange, frame)

        wait_until(page, is_all_in_sight, f"the table of {name} is what the API says")
        drawing.press("Escape")
    expect(page.locator(".chart-table tbody th").first).to_be_visible()


def test_the_next_frame_comes_from_memory_and_the_period_in_sight_stays(visit):
    asked = []

    def before(page: Page) -> None:
        page.on("request", lambda request: asked.append(request.url) if "/chart?" in request.url else None)

    page = visit(f"market/{MARKET}", before=before)
    chart(page)
    # The frames beside this one are fetched when there is nothing else to do.
    wait_until(page, lambda: all(any(f"frame={frame}" in url for url in asked) for frame in (15, 240)), "neighbours")
    page.wait_for_load_state("networkidle")
    summary = page.locator(".chart-canvas").get_attribute("aria-label")
    asked.clear()
    choose_frame(page, "M15")
    assert not any("frame=15" in url and "to=" not in url for url in asked), asked
    choose_frame(page, "W1")
    choose_frame(page, "H1")
    expect(page.locator(".chart-canvas")).to_have_attribute("aria-label", summary)
    page.get_by_label("What is drawn").click()
    page.get_by_role("button", name="M1 · 1 minute").click()
    chart(page)
    for name in ("EMA 21", "Bollinger 20, 2", "RSI 14", "MACD 12, 26, 9", "Logarithmic scale"):
        page.get_by_label(name).check()
    expect(page.locator(".chart-legend")).to_contain_text("MACD 12, 26, 9")
    page.reload()
    chart(page)
    expect(page.locator(".chart-frames [aria-pressed=true]")).to_have_text("M1")
    expect(page.locator(".chart-legend")).to_contain_text("RSI 14")


def test_a_trade_is_in_the_running_candle(visit, exchange):
    page = visit(f"market/{MARKET}")
    chart(page)
    trade(exchange, 350_777)
    expect(page.locator(".chart-legend-prices")).to_contain_text("350,777")
    trade(exchange, 350_000)
    expect(page.locator(".chart-legend-prices")).to_contain_text("C350,000")


def test_an_alert_is_made_on_the_chart_by_keyboard_told_once_and_made_again(visit, exchange):
    page = visit(f"market/{MARKET}", email="ana@example.org")
    drawing = chart(page)
    drawing.focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".chart-stage [aria-live]")).to_have_text(re.compile(r"^Price \$\d"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Price alert for ETHCLP")
    price = dialog.get_by_label("Price in CLP")
    expect(price).to_have_value(re.compile(r"^35\d{4}$"))
    price.fill("soon")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("This is no price.")
    price.fill("351900")
    expect(dialog).to_contain_text("When it rises to 351,900 CLP (+0.54% from now)")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(drawing).to_be_focused()
    expect(page.locator(".chart-handle-alert")).to_have_accessible_name("Alert at $351,900: remove")
    trade(exchange, 352_000)
    told = page.locator(".toast", has_text="ETH/CLP has reached $351,900 or more")
    expect(told).to_be_visible()
    expect(page.locator(".chart-handle-alert")).to_have_count(0)
    inbox = page.request.get("/api/inbox").json()["notifications"]
    assert [(each["market"], each["price"]) for each in inbox if each["kind"] == "price.reached"] == [(MARKET, "351900")]
    told.get_by_role("button", name="Again?").click()
    expect(page.locator(".toast", has_text="falls to $351,900")).to_be_visible()
    page.goto("/market#/alerts")
    waiting = page.locator("[data-alert]")
    expect(waiting).to_contain_text("At $351,900 or below")
    expect(waiting).to_contain_text("-0.03% from $352,000")
    expect(page.locator("[data-told]")).to_contain_text("ETH/CLP has reached $351,900 or more")
    waiting.get_by_role("button", name=re.compile("remove$")).click()
    expect(waiting).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(waiting).to_contain_text("At $351,900 or below")
    trade(exchange, 350_000)
    expect(page.locator("[data-told]")).to_have_count(2)
    expect(waiting).to_have_count(0)


def test_an_order_is_moved_on_the_chart_by_keyboard_and_the_loss_of_its_place_is_told(visit, exchange):
    order = exchange.ana.order(MARKET, "buy", "0.5", 349_600)
    page = visit(f"market/{MARKET}", email="ana@example.org")
    chart(page)
    handle = page.get_by_role("slider", name=re.compile("^Your order: buy 0.5 ETH at \\$349,600"))
    handle.focus()
    for key in ("ArrowUp", "PageUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(handle).to_have_attribute("aria-valuetext", "$349,610")
    page.keyboard.press("Escape")
    expect(handle).to_have_attribute("aria-valuetext", "$349,600")
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    question = page.get_by_role("dialog", name="Move the order?")
    expect(question).to_contain_text("from $349,600 to $349,590")
    expect(question).to_contain_text("It loses its place")
    question.get_by_role("button", name="Move to $349,590").click()
    expect(page.locator(".toast")).to_contain_text("The order stands at $349,590.")
    mine = page.request.get("/api/market/open-orders?limit=10").json()["orders"]
    assert [(each["price"], each["remaining"]) for each in mine] == [("349590", "0.5")]
    assert mine[0]["id"] != order["id"]
    exchange.ana.cancel(mine[0]["id"])
    expect(page.locator(".chart-handle-buy")).to_have_count(0)


def test_own_trades_and_what_is_out_of_sight_are_told(visit, exchange):
    orders = [exchange.ana.order(MARKET, "sell", "0.1", price) for price in (900_000, 950_000)]
    orders.append(exchange.ana.order(MARKET, "buy", "0.1", 1_000))
    page = visit(f"market/{MARKET}", email="ana@example.org")
    drawing = chart(page)
    expect(page.locator(".chart-outside-above")).to_have_text("▲ 2 orders above")
    expect(page.locator(".chart-outside-below")).to_have_text("▼ 1 order below")
    choose_frame(page, "D1")
    expect(drawing).to_have_attribute("aria-label", re.compile("You bought 0.[0-9]+ ETH.$"))
    page.get_by_role("button", name="As a table").click()
    expect(page.get_by_role("columnheader", name="Your trades")).to_be_visible()
    # All of the days' trades were Ana's, and none sold.
    bought = page.locator(".chart-table tbody tr").evaluate_all("rows => rows.map(row => [row.cells[6].textContent, row.cells[7].textContent])")
    assert len(bought) >= 3 and all(own == f"You bought {volume}." for volume, own in bought), bought
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK[0]
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    # Whoever does not want to see them does not.
    page.get_by_label("What is drawn").click()
    page.get_by_label("Own orders, trades and alerts").uncheck()
    expect(page.get_by_role("columnheader", name="Your trades")).to_be_hidden()
    expect(page.locator(".chart-outside:visible")).to_have_count(0)
    for order in orders:
        exchange.ana.cancel(order["id"])


def test_the_line_of_a_day_is_there_with_a_clock_that_is_wrong(visit):
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
    page = visit("markets", before=lambda page: page.clock.set_fixed_time(later))
    expect(page.locator(f'[data-market="{MARKET}"] .day-line path')).to_have_attribute("d", re.compile("^M.*L"))


@pytest.mark.parametrize("zone", ["America/Santiago", "Asia/Kolkata"])
def test_hours_that_come_twice_are_in_order_and_days_are_those_of_utc(visit, zone):
    begin = datetime.datetime(2026, 4, 4, 12)
    hours = [begin + datetime.timedelta(hours=number) for number in range(30)]
    days = [datetime.datetime(2026, 4, 1) + datetime.timedelta(days=number) for number in range(5)]
    make = lambda frame: answered(frame, *((days, [(10, 11)] * 5) if frame == 1440 else (hours, [(10, 11)] * 30)))  # noqa: E731
    page = visit(f"market/{MARKET}", timezone_id=zone, before=answering(make))
    chart(page)
    page.get_by_role("button", name="As a table").click()
    rows = page.locator(".chart-table tbody tr")
    expect(rows).to_have_count(30)
    starts = [row[0] for row in table(page)]
    assert starts == sorted(starts, reverse=True) and len(set(starts)) == 30
    names = page.locator(".chart-table tbody th").all_inner_texts()
    assert len(set(names)) == 30, names
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    lines = list(csv.reader(io.StringIO(text)))[1:]
    assert [line[0] for line in lines] == [hour.strftime("%Y-%m-%dT%H:%M:%SZ") for hour in hours]
    local = [datetime.datetime.fromisoformat(line[1]) for line in lines]
    assert [instant.astimezone(datetime.timezone.utc).replace(tzinfo=None) for instant in local] == hours
    if zone == "America/Santiago":
        assert any("23:00 UTC−3" in name for name in names) and any("23:00 UTC−4" in name for name in names)
    choose_frame(page, "D1")
    expect(rows).to_have_count(5)
    assert [re.sub(",", "", name) for name in page.locator(".chart-table tbody th").all_inner_texts()] == [
        f"{day.strftime('%a')} {day.day} Apr 2026" for day in reversed(days)]


@pytest.mark.parametrize("eyes", ["deuteranopia", "forced colours"])
def test_what_rose_and_what_fell_differ_in_shape(visit, eyes):
    starts = [datetime.datetime(2026, 4, 1) + datetime.timedelta(hours=number) for number in range(40)]

    def ink(prices) -> int:
        options = {"forced_colors": "active"} if eyes == "forced colours" else {}
        page = visit(f"market/{MARKET}", before=answering(lambda frame: answered(frame, starts, prices * 40)), **options)
        drawing = chart(page)
        page.get_by_label("What is drawn").click()
        page.get_by_label("Volume").uncheck()
        page.keyboard.press("Escape")
        if eyes == "deuteranopia":
            devices = page.context.new_cdp_session(page)
            devices.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
        box = drawing.bounding_box()
        clip = {"x": box["x"], "y": box["y"] + 60, "width": box["width"] - 90, "height": box["height"] - 120}
        return page.evaluate(INK, base64.b64encode(page.screenshot(clip=clip)).decode())

    rose, fell = ink([(100, 110)]), ink([(110, 100)])
    assert fell > 1.4 * rose > 0, (rose, fell)


def test_the_depth_is_said_by_words_and_keys_and_says_how_much_is_in_it(visit, exchange):
    for step in range(1, 6):
        exchange.bob.order(MARKET, "sell", "0.2", 355_000 + 1000 * step)
        exchange.ana.order(MARKET, "buy", "0.1", 345_000 - 1000 * step)
    exchange.ana.order(MARKET, "buy", "0.3", 200_000)
    page = visit(f"market/{MARKET}")
    page.get_by_role("button", name="Depth", exact=True).click()
    ground = page.locator(".depth-ground")
    expect(ground).to_have_attribute("aria-label", "Depth of ETHCLP, 5% around $350,000: 0.5 ETH to buy, 1 ETH to sell.")
    expect(page.locator(".depth")).to_contain_text("In sight: 0.5 ETH of 0.8 ETH to buy, 1 ETH of 1 ETH to sell.")
    expect(page.locator(".depth svg")).to_contain_text("Buy orders")
    ground.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".depth [aria-live]")).to_have_text("Sell orders up to $357,000: 0.4 ETH, $142,600, +2.00% from the middle")
    page.keyboard.press("Home")
    expect(page.locator(".depth-readout")).to_have_text("Buy orders down to $340,000: 0.5 ETH, $171,000, -2.86% from the middle")
    page.locator(".depth").get_by_role("button", name="1%", exact=True).click()
    expect(page.locator(".depth")).to_contain_text("In sight: 0 ETH of 0.8 ETH to buy, 0 ETH of 1 ETH to sell.")


def test_a_market_without_trades_and_an_answer_that_does_not_come_say_so(visit):
    page = visit(f"market/{QUIET}")
    expect(page.locator(".chart-over")).to_contain_text("No trade yet")
    broken = {"is": True}

    def before(page: Page) -> None:
        page.route(f"**/markets/{MARKET}/chart?*", lambda route: route.abort() if broken["is"] else route.fallback())

    page = visit(f"market/{MARKET}", before=before, expected=["ERR_FAILED"])
    height = page.locator(".chart-stage").bounding_box()["height"]
    retry = page.locator(".chart-over").get_by_role("button", name="Try again")
    expect(retry).to_be_visible()
    broken["is"] = False
    retry.click()
    chart(page)
    assert page.locator(".chart-stage").bounding_box()["height"] == height


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_nothing_is_in_the_way_of_anybody(visit, size, scheme):
    page = visit(f"market/{MARKET}/chart", size, email="ana@example.org", scheme=scheme)
    chart(page)
    page.get_by_role("button", name="As a table").click()
    expect(page.locator(".chart-table tbody tr").first).to_be_visible()
    page.get_by_label("What is drawn").click()
    for what in (".chart-place", ".depth"):
        if what == ".depth":
            page.get_by_role("button", name="Depth", exact=True).click()
            # Whether somebody offers anything or nobody does.
            expect(page.locator(".depth-over")).not_to_have_attribute("data-state", "loading")
        found = Axe().run(page, context=what).response["violations"]
        assert not found, json.dumps(found, indent=1)[:3000]
    assert_fits(page)
    page.goto("/market#/alerts")
    expect(page.get_by_role("button", name="New alert")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert not found, json.dumps(found, indent=1)[:3000]
    page.set_viewport_size({"width": 320, "height": 700})
    assert_fits(page)
