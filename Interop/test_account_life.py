"""An account's life in the page and beside it: a code to sign up, a name, another password and address, a lost password,
and what the operator does, in each language and look of the page."""

import email
import email.policy
import json
import re
import time

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from exchange import Exchange
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE  # noqa: F401
from test_web_security import exchange, picture, visit  # noqa: F401

FIRST, SECOND, THIRD = "walks among shops", "walks among them still", "and has lost its way"


class Post:
    """The mails that a server has written as files, each read once."""

    def __init__(self, folder):
        self.folder, self.read = folder, set()

    def line(self, recipient: str, form: str = r"\S+") -> str:
        """What stands alone on a line of the next mail to somebody, in this form."""
        deadline = time.monotonic() + 90
        while True:
            for path in sorted(set(self.folder.glob("*.eml")) - self.read):
                message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
                found = re.search(rf"^    ({form})\r?$", message.get_content(), re.MULTILINE)
                if message["To"] == recipient and found:
                    self.read.add(path)
                    return found.group(1)
            assert time.monotonic() < deadline, f"no such mail came to {recipient}"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def site(cerca, tmp_path_factory):
    """A server with the page, whose mails become files and whose links lead back to it."""
    folder = tmp_path_factory.mktemp("life")
    server = Exchange(cerca, folder, arguments=[
        "--web", ROOT / "Web" / "dist", "--no-rate-limits", "--mail", f"file:{folder / 'mails'}", "--mail-from",
        "cerca@example.org"])
    server.arguments += ["--public-url", server.base]
    with server:
        server.post = Post(folder / "mails")
        yield server


def texts(language: str) -> dict[str, str]:
    """What the page says in a language."""
    found = {}
    for area in ("common", "centre", "security", "owner", "account", "vault"):
        found |= json.loads((ROOT / "Strings" / f"{area}.{language}.json").read_text())
    return found


def accessible(page: Page) -> None:
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()


@pytest.mark.parametrize(("language", "locale", "size", "scheme"), [
    ("es", "es-CL", PHONE, "dark"), ("en", "en-GB", DESK, "light"), ("pt", "pt-BR", DESK, "dark"),
    ("it", "it-IT", PHONE, "light")])
def test_an_account_lives_in_the_page(site, visit, language, locale, size, scheme):  # noqa: F811
    said, post = texts(language), site.post
    address, other = f"ana.{language}@example.org", f"ana.{language}@example.net"
    page = visit(site, size=size, scheme=scheme, locale=locale)
    name = f"{language}-{scheme}"

    def press(key: str, within=page) -> None:
        within.get_by_role("button", name=said[key], exact=True).click()

    def sign(mode: str, who: str, password: str) -> None:
        page.locator(".sign .segmented").get_by_role("button", name=said[mode]).click()
        page.locator("input[name=email]").fill(who)
        page.locator("input[name=password]").fill(password)
        page.locator("form button[type=submit]").click()

    def dialog():
        return page.get_by_role("dialog").last

    # A password that anybody guesses is refused beside its field; a code from the mailbox makes the account.
    sign("sign.up", address, "password1")
    expect(page.locator(".field-fault:visible")).to_have_text(said["problem.accounts.password_guessable"])
    sign("sign.up", address, FIRST)
    field = page.get_by_label(said["sign.device.code"])
    expect(field).to_be_focused()
    accessible(page)
    picture(page, f"life-code-{name}")
    right = post.line(address, r"\d{6}")
    field.fill("000000" if right != "000000" else "000001")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(right)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=said["me.signOut"])).to_be_visible()

    # A name, and another address with a code from the new mailbox.
    page.goto("/#/me/security")
    part = page.locator(".security-name")
    press("account.name.change", part)
    dialog().get_by_label(said["account.name.title"], exact=True).fill("Aña")
    press("account.save", dialog())
    expect(part).to_contain_text("Aña")
    part = page.locator(".security-address")
    expect(part).to_contain_text(said["account.proof.mailbox"])
    accessible(page)
    picture(page, f"life-security-{name}")
    press("account.address.change", part)
    dialog().locator("input[name=email]").fill(other)
    picture(page, f"life-address-{name}")
    press("security.continue", dialog())
    dialog().locator("input[name=code]").fill(post.line(other, r"\d{6}"))
    accessible(page)
    press("account.confirm.code", dialog())
    expect(part).to_contain_text(other)

    # Another password, with the old one.
    press("account.password.change", page.locator(".security-password"))
    dialog().locator("input[autocomplete=current-password]").fill("not the one")
    dialog().locator("input[autocomplete=new-password]").fill(SECOND)
    press("account.save", dialog())
    expect(dialog().locator(".field-fault:visible")).to_have_text(said["security.password.wrong"])
    dialog().locator("input[autocomplete=current-password]").fill(FIRST)
    press("account.save", dialog())
    expect(page.locator(".toast")).to_contain_text(said["account.password.changed"])

    # A lost one, by a link; the token does not stay in the address.
    page.goto("/#/me")
    press("me.signOut")
    page.locator(".sign .segmented").get_by_role("button", name=said["sign.in"]).click()
    page.get_by_role("link", name=said["sign.forgot"]).click()
    expect(page.get_by_role("heading", level=1, name=said["account.reset.title"])).to_be_visible()
    accessible(page)
    picture(page, f"life-forgot-{name}")
    page.locator("input[name=email]").fill(other)
    press("account.reset.ask")
    expect(page.get_by_text(said["account.reset.sent"])).to_be_focused()
    link = post.line(other, r"http\S+reset\S+")
    assert link.startswith(f"{site.base}/#/reset?token=")
    page.goto(link)
    page.reload()
    page.goto(link)
    expect(page.locator("input[name=password]")).to_be_visible()
    assert page.url == f"{site.base}/#/reset"
    page.locator("input[name=password]").fill(THIRD)
    picture(page, f"life-reset-{name}")
    press("account.reset.set")
    expect(page.get_by_text(said["account.reset.done"])).to_be_focused()
    accessible(page)
    page.goto("/#/me")
    sign("sign.in", other, THIRD)
    expect(page.get_by_role("button", name=said["me.signOut"])).to_be_visible()

    # The former mailbox takes the address back, and everybody is signed out.
    page.goto(post.line(address, r"http\S+undo\S+"))
    expect(page.get_by_text(said["account.undo.text"])).to_be_visible()
    accessible(page)
    picture(page, f"life-undo-{name}")
    press("account.undo.do")
    expect(page.get_by_text(said["account.undo.done"])).to_be_visible()
    page.goto("/#/me")
    sign("sign.in", address, THIRD)
    expect(page.get_by_role("button", name=said["me.signOut"])).to_be_visible()


def test_the_page_says_what_is_closed_until_an_address_is_proved(exchange, visit):  # noqa: F811
    server = exchange()
    said, page = texts("en"), visit(server, size=PHONE)
    page.locator("input[name=email]").fill("ana@example.org")
    page.locator("input[name=password]").fill(FIRST)
    page.locator("form button[type=submit]").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto("/#/me/security")
    part = page.locator(".security-address")
    expect(part).to_contain_text(said["account.proof.none"])
    expect(part).to_contain_text(said["account.proof.operator"])
    expect(part.get_by_role("button")).to_have_count(0)
    accessible(page)
    picture(page, "life-unproved")
    assert "ana@example.org\t" in (listed := server.admin("user", "list")) and "\tnone\n" in listed
    server.admin("user", "verify", "ana@example.org")
    page.reload()
    expect(part).to_contain_text(said["account.proof.mailbox"])


def test_the_operator_stops_an_account_beside_the_server(site):
    site.account("eva@example.org")
    password = site.password_file.read_text().strip()
    with httpx.Client(base_url=site.base, timeout=60, headers={"X-Cerca": "1"}) as client:
        credentials = {"email": "eva@example.org", "password": password}
        assert client.post("/api/sessions", json=credentials).status_code == 201
        assert json.loads(site.admin("user", "disable", "eva@example.org", "--json"))["state"] == "disabled"
        deadline = time.monotonic() + 60
        while client.get("/api/account").status_code != 401:
            assert time.monotonic() < deadline, "the session goes on"
            time.sleep(0.2)
        assert client.post("/api/sessions", json=credentials).json()["code"] == "accounts.disabled"
        site.admin("user", "enable", "eva@example.org")
        site.password_file.write_text("quite another one\n")
        site.admin("user", "password", "eva@example.org", "--password-file", site.password_file)
        assert client.post("/api/sessions", json=credentials).status_code == 401
        assert client.post("/api/sessions", json=credentials | {"password": "quite another one"}).status_code == 201
        assert site.try_admin("user", "verify", "nobody@example.org").returncode == 1
