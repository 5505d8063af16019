"""Passkeys on the page, with Chromium's virtual authenticator, and what forgers of its key can and cannot do."""

import base64
import json
import os

import httpx
import pyotp
import pytest
import webauthn
from conftest import ROOT
from exchange import Exchange
from passkeys import CAN_BE_BACKED_UP, BACKED_UP, CREDENTIAL, PRESENT, VERIFIED, Authenticator, Key
from playwright.sync_api import Browser, CDPSession, Page, expect
from test_web import DESK, PHONE, assert_fits  # noqa: F401

PASSWORD = "walks among shops"
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture(scope="module")
def server(cerca, tmp_path_factory):
    """A server under the name `localhost`."""
    folder = tmp_path_factory.mktemp("passkeys")
    with Exchange(cerca, folder, arguments=["--web", ROOT / "Web" / "dist", "--no-rate-limits"]) as exchange:
        exchange.origin = f"http://localhost:{exchange.port}"
        yield exchange


class Visitor:
    """A browser with an authenticator of its own."""

    def __init__(self, browser: Browser, server: Exchange, size=PHONE, options=None, in_field=False):  # noqa: F811
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="en-GB", base_url=server.origin)
        self.context.set_default_timeout(60_000)
        self.page: Page = self.context.new_page()
        if not in_field:
            # The virtual authenticator would answer by itself what only waits in the list of a field.
            self.page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
        self.cdp: CDPSession = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.authenticator = self.cdp.send(
            "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR | (options or {})})["authenticatorId"]

    def sign_up(self, address: str) -> None:
        self.page.goto("/#/me")
        self.page.get_by_role("textbox", name="E-mail").fill(address)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.locator("form button[type=submit]").click()
        expect(self.page.get_by_text(address)).to_be_visible()

    def add_passkey(self) -> None:
        self.page.goto("/#/me/security")
        self.page.get_by_role("button", name="Add a passkey").click()
        expect(self.page.locator("[data-passkey]")).to_have_count(1)

    def credentials(self) -> list[dict]:
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})["credentials"]

    def sign_out(self) -> None:
        self.page.goto("/#/me")
        self.page.get_by_role("button", name="Sign out").first.click()
        expect(self.page.get_by_role("textbox", name="E-mail")).to_be_visible()


@pytest.fixture
def visitor(browser, server):  # noqa: F811
    """A function that makes visitors, whose browsers end with the test."""
    made: list[Visitor] = []

    def make(**more) -> Visitor:
        made.append(Visitor(browser, server, **more))
        return made[-1]

    yield make
    for one in made:
        one.context.close()


def test_a_passkey_is_added_and_signs_in_with_two_taps(visitor, server):
    ana = visitor()
    ana.sign_up("ana@example.org")
    ana.add_passkey()
    assert_fits(ana.page)
    key = ana.credentials()[0]
    assert key["rpId"] == "localhost" and len(decoded(key["userHandle"].replace("+", "-").replace("/", "_"))) == 16
    assert b"ana" not in base64.b64decode(key["userHandle"] + "==")
    ana.sign_out()
    ana.page.goto("/#/centre")
    taps = 0
    ana.page.locator("a[href='#/me']").first.click()
    taps += 1
    ana.page.get_by_role("button", name="Sign in with a passkey").click()
    taps += 1
    expect(ana.page.get_by_text("ana@example.org")).to_be_visible()
    assert taps <= 2
    ana.page.goto("/#/me/security")
    row = ana.page.locator("[data-passkey]")
    expect(row).to_contain_text("Last used")
    row.get_by_role("button", name="Rename").click()
    ana.page.get_by_role("dialog").get_by_label("Name", exact=True).fill("Key on the ring")
    ana.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Key on the ring")
    row.get_by_role("button", name="Remove").click()
    ana.page.locator("[data-confirm=yes]").click()
    expect(row).to_have_count(0)


def test_a_passkey_is_offered_in_the_field_for_the_address(visitor):
    fred = visitor(in_field=True)
    fred.sign_up("fred@example.org")
    fred.add_passkey()
    fred.page.goto("/#/me")
    with fred.page.expect_response("**/api/sessions/passkey") as answer:
        fred.page.get_by_role("button", name="Sign out").first.click()
    assert answer.value.status == 201
    expect(fred.page.get_by_text("fred@example.org")).to_be_visible()


def test_a_passkey_of_a_second_device_stands_for_the_code_of_an_app(visitor, server):
    gil, other = visitor(), visitor(size=DESK)
    gil.sign_up("gil@example.org")
    gil.add_passkey()
    gil.page.get_by_role("button", name="Switch on").click()
    gil.page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    gil.page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    secret = gil.page.locator("[data-secret]").get_attribute("data-secret")
    gil.page.locator(".security-factor input[name=code]").fill(pyotp.TOTP(secret).now())
    gil.page.get_by_role("button", name="Switch on with this code").click()
    expect(gil.page.locator(".once-codes li")).to_have_count(10)
    gil.page.get_by_role("button", name="I have kept it").click()
    # The same key on a second device, as a security key that is carried over.
    other.cdp.send("WebAuthn.addCredential", {
        "authenticatorId": other.authenticator, "credential": gil.credentials()[0] | {"signCount": 50}})
    other.page.goto("/#/me")
    other.page.locator(".segmented").get_by_role("button", name="Sign in").click()
    other.page.get_by_role("textbox", name="E-mail").fill("gil@example.org")
    other.page.get_by_label("Password", exact=True).fill(PASSWORD)
    other.page.locator("form button[type=submit]").click()
    other.page.get_by_role("button", name="Use a passkey instead").click()
    expect(other.page.get_by_text("gil@example.org")).to_be_visible()


def test_a_page_under_an_address_in_numbers_says_where_to_go(visitor, server):
    bea = visitor(size=DESK)
    bea.page.goto(f"{server.base}/#/me")
    expect(bea.page.get_by_role("textbox", name="E-mail")).to_be_visible()
    expect(bea.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    bea.page.get_by_role("textbox", name="E-mail").fill("bea@example.org")
    bea.page.get_by_label("Password", exact=True).fill(PASSWORD)
    bea.page.locator("form button[type=submit]").click()
    expect(bea.page.get_by_text("bea@example.org")).to_be_visible()
    bea.page.goto(f"{server.base}/#/me/security")
    expect(bea.page.locator(".security-passkeys")).to_contain_text(server.origin)


class Client:
    """Somebody who talks to the server without a browser, with a key of their own."""

    def __init__(self, server: Exchange, address: str, kind: str = "ES256"):
        self.server = server
        self.http = httpx.Client(base_url=server.base)
        answer = self.http.post("/api/accounts", json={"email": address, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        self.http.cookies.clear()
        self.owner = {"Authorization": f"Bearer {answer.json()['token']}"}
        asked = self.post("/api/account/passkey-challenge", headers=self.owner)
        self.device = Authenticator(Key.make(kind), os.urandom(32), user=asked["user"])
        self.challenge = decoded(asked["challenge"])
        self.made = self.device.create(self.challenge, server.origin, flags=PRESENT | VERIFIED | CREDENTIAL)
        body = {name: encoded(value) for name, value in self.made.items()}
        answer = self.http.post("/api/account/passkeys", json=body, headers=self.owner)
        assert answer.status_code == 201, answer.text

    def post(self, path: str, **more) -> dict:
        answer = self.http.post(path, **more)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def asked(self) -> bytes:
        return decoded(self.post("/api/sessions/passkey/challenge")["challenge"])

    def body(self, used: dict, **more) -> dict:
        return {name: encoded(value) for name, value in used.items()} | {
            "credential": encoded(self.device.identifier), "user": self.device.user} | more

    def sign_in(self, body: dict) -> str:
        """The code of the refusal; nothing when it is none."""
        answer = self.http.post("/api/sessions/passkey", json=body)
        self.http.cookies.clear()
        return "" if answer.status_code == 201 else answer.json()["code"]


@pytest.mark.parametrize("kind", ["ES256", "EdDSA", "RS256"])
def test_another_judge_agrees_on_the_same_bytes(server, kind):
    client = Client(server, f"{kind.lower()}@example.org", kind)
    identifier = encoded(client.device.identifier)

    def judged(response: dict) -> dict:
        return {"id": identifier, "rawId": identifier, "type": "public-key", "response": {
            {"clientData": "clientDataJSON", "attestation": "attestationObject"}.get(name, name): encoded(value)
            for name, value in response.items()}}

    verified = webauthn.verify_registration_response(
        credential=judged(client.made), expected_challenge=client.challenge, expected_rp_id="localhost",
        expected_origin=server.origin, require_user_verification=True)
    for flags, is_good in [(PRESENT | VERIFIED, True), (PRESENT, False)]:
        challenge = client.asked()
        used = client.device.get(challenge, server.origin, flags=flags)
        try:
            webauthn.verify_authentication_response(
                credential=judged(used), expected_challenge=challenge, expected_rp_id="localhost",
                expected_origin=server.origin, credential_public_key=verified.credential_public_key,
                credential_current_sign_count=0, require_user_verification=True)
            judge = True
        except webauthn.helpers.exceptions.InvalidAuthenticationResponse:
            judge = False
        assert (client.sign_in(client.body(used)) == "") == judge == is_good


def test_what_a_forger_sends_is_refused_by_name(server):
    client = Client(server, "carla@example.org")
    device, origin = client.device, server.origin
    used = client.body(device.get(client.asked(), origin))
    assert client.sign_in(used) == ""
    assert client.sign_in(used) == "passkeys.challenge_ended"
    forged = {
        "passkeys.wrong_origin": [
            device.get(client.asked(), "http://localhost:1"), device.get(client.asked(), server.base),
            device.get(client.asked(), origin, crossOrigin=True),
            device.get(client.asked(), origin, topOrigin="http://evil.example"),
            device.get(client.asked(), origin, purpose="create"),
        ],
        "passkeys.wrong_party": [device.get(client.asked(), origin, party="evil.example")],
        "passkeys.not_verified": [
            device.get(client.asked(), origin, flags=PRESENT), device.get(client.asked(), origin, flags=VERIFIED)],
        "passkeys.refused": [
            device.get(client.asked(), origin, flags=PRESENT | VERIFIED | BACKED_UP),
            device.get(client.asked(), origin, flags=PRESENT | VERIFIED | CAN_BE_BACKED_UP),
            Authenticator(Key.make("ES256"), device.identifier).get(client.asked(), origin),
        ],
        "passkeys.challenge_ended": [device.get(os.urandom(32), origin)],
    }
    for code, attempts in forged.items():
        for attempt in attempts:
            assert client.sign_in(client.body(attempt)) == code
    longer = device.get(client.asked(), origin)
    longer["authenticatorData"] += b"\0"
    assert client.sign_in(client.body(longer)) == "passkeys.malformed"
    unknown = client.body(device.get(client.asked(), origin), credential=encoded(os.urandom(32)))
    assert client.sign_in(unknown) == "passkeys.refused"


def test_the_exported_key_of_a_browser_signs_in_as_it_is_and_is_found_out_when_copied(visitor, server):
    dora = visitor()
    dora.sign_up("dora@example.org")
    dora.add_passkey()
    key = dora.credentials()[0]
    user = encoded(base64.b64decode(key["userHandle"]))
    device = Authenticator(
        Key.read(base64.b64decode(key["privateKey"])), base64.b64decode(key["credentialId"]), user=user,
        counter=key["signCount"] + 10)
    http = httpx.Client(base_url=server.base)

    def sign_in(**more) -> str:
        challenge = decoded(http.post("/api/sessions/passkey/challenge").json()["challenge"])
        used = device.get(challenge, server.origin, **more)
        answer = http.post("/api/sessions/passkey", json={name: encoded(value) for name, value in used.items()} | {
            "credential": encoded(device.identifier), "user": user})
        http.cookies.clear()
        return "" if answer.status_code == 201 else answer.json()["code"]

    assert sign_in(party="evil.example") == "passkeys.wrong_party"
    assert sign_in() == ""
    # The browser's own counter is behind that of the copy now: it is refused, and its owner is told.
    dora.sign_out()
    dora.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(dora.page.get_by_role("alert").filter(has_text="There may be a copy")).to_be_visible()
    dora.page.get_by_role("button", name="Sign in", exact=True).first.click()
    dora.page.get_by_role("textbox", name="E-mail").fill("dora@example.org")
    dora.page.get_by_label("Password", exact=True).fill(PASSWORD)
    dora.page.locator("form button[type=submit]").click()
    dora.page.goto("/#/me/inbox")
    expect(dora.page.get_by_text("There may be a copy of your passkey")).to_be_visible()


def test_a_browser_that_does_not_verify_adds_nothing(visitor, server):
    eva = visitor(options={"hasUserVerification": False, "isUserVerified": False})
    eva.sign_up("eva@example.org")
    eva.page.goto("/#/me/security")
    eva.page.get_by_role("button", name="Add a passkey").click()
    expect(eva.page.locator(".toast")).to_be_visible()
    expect(eva.page.locator("[data-passkey]")).to_have_count(0)
    assert json.dumps(eva.credentials()) == "[]"
