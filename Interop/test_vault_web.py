"""Who `cerca vault open` lets in, and what it answers."""

import json
import os
import time

from desks import Desk, ROOT_PASSWORD, add_item, login, new_vault, open_desk, wait_until  # noqa: F401
import httpx
import pytest


# Who is let in


def test_only_the_browser_with_the_link_is_let_in(open_desk):
    desk = open_desk()
    client = desk.client()
    assert client.get("/api/vault/page").status_code == 401
    assert client.post("/api/vault/page/session", json={"token": "0" * 32}).status_code == 401
    entered = client.post("/api/vault/page/session", json={"token": desk.token})
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/api/vault" in cookie
    assert client.get("/api/vault/page").json()["state"] == "none"
    assert client.get("/api/vault/page").headers["cache-control"] == "no-store"
    # The link works once.
    assert desk.client().post("/api/vault/page/session", json={"token": desk.token}).status_code == 401


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "127.0.0.1:1"}, {"Host": "127.0.0.1"}, {"Origin": "http://evil.example"},
    {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": "http://localhost:1"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
], ids=str)
def test_other_sites_get_nothing(open_desk, headers):
    desk = open_desk()
    client = desk.entered()
    refused = client.get("/api/vault/page", headers=headers)
    assert refused.status_code == 403 and refused.json()["code"] == "request.cross_site"
    assert client.post("/api/vault/page/lock", headers=headers).status_code == 403
    if "Host" in headers:
        assert client.get("/vault", headers=headers).status_code == 403
    assert client.get("/api/vault/page").status_code == 200


def test_a_change_without_an_origin_is_refused(open_desk):
    desk = open_desk()
    client = desk.entered()
    del client.headers["Origin"]
    assert client.get("/api/vault/page").status_code == 200
    assert client.post("/api/vault/page/lock").status_code == 403


def test_it_listens_on_this_machine_alone_and_serves_nothing_else(open_desk):
    desk = open_desk()
    port = int(desk.url.rsplit(":", 1)[1])
    listening = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
    addresses = {fields[1].split(":")[0] for fields in listening
                 if fields[1].endswith(f":{port:04X}") and fields[3] == "0A"}
    assert addresses == {"0100007F"}
    client = desk.entered()
    assert client.get("/vault").headers["content-security-policy"].startswith("default-src 'self'")
    for path in ("/", "/console/health", "/metrics", "/openapi.json", "/api/venues", "/api/account", "/v1/exposed/1"):
        assert client.get(path).status_code == 404, path


def test_what_is_too_large_or_malformed_is_refused(open_desk):
    desk = open_desk()
    client = desk.entered()
    new_vault(client)
    for body in (b"", b"{", b"[]", b'{"user": 1}', b"\xff" * 10):
        answer = client.post("/api/vault/page/unlock", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), body
    for fix in ((91, 0, 1), (0, 0, -1), (1e300, 0, 1)):
        body = {"fix": {"latitude": fix[0], "longitude": fix[1], "accuracy": fix[2]}}
        assert client.post("/api/vault/page/place", json=body).status_code == 422, fix
    for path in ("items/0", "items/" + "f" * 32, "items/..%2f..", "items/" + "a" * 300):
        assert client.get(f"/api/vault/page/{path}").status_code == 404, path
    json_type = {"Content-Type": "application/json"}
    try:
        huge = client.post("/api/vault/page/search", content=b"x" * (20 << 20), headers=json_type)
        assert huge.status_code == 413
    except (httpx.ReadError, httpx.WriteError):
        pass  # The server hung up on whoever kept sending; the refusal may be lost then.
    for name in ("", "   ", "a\u0000b", "x" * 201):
        body = {"name": name, "isRemovable": False}
        assert client.post("/api/vault/page/categories", json=body).json()["code"] in (
            "vault.invalid_name", "request.invalid"), name
    assert client.get("/api/vault/page").json()["state"] == "open"


def test_the_desktops_browser_is_given_a_file_and_not_the_token(start, cerca, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    opener = programs / "xdg-open"
    opener.write_text(
        f'#!/bin/sh\nstat -c %a "$1" > {programs}/mode\necho "$@" > {programs}/arguments\ncp "$1" {programs}/page\n')
    opener.chmod(0o755)
    desk = Desk(start, cerca, tmp_path, desktop=str(programs))
    wait_until(lambda: (programs / "page").exists() and desk.token in (programs / "page").read_text(), "opened")
    arguments = (programs / "arguments").read_text().strip()
    assert desk.token not in arguments and (programs / "mode").read_text().strip() == "600"
    desk.end()
    assert not os.path.exists(arguments)


# What is shown and what is not


def test_concealed_values_come_only_when_somebody_asks(open_desk):
    client = open_desk().entered()
    new_vault(client)
    item = add_item(client, "Nube", *login("ana", "not-in-any-list"), ("concealed", "Clave", "hidden-own"))
    assert "not-in-any-list" not in json.dumps(item) and "hidden-own" not in json.dumps(item)
    listed = client.post("/api/vault/page/search", json={"favourites": False, "trash": False, "text": "not-in-any"})
    assert "not-in-any-list" not in listed.text and listed.json()["items"] == []
    deep = {"favourites": False, "trash": False, "text": "not-in-any", "concealed": True}
    found = client.post("/api/vault/page/search", json=deep)
    assert [row["title"] for row in found.json()["items"]] == ["Nube"] and "not-in-any-list" not in found.text
    shown = client.post(f"/api/vault/page/items/{item['id']}/reveal", json={"field": 1})
    assert shown.json()["value"] == "not-in-any-list"
    assert shown.headers["cache-control"] == "no-store"


def test_an_item_that_asks_again_gives_nothing_without_a_proof(open_desk):
    client = open_desk().entered()
    new_vault(client)
    item = add_item(client, "Caja", *login("ana"), ("otp", None, "JBSWY3DPEHPK3PXP"), asksAgain=True)
    base = f"/api/vault/page/items/{item['id']}"
    for path, body in (("reveal", {"field": 1}), ("draft", None), ("codes", None)):
        assert client.post(f"{base}/{path}", json=body).status_code == 403, path
    deep = {"favourites": False, "trash": False, "text": "caballo", "concealed": True}
    assert client.post("/api/vault/page/search", json=deep).json()["items"] == []
    assert client.post("/api/vault/page/confirm", json={"password": "wrong", "usesPlace": False}).status_code == 403
    proof = {"password": ROOT_PASSWORD, "usesPlace": False}
    assert client.post("/api/vault/page/confirm", json=proof).status_code == 204
    assert client.post(f"{base}/reveal", json={"field": 1}).json()["value"] == "Tajo-9-caballo"
    assert [row["title"] for row in client.post("/api/vault/page/search", json=deep).json()["items"]] == ["Caja"]
    assert len(client.post(f"{base}/codes").json()["codes"][0]["code"]) == 6


def test_what_somebody_else_changed_meanwhile_is_not_written_over(open_desk):
    first = open_desk().entered()
    new_vault(first)
    item = add_item(first, "Nube", *login("ana"))
    base = f"/api/vault/page/items/{item['id']}"
    draft = first.post(f"{base}/draft").json()
    assert draft["revision"] == item["revision"]
    assert first.put(f"{base}/favourite", json={"on": True}).json()["isFavourite"]
    stale = first.put(base, json=draft | {"title": "Otra"})
    assert stale.status_code == 409 and stale.json()["code"] == "vault.changed_meanwhile"
    assert first.put(base, json={k: v for k, v in draft.items() if k != "revision"}).status_code == 422
    shown = first.get(base).json()
    assert shown["title"] == "Nube" and shown["isFavourite"]
    fresh = first.post(f"{base}/draft").json()
    assert first.put(base, json=fresh | {"title": "Otra"}).json()["title"] == "Otra"
    # A place in the history is one of a certain writing.
    assert first.post(f"{base}/history", json={"past": 0, "revision": fresh["revision"]}).status_code == 409
    # A category as well.
    category = first.get("/api/vault/page/categories").json()["categories"][0]
    path = f"/api/vault/page/categories/{category['id']}"
    change = {"name": category["name"], "isRemovable": True, "mark": category["mark"]}
    assert first.put(path, json=change).status_code == 200
    assert first.put(path, json=change | {"isRemovable": False}).json()["code"] == "vault.changed_meanwhile"


def test_a_removed_category_and_its_items_come_back(open_desk):
    client = open_desk().entered()
    new_vault(client)
    item = add_item(client, "Nube", *login("ana"))
    own = client.post("/api/vault/page/categories", json={"name": "Viajes", "isRemovable": False}).json()
    travel = next(row["id"] for row in own["categories"] if row["name"] == "Viajes")
    inside = add_item(client, "Hotel", *login("eva"), category=travel)
    assert client.delete(f"/api/vault/page/items/{item['id']}").status_code == 204
    left = client.delete(f"/api/vault/page/categories/{travel}").json()
    assert left["trash"] == 2 and left["total"] == 0
    assert client.post(f"/api/vault/page/items/{inside['id']}/restore").json()["category"] == travel
    assert any(row["name"] == "Viajes" for row in client.get("/api/vault/page/categories").json()["categories"])


def test_a_locked_vault_answers_nothing_and_forgets_with_the_process(open_desk):
    desk = open_desk()
    client = desk.entered()
    new_vault(client)
    item = add_item(client, "Nube", *login("ana"))
    assert client.post("/api/vault/page/lock").json()["state"] == "locked"
    for method, path in (("GET", "categories"), ("GET", f"items/{item['id']}"), ("GET", "configuration"),
                         ("POST", "audit"), ("POST", f"items/{item['id']}/codes"), ("DELETE", "trash")):
        answer = client.request(method, f"/api/vault/page/{path}")
        assert answer.status_code == 401 and answer.json()["code"] == "vault.locked", path
    desk.end()
    again = open_desk()
    assert again.token != desk.token
    assert again.entered().get("/api/vault/page").json()["state"] == "locked"


def test_it_locks_itself_and_looking_does_not_keep_it_open(open_desk):
    client = open_desk().entered()
    new_vault(client)
    preferences = client.get("/api/vault/page/configuration").json()["preferences"]
    client.put("/api/vault/page/preferences", json={**preferences, "autoLockSeconds": 10})
    for _ in range(3):
        time.sleep(3)
        assert client.post("/api/vault/page/stay").json()["state"] == "open"
    time.sleep(4)
    assert client.get("/api/vault/page").json()["state"] == "open"
    time.sleep(7)
    assert client.get("/api/vault/page").json()["state"] == "locked"


def test_wrong_attempts_lock_out_and_the_recovery_code_still_opens(open_desk):
    client = open_desk().entered()
    code = new_vault(client)
    client.post("/api/vault/page/lock")
    body = {"user": "ana", "password": "wrong", "usesPlace": False, "usesNetwork": False, "acceptsOlder": False}
    for _ in range(3):
        assert client.post("/api/vault/page/unlock", json=body).json()["code"] == "vault.wrong_secret"
    locked = client.post("/api/vault/page/unlock", json={**body, "password": ROOT_PASSWORD})
    assert locked.json()["code"] == "vault.locked_out" and 0 < int(locked.headers["retry-after"]) <= 300
    state = client.get("/api/vault/page").json()["vaults"][0]
    assert state["failures"] == 3 and 0 < state["secondsLeft"] <= 300
    body = {**body, "recovery": code.lower().replace("-", " ")}
    del body["password"]
    assert client.post("/api/vault/page/unlock", json=body).json()["state"] == "open"


def test_an_unknown_user_is_answered_as_a_wrong_password(open_desk):
    client = open_desk().entered()
    new_vault(client)
    client.post("/api/vault/page/lock")
    answers = [client.post("/api/vault/page/unlock", json={
        "user": user, "password": "wrong", "usesPlace": False, "usesNetwork": False, "acceptsOlder": False})
        for user in ("ana", "nobody", "", "\u0000")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}
