"""Sign-in with identities of others: an issuer that plays every attack, linking by the safe rule, keys that rotate."""

import email
import email.policy
import json
import os
import re
import subprocess
import time
import urllib.parse

import httpx
import pyotp
import pytest
from conftest import wait_for_port
from issuer import Issuer

PASSWORD = "correct horse battery"


class Server:
    """`cerca serve` with two issuers of ours, `test` and `other`; the second one vouches for its addresses."""

    def __init__(self, cerca, folder, port, *arguments, host="127.0.0.1"):
        self.cerca, self.folder, self.base = cerca, folder, f"http://{host}:{port}"
        self.database = f"sqlite:{folder / 'cerca.sqlite'}"
        self.mails = folder / "mails"
        self.environment = dict(os.environ)
        file = folder / "providers.json"
        file.write_text(json.dumps({"providers": self.entries()}))
        self.command = [
            cerca, "serve", "--port", str(port), "--database", self.database, "--no-rate-limits", "--public-url",
            self.base, "--identity-providers", file, *arguments]
        self.port = port

    def callback(self, name: str) -> str:
        return f"{self.base}/api/sign-in/{name}/callback"

    def secret_file(self, name: str, content: str) -> str:
        """The name of a file beside that of the providers, which nobody else can read."""
        (self.folder / name).touch(0o600)
        (self.folder / name).write_text(content + "\n")
        return name

    def entries(self) -> list[dict]:
        """The issuers, as the file of providers names them."""
        self.issuer, self.other = (Issuer(redirects=[self.callback(name)]) for name in ("test", "other"))
        self.issuers = [self.issuer, self.other]
        self.environment["OTHER_SECRET"] = self.other.secret
        return [
            {"name": "test", "kind": "oidc", "label": "Test", "issuer": self.issuer.url, "clientId": "cerca",
             "secretFile": self.secret_file("issuer.secret", self.issuer.secret)},
            {"name": "other", "kind": "oidc", "label": "Other", "issuer": self.other.url, "clientId": "cerca",
             "secretEnvironment": "OTHER_SECRET", "emailIsAuthoritative": True},
        ]

    def browser(self) -> httpx.Client:
        """A browser of its own, with its own cookies."""
        return httpx.Client(base_url=self.base, timeout=60, headers={"X-Cerca": "1"})

    def mail(self, count: int) -> str:
        """The text of the last of so many mails."""
        deadline = time.monotonic() + 60
        while len(found := sorted(self.mails.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)) < count:
            assert time.monotonic() < deadline, f"{len(found)} of {count} mails came"
            time.sleep(0.05)
        assert len(found) == count
        return email.message_from_bytes(found[-1].read_bytes(), policy=email.policy.default).get_content()

    def sign_up(self, address: str, proof: str = "none") -> httpx.Client:
        """Somebody with a password, whose address is proved so far."""
        password = self.folder / "password"
        password.write_text(PASSWORD + "\n")
        subprocess.run(
            [self.cerca, "admin", "user", "add", address, "--password-file", password, "--database", self.database],
            check=True)
        browser = self.browser()
        assert browser.post("/api/sessions", json={"email": address, "password": PASSWORD}).status_code == 201
        path = self.database.removeprefix("sqlite:")
        statement = f"UPDATE accounts SET proof = '{proof}' WHERE email = '{address}'"
        subprocess.run(["sqlite3", "-cmd", ".timeout 10000", path, statement], check=True)
        return browser


@pytest.fixture
def server(cerca, tmp_path, free_port, start):
    made = Server(cerca, tmp_path, free_port(), "--mail", f"file:{tmp_path / 'mails'}", "--mail-from", "c@example.org")
    start(*made.command, env=made.environment)
    wait_for_port(made.port)
    yield made
    for issuer in made.issuers:
        issuer.close()


def send(browser: httpx.Client, provider: str = "test", address: str | None = None) -> str:
    """Goes to a provider and comes back to the callback, whose address it gives."""
    if address is None:
        answer = browser.get(f"/api/sign-in/{provider}?place=offers")
        assert answer.status_code == 303
        address = answer.headers["location"]
    answer = httpx.get(address)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def word(answer: httpx.Response) -> str:
    """What the page finds in its address."""
    assert answer.status_code == 303
    return urllib.parse.parse_qs(urllib.parse.urlsplit(answer.headers["location"]).query)["sign-in"][0]


def arrive(browser: httpx.Client, provider: str = "test") -> str:
    return word(browser.get(send(browser, provider)))


def finish(browser: httpx.Client, **proof) -> httpx.Response:
    return browser.post("/api/arrival", json=proof)


def code(answer: httpx.Response) -> str:
    return answer.json()["code"]


def mailed(text: str) -> str:
    return re.search(r"^\s+([0-9A-Z]{5})\s*$", text, re.M).group(1)


def test_sign_up_and_in(server):
    browser = server.browser()
    listed = browser.get("/api/sign-in").json()["providers"]
    assert listed == [{"name": "test", "label": "Test"}, {"name": "other", "label": "Other"}]
    answer = browser.get("/api/sign-in/test?place=offers")
    question = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["location"]).query))
    assert question["code_challenge_method"] == "S256" and question["scope"] == "openid email"
    assert len(question["state"]) == len(question["nonce"]) == len(question["code_challenge"]) == 43
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Max-Age=600" in cookie
    back = browser.get(send(browser, address=answer.headers["location"]))
    assert back.headers["location"] == "/?sign-in=arrived#/offers"
    assert browser.get("/api/arrival").json() == {
        "provider": "Test", "email": "alice@example.org", "step": "create", "sendsMail": True}
    assert finish(browser).status_code == 201
    account = browser.get("/api/account").json()
    # Nobody vouches for the address: it counts as unproved, whatever the provider says.
    assert (account["email"], account["proof"], account["hasPassword"]) == ("alice@example.org", "none", False)
    assert code(finish(browser)) == "identities.arrival_ended"
    # The second time the identity is known, also with another address.
    server.issuer.person["email"] = "moved@example.org"
    again = server.browser()
    assert arrive(again) == "arrived"
    assert again.get("/api/arrival").json()["step"] == "enter"
    assert finish(again).status_code == 201
    assert again.get("/api/account").json()["email"] == "alice@example.org"
    # A provider that keeps its own mailboxes proves them.
    server.other.person = {"sub": "bob", "email": "bob@example.org", "email_verified": True}
    bob = server.browser()
    assert arrive(bob, "other") == "arrived" and finish(bob).status_code == 201
    assert bob.get("/api/account").json()["proof"] == "mailbox"
    assert server.issuer.refused == server.other.refused == []


ATTACKS = {
    "wrong nonce": ({"claims": {"nonce": "wrong"}}, "identities.wrong_nonce"),
    "no nonce": ({"claims": {"nonce": None}}, "identities.wrong_nonce"),
    "wrong audience": ({"claims": {"aud": "another"}}, "identities.wrong_audience"),
    "wrong party": ({"claims": {"aud": ["cerca", "another"], "azp": "another"}}, "identities.wrong_party"),
    "wrong issuer": ({"claims": {"iss": "https://other.example"}}, "identities.wrong_issuer"),
    "expired": ({"claims": {"exp": 1}}, "identities.expired"),
    "from the future": ({"claims": {"iat": 1 << 39}}, "identities.early"),
    "another access token": ({"claims": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}}, "identities.wrong_access_token"),
    "no subject": ({"claims": {"sub": None}}, "identities.malformed_token"),
    "alg none": ({"header": {"alg": "none", "kid": None}}, "identities.wrong_algorithm"),
    "HS256 with the public key": ({"header": {"alg": "HS256"}}, "identities.wrong_algorithm"),
    "unknown kid": ({"header": {"kid": "made up"}}, "identities.unknown_key"),
    "another's key": ({"key": Issuer.new_key()}, "identities.wrong_signature"),
    "userinfo of another": (
        {"claims": {"email": None}, "userinfo": {"sub": "mallory"}}, "identities.wrong_subject"),
    "iss of another": ({"back": {"iss": "https://other.example"}}, "identities.wrong_issuer"),
    "called off": ({"back": {"code": None, "error": "access_denied"}}, "identities.denied"),
    "failed": ({"back": {"code": None, "error": "server_error"}}, "identities.refused"),
    "made-up code": ({"back": {"code": "made up"}}, "identities.refused"),
    "another's state": ({"back": {"state": "A" * 43}}, "identities.unknown_state"),
    "slow": ({"transport": {"/token": "slow"}}, "identities.unreachable"),
    "endless": ({"transport": {"/token": "endless"}}, "identities.unreachable"),
    "redirect": ({"transport": {"/token": "redirect"}}, "identities.unreachable"),
}


def test_attacks_of_an_issuer(server):
    """Each with its code, and nobody is signed in by it; a token without a key's name is none of them."""
    for name, (knobs, expected) in ATTACKS.items():
        server.issuer.knobs = knobs
        browser = server.browser()
        assert arrive(browser) == expected, name
        assert code(finish(browser)) == "identities.arrival_ended", name
        assert browser.get("/api/account").status_code == 401
    server.issuer.knobs = {"header": {"kid": None}}
    assert arrive(server.browser()) == "arrived"
    # All those tokens with made-up keys made us ask once more at most.
    assert server.issuer.fetches["keys"] <= 2 and server.issuer.fetches["document"] == 1


def test_attacks_on_a_browser(server):
    alice, mallory = server.browser(), server.browser()
    # The state belongs to the browser that was sent, and counts once.
    address = send(alice)
    assert word(mallory.get(address)) == "identities.other_browser"
    assert word(alice.get(address)) == "identities.unknown_state"
    address = send(alice)
    send(mallory)
    assert word(mallory.get(address)) == "identities.other_browser"
    assert word(alice.get(address)) == "identities.unknown_state"
    # A code of another sign-in: its verifier is another one.
    address = send(mallory)
    fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(send(alice)).query))
    own = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
    injected = address.split("?")[0] + "?" + urllib.parse.urlencode({**own, "code": fields["code"]})
    assert word(mallory.get(injected)) == "identities.refused"
    assert server.issuer.refused[-1] == "verifier"
    # The answer of one provider at the callback of another.
    mixed = send(mallory).replace("/sign-in/test/", "/sign-in/other/")
    assert word(mallory.get(mixed)) == "identities.unknown_state"
    # Where it goes on is a word of a list, never an address.
    for place in ("https://evil.example", "//evil.example", "%2F%2Fevil.example", "nowhere"):
        answer = mallory.get(f"/api/sign-in/test?place={place}")
        assert answer.status_code == 422 and "location" not in answer.headers
    assert mallory.get("/api/sign-in/nobody").headers["location"].startswith("/?sign-in=identities.unknown_provider")
    assert word(mallory.get("/api/sign-in/test/callback")) == "identities.unknown_state"
    assert word(mallory.get("/api/sign-in/test/callback?state=%ff")) == "identities.unknown_state"


def test_a_form_that_another_site_sends(server):
    """It comes without the cookie, and once more, as a question of the browser's own, with it."""
    browser = server.browser()
    address = send(browser)
    path, _, query = address.partition("?")
    stranger = httpx.Client()
    hop = stranger.post(path, content=query, headers={"content-type": "application/x-www-form-urlencoded"})
    assert hop.status_code == 303
    target = hop.headers["location"]
    assert target.startswith("/api/sign-in/test/callback?")
    assert word(browser.get(target)) == "arrived"
    bad = stranger.post(path, content=b"state=a\r\nX: y", headers={"content-type": "application/x-www-form-urlencoded"})
    assert word(bad) == "identities.unknown_state"


def test_a_proved_address_is_not_linked_silently(server):
    """Neither a verified nor an unverified address opens an account that is there."""
    alice = server.sign_up("alice@example.org", "mailbox")
    server.issuer.person["sub"] = "mallory"
    mallory = server.browser()
    assert arrive(mallory) == "arrived"
    assert mallory.get("/api/arrival").json()["step"] == "confirm"
    assert code(finish(mallory)) == "identities.proof_needed"
    assert code(finish(mallory, password="a wrong password")) == "accounts.wrong_credentials"
    assert code(finish(mallory, mailCode="AAAAA")) == "identities.arrival_ended"  # none went out
    assert mallory.get("/api/account").status_code == 401
    assert alice.get("/api/account/identities").json() == {"identities": []}
    # Its owner links it with the password, and is told by mail.
    owner = server.browser()
    server.issuer.person["sub"] = "alice"
    assert arrive(owner) == "arrived" and finish(owner, password=PASSWORD).status_code == 201
    assert "Test" in server.mail(1)
    linked = owner.get("/api/account/identities").json()
    assert [(one["provider"], one["email"]) for one in linked["identities"]] == [("test", "alice@example.org")]
    assert linked["signOutAddress"].startswith(f"{server.issuer.url}/end?client_id=cerca&post_logout_redirect_uri=")
    # A mailed code does as well, five tries of it.
    server.other.person = {"sub": "alice at another", "email": "alice@example.org", "email_verified": True}
    second = server.browser()
    assert arrive(second, "other") == "arrived"
    assert second.post("/api/arrival/mail").status_code == 204
    right = mailed(server.mail(2))
    assert code(finish(second, mailCode="ZZZZZ" if right != "ZZZZZ" else "YYYYY")) == "accounts.wrong_code"
    assert finish(second, mailCode=right).status_code == 201
    assert len(second.get("/api/account/identities").json()["identities"]) == 2


def test_nothing_of_a_planted_account_survives(server):
    """Somebody else registered the address first, with a password and a session that is still open."""
    mallory = server.sign_up("alice@example.org")
    alice = server.browser()
    assert arrive(alice) == "arrived"
    assert alice.get("/api/arrival").json()["step"] == "clear"
    # The password of whoever planted it is of no use here.
    assert code(finish(alice, password=PASSWORD)) == "identities.code_needed"
    assert alice.post("/api/arrival/mail").status_code == 204
    assert finish(alice, mailCode=mailed(server.mail(1))).status_code == 201
    account = alice.get("/api/account").json()
    assert (account["proof"], account["hasPassword"]) == ("mailbox", False)
    assert not alice.get("/api/account/security").json()["needsCode"]
    assert len(alice.get("/api/account/sessions").json()["sessions"]) == 1
    assert mallory.get("/api/account").status_code == 401
    again = server.browser().post("/api/sessions", json={"email": "alice@example.org", "password": PASSWORD})
    assert code(again) == "accounts.wrong_credentials"


def test_a_mailbox_alone_removes_no_second_factor(server):
    """Neither from an account that nobody has proved, nor from one for which the operator vouches."""
    owner = server.sign_up("alice@example.org")
    begun = owner.post("/api/account/factor", json={"password": PASSWORD}).json()
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0]
    first = pyotp.TOTP(secret).now()
    assert owner.post("/api/account/factor/confirm", json={"code": first}).status_code == 200
    reader = server.browser()
    assert arrive(reader) == "arrived"
    arrival = reader.get("/api/arrival").json()
    assert (arrival["step"], arrival["sendsMail"]) == ("confirm", False)
    assert code(reader.post("/api/arrival/mail")) == "identities.proof_needed"
    assert code(finish(reader, mailCode="ZZZZZ")) == "identities.proof_needed"
    # The password leads on, and the second factor is still asked for.
    assert code(finish(reader, password=PASSWORD)) == "accounts.code_needed"
    assert owner.get("/api/account/security").json()["needsCode"]


def test_linking_and_unlinking(server):
    owner = server.sign_up("owner@example.org")
    assert code(owner.post("/api/account/providers/test")) == "accounts.unproved"
    owner = server.sign_up("proved@example.org", "mailbox")
    address = owner.post("/api/account/providers/test").json()["address"]
    assert word(owner.get(send(owner, address=address))) == "arrived"
    # What was begun to link is no sign-in, and is nobody else's.
    assert code(finish(owner)) == "identities.arrival_ended"
    stranger = server.sign_up("stranger@example.org", "mailbox")
    stranger.cookies.set("cerca_signin", owner.cookies["cerca_signin"])
    assert code(stranger.post("/api/account/identities")) == "identities.arrival_ended"
    assert owner.post("/api/account/identities").status_code == 204
    [identity] = owner.get("/api/account/identities").json()["identities"]
    # The same identity for another account is refused.
    address = stranger.post("/api/account/providers/test").json()["address"]
    assert word(stranger.get(send(stranger, address=address))) == "arrived"
    assert code(stranger.post("/api/account/identities")) == "identities.taken"
    assert code(stranger.delete(f"/api/account/identities/{identity['id']}")) == "identities.unknown_identity"
    assert owner.delete(f"/api/account/identities/{identity['id']}").status_code == 204
    # The last way in stays.
    lone = server.browser()
    server.issuer.person = {"sub": "lone", "email": "lone@example.org"}
    assert arrive(lone) == "arrived" and finish(lone).status_code == 201
    [identity] = lone.get("/api/account/identities").json()["identities"]
    assert code(lone.delete(f"/api/account/identities/{identity['id']}")) == "identities.last_way"


def test_our_second_factor_still_applies(server):
    owner = server.sign_up("alice@example.org", "mailbox")
    begun = owner.post("/api/account/factor", json={"password": PASSWORD}).json()
    totp = pyotp.TOTP(urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0])
    codes = owner.post("/api/account/factor/confirm", json={"code": totp.now()}).json()["codes"]
    browser = server.browser()
    assert arrive(browser) == "arrived"
    assert code(finish(browser, password=PASSWORD)) == "accounts.code_needed"
    assert code(finish(browser, password=PASSWORD, code="AAAA-AAAA-AAAA-AAAA")) == "accounts.wrong_code"
    assert finish(browser, password=PASSWORD, code=codes[0]).status_code == 201


def test_sign_out_at_the_provider(server):
    first, second = server.browser(), server.browser()
    for browser in (first, second):
        assert arrive(browser) == "arrived" and finish(browser).status_code == 201

    def notify(**claims) -> httpx.Response:
        return httpx.post(f"{server.base}/api/sign-in/test/logout", data={
            "logout_token": server.issuer.logout_token(**claims)})

    assert code(notify(nonce="n")) == "identities.wrong_event"
    assert code(notify(events={})) == "identities.wrong_event"
    assert code(notify(aud="another")) == "identities.wrong_audience"
    assert code(httpx.post(f"{server.base}/api/sign-in/test/logout", data={"a": "b"})) == "identities.malformed_token"
    assert notify(sub="somebody else").status_code == 200
    assert first.get("/api/account").status_code == 200
    token = server.issuer.logout_token()
    notice = httpx.post(f"{server.base}/api/sign-in/test/logout", data={"logout_token": token})
    assert notice.status_code == 200
    assert [browser.get("/api/account").status_code for browser in (first, second)] == [401, 401]
    again = httpx.post(f"{server.base}/api/sign-in/test/logout", data={"logout_token": token})
    assert code(again) == "identities.repeated_notice"


def test_keys_that_rotate(server):
    """No sign-in fails, and the keys are fetched once a minute at most; `CERCA_LONG=1` for 1,000 of them."""
    begun = time.monotonic()
    rounds = 1000 if os.environ.get("CERCA_LONG") == "1" else 60
    last = begun
    for number in range(rounds):
        server.issuer.person = {"sub": f"person {number}", "email": f"p{number}@example.org"}
        if number == rounds // 2 or time.monotonic() - last > 70:
            server.issuer.rotate()
            last = time.monotonic()
        browser = server.browser()
        assert arrive(browser) == "arrived", number
        assert finish(browser).status_code == 201
    assert server.issuer.fetches["keys"] <= 1 + (time.monotonic() - begun) / 60
    assert server.issuer.fetches["document"] == 1


@pytest.mark.parametrize(("change", "reason"), [
    ({"kind": "smoke"}, "kind"), ({"name": "A B"}, "name"), ({"issuer": "http://issuer.example"}, "issuer"),
    ({"clientId": ""}, "clientId"), ({"secretFile": "nowhere"}, "nowhere"), ({"secretFile": "open"}, "chmod 600"),
    ({"scopes": ["email"]}, "openid"), ({"colour": "red"}, "colour"),
])
def test_a_file_with_a_mistake_is_told_at_the_start(cerca, tmp_path, change, reason):
    (tmp_path / "open").write_text("secret")
    (tmp_path / "open").chmod(0o644)
    (tmp_path / "closed").touch(0o600)
    (tmp_path / "closed").write_text("secret")
    provider = {"name": "test", "kind": "oidc", "issuer": "https://issuer.example", "clientId": "c", "secretFile": "closed"}
    (tmp_path / "providers.json").write_text(json.dumps({"providers": [{**provider, **change}]}))
    told = subprocess.run(
        [cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path / 'cerca.sqlite'}", "--public-url",
         "https://cerca.example", "--identity-providers", tmp_path / "providers.json"],
        capture_output=True, text=True, timeout=60)
    assert told.returncode == 1 and reason in told.stderr and len(told.stderr.splitlines()) == 1, told.stderr
