"""Notices to devices: what push services, Apple's and Google's servers get, and that others can open it."""

import base64
import collections
import json
import os
import pathlib
import subprocess
import time

import httpx
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from conftest import ROOT, chromium
from exchange import PASSWORD, Exchange
from joserfc.jwk import RSAKey
from playwright.sync_api import expect, sync_playwright
from pushservice import Apple, Device, Google, PushService, vapid_claims

MANY = 1000 if os.environ.get("CERCA_LONG") else 100
SUBJECT = "mailto:push@example.org"


class Person:
    """Somebody who is signed in."""

    def __init__(self, exchange: Exchange, email: str):
        self.email = email
        self.client = httpx.Client(base_url=exchange.base, timeout=60)
        response = self.client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert response.status_code == 201, response.text
        self.client.headers["Authorization"] = f"Bearer {response.json()['token']}"

    def register(self, device: Device, **where) -> httpx.Response:
        return self.client.post("/api/push/subscriptions", json=device.registration(**where))

    def address(self) -> str:
        response = self.client.get("/api/market/balances/CLP/address")
        assert response.status_code == 200, response.text
        return response.json()["address"]

    def pay(self, address: str, amount: int) -> None:
        body = {"address": address, "asset": "CLP", "amount": str(amount)}
        response = self.client.post("/api/market/transfers", json=body)
        assert response.status_code == 201, response.text


class World:
    """A server that pushes to stand-ins, and somebody who pays."""

    def __init__(self, cerca, folder: pathlib.Path):
        self.service = PushService()
        signer = ec.generate_private_key(ec.SECP256R1())
        self.apple = Apple(folder, signer)
        self.keep(folder / "apple.p8", signer.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        account = RSAKey.generate_key(2048)
        self.google = Google(account)
        self.keep(folder / "google.json", json.dumps({
            "project_id": "cerca-1", "client_email": "push@example.org", "token_uri": f"{self.google.base}/token",
            "private_key": account.as_pem(private=True).decode()}).encode())
        (folder / "push.json").write_text(json.dumps({
            "subject": SUBJECT, "site": "https://cerca.example.org", "web": {"loopback": True},
            "apple": {
                "team": "TEAM123456", "keyID": "KEY1234567", "keyFile": "apple.p8", "topic": "org.example.cerca",
                "production": self.apple.base, "sandbox": self.apple.base, "certificates": self.apple.certificate},
            "google": {"serviceAccountFile": "google.json", "host": self.google.base}}))
        self.exchange = Exchange(
            cerca, folder, arguments=["--push", folder / "push.json", "--no-rate-limits", "--log-level", "info",
                              "--web", ROOT / "Web/dist"])

    @staticmethod
    def keep(path: pathlib.Path, content: bytes) -> None:
        path.write_bytes(content)
        path.chmod(0o600)

    def __enter__(self):
        self.exchange.start()
        self.exchange.trader("payer@example.org", CLP=10**9)
        self.payer = self.person("payer@example.org", is_new=False)
        return self

    def __exit__(self, *_):
        self.exchange.kill()
        for server in (self.service, self.apple, self.google):
            server.close()

    def person(self, email: str, is_new=True) -> Person:
        if is_new:
            self.exchange.account(email)
        return Person(self.exchange, email)

    def devices(self, person: Person, count: int, status: int = 201) -> dict[str, Device]:
        """Registers browsers of somebody; each by the path of its endpoint."""
        devices = {}
        for number in range(count):
            path = f"/{status}/{person.email.split('@')[0]}/{number}"
            devices[path] = Device()
            response = person.register(devices[path], carrier="web", endpoint=self.service.base + path)
            assert response.status_code == 201, response.text
        return devices


@pytest.fixture(scope="module")
def world(cerca, tmp_path_factory):
    with World(cerca, tmp_path_factory.mktemp("push")) as world:
        yield world


def test_messages_are_opened_by_others_and_look_alike(world):
    """Each device gets each message once, and the push service can tell none from another."""
    ana = world.person("ana@example.org")
    devices = world.devices(ana, 10)
    address = ana.address()
    for amount in range(1, MANY // 10 + 1):
        world.payer.pay(address, amount)
        # An account's devices hold twenty messages each: nobody floods a push service through us.
        if amount % 10 == 0:
            world.service.wait(lambda taken: len(mine(taken, devices)) >= amount * 10)
    taken = mine(world.service.wait(lambda taken: len(mine(taken, devices)) >= MANY), devices)
    assert len(taken) == MANY
    texts = collections.Counter()
    for request in taken:
        message = devices[request.path].open(request.body)
        assert message["web_push"] == 8030 and message["notification"]["lang"] == "es"
        assert message["notification"]["navigate"] == "https://cerca.example.org/#/me/inbox"
        texts[message["notification"]["body"]] += 1
    assert set(texts.values()) == {10} and len(texts) == MANY // 10
    assert len({devices[request.path].open(request.body)["notification"]["tag"] for request in taken}) == MANY


def mine(taken, devices):
    return [request for request in taken if request.path in devices]


def test_a_push_service_learns_address_time_and_size(world):
    """The adversary: whoever carries all messages of somebody looks for what tells one kind of them from another."""
    bea = world.person("bea@example.org")
    devices = world.devices(bea, 1)
    address = bea.address()
    for amount in (1, 123_456_789):
        world.payer.pay(address, amount)
    taken = mine(world.service.wait(lambda taken: len(mine(taken, devices)) >= 2), devices)
    assert len({len(request.body) for request in taken}) == 1
    seen = set()
    for request in taken:
        claims = vapid_claims(request.headers["authorization"])
        assert set(claims) == {"aud", "exp", "sub"}
        assert claims["aud"] == world.service.base and claims["sub"] == SUBJECT
        assert 0 < claims["exp"] - time.time() <= 24 * 3600
        # Fresh salt and key each time; the rest of the header is the same for everybody.
        seen.add(request.body[:86])
        named = {name: value for name, value in request.headers.items() if name not in ("authorization", "ttl")}
        assert named == {
            "host": world.service.base.removeprefix("http://"), "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream", "urgency": "normal", "content-length": str(len(request.body))}
        assert 43_100 <= int(request.headers["ttl"]) <= 43_200
        for secret in (b"CLP", b"bea", b"notification", bea.email.encode()):
            assert secret not in request.body
    assert len(seen) == 2
    log = world.exchange.log()
    for secret in ("bea@", "/201/bea", "CLP"):
        assert secret not in log


def test_a_device_that_is_gone_is_forgotten_and_a_busy_one_waited_for(world):
    eva = world.person("eva@example.org")
    world.devices(eva, 1, status=410)
    world.devices(eva, 1, status=404)
    busy = world.devices(eva, 1, status=429)
    refusing = world.devices(eva, 1, status=403)
    world.payer.pay(eva.address(), 5)
    taken = world.service.wait(lambda taken: len(mine(taken, busy)) >= 2)
    tags = {busy[request.path].open(request.body)["notification"]["tag"] for request in mine(taken, busy)}
    assert len(tags) == 1
    deadline = time.monotonic() + 60
    while len(left := eva.client.get("/api/push").json()["devices"]) > 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert len(left) == 2 and len(mine(taken, refusing)) == 1
    assert "403 push_service" in world.exchange.log()


@pytest.mark.parametrize("endpoint", [
    "https://push.example.org/1", "http://10.0.0.1/1", "http://169.254.169.254/latest", "http://[::1]:80/1",
    "http://127.0.0.1@10.0.0.1/1", "http://2130706433/1", "file:///etc/passwd", "http://127.0.0.1", "",
])
def test_endpoints_elsewhere_are_refused(world, endpoint):
    """This server was told to push to its own machine alone; the table of all addresses is in the tests of `Push`."""
    response = world.payer.register(Device(), carrier="web", endpoint=endpoint)
    assert response.status_code == 422 and response.json()["code"] == "push.invalid_device"


def test_messages_survive_a_kill_between_queue_and_carrier(world):
    """Whatever was committed is sent at least once, and a second time under the same name."""
    fay = world.person("fay@example.org")
    devices = world.devices(fay, 5)
    address = fay.address()
    for amount in range(1, 9):
        world.payer.pay(address, amount)
    world.service.wait(lambda taken: len(mine(taken, devices)) >= 3)
    world.exchange.kill()
    # The lease of what was being handed over ends with a later clock.
    world.exchange.arguments += ["--clock-offset", "600"]
    world.apple.ahead = 600
    world.exchange.start()

    def sent(taken):
        return {
            (request.path, devices[request.path].open(request.body)["notification"]["tag"])
            for request in mine(taken, devices)}

    taken = world.service.wait(lambda taken: len(sent(taken)) >= 40)
    assert len(sent(taken)) == 40
    bodies = collections.Counter(
        devices[request.path].open(request.body)["notification"]["body"] for request in mine(taken, devices))
    assert len(bodies) == 8 and min(bodies.values()) >= 5


def test_apple_gets_what_it_wants_and_goaway_loses_nothing(world):
    gus = world.person("gus@example.org")
    device, gone = Device(), Device()
    assert gus.register(device, carrier="apple", token="ab" * 32).status_code == 201
    assert gus.register(gone, carrier="apple", token="41" * 32, isSandbox=True).status_code == 201
    address = gus.address()
    for amount in range(1, 11):
        world.payer.pay(address, amount)
    world.apple.wait(lambda taken, refused: len(taken) >= 10 and "410 Unregistered" in refused)
    bodies = set()
    for request in world.apple.taken:
        assert request.path == "/3/device/" + "ab" * 32
        body = json.loads(request.body)
        assert body["aps"] == {"alert": {"title": "Cerca"}, "mutable-content": 1}
        sealed = body["message"]
        bodies.add(device.open(base64.urlsafe_b64decode(sealed + "=="))["notification"]["body"])
    assert len(bodies) == 10 and world.apple.farewells >= 3
    assert all(refusal == "410 Unregistered" for refusal in world.apple.refused), world.apple.refused
    deadline = time.monotonic() + 60
    while len(gus.client.get("/api/push").json()["devices"]) > 1:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_google_gets_what_it_wants_with_one_token(world):
    hal = world.person("hal@example.org")
    device = Device()
    assert hal.register(device, carrier="google", token="token-of-hal-0123456789").status_code == 201
    assert hal.register(Device(), carrier="google", token="gone-of-hal-0123456789").status_code == 201
    address = hal.address()
    for amount in range(1, 6):
        world.payer.pay(address, amount)
    sent = lambda taken: [  # noqa: E731
        json.loads(request.body)["message"] for request in taken
        if request.path == "/v1/projects/cerca-1/messages:send"]
    to_hal = lambda taken: [message for message in sent(taken) if message["token"].startswith("token")]  # noqa: E731
    taken = world.google.wait(lambda taken: len(to_hal(taken)) >= 5)
    bodies = {
        device.open(base64.urlsafe_b64decode(message["data"]["message"] + "=="))["notification"]["body"]
        for message in to_hal(taken)}
    assert len(bodies) == 5 and world.google.tokens == 1
    assert all(set(message) == {"token", "data", "android"} for message in sent(taken))


def test_nothing_is_sent_to_whoever_signed_out(world):
    ivo = world.person("ivo@example.org")
    devices = world.devices(ivo, 1)
    address = ivo.address()
    assert ivo.client.delete("/api/session").status_code in (200, 204)
    kim = world.person("kim@example.org")
    others = world.devices(kim, 1)
    world.payer.pay(address, 1)
    world.payer.pay(kim.address(), 1)
    taken = world.service.wait(lambda taken: mine(taken, others))
    assert not mine(taken, devices)


def test_a_file_with_a_slip_is_told_before_the_server_starts(world, cerca, tmp_path):
    for content, member in [
        ({"subject": "me"}, "subject"), ({"subject": SUBJECT, "sight": "x"}, "sight"),
        ({"subject": SUBJECT, "apple": {"team": "T"}}, "apple.keyID"),
        ({"subject": SUBJECT, "web": {"loopback": "yes"}}, "web.loopback"),
    ]:
        (tmp_path / "push.json").write_text(json.dumps(content))
        result = subprocess.run(
            [cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path}/a.sqlite", "--push",
             tmp_path / "push.json"], capture_output=True, text=True, timeout=60)
        assert result.returncode == 1 and member in result.stderr, result.stderr
    (tmp_path / "key").write_text("x")
    (tmp_path / "key").chmod(0o644)
    (tmp_path / "push.json").write_text(json.dumps({
        "subject": SUBJECT,
        "apple": {"team": "TEAM123456", "keyID": "KEY1234567", "keyFile": "key", "topic": "a.b"}}))
    result = subprocess.run(
        [cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path}/a.sqlite", "--push", tmp_path / "push.json"],
        capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "can be read by others" in result.stderr, result.stderr


# What a browser with a push service has, in place of one that may never answer.
STUB = """
([endpoint, p256dh, auth, isSlow]) => {
  const keys = { p256dh, auth };
  const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
  const pushManager = {
    subscribe: () => (isSlow ? new Promise(() => {}) : Promise.resolve(subscription)),
    getSubscription: async () => null,
  };
  const worker = { pushManager, showNotification: async () => {} };
  Object.defineProperty(navigator, "serviceWorker", {
    value: Object.assign(new EventTarget(), {
      getRegistration: async () => worker, register: async () => worker, ready: new Promise(() => {}), controller: null,
    }),
  });
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  Notification.requestPermission = async () => "granted";
}
"""


def test_a_reader_switches_notices_on_and_silences_them(world):
    """The page, with a push service of the test's: what it registers is what gets the message."""
    lea = world.person("lea@example.org")
    address, device = lea.address(), Device()
    endpoint = f"{world.service.base}/201/lea/page"
    keys = device.registration()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"])
        for is_slow in (True, False):
            context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
            arguments = json.dumps([endpoint, keys["p256dh"], keys["auth"], is_slow])
            context.add_init_script(f"({STUB})({arguments})")
            page = context.new_page()
            page.clock.install()
            page.goto(world.exchange.base)
            page.evaluate(
                """async ([email, password]) => {
                  await fetch("/api/sessions", {
                    method: "POST", headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({ email, password }),
                  });
                  localStorage.setItem("cerca.signed-in", "yes");
                }""", [lea.email, PASSWORD])
            page.goto(f"{world.exchange.base}/#/me/inbox")
            page.reload()
            page.clock.resume()
            notices = page.locator(".security-notices")
            this = notices.locator("[data-notice=this]")
            this.click()
            if is_slow:
                expect(this).to_be_disabled()
                page.clock.fast_forward(20_000)
                expect(notices.get_by_role("alert")).to_contain_text("did not answer")
                expect(this).to_be_enabled()
                context.close()
                continue
            expect(this).to_have_attribute("aria-checked", "true")
            world.payer.pay(address, 7)
            taken = world.service.wait(lambda taken: [one for one in taken if one.path == "/201/lea/page"])
            told = [device.open(one.body) for one in taken if one.path == "/201/lea/page"]
            assert [one["notification"]["body"] for one in told] == ["7 CLP has arrived."]
            notices.locator("[data-notice=silent]").click()
            expect(notices.locator("[data-notice=silent]")).to_have_attribute("aria-checked", "true")
            assert lea.client.get("/api/push").json()["rules"]["isSilent"]
            this.click()
            expect(this).to_have_attribute("aria-checked", "false")
            assert lea.client.get("/api/push").json()["devices"] == []
        browser.close()
