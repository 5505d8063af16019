"""The health authority's console over HTTP."""

import base64
import contextlib
import re
import secrets
import sqlite3
import time

import httpx
from authority import Authenticator, Case, DAY, PASSWORD, present, site  # noqa: F401 (a fixture)


def test_a_sign_in_needs_address_password_and_a_fresh_code(site):
    email, app = site.staff()
    with httpx.Client(base_url=site.url, timeout=60) as client:
        def attempt(code: str, password: str = PASSWORD, address: str = email) -> httpx.Response:
            return client.post("/api/session/health", json={"email": address, "password": password, "code": code})

        now = present()
        right = {app.code(now + away) for away in range(-1, 3)}
        old = next(code for ago in range(40, 50) if (code := app.code(now - ago)) not in right)
        wrong = [attempt(old), attempt(app.code(now), password="another password"),
                 attempt(app.code(now), address="nobody@salud.example")]
        assert {answer.status_code for answer in wrong} == {401}
        assert len({answer.text for answer in wrong}) == 1, "which of the three is wrong is not told"
        code = app.code()
        right = attempt(code)
        assert right.status_code == 201
        cookie = right.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        assert 12 * 3600 - 15 * 60 - 60 < int(re.search(r"Max-Age=(\d+)", cookie)[1]) <= 12 * 3600
        assert attempt(code).status_code == 401, "a code works once"
        assert client.get("/api/account").json()["role"] == "health"


def test_others_are_kept_out(site):
    paths = [("GET", "codes"), ("POST", "codes"), ("GET", "cases"), ("GET", "brake"), ("GET", "audit"),
             ("POST", "brake/release"), ("GET", "publications/news")]
    with httpx.Client(base_url=site.url, timeout=60) as client:
        for method, path in paths:
            answer = client.request(method, f"/api/health/{path}")
            assert (answer.status_code, answer.json()["code"]) == (401, "accounts.not_signed_in"), path
        visitor = client.post(
            "/api/accounts", json={"email": f"{secrets.token_hex(6)}@example.org", "password": PASSWORD}).json()
        client.cookies.clear()
        for method, path in paths:
            answer = client.request(
                method, f"/api/health/{path}", headers={"Authorization": f"Bearer {visitor['token']}"})
            assert (answer.status_code, answer.json()["code"]) == (403, "accounts.wrong_role"), path
        # The right password alone is a visitor's session as well.
        email, _ = site.staff()
        plain = client.post("/api/sessions", json={"email": email, "password": PASSWORD}).json()
        client.cookies.clear()
        answer = client.get("/api/health/codes", headers={"Authorization": f"Bearer {plain['token']}"})
        assert answer.status_code == 403


def test_the_command_entrusts_accounts_beside_a_running_server(site):
    email = f"{secrets.token_hex(6)}@salud.example"
    first = site.admin(email, role=None)
    assert first == {"email": email, "isNew": True}
    assert site.try_admin(email, role=None).returncode == 1
    refused = site.try_admin(email, password="another password")
    assert refused.returncode == 1 and refused.stdout == "" and "password" in refused.stderr
    assert site.try_admin(email, role="king").returncode == 2
    entrusted = site.admin(email)
    assert not entrusted["isNew"] and entrusted["role"] == "health"
    old = Authenticator(entrusted["otpauth"])
    with httpx.Client(base_url=site.url, timeout=60) as client:
        credentials = {"email": email, "password": PASSWORD}
        token = client.post("/api/session/health", json={**credentials, "code": old.code()}).json()["token"]
        new = Authenticator(site.admin(email)["otpauth"])
        assert client.post("/api/session/health", json={**credentials, "code": old.code()}).status_code == 401
        assert client.post("/api/session/health", json={**credentials, "code": new.code()}).status_code == 201
        client.cookies.clear()
        deadline = time.monotonic() + 60
        while client.get("/api/health/codes", headers={"Authorization": f"Bearer {token}"}).status_code != 401:
            assert time.monotonic() < deadline, "the session of the old second factor goes on"
            time.sleep(0.1)


def test_a_code_is_issued_used_and_withdrawn(site):
    client, _, _ = site.signed_in()
    issued = client.post("/api/health/codes").json()
    assert re.fullmatch(r"\d{12}", issued["code"])

    def states() -> dict[str, str]:
        answer = client.get("/api/health/codes")
        assert issued["code"] not in answer.text
        return {code["id"]: code["state"] for code in answer.json()["codes"]}

    assert states()[issued["id"]] == "waiting"
    upload = {"key": base64.b64encode(secrets.token_bytes(32)).decode(),
              "keyDate": (int(time.time()) // DAY - 3) * DAY * 1000, "authData": {"value": issued["code"]}, "fake": 0}
    assert httpx.post(f"{site.url}/v1/exposed", json=upload, timeout=60).status_code == 200
    assert states()[issued["id"]] == "used"
    other = client.post("/api/health/codes").json()["id"]
    assert client.delete(f"/api/health/codes/{other}").status_code == 204
    assert states()[other] == "withdrawn"
    assert client.post(f"/api/health/codes/{other}/restore").status_code == 204
    assert states()[other] == "waiting"
    assert client.delete(f"/api/health/codes/{issued['id']}").status_code == 404


def test_a_case_leaves_its_key_in_no_log_and_no_address(site):
    client, email, _ = site.signed_in()
    approved, rejected = Case(), Case()
    for case in (approved, rejected):
        answer = client.post("/api/health/cases", json={"text": f"{site.url}/console/health#case={case.text}"})
        assert answer.status_code == 201
        assert answer.json()["registered"]["checkWords"] == case.words
        again = client.post("/api/health/cases", json={"text": case.text}).json()
        assert again["isDuplicate"] and again["registered"] == answer.json()["registered"]
        verb = "approve" if case is approved else "reject"
        path = f"/api/health/cases/{again['registered']['id']}/{verb}"
        assert client.post(path).status_code == 200
        assert client.post(path).status_code == 404
    assert client.post("/api/health/cases", json={"text": approved.text}).status_code == 409
    assert client.post("/api/health/cases", json={"text": Case(days_ago=30).text}).status_code == 422
    assert "/api/health/cases" in site.log, "the log is looked at"
    for case in (approved, rejected):
        standard = base64.b64encode(case.key).decode()
        for secret in (case.text, case.text[3:], standard, standard[:-1], case.key.hex(), case.words):
            assert secret not in site.log
    assert email not in site.log and PASSWORD not in site.log
    # Nor in the database, once it is decided: a rejected key is nowhere in the files after the log was copied back.
    with contextlib.closing(sqlite3.connect(site.folder / "cerca.sqlite", timeout=60)) as connection:
        while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] != 0:
            time.sleep(0.1)
    stored = b"".join(path.read_bytes() for path in site.folder.glob("cerca.sqlite*"))
    assert approved.key in stored, "the files are looked at"
    assert rejected.key not in stored


def test_news_is_public_and_cacheable(site):
    client, email, _ = site.signed_in()
    draft = {"title": {"es": "Hola", "it": "Ciao"}, "text": {"es": "<script>alert(1)</script>", "it": "Uno."}}
    entry = client.post("/api/health/publications/news", json=draft).json()
    answer = httpx.get(f"{site.url}/api/news", timeout=60)
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert answer.json()["news"][0]["text"]["es"] == "<script>alert(1)</script>", "plain text stays what it is"
    assert email not in answer.text
    same = httpx.get(f"{site.url}/api/news", headers={"If-None-Match": answer.headers["etag"]}, timeout=60)
    assert same.status_code == 304 and same.content == b""
    path = f"/api/health/publications/news/{entry['id']}"
    assert client.delete(path).status_code == 204
    assert entry["id"] not in httpx.get(f"{site.url}/api/news", timeout=60).text
    assert client.post(f"{path}/restore").status_code == 200
    assert client.delete(path).status_code == 204


def test_the_record_names_the_staff_and_nobody_else(site):
    client, email, _ = site.signed_in()
    client.post("/api/health/codes")
    record = client.get("/api/health/audit").json()
    assert record["isIntact"]
    numbers = [entry["number"] for entry in record["entries"] if "number" in entry]
    assert numbers == list(range(record["total"], 0, -1))[: len(numbers)]
    issued = [entry for entry in record["entries"] if entry["action"] == "code.issued" and entry.get("email") == email]
    assert len(issued) == 1 and issued[0]["times"] == 1 and "number" not in issued[0], "counted until the day is over"
    for entry in record["entries"]:
        if entry["action"].startswith(("case.", "code.")):
            assert entry["at"].endswith("T00:00:00.000Z"), "of what people do, the day is enough"
