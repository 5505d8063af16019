"""Money on the market's page: balances, the value over time, deposits and withdrawals, payments by QR code."""

import itertools
import json
import os
import re
import struct
import urllib.parse
import zlib

import httpx
import pyotp
import pytest
import zxingcpp
from authority import Authenticator
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, chromium
from exchange import PASSWORD, Exchange
from playwright.sync_api import Page, expect
from test_passkeys import Visitor
from test_web import DESK, PHONE, assert_fits, visit, wait_until  # noqa: F401

SECRETS = "ana@example.org", "bea@example.org", "123456", "BancoUno"
# How the page may look: two of the four always, each size and each scheme once.
LONG = pytest.mark.skipif("CERCA_LONG" not in os.environ, reason="takes half a minute; set CERCA_LONG=1")
LOOKS = [
    pytest.param(PHONE, "dark", id="phone-dark"), pytest.param(DESK, "light", id="desk-light"),
    pytest.param(PHONE, "light", id="phone-light", marks=LONG), pytest.param(DESK, "dark", id="desk-dark", marks=LONG),
]


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wallet")
    with Exchange(cerca, folder, arguments=["--web", ROOT / "Web" / "dist", "--no-rate-limits"]) as server:
        server.ana = server.trader("ana@example.org", CLP=1_000_000, ETH="3.33333333")
        server.bea = server.trader("bea@example.org", CLP=500_000, ETH=10, XLM="1000.1234567")
        server.bea.order("ETHCLP", "sell", "1", "1234567")
        server.ana.order("ETHCLP", "buy", "0.12345678", "1234567")
        server.bea.order("XLMCLP", "sell", "500", "90.01")
        server.ana.order("XLMCLP", "buy", "33.3333333", "90.01")
        server.ana.order("XLMCLP", "buy", "100", "50")
        yield server


@pytest.fixture(scope="module")
def base_url(exchange):
    return exchange.base


@pytest.fixture
def enter(visit):  # noqa: F811
    """A function that opens a place of the market as somebody who is signed in."""
    def open_page(place: str, email: str | None = "ana@example.org", **options) -> Page:
        page = visit("/market#/more", **options)
        if email:
            status = page.evaluate("""async ([email, password]) => {
                const headers = {'Content-Type': 'application/json', 'X-Cerca': '1'};
                const sent = await fetch('/api/sessions', {method: 'POST', headers, body: JSON.stringify({email, password})});
                localStorage.setItem('cerca.signed-in', 'yes');
                return sent.status;
            }""", [email, PASSWORD])
            assert status in (200, 201)
        go(page, place)
        return page

    return open_page


def go(page: Page, place: str) -> None:
    """Opens a place of the market with a fresh page."""
    page.goto("about:blank")
    page.goto(f"/market#/{place}")


def turn(page: Page, place: str) -> None:
    """Goes on to another place of the same page, and waits until it stands."""
    page.evaluate("""place => location.hash === '#/' + place || new Promise(done => {
        addEventListener('hashchange', () => done(), {once: true});
        location.hash = '#/' + place;
    })""", place)
    expect(page.locator(f"main[data-route={place.split('/')[0]}] h1")).to_be_visible()
    still = "() => document.querySelectorAll('.loading').length === 0 && document.getAnimations().length === 0"
    wait_until(page, lambda: page.evaluate(still), f"{place} stands")


def pixels(png: bytes) -> memoryview:
    """A screenshot in shades of grey, row by row."""
    place, data, width, height, channels = 8, b"", 0, 0, 0
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place:place + 8])
        content = png[place + 8:place + 8 + length]
        if name == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", content)
            assert depth == 8 and interlaced == 0
            channels = {2: 3, 6: 4}[colour]
        elif name == b"IDAT":
            data += content
        place += length + 12
    raw, stride = zlib.decompress(data), width * channels
    before, grey = bytearray(stride), bytearray()
    for row in range(height):
        kind, line = raw[row * (stride + 1)], bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        for index in range(stride):
            left = line[index - channels] if index >= channels else 0
            up, corner = before[index], before[index - channels] if index >= channels else 0
            if kind == 4:
                guess = left + up - corner
                away = abs(guess - left), abs(guess - up), abs(guess - corner)
                added = (left, up, corner)[away.index(min(away))]
            else:
                added = (0, left, up, (left + up) // 2)[kind]
            line[index] = (line[index] + added) & 255
        grey += line[0::channels]
        before = line
    return memoryview(bytes(grey)).cast("B", shape=[height, width])


def read_code(page: Page) -> str:
    """What the QR code that is on the page says, read from a screenshot by a program that is not ours."""
    code = page.locator(".qr")
    expect(code).to_be_visible()
    assert code.bounding_box()["width"] >= 240
    found = zxingcpp.read_barcodes(pixels(code.screenshot()))
    assert len(found) == 1, found
    return found[0].text


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


# Balances


def test_rows_add_up_to_the_total_and_amounts_can_be_hidden(enter):
    page = enter("wallet", size=PHONE)
    rows = page.locator(".balance-row:not(.is-empty)")
    expect(rows).to_have_count(3)
    total = page.locator(".wallet-total")
    expect(total).to_contain_text(re.compile(r"\d"))
    expect(rows.locator(".balance-value .balance-figure").first).to_contain_text(re.compile(r"\d"))
    values = [number(text) for text in rows.locator(".balance-value .balance-figure").all_inner_texts()]
    assert sum(values) == number(total.inner_text()) > 1_000_000
    told = page.evaluate("fetch('/api/market/valuation').then(answer => answer.json())")
    assert number(total.inner_text()) == int(float(told["total"]))
    # What is in orders is part of the total.
    clp = page.locator('[data-asset="CLP"]')
    expect(clp.locator(".balance-held .balance-figure")).to_have_text("$5,000")
    expect(page.locator('[data-asset="BTC"] .balance-deposit')).to_be_visible()
    rows.first.locator(".tip-mark").click()
    expect(rows.first.locator(".tip-text")).to_contain_text("ETHCLP")
    page.get_by_role("button", name="Hide amounts").click()
    expect(total).to_have_text("•••••")
    assert not re.search(r"\d{3}", page.locator(".balance-rows").inner_text())
    page.get_by_role("button", name="Hide amounts").click()
    page.get_by_label("Hide small balances").check()
    expect(page.locator(".balance-row:visible")).to_have_count(2)


def test_the_statement_of_an_asset_opens_from_its_row_and_follows_filters(enter, exchange):
    page = enter("wallet", size=PHONE)
    # The whole row is the link.
    page.locator('[data-asset="CLP"] .balance-total').click(force=True)
    expect(page.locator(".statement-row")).to_have_count(3)
    page.get_by_label("Kind").select_option("deposit")
    expect(page.locator(".statement-row")).to_have_count(1)
    expect(page.locator(".statement-row")).to_contain_text("+$1,000,000")
    page.get_by_label("Until").fill("2020-01-01")
    expect(page.locator(".state")).to_contain_text("Nothing fits")
    page.get_by_label("Until").fill("")
    file = page.get_by_role("link", name="All as a table").get_attribute("href")
    table = page.request.get(file).text()
    assert table.startswith("\ufeff") and len(table.strip().splitlines()) == 4


def test_a_deposit_is_no_gain_and_the_last_point_is_now(enter, exchange):
    exchange.trader("cora@example.org", CLP=100_000)
    page = enter("portfolio", email="cora@example.org")
    for span in ("1D", "1W", "1M", "1Y", "All"):
        page.get_by_role("button", name=span, exact=True).click()
        expect(page.locator(".portfolio-body:not([aria-busy=true]) .wallet-total")).to_have_text("$100,000")
        expect(page.locator(".portfolio-gain")).to_have_text("Gain $0")
    page.get_by_text("As a table").click()
    expect(page.locator(".portfolio-table tbody tr")).to_have_count(1)
    expect(page.locator(".portfolio-table tbody td").first).to_have_text("$100,000")
    go(page, "wallet")
    expect(page.locator(".wallet-total")).to_have_text("$100,000")


# Deposits and withdrawals


def waiting(page: Page) -> str:
    """The number of the one request that waits."""
    card = page.locator('.request[data-status="waiting"]')
    expect(card).to_have_count(1)
    return card.get_attribute("data-request")


def test_a_deposit_waits_until_the_operator_has_settled_it(enter, exchange):
    exchange.trader("dora@example.org")
    page = enter("deposit/CLP", email="dora@example.org", size=PHONE)
    submit = page.get_by_role("button", name="Say that it is on its way")
    submit.click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("above zero")
    page.get_by_label("Amount").fill("123.456")
    expect(page.locator(".amount-heard")).to_have_text("= $123,456 CLP")  # pesos have no third place: it parts thousands
    page.get_by_label("Amount").fill("123456")
    page.get_by_label("From which account").fill("BancoUno, 777")
    page.get_by_label("Tracking code").fill("T-1")
    # However often it is pressed, it is one request.
    submit.evaluate("button => { for (let times = 0; times < 10; times += 1) button.click(); }")
    number = waiting(page)
    expect(page.locator(".request")).to_have_count(1)
    expect(page.locator(".request")).to_contain_text("$123,456 CLP")
    expect(page.locator(".request")).to_contain_text("ago")
    exchange.admin("requests", "settle", number)
    expect(page.locator('.request[data-status="settled"]')).to_have_count(1)
    go(page, "wallet/CLP")
    expect(page.locator(".statement-figures dd").first).to_have_text("$123,456")


def refuse(exchange: Exchange, number: str, reason: str) -> None:
    """Refuses a request by the console, as one of the market's staff."""
    email = "staff@mercado.example"
    added = exchange.admin("user", "add", email, "--role", "market", "--password-file", exchange.password_file, "--json")
    app = Authenticator(json.loads(added)["otpauth"])
    with httpx.Client(base_url=exchange.base, timeout=60) as client:
        signed = client.post("/api/console/market/session", json={"email": email, "password": PASSWORD, "code": app.code()})
        assert signed.status_code == 201, signed.text
        # The cookie alone would be taken for another site's.
        answer = client.post(f"/api/console/market/requests/{number}/refuse", json={"reason": reason}, headers={"X-Cerca": "1"})
        assert answer.status_code == 200, answer.text


def test_whoever_is_refused_reads_why(enter, exchange):
    exchange.trader("rosa@example.org", CLP=1000)
    page = enter("withdraw/CLP", email="rosa@example.org", size=(320, 640))
    number = post(page, "/api/market/withdrawals", {"asset": "CLP", "amount": "700", "bankAccount": "Banco 1, 0001"})["id"]
    why = "The name on the account is <b>another one</b>: " + "x" * 150
    refuse(exchange, number, why)
    go(page, "withdraw/CLP")
    refused = page.locator(f'[data-request="{number}"][data-status="refused"]')
    expect(refused.locator(".request-reason")).to_have_text(f"Reason: {why}")
    assert_fits(page)


def test_a_withdrawal_is_held_told_exactly_taken_back_and_paid_out(enter, exchange):
    exchange.admin("withdrawal", "set", "EUR", "--fee", "1.5", "--minimum", "10")
    exchange.trader("eva@example.org", EUR=100)
    page = enter("withdraw/EUR", email="eva@example.org", size=PHONE)
    page.get_by_label("Bank account, in words").fill("BancoUno, 777, Eva")
    amount = page.get_by_label("Amount")
    amount.fill("5")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("10.00 EUR")
    page.get_by_role("button", name="All", exact=True).click()
    expect(amount).to_have_value("100")
    amount.fill("40,5")
    expect(page.locator(".withdraw-preview")).to_contain_text("€39.00 EUR")
    page.get_by_role("button", name="Review").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("€40.50 EUR")
    expect(dialog).to_contain_text("BancoUno, 777, Eva")
    page.keyboard.press("Escape")
    expect(page.locator(".request")).to_have_count(0)
    for end, state in (("taken back", "cancelled"), ("paid out", "settled")):
        amount.fill("40.5")
        page.get_by_label("Bank account, in words").fill("BancoUno, 777, Eva")
        page.get_by_role("button", name="Review").click()
        dialog.get_by_role("button", name="Withdraw").click()
        number = waiting(page)
        assert page.evaluate("fetch('/api/market/balances').then(answer => answer.json())")["balances"][1] == {
            "asset": "EUR", "total": "100", "available": "59.5"}
        if end == "taken back":
            page.get_by_role("button", name="Take back").click()
            page.get_by_role("dialog").get_by_role("button", name="Take back").click()
        else:
            exchange.admin("requests", "settle", number)
        expect(page.locator(f'[data-request="{number}"][data-status="{state}"]')).to_be_visible()
        expect(page.locator(".withdraw-terms")).to_be_visible()


def test_the_address_book_checks_accounts_waits_a_day_and_can_be_insisted_on(enter, exchange):
    exchange.trader("fina@example.org", CLP=1000)
    page = enter("destinations", email="fina@example.org", size=PHONE, expected=["403"])
    page.get_by_role("button", name="Add a bank account").click()
    dialog = page.get_by_role("dialog").first
    dialog.get_by_label("Name").fill("Mi cuenta")
    dialog.get_by_label("Holder", exact=True).fill("Fina")
    dialog.get_by_label("RUT").fill("12345678-4")
    dialog.get_by_label("Bank", exact=True).fill("BancoUno")
    dialog.get_by_label("Number").fill("777888")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("alert").filter(visible=True)).to_contain_text("check digit")
    dialog.get_by_label("RUT").fill("12345678-5")
    dialog.get_by_role("button", name="Add").click()
    entry = page.locator("[data-destination]")
    expect(entry).to_contain_text("waits a day")
    expect(entry).to_contain_text("BancoUno, current account 777888, Fina")
    page.get_by_role("button", name="Insist on the book").click()
    expect(page.get_by_text("to the places of this book alone")).to_be_visible()
    go(page, "withdraw/CLP")
    expect(page.get_by_text("none for this asset can be used yet")).to_be_visible()
    go(page, "destinations")
    page.get_by_role("button", name="Remove Mi cuenta").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(entry).to_have_count(0)


# QR codes and payments


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_address_is_read_from_the_screen_in_both_themes(enter, scheme):
    for scale in (1, 3):
        page = enter("deposit/ETH", size=PHONE, scheme=scheme, device_scale_factor=scale)
        card = page.locator(".address-card")
        address = card.get_attribute("data-address")
        assert read_code(page) == address
        assert card.locator(".copy-value").inner_text().replace(" ", "") == address
        expect(card.locator(".address-asset").first).to_have_text("Only ETH (Ether)")


def ask(page: Page, amount: str) -> str:
    """Asks for a payment on the page; its link."""
    go(page, "receive/")
    page.get_by_label("Amount").fill(amount)
    page.get_by_label("Who asks").fill("Café Sur")
    page.get_by_label("What for").fill("Two <b>coffees</b>")
    page.get_by_role("button", name="Make the request").click()
    card = page.locator("[data-link]")
    expect(card).to_be_visible()
    return card.get_attribute("data-link")


def test_a_request_is_paid_once_however_often_it_is_pressed(enter, exchange):
    receiver = enter("receive", size=PHONE, scheme="dark")
    link = ask(receiver, "1,500.5")
    assert re.fullmatch(re.escape(exchange.base) + r"/market#/pay/[0-9a-f]{32}", link)
    assert read_code(receiver) == link
    assert read_code(receiver) == receiver.locator(".copy-value").inner_text()
    before = exchange.bea.balance("CLP")[0]
    payer = enter("pay", email="bea@example.org", size=PHONE, expected=["ERR_FAILED"])
    payer.get_by_label("Link or number").fill(link)
    payer.get_by_role("button", name="Open").click()
    expect(payer.locator(".payment-amount")).to_have_text("$1,500.5 CLP")
    expect(payer.locator(".payment-memo")).to_have_text("Two <b>coffees</b>")
    # Let go at once: nothing happens.
    hold = payer.locator(".hold-button")
    hold.click()
    expect(payer.locator(".hold-note")).to_contain_text("nothing was sent")
    # The first answer is lost, and everybody presses again.
    lost = []
    payer.route("**/pay", lambda route: (lost.append(route.fetch().status), route.abort()) if not lost else route.continue_())
    hold.focus()
    for _ in range(10):
        payer.keyboard.press("Enter")
    expect(payer.locator(".receipt")).to_contain_text("Paid")
    assert lost == [201]
    assert float(before) - float(exchange.bea.balance("CLP")[0]) == 1500.5
    expect(receiver.locator('.payment-status[data-status="paid"]')).to_be_visible()
    # Once more by the link: it is told, and the receipt is given again.
    payer.unroute("**/pay")
    go(payer, link.split("#/")[1])
    expect(payer.get_by_text("cannot be paid twice")).to_be_visible()
    payer.get_by_role("button", name="show the receipt").click()
    expect(payer.locator(".receipt")).to_be_visible()
    assert float(before) - float(exchange.bea.balance("CLP")[0]) == 1500.5
    receiver.get_by_text("Send back all or a part").click()
    receiver.get_by_label("How much to send back").fill("500,5")
    receiver.locator("form button[type=submit]").click()
    receiver.get_by_role("dialog").get_by_role("button", name="Send back").click()
    expect(receiver.locator('.payment-status[data-status="refunded"]')).to_be_visible()
    assert float(before) - float(exchange.bea.balance("CLP")[0]) == 1000


def test_late_changed_and_foreign_requests_are_refused_in_words(enter, exchange):
    lost = ["409", "422", "404"]
    link = ask(enter("receive"), "2000")
    path = link.split("#/")[1]
    payer = enter("pay", email="bea@example.org", size=PHONE, expected=lost)
    field, fault = payer.get_by_label("Link or number"), payer.locator(".form-fault:visible")
    for text, words in (
        ("bitcoin:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh?amount=1", "bitcoin"), ("hello", "no request"),
        (link.replace(exchange.base, "https://other.example"), "other.example"),
    ):
        field.fill(text)
        payer.get_by_role("button", name="Open").click()
        expect(fault).to_contain_text(words)
    before = exchange.bea.balance("CLP")
    # Somebody between shows another amount than the server asks for: what was shown is what is paid, or nothing.
    def other(route, **changes):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | changes)
    payer.route("**/payment-requests/*", lambda route: other(route, amount="20"))
    go(payer, path)
    expect(payer.locator(".payment-amount")).to_have_text("$20 CLP")
    payer.unroute("**/payment-requests/*")
    payer.locator(".hold-button").focus()
    payer.keyboard.press("Enter")
    payer.keyboard.press("Enter")
    expect(payer.locator(".payment-amount")).to_have_text("$2,000 CLP")
    # It ends while it is looked at.
    payer.route("**/payment-requests/*", lambda route: other(route, status="expired"))
    go(payer, path)
    expect(payer.get_by_text("too late to pay")).to_be_visible()
    expect(payer.locator(".hold-button")).to_have_count(0)
    payer.unroute("**/payment-requests/*")
    go(payer, "pay/" + "0" * 32)
    expect(payer.get_by_text("There is no such request")).to_be_visible()
    assert exchange.bea.balance("CLP") == before


def test_a_photo_of_the_screen_leads_to_the_request_and_a_stranger_to_the_sign_in(enter, visit, tmp_path):  # noqa: F811
    asking = enter("receive", size=PHONE)
    link = ask(asking, "77")
    photo = tmp_path / "photo.png"
    asking.screenshot(path=photo)
    stranger = visit("/market#/pay", size=PHONE)
    stranger.locator("input[type=file]").set_input_files(photo)
    expect(stranger.locator(".payment-amount")).to_have_text("$77 CLP")
    assert stranger.url == link
    way = stranger.get_by_role("link", name="Sign in")
    assert way.get_attribute("href") == f"/?next=%2Fmarket%23%2F{link.split('#/')[1].replace('/', '%2F')}#/me"
    stranger.goto("/market#/pay")
    blank = tmp_path / "blank.png"
    blank.write_bytes(stranger.locator("h1").screenshot())
    stranger.locator("input[type=file]").set_input_files(blank)
    expect(stranger.locator(".form-fault:visible")).to_contain_text("No QR code")


def filmed(code: memoryview, path) -> None:
    """A film of one picture for a camera that is none: a code on a light wall."""
    width, height = 640, 480
    rows, columns = code.shape
    assert rows <= height and columns <= width
    light = bytearray(b"\xd0" * (width * height))
    for row in range(rows):
        begin = ((height - rows) // 2 + row) * width + (width - columns) // 2
        light[begin:begin + columns] = bytes(max(16, min(235, code[row, column])) for column in range(columns))
    plain = b"\x80" * (width * height // 4)
    path.write_bytes(b"YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n" + b"".join([b"FRAME\n" + bytes(light) + plain + plain] * 4))


def test_a_camera_is_asked_for_after_a_press_and_reads_the_request(enter, exchange, browser, tmp_path):  # noqa: F811
    asking = enter("receive", size=PHONE)
    link = ask(asking, "88")
    film = tmp_path / "film.y4m"
    filmed(pixels(asking.locator(".qr").screenshot()), film)
    arguments = [
        "--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    watching = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    try:
        page = watching.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en-GB").new_page()
        page.add_init_script("""
            window.asked = 0;
            const camera = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = wish => { window.asked += 1; return camera(wish); };
        """)
        page.goto(f"{exchange.base}/market#/pay")
        press = page.get_by_role("button", name="Scan with the camera")
        expect(press).to_be_visible()
        assert page.evaluate("window.asked") == 0
        press.click()
        expect(page.locator(".payment-amount")).to_have_text("$88 CLP")
        assert page.url == link
    finally:
        watching.close()


def test_a_camera_that_is_refused_leaves_the_other_ways(visit):  # noqa: F811
    page = visit("/market#/pay", size=PHONE)
    page.evaluate("() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')); }")
    page.get_by_role("button", name="Scan with the camera").click()
    expect(page.locator(".form-fault:visible")).to_contain_text("The camera was not allowed")
    expect(page.get_by_label("Link or number")).to_be_visible()


def test_an_account_with_a_second_factor_is_asked_for_a_code(enter, exchange):
    exchange.trader("hugo@example.org", CLP=5000)
    link = ask(enter("receive"), "1200")
    page = enter("pay", email="hugo@example.org", size=PHONE, expected=["401", "403", "422"])
    code = recovery_code(page)
    go(page, link.split("#/")[1])
    expect(page.get_by_text("asked for a code")).to_be_visible()
    page.locator(".hold-button").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    pay = dialog.get_by_role("button", name="Pay")
    pay.click()
    expect(dialog.get_by_role("alert").filter(visible=True)).to_contain_text("six digits")
    dialog.get_by_role("button", name="Use a recovery code").click()
    for typed in ("AAAA-AAAA-AAAA-AAAA", code):
        dialog.locator("input[name=code]").fill(typed)
        pay.click()
        if typed != code:
            expect(dialog.get_by_role("alert").filter(visible=True)).to_contain_text("not right")
    expect(page.locator(".receipt")).to_be_visible()
    assert exchange.key("hugo@example.org").balance("CLP")[0] == "3800"


def test_an_account_with_a_passkey_shows_it_before_money_leaves(browser, exchange):  # noqa: F811
    exchange.origin = f"http://localhost:{exchange.port}"
    ida = Visitor(browser, exchange)
    try:
        ida.sign_up("ida@example.org")
        exchange.admin("user", "verify", "ida@example.org")
        exchange.admin("deposit", "ida@example.org", "CLP", "9000")
        ida.add_passkey()
        go(ida.page, "withdraw/CLP")
        ida.page.get_by_label("Bank account, in words").fill("BancoUno, 777, Ida")
        ida.page.get_by_label("Amount").fill("4000")
        ida.page.get_by_role("button", name="Review").click()
        dialog = ida.page.get_by_role("dialog")
        expect(dialog).to_contain_text("You will be asked for your passkey")
        used = ida.credentials()[0]["signCount"]
        dialog.get_by_role("button", name="Withdraw").click()
        waiting(ida.page)
        assert ida.credentials()[0]["signCount"] > used
    finally:
        ida.context.close()


def recovery_code(page: Page) -> str:
    """Turns on the second factor of whoever is signed in; one of the codes that stand for it."""
    begun = post(page, "/api/account/factor", {"password": PASSWORD})
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0]
    return post(page, "/api/account/factor/confirm", {"code": pyotp.TOTP(secret).now()})["codes"][0]


def post(page: Page, path: str, body: dict) -> dict:
    """What a route of the API answers whoever is signed in on the page."""
    return page.evaluate("""async ([path, body]) => {
        const headers = {'Content-Type': 'application/json', 'X-Cerca': '1'};
        return (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
    }""", [path, body])


def test_points_lead_from_the_offers_to_their_market_and_to_the_wallet(enter, exchange):
    exchange.admin("asset", "add", "PTS", "--kind", "points", "--title", "Puntos", "--decimals", 0, "--exponent", 0)
    exchange.admin("market", "add", "PTSCLP", "--tick", "1", "--lot", "1")
    exchange.trader("gina@example.org", CLP=1000, PTS=70)
    page = enter("wallet", email="gina@example.org", size=PHONE, expected=["404"])
    # Nobody has traded them yet, so that nothing says what they are worth.
    points = page.locator('[data-asset="PTS"]')
    expect(points.locator(".balance-value .balance-figure")).to_have_text("no price")
    expect(page.locator(".wallet-unpriced")).to_have_text("Without a price, so not in this sum: 1")
    expect(page.locator(".wallet-total")).to_have_text("$1,000")
    page.goto("/#/offers")
    mine = page.locator(".my-points")
    expect(mine).to_contain_text("My points: 70 PTS")
    expect(mine.get_by_role("link", name="To their market")).to_have_attribute("href", "/market#/market/PTSCLP")
    mine.get_by_role("link", name="In the wallet").click()
    expect(page.locator(".statement-figures dd").first).to_contain_text("70")


# Every view


PLACES = [
    "wallet", "wallet/CLP", "portfolio", "deposit/CLP", "deposit/ETH", "withdraw/CLP", "destinations", "receive", "pay",
]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_no_fault_and_nothing_of_money_is_in_an_address(enter, exchange, size, scheme):
    page = enter("wallet", size=size, scheme=scheme, reduced_motion="reduce")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    found = []
    link = ask(page, "123456")
    for place in [*PLACES, link.split("#/")[1].replace("pay/", "receive/"), link.split("#/")[1]]:
        turn(page, place)
        assert_fits(page)
        violations = Axe().run(page).response["violations"]
        found += [f"{place}: {fault['id']}: {node['html'][:160]}" for fault in violations for node in fault["nodes"]]
        small = page.evaluate("""() => [...document.querySelectorAll('main button:not(.tip-mark), main select, main input:not([type=file]), main a.button')]
            .filter(element => element.checkVisibility()).map(element => [element.outerHTML.slice(0, 120), element.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44).map(([html]) => html)""")
        found += [f"{place}: small: {html}" for html in small]
    assert found == []
    assert asked and all(url.startswith(exchange.base) for url in asked)
    assert [url for url, secret in itertools.product(asked, SECRETS) if secret in url] == []


@pytest.mark.parametrize("locale", ["es-CL", pytest.param("pt-BR", marks=LONG), pytest.param("it-IT", marks=LONG)])
def test_nothing_is_wider_than_a_small_telephone_in_any_language(enter, locale):
    page = enter("wallet", size=(320, 640), locale=locale)
    for place in PLACES:
        turn(page, place)
        assert_fits(page)
        assert page.evaluate("document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth"), place
        # A text that is missing is shown by its key.
        assert not re.search(r"\b(wallet|payment)\.[a-z]", page.locator("main").inner_text()), place
