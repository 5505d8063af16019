"""Presence for a vault's slot over HTTP, with a device that we did not write: RFC 9497 in plain Python (voprf.py)."""

import json
import sqlite3
import time
import urllib.error
import urllib.request

import centre
import pytest
import voprf
from conftest import wait_for_port
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PASSWORD = "correct horse battery staple"


class Account:
    """Somebody who is signed in at a server."""

    def __init__(self, port: int, email: str):
        self.base = f"http://127.0.0.1:{port}"
        self.token = None
        self.token = self.ask("POST", "/api/accounts", {"email": email, "password": PASSWORD})[1]["token"]

    def ask(self, method: str, path: str, body=None):
        """Status, body and header fields of an answer, whatever it is."""
        request = urllib.request.Request(self.base + path, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None, answer.headers
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read()), refusal.headers


class Site:
    def __init__(self, cerca, folder, port, start):
        self.path = folder / "cerca.sqlite"
        database = f"sqlite:{self.path}"
        self.keys = centre.import_venue(cerca, folder, database)
        start(cerca, "serve", "--port", port, "--database", database)
        wait_for_port(port)
        self.port = port

    def sighting(self, major=100, minor=0, windows=0, key=None) -> dict:
        """What a phone at a beacon hears now, or would so many windows later."""
        now = time.time()
        code = centre.security_code(key or self.keys[f"{major}.{minor}"], major, minor, now + 60 * windows)
        heard = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
        return {"uuid": centre.UUID, "major": major, "minor": minor, "code": code, "heardAt": heard}


@pytest.fixture
def site(cerca, tmp_path, free_port, start):
    return Site(cerca, tmp_path, free_port(), start)


def add_slot(account, **members):
    body = {"uuid": centre.UUID, "major": 100, "minor": 0, "isStrict": False} | members
    status, slot, _ = account.ask("POST", "/api/vault/slots", body)
    assert status == 201, slot
    return slot["id"], voprf.decode(bytes.fromhex(slot["publicKey"]))


def evaluate(account, slot, sighting, blinded):
    return account.ask(
        "POST", f"/api/vault/slots/{slot}/evaluations",
        {"sighting": sighting, "blinded": voprf.encode(blinded).hex()})


def test_an_evaluation_is_the_slots_and_proved_to_be(site):
    ana = Account(site.port, "ana@example.com")
    slot, key = add_slot(ana)
    other, other_key = add_slot(ana)
    blinded = voprf.random_element()
    status, answer, _ = evaluate(ana, slot, site.sighting(), blinded)
    assert status == 200, answer
    evaluated, proof = voprf.decode(bytes.fromhex(answer["evaluation"])), bytes.fromhex(answer["proof"])
    assert voprf.is_proof(proof, key, blinded, evaluated)
    assert not voprf.is_proof(proof, other_key, blinded, evaluated)
    assert not voprf.is_proof(proof, key, voprf.random_element(), evaluated)
    # The same element gives the same again, and the receipt ends the counting.
    status, again, _ = evaluate(ana, slot, site.sighting(windows=1), blinded)
    assert status == 200 and again["evaluation"] == answer["evaluation"] and again["proof"] != answer["proof"]


def test_receipts_reset_and_missing_ones_lock(site):
    ana = Account(site.port, "ana@example.com")
    slot, _ = add_slot(ana)
    path = f"/api/vault/slots/{slot}"
    signer = Ed25519PrivateKey.generate()
    public = signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    blinded = voprf.random_element()
    _, answer, _ = evaluate(ana, slot, site.sighting(windows=-1), blinded)
    signature = signer.sign(b"cerca.vault/receipt" + bytes.fromhex(slot) + bytes.fromhex(answer["attempt"])).hex()
    receipt = {"attempt": answer["attempt"], "signature": signature}
    assert ana.ask("POST", f"{path}/receipts", receipt)[1]["code"] == "vault.invalid_element"
    assert ana.ask("PUT", f"{path}/receipt-key", {"publicKey": public})[0] == 204
    assert ana.ask("PUT", f"{path}/receipt-key", {"publicKey": "00" * 31 + "01"})[0] in (409, 422)
    assert ana.ask("POST", f"{path}/receipts", receipt)[0] == 204
    assert ana.ask("POST", f"{path}/receipts", receipt)[1]["code"] == "vault.invalid_element"
    # A slot that never gets a receipt: the windows around now give three codes, and the third evaluation locks.
    slot, _ = add_slot(ana, minor=1)
    begin = time.monotonic()
    for windows in (-1, 0, 1):
        status, answer, _ = evaluate(ana, slot, site.sighting(minor=1, windows=windows), blinded)
        assert status == 200, answer
    status, answer, headers = evaluate(ana, slot, site.sighting(minor=1), blinded)
    assert (status, answer["code"]) == (429, "vault.locked_out")
    assert 300 - (time.monotonic() - begin) - 1 <= int(headers["Retry-After"]) <= 300


def test_what_proves_nothing_gives_nothing(site):
    ana, eva = Account(site.port, "ana@example.com"), Account(site.port, "eva@example.com")
    slot, _ = add_slot(ana)
    blinded = voprf.random_element()
    for sighting, code in [
        (site.sighting(key=bytes(32)), "presence.code_mismatch"),
        (site.sighting(minor=2), "presence.unknown_beacon"),
        (site.sighting(windows=-10), "presence.stale"),
    ]:
        assert evaluate(ana, slot, sighting, blinded)[1]["code"] == code
    assert evaluate(eva, slot, site.sighting(), blinded)[1]["code"] == "vault.unknown"
    used = site.sighting()
    assert evaluate(ana, slot, used, blinded)[0] == 200
    assert evaluate(ana, slot, used, blinded)[1]["code"] == "presence.replayed"
    for element in ["00" * 49, "02" + "ff" * 48, "04" + "11" * 48]:
        _, answer, _ = ana.ask(
            "POST", f"/api/vault/slots/{slot}/evaluations", {"sighting": site.sighting(windows=1), "blinded": element})
        assert answer["code"] == "vault.invalid_element"


def test_nobody_but_the_account_learns_that_the_vault_was_opened(site):
    ana = Account(site.port, "ana@example.com")
    shop = {"shops": [{"venue": centre.UUID, "major": 100}]}
    assert ana.ask("PUT", "/api/choices", shop)[0] == 200
    slot, _ = add_slot(ana)
    assert evaluate(ana, slot, site.sighting(), voprf.random_element())[0] == 200
    assert ana.ask("GET", "/api/visits")[1]["visits"] == []
    assert ana.ask("GET", "/api/coupons")[1]["coupons"] == []
    with sqlite3.connect(f"file:{site.path}?mode=ro", uri=True) as tables:
        assert tables.execute("SELECT count(*) FROM last_places").fetchone() == (0,)
        assert tables.execute("SELECT count(*) FROM visits").fetchone() == (0,)
        assert tables.execute("SELECT count(*) FROM sightings").fetchone() == (1,)
