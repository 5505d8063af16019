"""Security and the inbox on the page in a real browser: codes of an app, devices, sessions, API keys, notifications."""

import email
import email.policy
import json
import os
import pathlib
import re
import time

import pyotp
import pytest
from conftest import ROOT
from exchange import Exchange, Trader
from playwright.sync_api import Page, expect
from test_accounts import wrong_code
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits, contrasts  # noqa: F401

PASSWORD = "walks among shops"
# The page shows these answers in words; the browser notes each of them as an error as well.
ANSWERS = ("401", "403", "409", "422")

TEXTS = [
    "h2", ".quiet", ".security-on", ".own-tag", ".row-note", ".row-title strong", ".field-hint", ".shop-category",
    ".key-public", ".button-text", ".button", ".segment[aria-pressed=true]", ".segment[aria-pressed=false]",
]


@pytest.fixture
def exchange(cerca, tmp_path):
    """A function that starts a server with the page, with mails as files when they are wanted."""
    running: list[Exchange] = []

    def begin(mails: bool = False) -> Exchange:
        arguments = ["--web", ROOT / "Web" / "dist", "--no-rate-limits"]
        if mails:
            arguments += ["--mail", f"file:{tmp_path / 'mails'}", "--mail-from", "cerca@example.org"]
        running.append(Exchange(cerca, tmp_path, arguments=arguments).__enter__())
        return running[-1]

    yield begin
    for server in running:
        server.kill()


@pytest.fixture
def visit(pages):
    """A function that opens Me in a fresh profile."""
    def is_known(message) -> bool:
        # Whether the server plays a demo is asked by asking for it: this one does not.
        return message.location["url"].endswith("/api/demo") or any(one in message.text for one in ANSWERS)

    def open_page(server: Exchange, size=DESK, scheme="light", locale="en-GB", path="/#/me") -> Page:
        page = pages.new(
            server.base, size, is_known=is_known, locale=locale, color_scheme=scheme,
            permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
        page.goto(path)
        return page

    return open_page


def credentials(page: Page, mode: str, address: str, password: str = PASSWORD) -> None:
    page.locator(".segmented").get_by_role("button", name=mode).click()
    page.get_by_role("textbox", name="E-mail").fill(address)
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("form button[type=submit]").click()


def sign_up(page: Page, address: str = "ana@example.org", mails: pathlib.Path | None = None) -> None:
    """Makes an account in the page; where the server sends mail, with the code that comes to the mailbox."""
    credentials(page, "Create account", address)
    if mails is not None:
        page.get_by_label("Code from the mail").fill(newest_code(mails, set(), r"\d{6}"))
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def sign_out(page: Page) -> None:
    show(page, "Account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("textbox", name="E-mail")).to_be_visible()


def show(page: Page, part: str) -> None:
    page.locator(".segmented[aria-label='Parts of Me']").get_by_role("button", name=part).click()


def prove(page: Page, action: str, code: str | None = None, password: str = PASSWORD) -> None:
    """Fills the dialog that asks for the password, and for a recovery code when there is one."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password", exact=True).fill(password)
    if code is not None:
        dialog.get_by_role("button", name="Use a recovery code").click()
        dialog.get_by_label("Recovery code", exact=True).fill(code)
    dialog.get_by_role("button", name=action).click()


def switch_factor_on(page: Page) -> tuple[pyotp.TOTP, list[str]]:
    """Switches the second factor on as with an authenticator app; what the app has, and the recovery codes."""
    part = page.locator(".security-factor")
    part.get_by_role("button", name="Switch on").click()
    prove(page, "Continue")
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    address = part.get_by_role("link", name="Open in an app").get_attribute("href")
    app = pyotp.parse_uri(address)
    assert app.secret == part.locator(".once-secret").get_attribute("data-secret")
    field = part.get_by_label("Code from the authenticator app")
    assert field.get_attribute("autocomplete") == "one-time-code"
    field.fill(wrong_code(app))
    part.get_by_role("button", name="Switch on with this code").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.fill(app.now())
    page.keyboard.press("Enter")
    expect(part.locator(".once-lead")).to_be_focused()
    codes = part.locator(".once-codes li").all_inner_texts()
    assert len(set(codes)) == 10
    return app, codes


def newest_code(folder: pathlib.Path, known: set[str], form: str = r"\w{5}") -> str:
    """The code of a mail that is not among the known ones, which it joins."""
    deadline = time.monotonic() + 90
    while True:
        for path in sorted(folder.glob("*.eml")):
            message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            code = re.search(rf"^    ({form})\r?$", message.get_content(), re.MULTILINE)
            if code and code.group(1) not in known:
                known.add(code.group(1))
                return code.group(1)
        assert time.monotonic() < deadline, "no mail came"
        time.sleep(0.05)


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the whole page for whoever wants to look at it: in the directory of CERCA_PICTURES."""
    if folder := os.environ.get("CERCA_PICTURES"):
        page.wait_for_timeout(300)
        page.screenshot(path=pathlib.Path(folder) / f"{name}.png", full_page=True)


def test_a_code_of_an_app_or_a_recovery_code_opens_an_account_once(exchange, visit):
    page = visit(exchange(), size=PHONE)
    sign_up(page)
    show(page, "Security")
    app, codes = switch_factor_on(page)
    picture(page, "recovery-codes-phone")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = pathlib.Path(download.value.path()).read_text()
    assert all(code in saved for code in codes)
    page.locator(".security-factor").get_by_role("button", name="Copy").click()
    expect(page.locator(".toast")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").split() == codes
    page.get_by_role("button", name="I have kept it").click()
    expect(page.get_by_text("10 recovery codes are left.")).to_be_visible()
    assert codes[0] not in page.content()

    sign_out(page)
    credentials(page, "Sign in", "ana@example.org")
    field = page.get_by_label("Code from the authenticator app")
    expect(field).to_be_focused()
    assert field.get_attribute("autocomplete") == "one-time-code" and field.get_attribute("inputmode") == "numeric"
    picture(page, "sign-in-code-phone")
    # The password stays; the code is asked for in the same form. The code that switched it on is used up.
    field.fill(app.at(time.time() + 30))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()

    for is_first in (True, False):
        sign_out(page)
        credentials(page, "Sign in", "ana@example.org")
        page.get_by_role("button", name="Use a recovery code").click()
        field = page.get_by_label("Recovery code", exact=True)
        expect(field).to_be_focused()
        field.fill(codes[0].lower())
        page.keyboard.press("Enter")
        if is_first:
            expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(page.locator(".field-fault:visible")).to_contain_text("This code is not right.")
    field.fill(codes[1])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()

    show(page, "Security")
    page.get_by_role("button", name="Switch off").click()
    prove(page, "Switch off", codes[2], password="another one")
    expect(page.get_by_role("dialog").locator(".field-fault:visible")).to_have_text("That is not your password.")
    page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Switch off").click()
    expect(page.locator(".security-factor").get_by_role("button", name="Switch on")).to_be_focused()


def test_a_device_is_approved_with_the_code_from_a_mail_and_told_of(exchange, visit, tmp_path):
    server, known = exchange(mails=True), set()
    desk = visit(server)
    sign_up(desk, mails=tmp_path / "mails")
    show(desk, "Security")
    switch = desk.get_by_role("switch", name="Approve new devices")
    switch.click()
    prove(desk, "Continue")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_be_focused()
    expect(desk.locator("[data-device]")).to_have_count(1)
    expect(desk.locator("[data-device]")).to_contain_text("This device")
    show(desk, "Inbox")
    expect(desk.get_by_text("Nothing to tell")).to_be_visible()

    phone = visit(server, size=PHONE)
    credentials(phone, "Sign in", "ana@example.org")
    field = phone.get_by_label("Code from the mail")
    expect(field).to_be_focused()
    picture(phone, "device-phone")
    first = newest_code(tmp_path / "mails", known)
    field.fill("22222" if first != "22222" else "33333")
    phone.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    phone.get_by_role("button", name="Send another mail").click()
    expect(phone.get_by_text("Another mail is on its way.")).to_be_visible()
    field.fill(newest_code(tmp_path / "mails", known).lower())
    phone.get_by_role("button", name="Approve this device").click()
    expect(phone.get_by_role("button", name="Sign out")).to_be_visible()
    # It is known from now on.
    sign_out(phone)
    credentials(phone, "Sign in", "ana@example.org")
    expect(phone.get_by_role("button", name="Sign out")).to_be_visible()

    # The desk was told while it looked on.
    notification = desk.locator(".notification")
    expect(notification).to_contain_text("New device approved")
    expect(desk.locator(".segment[data-value=inbox]")).to_have_text("Inbox (1)")
    picture(desk, "inbox-desk")
    desk.get_by_role("button", name="Mark as read").click()
    expect(desk.locator(".segment[data-value=inbox]")).to_have_text("Inbox")
    expect(desk.get_by_role("button", name="Delete: New device")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(notification).to_have_count(0)
    desk.locator(".toast").get_by_role("button", name="Undo").click()
    expect(notification).to_have_count(1)
    desk.reload()
    expect(notification).to_have_count(1)
    show(desk, "Security")
    desk.locator("[data-device]").filter(has_not_text="This device").get_by_role("button").click()
    desk.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(desk.locator("[data-device]")).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("textbox", name="E-mail")).to_be_visible()


def test_another_mail_is_sent_only_to_who_has_the_second_factor_too(exchange, visit, tmp_path):
    """The challenge stood for a code of the app; a new one needs a new code, and goes back to the form for it."""
    server, known = exchange(mails=True), set()
    desk = visit(server)
    sign_up(desk, mails=tmp_path / "mails")
    show(desk, "Security")
    _, codes = switch_factor_on(desk)
    desk.get_by_role("button", name="I have kept it").click()
    desk.get_by_role("switch", name="Approve new devices").click()
    prove(desk, "Continue")
    expect(desk.locator("[data-device]")).to_have_count(1)
    phone = visit(server, size=PHONE, scheme="dark")
    credentials(phone, "Sign in", "ana@example.org")
    for code in codes[:2]:
        phone.get_by_role("button", name="Use a recovery code").click()
        phone.get_by_label("Recovery code", exact=True).fill(code)
        phone.keyboard.press("Enter")
        expect(phone.get_by_label("Code from the mail")).to_be_focused()
        sent = newest_code(tmp_path / "mails", known)
        if code == codes[0]:
            phone.get_by_role("button", name="Send another mail").click()
            expect(phone.get_by_label("Code from the authenticator app")).to_be_focused()
            picture(phone, "sign-in-code-again-dark")
    phone.get_by_label("Code from the mail").fill(sent)
    picture(phone, "device-phone-dark")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Sign out")).to_be_visible()
    expect(phone.locator("main")).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_kind_of_notification_is_told_in_words(exchange, visit, size):
    page = visit(exchange(), size=size, locale="es-CL", scheme="dark" if size == PHONE else "light")
    page.locator("input[name=email]").fill("ana@example.org")
    page.locator("input[name=password]").fill(PASSWORD)
    page.route("**/api/inbox", lambda route: route.fulfill(json={"unread": 2, "notifications": [
        {"id": str(9 - number), "at": "2026-11-21T00:00:00.000Z", "isRead": number > 1} | notification
        for number, notification in enumerate([
            {"kind": "order.executed", "order": "O6572150", "market": "ETHCLP", "side": "sell", "amount": "0.3",
             "price": "10000"},
            {"kind": "order.executed", "order": "O6572151", "market": "ETHCLP", "side": "buy", "amount": "12"},
            {"kind": "price.reached", "market": "ETHEUR", "direction": "below", "price": "1999.5"},
            {"kind": "device.approved", "label": "<i>Firefox</i>"},
            {"kind": "request.settled", "request": "12", "direction": "deposit", "asset": "CLP", "amount": "5000"},
            {"kind": "request.refused", "request": "13", "direction": "withdrawal", "asset": "BTC", "amount": "0.1"},
            {"kind": "of a newer server"},
        ])]}))
    page.locator("form button[type=submit]").click()
    page.locator(".segment[data-value=inbox]").click()
    rows = page.locator(".notification")
    for number, text in enumerate([
        "ETHCLP: vendiste 0,3, límite 10000", "ETHCLP: compraste 12", "ETHEUR ha bajado a 1999,5 o menos",
        "Dispositivo nuevo aprobado: <i>Firefox</i>", "Depósito recibido: 5000 CLP", "Retiro rechazado: 0,1 BTC",
        "Ha pasado algo en tu cuenta",
    ]):
        expect(rows.nth(number)).to_contain_text(text)
    expect(page.locator(".notification-new")).to_have_count(2)
    expect(page.locator(".segment[data-value=inbox]")).to_have_text("Avisos (2)")
    picture(page, f"inbox-{size[0]}")
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)
    assert min(contrasts(page, [".row-note", ".notification-new strong"]).values()) >= 4.5
    page.get_by_role("button", name="Marcar todo como leído").click()
    expect(page.locator(".notification-new")).to_have_count(0)
    expect(page.locator(".notification .button-icon").first).to_be_focused()


def test_sessions_are_listed_and_ended(exchange, visit):
    server = exchange()
    desk, phone = visit(server), visit(server, size=PHONE)
    sign_up(desk)
    credentials(phone, "Sign in", "ana@example.org")
    expect(phone.get_by_role("button", name="Sign out")).to_be_visible()
    show(desk, "Security")
    switch = desk.get_by_role("switch", name="Approve new devices")
    expect(switch).to_be_disabled()
    expect(desk.get_by_text("This server sends no mail, so nobody could")).to_be_visible()
    rows = desk.locator("[data-session]")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="This session")).to_have_count(1)
    expect(rows.first).to_contain_text("Chrome, Linux")
    desk.get_by_role("button", name="End the session").click()
    desk.get_by_role("dialog").get_by_role("button", name="End", exact=True).click()
    expect(rows).to_have_count(1)
    expect(desk.get_by_text("You are not signed in anywhere else.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("textbox", name="E-mail")).to_be_visible()
    credentials(phone, "Sign in", "ana@example.org")
    show(phone, "Security")
    expect(phone.locator("[data-session]")).to_have_count(2)
    phone.get_by_role("button", name="End all other sessions").click()
    phone.get_by_role("dialog").get_by_role("button", name="End all other sessions").click()
    expect(phone.locator("[data-session]")).to_have_count(1)
    desk.reload()
    expect(desk.get_by_role("textbox", name="E-mail")).to_be_visible()


def test_an_api_key_made_on_the_page_signs_requests_until_it_is_revoked(exchange, visit):
    server = exchange()
    page = visit(server)
    sign_up(page)
    # A key that trades is for an account for which an operator vouches, where nobody can prove a mailbox.
    server.admin("user", "verify", "ana@example.org", "--trading")
    show(page, "Security")
    part = page.locator(".security-keys")
    expect(part.get_by_text("You have no API key.")).to_be_visible()
    part.get_by_role("button", name="New API key").click()
    make = part.get_by_role("button", name="Make the key")
    expect(part.get_by_label("Name")).to_be_focused()
    make.click()
    expect(part.locator(".field-fault:visible")).to_have_text("Give the key a name.")
    part.get_by_label("Name").fill("robot <b>")
    part.get_by_label("Trade").check()
    part.get_by_label("Password", exact=True).fill("another one")
    make.click()
    expect(part.locator(".field-fault:visible")).to_have_text("That is not your password.")
    part.get_by_label("Password", exact=True).fill(PASSWORD)
    picture(page, "key-form-desk")
    make.click()
    expect(part.locator(".once-lead")).to_be_focused()
    picture(page, "key-once-desk")
    key = {"public": part.locator("[data-public]").inner_text(), "secret": part.locator("[data-private]").inner_text()}
    part.get_by_role("button", name="Copy secret").click()
    expect(page.locator(".toast")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == key["secret"]
    part.get_by_role("button", name="I have kept it").click()
    row = part.locator(f'[data-key="{key["public"]}"]')
    expect(row).to_contain_text("robot <b>")
    expect(row).to_contain_text("See balances and orders · Trade")
    assert key["secret"] not in page.content()

    trader = Trader(server, "ana@example.org", key)
    trader.deposit("CLP", 1000)
    assert trader.balance("CLP")[0] == "1000"
    row.get_by_role("button", name="Revoke robot").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    expect(part.get_by_role("button", name="New API key")).to_be_focused()
    assert trader.call("GET", "/v2/balance").status_code != 200
    assert key["secret"] not in server.log()


def test_a_failed_list_is_asked_for_again(exchange, visit):
    page = visit(exchange(), size=PHONE)
    sign_up(page)
    page.route("**/api/account/keys", lambda route: route.fulfill(
        status=403, content_type="application/problem+json",
        body=json.dumps({"type": "about:blank", "title": "No", "status": 403, "code": "page.unknown"})))
    show(page, "Security")
    part = page.locator(".security-keys")
    expect(part.get_by_role("alert")).to_contain_text("That did not work.")
    page.unroute("**/api/account/keys")
    part.get_by_role("button", name="Try again").click()
    expect(part.get_by_text("You have no API key.")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_security_is_readable_and_fits(exchange, visit, tmp_path, size, scheme):
    server = exchange(mails=True)
    page = visit(server, size=size, scheme=scheme)
    sign_up(page, mails=tmp_path / "mails")
    server.admin("api-key", "ana@example.org", "--scopes", "read,trade", "--label", "robot", "--expires", "30")
    show(page, "Security")
    part = page.locator(".security-factor")
    part.get_by_role("button", name="Switch on").click()
    picture(page, f"proof-{size[0]}-{scheme}")
    prove(page, "Continue")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    picture(page, f"factor-{size[0]}-{scheme}")
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("switch", name="Approve new devices").click()
    prove(page, "Continue")
    expect(page.locator("[data-device]")).to_have_count(1)
    page.get_by_role("button", name="New API key").click()
    picture(page, f"security-{size[0]}-{scheme}")
    texts = [text for text in TEXTS if text not in (".security-on", ".button-text")]
    weak = {text: ratio for text, ratio in contrasts(page, texts).items() if ratio < 4.5}
    assert weak == {}
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)


def test_every_language_has_its_own_words(exchange, visit):
    server = exchange()
    server.account("ana@example.org")
    for locale, words in {"es-CL": "Segundo factor", "pt-BR": "Segundo fator", "it-IT": "Secondo fattore"}.items():
        page = visit(server, size=PHONE, locale=locale)
        page.locator(".segment[data-value=in]").click()
        page.locator("input[name=email]").fill("ana@example.org")
        page.locator("input[name=password]").fill("correct horse battery staple")
        page.locator("form button[type=submit]").click()
        page.locator(".segment[data-value=security]").click()
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        expect(page.locator(".security-sessions [data-session]").first).to_be_visible()
        assert_fits(page)
        picture(page, f"security-{locale}")
