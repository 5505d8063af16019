"""Providers with ways of their own: Apple's, Facebook's, assertions signed with a key; showing once more who one is."""

import html
import json
import re
import signal
import subprocess
import time
import urllib.parse

import httpx
import pyotp
import pytest
from conftest import wait_for_port
from issuer import Issuer
from issuer_ways import AppleIssuer, FacebookIssuer, SignedIssuer
from joserfc import jwk
from test_openid import PASSWORD, Server, arrive, code, finish, send, word

FORM = {"content-type": "application/x-www-form-urlencoded"}


class Ways(Server):
    """`cerca serve` with one provider of each way: `apple`, `facebook`, and `signed`, whose strong methods count."""

    def entries(self) -> list[dict]:
        self.apple, self.signed = AppleIssuer(redirects=[self.callback("apple")]), SignedIssuer(redirects=[self.callback("signed")])
        self.facebook = FacebookIssuer(redirects=[self.callback("facebook")])
        self.issuers = [self.apple, self.signed, self.facebook]
        return [
            {"name": "apple", "kind": "apple", "issuer": self.apple.url, "clientId": "cerca", "teamId": AppleIssuer.team,
             "keyId": "ours", "keyFile": self.secret_file("apple.p8", self.apple.pem)},
            {"name": "facebook", "kind": "facebook", "issuer": self.facebook.url, "clientId": self.facebook.client,
             "secretFile": self.secret_file("facebook.secret", self.facebook.secret),
             "authorization": f"{self.facebook.url}/dialog", "graph": f"{self.facebook.url}/graph"},
            {"name": "signed", "kind": "oidc", "label": "Signed", "issuer": self.signed.url, "clientId": "cerca", "keyId": "ours",
             "keyFile": self.secret_file("signed.pem", self.signed.pem), "secondFactorMethods": ["hwk", "mfa"]},
        ]


@pytest.fixture
def server(cerca, tmp_path, free_port, start):
    made = Ways(cerca, tmp_path, free_port())
    made.process = start(*made.command, env=made.environment)
    wait_for_port(made.port)
    yield made
    for issuer in made.issuers:
        issuer.close()


def posted(browser: httpx.Client, address: str | None = None) -> dict[str, str]:
    """Goes to Apple; gives the fields of the form that it makes the browser send."""
    if address is None:
        address = browser.get("/api/sign-in/apple?place=offers").headers["location"]
    page = httpx.get(address).text
    return {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)}


def post(server, fields: dict[str, str]) -> httpx.Response:
    """What a browser sends for another site's form: no cookie, and where it comes from."""
    return httpx.post(
        server.callback("apple"), data=fields,
        headers={"origin": server.apple.url, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"})


def arrive_from_apple(server, browser: httpx.Client, address: str | None = None) -> str:
    hop = post(server, posted(browser, address))
    assert hop.status_code == 303
    return word(browser.get(hop.headers["location"]))


def until(condition) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def rows(server, query: str) -> list[str]:
    path = server.database.removeprefix("sqlite:")
    return subprocess.run(
        ["sqlite3", "-cmd", ".timeout 10000", path, query], check=True, capture_output=True, text=True).stdout.splitlines()


def test_apple(server):
    """Sign-up by a form of another site; the tie is told of its end, also to an Apple that was down, by a server that was killed."""
    browser = server.browser()
    question = browser.get("/api/sign-in/apple?place=offers")
    assert "SameSite=Lax" in question.headers["set-cookie"]
    fields = posted(browser, question.headers["location"])
    assert "Ana" in fields["user"] and "iss" not in fields
    hop = post(server, fields)
    # Nothing of the name goes on, and no cookie is set for another site's form.
    assert hop.status_code == 303 and "set-cookie" not in hop.headers
    assert re.fullmatch(r"/api/sign-in/apple/callback\?state=[\w-]{43}&code=[\w-]+", hop.headers["location"])
    assert browser.get(hop.headers["location"]).headers["location"] == "/?sign-in=arrived#/offers"
    assert finish(browser).status_code == 201
    account = browser.get("/api/account").json()
    # Apple keeps the mailboxes of its relays.
    assert (account["email"], account["proof"]) == ("x1@privaterelay.appleid.com", "mailbox")
    # The token is kept, sealed, and nothing of the name; the download does not have it.
    files = b"".join(file.read_bytes() for file in server.folder.glob("cerca.sqlite*") if file.suffix != ".keys")
    assert server.apple.given[0].encode() not in files and b"Luz" not in files and b"forged@" not in files
    assert rows(server, "SELECT count(*) FROM provider_tokens WHERE account_id IS NOT NULL") == ["1"]
    # The next sign-in replaces it.
    again = server.browser()
    assert arrive_from_apple(server, again) == "arrived" and finish(again).status_code == 201
    assert rows(server, "SELECT count(*) FROM provider_tokens") == ["1"] and server.apple.revoked == []
    # Its end is told, once Apple answers, by whoever comes after the server that was killed.
    server.apple.knobs["transport"] = {"/revoke": "down"}
    assert again.post("/api/account/deletion", json={"forfeits": True}).status_code == 204
    until(lambda: "/revoke" in server.apple.refused)
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    assert rows(server, "SELECT count(*), count(account_id), max(subject) FROM provider_tokens") == ["1|0|"]
    # The try may have ended, or was cut off and belongs to the dead for another minute: that has passed.
    rows(server, "UPDATE provider_tokens SET due_at = 0")
    server.apple.knobs["transport"] = {}
    server.apple.refused.clear()
    restarted = subprocess.Popen(server.command, env=server.environment, stdout=subprocess.DEVNULL)
    try:
        until(lambda: server.apple.revoked == [server.apple.given[1]])
        until(lambda: rows(server, "SELECT count(*) FROM provider_tokens") == ["0"])
    finally:
        restarted.kill()
        restarted.wait()
    assert server.apple.refused == []


def test_attacks_on_apples_way(server):
    browser, mallory = server.browser(), server.browser()
    # The form without the cookie is nobody's, and its state counts once.
    fields = posted(browser)
    hop = post(server, fields).headers["location"]
    assert word(server.browser().get(hop)) == "identities.other_browser"
    assert word(browser.get(hop)) == "identities.unknown_state"
    # A form with somebody else's answer signs in nobody.
    hop = post(server, posted(mallory)).headers["location"]
    assert word(browser.get(hop)) == "identities.other_browser"
    assert code(finish(browser)) == "identities.arrival_ended"
    # Made-up forms.
    for content in (b"", b"state=", b"code=a", b"state=a&state=b\r\nX: y", b"state=%ff", b"state=" + b"a" * 20_000):
        answer = httpx.post(server.callback("apple"), content=content, headers=FORM)
        assert answer.status_code == 413 or word(answer) == "identities.unknown_state" or word(
            httpx.get(server.base + answer.headers["location"])) == "identities.unknown_state", content
    # The secret is signed by the team's key, for Apple alone.
    other = jwk.ECKey.generate_key("P-256", {"kid": "ours"})
    server.apple.own_key, own = other, server.apple.own_key
    assert arrive_from_apple(server, server.browser()) == "identities.refused"
    assert server.apple.refused == ["secret"]
    server.apple.own_key, server.apple.team = own, "ANOTHER"
    assert arrive_from_apple(server, server.browser()) == "identities.refused"
    server.apple.team = AppleIssuer.team
    # What any issuer could do wrong is refused as anywhere.
    for knobs, expected in [
        ({"claims": {"nonce": "wrong"}}, "identities.wrong_nonce"), ({"claims": {"aud": "another"}}, "identities.wrong_audience"),
        ({"key": Issuer.new_key()}, "identities.wrong_signature"), ({"back": {"code": None, "error": "user_cancelled_authorize"}}, "identities.denied"),
    ]:
        server.apple.knobs = knobs
        assert arrive_from_apple(server, server.browser()) == expected
    assert server.apple.refused == ["secret", "secret"] and server.apple.revoked == []


def test_facebook(server):
    """Who somebody is comes by an API, the address is nobody's word, and a signed wish ends the tie."""
    browser = server.browser()
    assert arrive(browser, "facebook") == "arrived"
    assert finish(browser).status_code == 201
    account = browser.get("/api/account").json()
    assert (account["email"], account["proof"]) == ("ana@example.org", "none")
    [identity] = browser.get("/api/account/identities").json()["identities"]
    assert (identity["provider"], identity["label"], identity["confirms"]) == ("facebook", "Facebook", False)
    # The number is what counts, and an address that is missing is no hindrance to whoever is known.
    del server.facebook.person["email"]
    again = server.browser()
    assert arrive(again, "facebook") == "arrived" and finish(again).status_code == 201
    server.facebook.person = {"id": "42"}
    nobody = server.browser()
    assert arrive(nobody, "facebook") == "arrived" and code(finish(nobody)) == "identities.no_email"
    server.facebook.person = {"id": "1207059"}

    def wish(text: str) -> httpx.Response:
        return httpx.post(f"{server.base}/api/sign-in/facebook/deletion", data={"signed_request": text})

    # What is forged, old, or of another kind ends nothing.
    good = server.facebook.signed_request()
    for text, expected in [
        (server.facebook.signed_request(secret="another"), "identities.wrong_signature"),
        (server.facebook.signed_request().partition(".")[0] + "." + good.partition(".")[2][:-4] + "AAAA", "identities.wrong_signature"),
        ("." + good.partition(".")[2], "identities.wrong_signature"),
        (server.facebook.signed_request(algorithm="none"), "identities.wrong_algorithm"),
        (server.facebook.signed_request(issued_at=int(time.time()) - 4000), "identities.expired"),
        (server.facebook.signed_request(issued_at=1 << 39), "identities.early"),
        (server.facebook.signed_request(user_id=None), "identities.malformed_token"), ("nonsense", "identities.malformed_token"),
    ]:
        assert code(wish(text)) == expected, text
    assert code(httpx.post(f"{server.base}/api/sign-in/facebook/deletion", data={"a": "b"})) == "identities.malformed_token"
    assert code(httpx.post(f"{server.base}/api/sign-in/signed/deletion", data={"signed_request": good})) == "identities.unknown_provider"
    notice = httpx.post(f"{server.base}/api/sign-in/facebook/logout", data={"logout_token": "a.b.c"})
    assert code(notice) == "identities.unknown_provider"
    assert wish(server.facebook.signed_request(user_id="somebody else")).status_code == 200
    assert browser.get("/api/account").status_code == again.get("/api/account").status_code == 200
    ended = wish(good)
    assert ended.status_code == 200 and ended.headers["content-type"] == "application/json"
    assert ended.json()["url"] == f"{server.base}/?sign-in=untied#/me" and re.fullmatch("[0-9a-f]{20}", ended.json()["confirmation_code"])
    assert browser.get("/api/account").status_code == again.get("/api/account").status_code == 401
    assert rows(server, "SELECT count(*) FROM identities") == ["0"] and rows(server, "SELECT email FROM accounts") == ["ana@example.org"]
    # Once more it has the same answer and ends nothing that came since.
    server.facebook.person["email"] = "new@example.org"
    later = server.browser()
    assert arrive(later, "facebook") == "arrived" and finish(later).status_code == 201
    assert wish(good).json() == ended.json()
    assert later.get("/api/account").status_code == 200
    assert server.facebook.refused == []


def test_attacks_on_facebooks_way(server):
    for knobs, expected in [
        ({"debug": {"app_id": "666"}}, "identities.wrong_audience"), ({"debug": {"is_valid": False}}, "identities.refused"),
        ({"debug": {"expires_at": 1}}, "identities.expired"), ({"debug": {"type": "PAGE"}}, "identities.refused"),
        ({"debug": {"user_id": "666"}}, "identities.wrong_subject"), ({"me": {"id": "666"}}, "identities.wrong_subject"),
        ({"back": {"code": None, "error": "access_denied"}}, "identities.denied"), ({"back": {"code": "made up"}}, "identities.refused"),
        ({"back": {"state": "A" * 43}}, "identities.unknown_state"), ({"transport": {"/graph/me": "redirect"}}, "identities.unreachable"),
        ({"transport": {"/graph/debug_token": "endless"}}, "identities.unreachable"),
    ]:
        server.facebook.knobs = knobs
        browser = server.browser()
        assert arrive(browser, "facebook") == expected, knobs
        assert code(finish(browser)) == "identities.arrival_ended"
    server.facebook.knobs = {}
    # The stand-in wants secret and codes as they must be; what the server sends with another secret is refused.
    server.facebook.secret = "another"
    assert arrive(server.browser(), "facebook") == "identities.refused"
    assert server.facebook.refused[-1] == "secret"


def test_an_assertion_signed_with_a_key(server):
    browser = server.browser()
    assert arrive(browser, "signed") == "arrived" and finish(browser).status_code == 201
    assert arrive(server.browser(), "signed") == "arrived"
    assert server.signed.refused == [] and len(server.signed.used) == 2
    server.signed.own_key = jwk.ECKey.generate_key("P-256", {"kid": "ours"})
    assert arrive(server.browser(), "signed") == "identities.refused"
    assert server.signed.refused == ["secret"]


def add_factor(server, browser: httpx.Client) -> pyotp.TOTP:
    begun = browser.post("/api/account/factor", json={"password": PASSWORD}).json()
    totp = pyotp.TOTP(urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0])
    assert browser.post("/api/account/factor/confirm", json={"code": totp.now()}).status_code == 200
    return totp


def link(browser: httpx.Client, provider: str) -> None:
    address = browser.post(f"/api/account/providers/{provider}").json()["address"]
    assert word(browser.get(send(browser, address=address))) == "arrived"
    assert browser.post("/api/account/identities").status_code == 204


def test_a_strong_method_counts_only_where_the_operator_says_so(server):
    owner = server.sign_up("owner@example.org", "mailbox")
    server.signed.person = {"sub": "owner"}
    server.facebook.person = {"id": "77"}
    link(owner, "signed")
    link(owner, "facebook")
    add_factor(server, owner)
    for methods, status in [(None, 403), (["pwd"], 403), ("pwd", 403), ([1], 403), (["pwd", "hwk"], 201), ("mfa", 201)]:
        server.signed.knobs = {"claims": {"amr": methods}}
        browser = server.browser()
        assert arrive(browser, "signed") == "arrived"
        answer = finish(browser)
        assert answer.status_code == status, methods
        if status == 403:
            assert code(answer) == "accounts.code_needed"
    browser = server.browser()
    assert arrive(browser, "facebook") == "arrived" and code(finish(browser)) == "accounts.code_needed"


def confirm(browser: httpx.Client, **body) -> str:
    """Shows once more who one is, at `signed`; what the page finds in its address."""
    answer = browser.post("/api/account/confirmation/providers/signed", json=body)
    assert answer.status_code == 200, answer.text
    question = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.json()["address"]).query))
    assert (question["prompt"], question["max_age"]) == ("login", "0")
    return word(browser.get(send(browser, address=answer.json()["address"])))


def grow_old(server) -> None:
    """Lets the time pass in which sessions count as confirmed."""
    path = server.database.removeprefix("sqlite:")
    subprocess.run(["sqlite3", "-cmd", ".timeout 10000", path, "UPDATE sessions SET confirmed_at = 0"], check=True)


def test_showing_once_more_who_one_is(server):
    """An account that has nothing but its provider; the provider must have seen its owner just now."""
    server.signed.person = {"sub": "lone", "email": "lone@example.org"}
    lone = server.browser()
    assert arrive(lone, "signed") == "arrived" and finish(lone).status_code == 201
    grow_old(server)
    archive = "/api/account/archive"
    assert code(lone.get(archive)) == "accounts.confirmation_needed"
    now = int(time.time())
    for claims, expected in [
        ({"auth_time": None}, "identities.not_recent"), ({"auth_time": now - 301}, "identities.not_recent"),
        ({"auth_time": now + 500}, "identities.not_recent"), ({"auth_time": "now"}, "identities.not_recent"),
        ({"auth_time": now, "sub": "mallory"}, "identities.other_identity"),
        ({"auth_time": now, "nonce": "wrong"}, "identities.wrong_nonce"),
    ]:
        server.signed.knobs = {"claims": claims}
        assert confirm(lone) == expected, claims
        assert code(lone.get(archive)) == "accounts.confirmation_needed"
    server.signed.knobs = {"claims": {"auth_time": now}}
    # It is bound to the browser that was sent, and counts once, for the session in which it was begun.
    address = lone.post("/api/account/confirmation/providers/signed", json={}).json()["address"]
    back, other = send(lone, address=address), server.browser()
    assert word(other.get(back)) == "identities.other_browser"
    assert word(lone.get(back)) == "identities.unknown_state"
    assert arrive(other, "signed") == "arrived" and finish(other).status_code == 201
    grow_old(server)
    assert confirm(lone) == "confirmed"
    assert lone.get(archive).status_code == 200
    assert code(other.get(archive)) == "accounts.confirmation_needed"
    # It is no sign-in.
    assert code(finish(lone)) == "identities.arrival_ended"
    # Providers that do not ask anew, that are not linked, and strangers.
    refused = "/api/account/confirmation/providers/{}"
    assert code(lone.post(refused.format("facebook"), json={})) == "identities.cannot_confirm"
    assert code(lone.post(refused.format("apple"), json={})) == "identities.unknown_identity"
    assert code(lone.post(refused.format("nobody"), json={})) == "identities.unknown_provider"
    assert code(server.browser().post(refused.format("signed"), json={})) == "accounts.not_signed_in"


def test_showing_once_more_asks_for_our_code_too(server):
    owner = server.sign_up("owner@example.org", "mailbox")
    server.signed.person = {"sub": "owner"}
    link(owner, "signed")
    begun = owner.post("/api/account/factor", json={"password": PASSWORD}).json()
    totp = pyotp.TOTP(urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0])
    codes = owner.post("/api/account/factor/confirm", json={"code": totp.now()}).json()["codes"]
    path = "/api/account/confirmation/providers/signed"
    assert code(owner.post(path, json={})) == "accounts.code_needed"
    assert code(owner.post(path, json={"code": "AAAA-AAAA-AAAA-AAAA"})) == "accounts.wrong_code"
    server.signed.knobs = {"claims": {"auth_time": int(time.time())}}
    assert confirm(owner, code=codes[0]) == "confirmed"


@pytest.mark.parametrize(("kind", "change", "reason"), [
    ("apple", {"teamId": None}, "teamId"), ("apple", {"keyId": None}, "keyId"), ("apple", {"keyFile": "rsa"}, "P-256"),
    ("apple", {"keyFile": "open"}, "chmod 600"), ("apple", {"secretFile": "rsa"}, "secretFile"),
    ("facebook", {"graph": "http://graph.example"}, "graph"), ("facebook", {"confirms": True}, "confirms"),
    ("oidc", {"keyFile": None}, "keyFile"), ("oidc", {"secondFactorMethods": ["a b"]}, "secondFactorMethods"),
    ("oidc", {"confirms": "yes"}, "confirms"),
    ("oidc", {"secretFile": "rsa"}, "either"),
])
def test_a_mistake_in_the_file_is_told(cerca, tmp_path, kind, change, reason):
    for name, content in [
        ("key", jwk.ECKey.generate_key("P-256").as_pem(private=True)), ("rsa", b"secret"), ("open", b"secret"),
    ]:
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o644 if name == "open" else 0o600)
    own = {
        "apple": {"teamId": "T", "keyId": "K", "keyFile": "key"}, "facebook": {"secretFile": "rsa"},
        "oidc": {"issuer": "https://issuer.example", "keyId": "K", "keyFile": "key"},
    }[kind]
    provider = {"name": "test", "kind": kind, "clientId": "c", **own, **change}
    provider = {name: value for name, value in provider.items() if value is not None}
    (tmp_path / "providers.json").write_text(json.dumps({"providers": [provider]}))
    told = subprocess.run(
        [cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path / 'cerca.sqlite'}", "--public-url",
         "https://cerca.example", "--identity-providers", tmp_path / "providers.json"],
        capture_output=True, text=True, timeout=60)
    assert told.returncode == 1 and reason in told.stderr and len(told.stderr.splitlines()) == 1, told.stderr


CODE = {"response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method"}
EXCHANGE = {"grant_type", "code", "redirect_uri", "code_verifier", "client_id"}
LEARNT = {
    "apple": {
        "/authorize": CODE | {"response_mode"}, "/token": EXCHANGE | {"client_secret"},
        "/revoke": {"token", "token_type_hint", "client_id", "client_secret"},
    },
    "facebook": {
        "/dialog": CODE, "/graph/oauth/access_token": {"client_id", "client_secret", "redirect_uri", "code", "code_verifier"},
        "/graph/debug_token": {"input_token", "access_token"}, "/graph/me": {"fields", "access_token", "appsecret_proof"},
    },
    "signed": {
        "/authorize": CODE | {"prompt", "max_age"}, "/token": EXCHANGE | {"client_assertion", "client_assertion_type"},
    },
}
OWN_HEADERS = {"host", "accept", "user-agent", "connection", "content-length", "content-type"}


def test_what_each_provider_learns(server):
    """What `Docs/privacy.md` says and no more, whatever the account does here."""
    server.signed.person = {"sub": "somebody", "email": "somebody@example.org"}
    server.facebook.person = {"id": "5", "email": "somebody@example.net"}
    person = server.browser()
    assert arrive_from_apple(server, person) == "arrived" and finish(person).status_code == 201
    link(person, "signed")
    link(person, "facebook")
    server.signed.knobs = {"claims": {"auth_time": int(time.time())}}
    assert confirm(person) == "confirmed"
    before = [len(issuer.heard) for issuer in server.issuers]
    for path in ("/api/account", "/api/account/identities", "/api/account/security", "/api/account/archive", "/api/inbox"):
        assert person.get(path).status_code == 200, path
    # What somebody does here is nobody's business but theirs.
    assert [len(issuer.heard) for issuer in server.issuers] == before
    assert person.post("/api/account/deletion", json={"forfeits": True}).status_code == 204
    until(lambda: server.apple.revoked)
    for name, issuer in [("apple", server.apple), ("facebook", server.facebook), ("signed", server.signed)]:
        asked = [one for one in issuer.heard if one[0] not in ("/.well-known/openid-configuration", "/keys")]
        assert {path for path, _, _ in asked} == set(LEARNT[name])
        for path, fields, headers in asked:
            assert set(fields) <= LEARNT[name][path], path
            if path not in ("/authorize", "/dialog"):
                assert set(headers) <= OWN_HEADERS and headers["user-agent"] == "cerca", headers
            # Neither who it is here, nor where they go on, nor anybody else's word.
            text = urllib.parse.unquote(str(fields))
            assert not re.search(r"offers|#/|@privaterelay|example\.(org|net)|somebody", text), text
    assert all(not {"name", "picture"} & set(fields.get("fields", "").split(",")) for _, fields, _ in server.facebook.heard)
