"""`cerca vault open` and a browser that visits it."""

import json
import os
import re
import signal
import subprocess
import time

import httpx
from playwright.sync_api import Page
import pytest
from test_web import DESK, PHONE


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
        self.url, self.token = re.fullmatch(r"(http://localhost:\d+)/vault#t=([0-9a-f]{32})", self.link).groups()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(60) == 0

    def client(self, **headers) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers={"Origin": self.url, "X-Cerca": "1", **headers}, timeout=60)

    def entered(self) -> httpx.Client:
        client = self.client()
        assert client.post("/api/vault/page/session", json={"token": self.token}).status_code == 204
        return client


def cerca_web() -> str:
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Web", "dist")


@pytest.fixture
def open_desk(start, cerca, tmp_path):
    """A function that starts a desk; further ones share the folder."""
    return lambda *options: Desk(start, cerca, tmp_path, *options)


@pytest.fixture
def visit(pages):
    """A function that opens a desk's link; what is asked of anybody else fails the test."""
    def open_page(desk, size=DESK, locale="en-GB", scheme="light", expected=(), link=None, **options) -> Page:
        allowed = ["clipboard-read", "clipboard-write", *options.pop("permissions", [])]
        page = pages.new(
            desk.url, size, expected, locale=locale, color_scheme=scheme, permissions=allowed, **options)

        def own(url: str) -> None:
            if not url.startswith((f"{desk.url}/", "blob:", "data:", "about:")):
                pages.faults.append(f"asked for {url}")

        page.on("request", lambda request: own(request.url))
        page.goto(link or desk.link)
        return page

    return open_page


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where CERCA_PICTURES says."""
    folder = os.environ.get("CERCA_PICTURES")
    if folder:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/vault-{name}-{page.viewport_size['width']}.png")


def wait_until(condition, what: str, seconds: float = 60) -> None:
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
    answer = client.post("/api/vault/page/vaults", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def add_item(client: httpx.Client, title: str, *fields, category=0, **rest) -> dict:
    categories = client.get("/api/vault/page/categories").json()["categories"]
    chosen = categories[category]["id"] if isinstance(category, int) else category
    drafts = [{"kind": {"kind": kind, **({"name": name} if name else {})}, "value": value}
              for kind, name, value in fields]
    answer = client.post("/api/vault/page/items", json={
        "category": chosen, "title": title, "isFavourite": False, "asksAgain": False, "fields": drafts, **rest})
    assert answer.status_code == 201, answer.text
    return answer.json()


def login(name: str, password="Tajo-9-caballo") -> tuple:
    return (("user", None, name), ("password", None, password))
