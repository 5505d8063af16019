"""The vault in a real browser: `cerca vault open`, the page it serves, and who it lets in."""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import time

import httpx
import pytest
from playwright.sync_api import Page, expect, sync_playwright
from test_web import CONTRAST, DESK, PATIENCE, PHONE, SMALL_TARGETS, assert_fits

ROOT_PASSWORD = "correct horse battery staple"
HOME = (40.33210, -3.76870, 8)
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


class Desk:
    """`cerca vault open` with a folder and keys of its own."""

    def __init__(self, start, cerca, folder, *options, desktop: str | None = None):
        self.folder = folder
        environment = {
            **os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_RUNTIME_DIR": str(folder), "DISPLAY": "",
        }
        environment.pop("WAYLAND_DISPLAY", None)
        if desktop is None:
            options = ("--no-browser", *options)
        else:
            # A desktop whose programs are in this folder.
            environment |= {"DISPLAY": ":0", "PATH": f"{desktop}:{environment['PATH']}", "TMPDIR": str(folder)}
        self.process = start(
            cerca, "vault", "open", "--kdf-cost", "floor", "--vault", folder / "vaults", "--web", cerca_web(), *options,
            stdout=subprocess.PIPE, text=True, env=environment)
        lines = []
        while not (lines and lines[-1].startswith("http://")):
            line = self.process.stdout.readline()
            assert line, f"it ended: {lines}"
            lines.append(line.strip())
        self.link = lines[-1]
        self.url, self.token = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/vault#t=([0-9a-f]{32})", self.link).groups()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(10) == 0

    def client(self, **headers) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers={"Origin": self.url, "X-Cerca": "1", **headers}, timeout=60)

    def entered(self) -> httpx.Client:
        client = self.client()
        assert client.post("/api/vault/desk/session", json={"token": self.token}).status_code == 204
        return client


def cerca_web() -> str:
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Web", "dist")


@pytest.fixture
def open_desk(start, cerca, tmp_path):
    """A function that starts a desk; further ones share the folder."""
    return lambda *options: Desk(start, cerca, tmp_path, *options)


@pytest.fixture(scope="module")
def browser():
    """One headless Chromium for all tests."""
    chromium = shutil.which("chromium")
    assert chromium, "chromium is missing: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser):
    """A function that opens a desk's link; what goes wrong on any page, or is asked of anybody else, fails the test."""
    contexts, faults = [], []

    def open_page(desk, size=DESK, locale="en-GB", scheme="light", expected=(), link=None, **options) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme=scheme,
            permissions=["clipboard-read", "clipboard-write", *options.pop("permissions", [])], **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()

        def note(text: str) -> None:
            if not any(word in text for word in expected):
                faults.append(text)

        def own(url: str) -> None:
            if not url.startswith((f"{desk.url}/", "blob:", "data:", "about:")):
                faults.append(f"asked for {url}")

        page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: note(str(error)))
        page.on("request", lambda request: own(request.url))
        page.goto(link or desk.link)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where CERCA_PICTURES says."""
    folder = os.environ.get("CERCA_PICTURES")
    if folder:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/vault-{name}-{page.viewport_size['width']}.png")


def wait_until(condition, what: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def new_vault(client: httpx.Client, user="Ana", fix=HOME, **fields) -> str:
    body = {
        "user": user, "password": ROOT_PASSWORD, "usesPlace": True, "cell": 50, "cipher": "aes-256-gcm",
        "allowsWeak": False, "language": "es",
        "fix": {"latitude": fix[0], "longitude": fix[1], "accuracy": fix[2]}, **fields,
    }
    answer = client.post("/api/vault/desk/vaults", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def add_item(client: httpx.Client, title: str, *fields, category=0, **rest) -> dict:
    categories = client.get("/api/vault/desk/categories").json()["categories"]
    chosen = categories[category]["id"] if isinstance(category, int) else category
    drafts = [{"kind": {"kind": kind, **({"name": name} if name else {})}, "value": value}
              for kind, name, value in fields]
    answer = client.post("/api/vault/desk/items", json={
        "category": chosen, "title": title, "isFavourite": False, "asksAgain": False, "fields": drafts, **rest})
    assert answer.status_code == 201, answer.text
    return answer.json()


def login(name: str, password="Tajo-9-caballo") -> tuple:
    return (("user", None, name), ("password", None, password))


# Who is let in


def test_only_the_browser_with_the_link_is_let_in(open_desk):
    desk = open_desk()
    client = desk.client()
    assert client.get("/api/vault/desk").status_code == 401
    assert client.post("/api/vault/desk/session", json={"token": "0" * 32}).status_code == 401
    entered = client.post("/api/vault/desk/session", json={"token": desk.token})
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/api/vault" in cookie
    assert client.get("/api/vault/desk").json()["state"] == "none"
    assert client.get("/api/vault/desk").headers["cache-control"] == "no-store"
    # The link works once.
    assert desk.client().post("/api/vault/desk/session", json={"token": desk.token}).status_code == 401


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "127.0.0.1:1"}, {"Host": "127.0.0.1"}, {"Origin": "http://evil.example"},
    {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": "http://localhost:1"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
], ids=str)
def test_other_sites_get_nothing(open_desk, headers):
    desk = open_desk()
    client = desk.entered()
    refused = client.get("/api/vault/desk", headers=headers)
    assert refused.status_code == 403 and refused.json()["code"] == "request.cross_site"
    assert client.post("/api/vault/desk/lock", headers=headers).status_code == 403
    if "Host" in headers:
        assert client.get("/vault", headers=headers).status_code == 403
    assert client.get("/api/vault/desk").status_code == 200


def test_a_change_without_an_origin_is_refused(open_desk):
    desk = open_desk()
    client = desk.entered()
    del client.headers["Origin"]
    assert client.get("/api/vault/desk").status_code == 200
    assert client.post("/api/vault/desk/lock").status_code == 403


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
        answer = client.post("/api/vault/desk/unlock", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), body
    for fix in ((91, 0, 1), (0, 0, -1), (1e300, 0, 1)):
        body = {"fix": {"latitude": fix[0], "longitude": fix[1], "accuracy": fix[2]}}
        assert client.post("/api/vault/desk/place", json=body).status_code == 422, fix
    for path in ("items/0", "items/" + "f" * 32, "items/..%2f..", "items/" + "a" * 300):
        assert client.get(f"/api/vault/desk/{path}").status_code == 404, path
    json_type = {"Content-Type": "application/json"}
    try:
        huge = client.post("/api/vault/desk/search", content=b"x" * (20 << 20), headers=json_type)
        assert huge.status_code == 413
    except (httpx.ReadError, httpx.WriteError):
        pass  # The server hung up on whoever kept sending; the refusal may be lost then.
    for name in ("", "   ", "a\u0000b", "x" * 201):
        body = {"name": name, "isRemovable": False}
        assert client.post("/api/vault/desk/categories", json=body).json()["code"] in (
            "vault.invalid_name", "request.invalid"), name
    assert client.get("/api/vault/desk").json()["state"] == "open"


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
    listed = client.post("/api/vault/desk/search", json={"favourites": False, "trash": False, "text": "not-in-any"})
    assert "not-in-any-list" not in listed.text
    shown = client.post(f"/api/vault/desk/items/{item['id']}/reveal", json={"field": 1})
    assert shown.json()["value"] == "not-in-any-list"
    assert shown.headers["cache-control"] == "no-store"


def test_an_item_that_asks_again_gives_nothing_without_a_proof(open_desk):
    client = open_desk().entered()
    new_vault(client)
    item = add_item(client, "Caja", *login("ana"), ("otp", None, "JBSWY3DPEHPK3PXP"), asksAgain=True)
    base = f"/api/vault/desk/items/{item['id']}"
    for path, body in (("reveal", {"field": 1}), ("draft", None), ("codes", None)):
        assert client.post(f"{base}/{path}", json=body).status_code == 403, path
    assert client.post("/api/vault/desk/confirm", json={"password": "wrong", "usesPlace": False}).status_code == 403
    proof = {"password": ROOT_PASSWORD, "usesPlace": False}
    assert client.post("/api/vault/desk/confirm", json=proof).status_code == 204
    assert client.post(f"{base}/reveal", json={"field": 1}).json()["value"] == "Tajo-9-caballo"
    assert len(client.post(f"{base}/codes").json()["codes"][0]["code"]) == 6


def test_a_locked_vault_answers_nothing_and_forgets_with_the_process(open_desk):
    desk = open_desk()
    client = desk.entered()
    new_vault(client)
    item = add_item(client, "Nube", *login("ana"))
    assert client.post("/api/vault/desk/lock").json()["state"] == "locked"
    for method, path in (("GET", "categories"), ("GET", f"items/{item['id']}"), ("GET", "configuration"),
                         ("POST", "audit"), ("POST", f"items/{item['id']}/codes"), ("DELETE", "trash")):
        answer = client.request(method, f"/api/vault/desk/{path}")
        assert answer.status_code == 401 and answer.json()["code"] == "vault.locked", path
    desk.end()
    again = open_desk()
    assert again.token != desk.token
    assert again.entered().get("/api/vault/desk").json()["state"] == "locked"


def test_it_locks_itself_and_looking_does_not_keep_it_open(open_desk):
    client = open_desk().entered()
    new_vault(client)
    preferences = client.get("/api/vault/desk/configuration").json()["preferences"]
    client.put("/api/vault/desk/preferences", json={**preferences, "autoLockSeconds": 10})
    for _ in range(3):
        time.sleep(3)
        assert client.post("/api/vault/desk/stay").json()["state"] == "open"
    time.sleep(4)
    assert client.get("/api/vault/desk").json()["state"] == "open"
    time.sleep(7)
    assert client.get("/api/vault/desk").json()["state"] == "locked"


def test_wrong_attempts_lock_out_and_the_recovery_code_still_opens(open_desk):
    client = open_desk().entered()
    code = new_vault(client)
    client.post("/api/vault/desk/lock")
    body = {"user": "ana", "password": "wrong", "usesPlace": False, "usesNetwork": False, "acceptsOlder": False}
    for _ in range(3):
        assert client.post("/api/vault/desk/unlock", json=body).json()["code"] == "vault.wrong_secret"
    locked = client.post("/api/vault/desk/unlock", json={**body, "password": ROOT_PASSWORD})
    assert locked.json()["code"] == "vault.locked_out" and 0 < int(locked.headers["retry-after"]) <= 300
    state = client.get("/api/vault/desk").json()["vaults"][0]
    assert state["failures"] == 3 and 0 < state["secondsLeft"] <= 300
    body = {**body, "recovery": code.lower().replace("-", " ")}
    del body["password"]
    assert client.post("/api/vault/desk/unlock", json=body).json()["state"] == "open"


def test_an_unknown_user_is_answered_as_a_wrong_password(open_desk):
    client = open_desk().entered()
    new_vault(client)
    client.post("/api/vault/desk/lock")
    answers = [client.post("/api/vault/desk/unlock", json={
        "user": user, "password": "wrong", "usesPlace": False, "usesNetwork": False, "acceptsOlder": False})
        for user in ("ana", "nobody", "", "\u0000")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}


# The page


def fill_position(page: Page, latitude: str, longitude: str) -> None:
    page.get_by_role("button", name="By hand").click()
    page.get_by_label("Latitude").fill(latitude)
    page.get_by_label("Longitude").fill(longitude)
    page.get_by_role("button", name="Take this position").click()
    expect(page.locator(".place-map")).to_be_visible()


@SIZES
def test_the_first_vault_is_made_and_its_recovery_code_shown_once(open_desk, visit, size):
    desk = open_desk()
    page = visit(desk, size=size)
    expect(page.get_by_role("heading", level=1, name="Make a vault")).to_be_visible()
    assert "#" not in page.url and desk.token not in page.evaluate("location.href + JSON.stringify(history.state)")
    expect(page.get_by_text("It cannot: positions can be feigned.")).to_be_visible()
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("Password", exact=True).fill(ROOT_PASSWORD)
    expect(page.locator(".strength[data-score]")).to_be_visible()
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("There is no position that is accurate enough yet.")).to_be_visible()
    fill_position(page, "40.3321", "-3,7687")
    picture(page, "create")
    page.get_by_label("Cipher of the items").select_option(label="DES (weak)")
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("Say that you want the weak cipher")).to_be_visible()
    page.get_by_label("Cipher of the items").select_option(label="AES-256-GCM")
    assert_fits(page)
    page.get_by_role("button", name="Make the vault").click()
    code = page.locator(".recovery-code")
    expect(code).to_be_visible()
    groups = code.locator("span").all_inner_texts()
    assert [len(group) for group in groups] == [4] * 8
    picture(page, "recovery")
    go = page.get_by_role("button", name="Go on")
    expect(go).to_be_disabled()
    page.get_by_label("I have printed it or written it down").check()
    go.click()
    expect(page.get_by_role("link", name="Bancos")).to_have_count(0)
    expect(page.get_by_role("link", name="Banks")).to_be_visible()
    assert groups[0] not in page.content()
    assert_fits(page)
    page.reload()
    expect(page.get_by_role("link", name="Banks")).to_be_visible()


@SIZES
def test_an_item_is_made_shown_changed_and_brought_back(open_desk, visit, size):
    desk = open_desk()
    page = visit(desk, size=size)
    expect(page.get_by_role("heading", level=1, name="Make a vault")).to_be_visible()
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("It opens where I am now").uncheck()
    page.get_by_label("Password", exact=True).fill(ROOT_PASSWORD)
    page.get_by_role("button", name="Make the vault").click()
    page.get_by_label("I have printed it or written it down").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Web").click()
    page.get_by_role("link", name="New item").first.click()
    page.get_by_label("Title").fill("Nube")
    page.get_by_role("textbox", name="User").fill("ana")
    page.get_by_role("button", name="Make a password").click()
    secret = page.locator("input[name=field-password]")
    expect(secret).not_to_have_value("")
    first = secret.input_value()
    page.get_by_role("button", name="Another one").click()
    expect(secret).not_to_have_value(first)
    password = secret.input_value()
    assert len(password) == 20
    page.locator("input[name=field-otp]").fill("JBSWY3DPEHPK3PXP")
    # The order by buttons and by the keyboard, and a field of one's own.
    page.get_by_role("button", name="Move Note up").click()
    page.get_by_role("textbox", name="User").press("Alt+ArrowDown")
    page.get_by_label("Add a field").select_option(label="Field of your own")
    page.get_by_label("Name of the field").fill("Sucursal")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("textbox", name="Sucursal").fill("Calle Mayor 3")
    picture(page, "edit")
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    labels = page.locator(".item-view .field-rows dt").all_inner_texts()
    assert labels[:2] == ["Password", "User"] and "Sucursal" in labels
    assert password not in page.content()
    page.get_by_role("button", name="Show Password").click()
    expect(page.get_by_text(password)).to_be_visible()
    page.get_by_role("button", name="Copy Password").click()
    wait_until(lambda: page.evaluate("navigator.clipboard.readText()") == password, "copied")
    expect(page.locator(".code-digits")).to_have_text(re.compile(r"^\d{6}$"))
    picture(page, "item")
    assert_fits(page)
    # A file goes in and comes out as it was.
    content = bytes(range(256)) * 40
    page.locator("input[type=file]").set_input_files({"name": "clave.bin", "mimeType": "", "buffer": content})
    with page.expect_download() as download:
        page.get_by_role("button", name="Save clave.bin").click()
    assert open(download.value.path(), "rb").read() == content and download.value.suggested_filename == "clave.bin"
    # A change, and the way back.
    page.get_by_role("link", name="Change the item").click()
    page.locator("input[name=field-password]").fill("changed-2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("What it had before")).to_be_visible()
    page.get_by_role("button", name="Restore Password").click()
    expect(page.locator("dt", has_text="until")).to_have_count(2)
    page.get_by_role("button", name="Show Password").first.click()
    expect(page.locator(".field-rows").first.get_by_text(password)).to_be_visible()
    # The trash, and undo.
    page.get_by_role("button", name="Put into the trash").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    page.get_by_role("button", name="Put into the trash").click()
    page.get_by_role("link", name="Trash").click()
    page.get_by_role("link", name="Nube").click()
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("button", name="Favourite")).to_be_visible()


@pytest.fixture
def filled(open_desk, visit):
    """A function that opens a page on a vault with some items, unlocked."""

    def prepare(*options, **page_options) -> Page:
        desk = open_desk(*options)
        client = desk.entered()
        new_vault(client)
        people = {"Ñandú": "ana@ejemplo.es", "Nube": "ana", "árbol": "a", "Oso": "o", "Zorro": "z"}
        for title, user in people.items():
            add_item(client, title, *login(user, f"clave de {title}"), ("note", None, "Un apunte sobre la nube"))
        desk.http = client
        # The browser takes over the session.
        cookie = next(iter(client.cookies.jar))
        page = visit(desk, link="about:blank", **page_options)
        page.desk = desk
        page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": f"{desk.url}/api/vault"}])
        page.goto(f"{desk.url}/vault#/all")
        expect(page.locator(".item-row").first).to_be_visible()
        return page

    return prepare


def test_lists_are_sorted_by_the_language_and_searched_in_every_field(filled):
    page = filled()
    assert page.locator(".item-title").all_inner_texts() == ["árbol", "Nube", "Ñandú", "Oso", "Zorro"]
    page.get_by_role("searchbox").fill("ejemplo")
    expect(page.locator(".item-title")).to_have_text(["Ñandú"])
    expect(page.get_by_text("Found in: User")).to_be_visible()
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".item-row")).to_have_count(5)


def test_categories_count_exactly(filled):
    page = filled(expected=["409"])
    row = page.locator(".category-row").filter(has_text="Bancos")
    expect(row.locator(".category-count")).to_have_text("5")
    page.get_by_role("link", name="Nube").click()
    page.get_by_role("button", name="Put into the trash").click()
    expect(row.locator(".category-count")).to_have_text("4")
    page.get_by_role("button", name="New category").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("  ")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    dialog.get_by_label("Name").fill("BANCOS")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("There is one of this name already.")).to_be_visible()
    dialog.get_by_label("Name").fill("Viajes")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".category-name").filter(has_text="Viajes")).to_be_visible()


@SIZES
def test_the_door_opens_at_the_place_and_counts_down_after_wrong_attempts(filled, size):
    page = filled(size=size, expected=["403", "429"])
    page.get_by_role("button", name="Lock").click()
    expect(page.get_by_role("heading", level=1, name="Open the vault")).to_be_visible()
    assert "Nube" not in page.content()
    fill_position(page, "40.3321", "-3.7687")
    picture(page, "door")
    assert_fits(page)
    assert page.evaluate(SMALL_TARGETS) == []
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Password", exact=True).click()
    for attempt in range(3):
        page.get_by_label("Password", exact=True).fill("wrong")
        page.get_by_role("button", name="Open", exact=True).click()
        if attempt < 2:
            expect(page.get_by_text("That does not open the vault.")).to_be_visible()
            expect(page.get_by_label("Password", exact=True)).to_have_value("")
    clock = page.locator(".lockout-clock")
    expect(clock).to_be_visible()
    before = clock.inner_text()
    wait_until(lambda: clock.inner_text() != before, "the clock goes")
    picture(page, "lockout")
    expect(page.get_by_label("Recovery code")).to_be_visible()
    assert_fits(page)


def test_a_coarse_position_is_explained_and_not_taken(filled):
    page = filled(
        geolocation={"latitude": HOME[0], "longitude": HOME[1], "accuracy": 400}, permissions=["geolocation"])
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="From the browser").click()
    expect(page.get_by_text("a cell of 50 m needs 25 m or better")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("There is no position that is accurate enough yet.")).to_be_visible()
    page.context.set_geolocation({"latitude": HOME[0], "longitude": HOME[1], "accuracy": 7})
    page.get_by_role("button", name="From the browser").click()
    expect(page.get_by_text("Accurate to 7.0 m")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()


def test_this_machines_own_position_opens_without_asking_the_browser(filled):
    page = filled("--position", f"{HOME[0]},{HOME[1]},{HOME[2]}")
    page.get_by_role("button", name="Lock").click()
    expect(page.locator(".place-map")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()


def test_settings_change_the_cipher_the_ways_in_and_the_password(filled):
    page = filled()
    page.get_by_role("link", name="Settings").click()
    expect(page.locator(".slot-row")).to_have_count(3)
    page.get_by_label("Cipher of the items").select_option(label="RC4 (weak)")
    change = page.get_by_role("button", name="Change the cipher")
    change.click()
    expect(page.get_by_text("Say that you want the weak cipher")).to_be_visible()
    page.get_by_label("I want this weak cipher").check()
    change.click()
    expect(page.get_by_text("This vault is sealed with RC4, which is weak.")).to_be_visible()
    page.get_by_label("Cipher of the items").select_option(label="ChaCha20-Poly1305")
    change.click()
    expect(page.get_by_text("sealed with RC4, which is weak")).to_have_count(0)
    page.get_by_role("button", name="New way in").click()
    page.get_by_label("A place", exact=True).check()
    expect(page.locator(".slot-form").get_by_text("It cannot: positions can be feigned.")).to_be_visible()
    page.locator(".slot-form").get_by_label("Name").fill("Oficina")
    fill_position(page, "41.1", "-4.2")
    page.get_by_role("button", name="Make it").click()
    row = page.locator(".slot-row").filter(has_text="Oficina")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Remove Oficina").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Change the password").click()
    page.get_by_label("New password").fill("another horse")
    page.locator(".slot-form").get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    picture(page, "settings")
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Password", exact=True).click()
    page.get_by_label("Password", exact=True).fill("another horse")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    page.goto(f"{page.desk.url}/vault#/all")
    expect(page.locator(".item-title")).to_have_count(5)


def test_the_page_hides_everything_when_the_command_ends(filled):
    # Its last answer may be that the vault is locked.
    ending = ["401", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED", "ERR_EMPTY_RESPONSE"]
    page = filled(expected=ending)
    page.get_by_role("link", name="Nube").click()
    page.desk.end()
    expect(page.get_by_role("heading", name="The vault is closed")).to_be_visible(timeout=PATIENCE)
    assert "Nube" not in page.content()


def test_a_page_without_the_link_says_how_to_open_one(open_desk, visit):
    desk = open_desk()
    page = visit(desk, link=f"{desk.url}/vault", expected=["401"])
    expect(page.get_by_role("heading", name="This page needs its link")).to_be_visible()
    expect(page.get_by_text("cerca vault open")).to_be_visible()


def test_names_and_values_cannot_carry_markup(filled):
    page = filled()
    hostile = "<img src=x onerror=alert(1)>"
    item = add_item(
        page.desk.http, hostile, ("user", None, hostile), ("url", None, "javascript:alert(1)"),
        ("text", hostile, hostile))
    page.goto(f"{page.desk.url}/vault#/item/{item['id']}")
    expect(page.get_by_role("heading", level=1, name=hostile)).to_be_visible()
    assert page.locator("main img").count() == 0
    assert page.locator("main a[href^=javascript]").count() == 0


def test_the_page_speaks_spanish_and_has_contrast_in_the_dark(filled):
    page = filled(locale="es-ES", scheme="dark", size=PHONE)
    expect(page.get_by_role("heading", level=1, name="Todos los elementos")).to_be_visible()
    page.get_by_role("link", name="Nube").click()
    expect(page.get_by_role("button", name="Mostrar Contraseña")).to_be_visible()
    found = page.evaluate(CONTRAST, ["h1", ".field-words dt", ".field-value", ".quiet", "[data-route=items]",
                                     "[data-route=trash]", ".vault-block h2"])
    assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)


def test_the_check_finds_weak_and_reused_passwords(filled):
    page = filled()
    add_item(page.desk.http, "Uno", *login("x", "123456"))
    add_item(page.desk.http, "Dos", *login("y", "clave de Nube"))
    page.get_by_role("link", name="Check").click()
    expect(page.locator(".item-row").filter(has_text="Uno")).to_contain_text("Weak")
    expect(page.locator(".item-row").filter(has_text="Dos")).to_contain_text("Used elsewhere too")
    assert "clave de Nube" not in page.content()
