"""A passkey as a way into the vault: the page of `cerca vault open` in Chromium, with authenticators that evaluate."""

import base64
import json
import re

from axe_playwright_python.sync_playwright import Axe
from desks import (  # noqa: F401
    Desk, ROOT_PASSWORD, add_item, login, new_vault, open_desk, picture, visit,
)
from playwright.sync_api import Page, expect
import pytest
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits
from vaults import vault  # noqa: F401

AUTHENTICATOR = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True, "hasPrf": True,
}


class Authenticator:
    """A virtual authenticator of a page's browser."""

    def __init__(self, page: Page, **options):
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        self.name = self.cdp.send(
            "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR | options})["authenticatorId"]

    def keys(self) -> list[dict]:
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.name})["credentials"]

    def take(self, key: dict) -> None:
        """Gets a passkey of another authenticator, without what that one evaluates with."""
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.name, "credential": key})

    def forget(self) -> None:
        self.cdp.send("WebAuthn.clearCredentials", {"authenticatorId": self.name})

    def remove(self) -> None:
        self.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.name})


@pytest.fixture
def opened(open_desk, visit):  # noqa: F811
    """A function that opens a page on a vault with an item, at its settings."""
    def prepare(**options):
        desk = open_desk()
        client = desk.entered()
        new_vault(client)
        add_item(client, "Nube", *login("ana"))
        cookie = next(iter(client.cookies.jar))
        page = visit(desk, link="about:blank", **options)
        page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": desk.url}])
        page.goto(f"{desk.url}/vault#/settings")
        expect(page.get_by_role("heading", name="Ways in")).to_be_visible()
        desk.http = client
        return desk, page

    return prepare


def add_passkey(page: Page, name="Blue key") -> None:
    page.get_by_role("button", name="Add a passkey").click()
    form = page.get_by_role("form", name="Add a passkey")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Make the passkey").click()


def lock(page: Page) -> None:
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Open the vault")).to_be_visible()


def slots(desk) -> list[list[str]]:
    return [slot["factors"] for slot in desk.http.get("/api/vault/page/configuration").json()["slots"]]


@pytest.mark.parametrize("size, scheme", [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"])
def test_a_passkey_is_added_opens_the_vault_with_one_press_and_is_removed(opened, size, scheme):
    desk, page = opened(size=size, scheme=scheme, reduced_motion="reduce")
    key = Authenticator(page)
    bodies = []
    page.on("request", lambda request: bodies.append((request.url, request.post_data or "")))
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("the passkey is made, and then used once")).to_be_visible()
    picture(page, f"passkey-add-{scheme}")
    assert_fits(page)
    assert page.evaluate(SMALL_TARGETS) == []
    assert Axe().run(page).response["violations"] == []
    page.reload()
    add_passkey(page)
    row = page.locator(".slot-row", has_text="Blue key")
    expect(row).to_be_visible()
    assert_fits(page)
    row.scroll_into_view_if_needed()
    picture(page, f"passkey-slots-{scheme}")
    # What the authenticator keeps names a vault and nobody; what it evaluated stands in no address.
    (made,) = key.keys()
    assert made["rpId"] == "localhost" and len(base64.b64decode(made["userHandle"])) == 16
    assert "ana" not in json.dumps(made | {"privateKey": ""}).lower()
    (sent,) = [json.loads(body)["passkey"] for url, body in bodies if url.endswith("/slots")]
    assert re.fullmatch("[0-9a-f]{64}", sent["evaluation"]) and sent["salt"] != sent["evaluation"]
    assert not any(sent["evaluation"] in url for url, _ in bodies)
    assert sent["evaluation"] not in page.content() + page.evaluate("JSON.stringify([localStorage, location.href])")
    lock(page)
    picture(page, f"passkey-door-{scheme}")
    assert_fits(page)
    assert Axe().run(page).response["violations"] == []
    # One press, and nothing to choose before.
    page.get_by_role("button", name="Open with the passkey").click()
    expect(page.get_by_role("button", name="Lock", exact=True)).to_be_visible()
    assert page.locator("main[data-scene=settings]").count() == 1
    row = page.locator(".slot-row", has_text="Blue key")
    expect(row).to_contain_text("opened this time")
    row.get_by_role("button", name="Remove Blue key").click()
    expect(page.get_by_text("Delete the passkey on its device as well.")).to_be_visible()
    page.locator("[data-confirm=yes]").click()
    expect(row).to_have_count(0)
    lock(page)
    expect(page.get_by_role("button", name="Open with the passkey")).to_have_count(0)
    assert all("passkey" not in factors for factors in page.evaluate(
        "fetch('/api/vault/page').then(answer => answer.json()).then(state => state.vaults[0].ways)"))


def test_who_lacks_it_or_cannot_evaluate_is_told_and_nothing_is_half_made(opened):
    desk, page = opened(size=PHONE)
    before = slots(desk)
    # An authenticator without PRF: the passkey that it made is of no use, and no slot comes of it.
    plain = Authenticator(page, hasPrf=False)
    add_passkey(page)
    form = page.get_by_role("form", name="Add a passkey")
    expect(form.get_by_text("it lacks PRF")).to_be_visible()
    picture(page, "passkey-without-prf")
    assert slots(desk) == before
    plain.remove()
    # Who does not show finger, face or PIN.
    unsure = Authenticator(page, isUserVerified=False)
    form.get_by_role("button", name="Make the passkey").click()
    expect(form.get_by_text("No passkey was used")).to_be_visible()
    assert slots(desk) == before and unsure.keys() == []
    unsure.remove()
    key = Authenticator(page)
    form.get_by_role("button", name="Make the passkey").click()
    expect(page.locator(".slot-row", has_text="Blue key")).to_be_visible()
    assert slots(desk) == [*before, ["passkey"]]
    # The same device is not asked for a second one.
    add_passkey(page, "Again")
    expect(page.get_by_text("This device already has a passkey for this vault.")).to_be_visible()
    assert slots(desk) == [*before, ["passkey"]]
    lock(page)
    page.get_by_role("button", name="Open with the passkey").click()
    expect(page.get_by_role("button", name="Lock", exact=True)).to_be_visible()
    # Without the passkey itself nothing opens; the password goes on opening.
    lock(page)
    (made,) = key.keys()
    key.forget()
    page.get_by_role("button", name="Open with the passkey").click()
    expect(page.get_by_text("No passkey was used")).to_be_visible()
    picture(page, "passkey-gone")
    state = desk.http.get("/api/vault/page").json()
    # Nor with the same passkey on an authenticator that cannot evaluate, nor with another evaluation.
    key.remove()
    Authenticator(page, hasPrf=False).take(made)
    page.get_by_role("button", name="Open with the passkey").click()
    expect(page.get_by_text("it lacks PRF")).to_be_visible()
    other = {"credential": state["vaults"][0]["passkeys"][0]["credential"], "evaluation": "0" * 64}
    refused = desk.http.post("/api/vault/page/unlock", json={
        "user": "Ana", "usesPlace": False, "usesNetwork": False, "acceptsOlder": False, "passkey": other})
    assert refused.status_code == 403 and refused.json()["code"] == "vault.wrong_secret"
    # Nobody can guess it: none of this is counted.
    assert desk.http.get("/api/vault/page").json()["vaults"][0]["failures"] == 0
    page.get_by_text("Password", exact=True).first.click()
    page.locator("input[type=password]").fill(ROOT_PASSWORD)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Lock", exact=True)).to_be_visible()


def test_an_item_that_asks_again_takes_the_passkey(opened):
    desk, page = opened(size=DESK, expected=["403"])
    Authenticator(page)
    add_passkey(page)
    expect(page.locator(".slot-row", has_text="Blue key")).to_be_visible()
    item = add_item(desk.http, "Banco", *login("ana", "not-at-once"), asksAgain=True)
    page.goto(f"{desk.url}/vault#/item/{item['id']}")
    page.get_by_role("button", name="Show Password").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Use the passkey").click()
    expect(page.get_by_text("not-at-once")).to_be_visible()


def test_it_fits_a_telephone_in_every_language(opened):
    desk, page = opened(size=PHONE)
    Authenticator(page)
    add_passkey(page)
    expect(page.locator(".slot-row", has_text="Blue key")).to_be_visible()
    for language in ("es", "pt", "it"):
        page.locator(f"[data-value={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(language))
        assert_fits(page)
        page.locator("[data-route=lock]").click()
        door = page.locator(".door-form .button-primary")
        expect(door).to_be_visible()
        picture(page, f"passkey-door-{language}")
        assert_fits(page)
        assert page.locator(".segment").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)") == []
        door.click()
        expect(page.locator("[data-route=lock]")).to_be_visible()


@pytest.mark.parametrize("old", ["unknown", "address"])
def test_where_there_can_be_no_passkeys_that_is_said_and_the_rest_works(open_desk, visit, old):  # noqa: F811
    desk = open_desk()
    client = desk.client()
    address = desk.url.replace("localhost", "127.0.0.1") if old == "address" else desk.url
    desk.url = address
    page = visit(desk, link="about:blank")
    if old == "unknown":
        page.add_init_script("delete window.PublicKeyCredential")
    page.goto(f"{address}/vault#t={desk.token}")
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("It opens where I am now").uncheck()
    page.get_by_label("Password", exact=True).fill(ROOT_PASSWORD)
    page.get_by_role("button", name="Make the vault").click()
    page.get_by_label("I have printed it or written it down").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Add a passkey").click()
    words = "Passkeys are bound to a name." if old == "address" else "This browser does not know passkeys."
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_role("button", name="Make the passkey")).to_be_disabled()
    assert client.get("/api/vault/page").status_code == 401


def test_the_terminal_leads_to_the_page_and_lists_and_removes_the_slot(vault, start, visit):  # noqa: F811
    vault.create()

    class Page_(Desk):
        """The page that `slot add passkey` serves."""

        def __init__(self):
            self.process = start(
                vault.cerca, "vault", "slot", "add", "passkey", "--json", "--password-file", vault.password,
                stdout=-1, text=True, env=vault.environment)
            self.link = json.loads(self.process.stdout.readline())["link"]
            self.url, self.token = re.fullmatch(
                r"(http://localhost:\d+)/vault#t=([0-9a-f]{32})&add=passkey", self.link).groups()

    desk = Page_()
    page = visit(desk, size=PHONE)
    Authenticator(page)
    form = page.get_by_role("form", name="Add a passkey")
    expect(form.get_by_label("Name")).to_be_focused()
    form.get_by_label("Name").fill("Llave")
    form.get_by_role("button", name="Make the passkey").click()
    expect(page.locator(".slot-row", has_text="Llave")).to_be_visible()
    page.goto("about:blank")
    desk.end()
    listed = {slot["label"]: slot for slot in vault.ok("slot", "list")}
    assert listed["Llave"]["factors"] == ["passkey"] and not listed["Llave"]["opensAnywhere"]
    assert "passkey" in vault.run("slot", "list").stdout
    # Whoever gives nothing is told where the passkey opens it.
    assert "cerca vault open" in vault.run("list").stderr
    (removed,) = vault.ok("slot", "remove", listed["Llave"]["slot"])
    assert removed["factors"] == ["passkey"]
    assert all(slot["factors"] != ["passkey"] for slot in vault.ok("slot", "list"))
    refused = vault.run("slot", "add", "passkey", "--password")
    assert refused.returncode == 2 and "stands alone" in refused.stderr
