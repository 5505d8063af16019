"""The page as something that is installed: its manifest, what is there without a network, newer builds, and sign-out.

The server reads a copy of the page, so that a test can put another build in its place.
"""

import contextlib
import json
import pathlib
import re
import shutil
import struct
import subprocess
import urllib.request

import pytest
from playwright.sync_api import Page, expect, sync_playwright
from test_web import (  # noqa: F401
    PHONE, choose_every_shop, sign_up, visit, wait_for_demo, wait_until, walk_until_an_offer_comes,
)

ROOT = pathlib.Path(__file__).resolve().parent.parent
AWAY = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "503"]

# What a browser keeps of the page: the files of the worker, and the copies and what waits, by their stores.
KEPT = """async () => {
  const read = (database, store) => new Promise((resolve, reject) => {
    const all = database.transaction(store).objectStore(store).getAll();
    all.onsuccess = () => resolve(all.result.length);
    all.onerror = () => reject(all.error);
  });
  const counts = {files: (await caches.keys()).length};
  for (const {name} of await indexedDB.databases()) {
    const database = await new Promise(resolve => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of database.objectStoreNames) counts[store] = await read(database, store);
    database.close();
  }
  return counts;
}"""


@pytest.fixture(scope="module")
def browser():
    """Chromium with all that it has: the one without windows shows no notifications."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def dist(tmp_path_factory) -> pathlib.Path:
    """A copy of the built page that tests may change."""
    folder = tmp_path_factory.mktemp("page") / "dist"
    shutil.copytree(ROOT / "Web" / "dist", folder)
    return folder


@pytest.fixture(scope="module")
def base_url(cerca, free_port, dist):
    port = free_port()
    demo = subprocess.Popen(
        [cerca, "demo", "--port", str(port), "--seed", "1", "--speed", "10", "--visitors", "5", "--web", dist])
    # A worker needs a secure address; the machine itself is one.
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for_demo(url, demo)
        yield url
    finally:
        demo.terminate()
        demo.wait(60)


def fetched(url: str) -> tuple[bytes, dict[str, str]]:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


def kept(page: Page) -> None:
    """Waits until the worker keeps the page, and loads it again under it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize("language", ["en", "es", "it", "pt"])
def test_the_manifest_says_what_a_system_needs(base_url, language):
    body, headers = fetched(f"{base_url}/manifest.{language}.webmanifest")
    manifest = json.loads(body)
    assert headers["content-type"] == "application/manifest+json"
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/" and manifest["display"] == "standalone"
    assert manifest["lang"].startswith(language) and manifest["name"] == "Cerca"
    pictures = {(icon["sizes"], icon["purpose"]): icon["src"] for icon in manifest["icons"] if "png" in icon["type"]}
    assert pictures.keys() == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for (sizes, _), path in [*pictures.items(), (("180x180", ""), "/apple-touch-icon.png")]:
        picture, headers = fetched(base_url + path)
        assert headers["content-type"] == "image/png" and picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == sizes
    routes = (ROOT / "Web/src/visitor/views/view.ts").read_text()
    for shortcut in manifest["shortcuts"]:
        assert f'"{shortcut["url"].removeprefix("/#/")}"' in routes, shortcut


def test_the_page_names_the_manifest_of_its_language_and_its_rules_allow_it(visit, base_url):  # noqa: F811
    page = visit("/#/me", locale="it-IT")
    expect(page.locator("main h1")).to_be_visible()
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.it.webmanifest"
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1, name="Me")).to_be_visible()
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.en.webmanifest"
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"].endswith("/manifest.en.webmanifest")
    _, headers = fetched(base_url)
    assert "manifest-src 'self'; worker-src 'self'" in headers["content-security-policy"]
    for path in ["/", "/sw.js", "/manifest.en.webmanifest"]:
        assert fetched(base_url + path)[1]["cache-control"] == "no-cache"


def test_without_a_network_everything_of_the_account_is_there_and_what_is_done_goes_on_return(visit):  # noqa: F811
    page = visit("/#/shops", size=PHONE, expected=AWAY)
    sign_up(page)
    choose_every_shop(page)
    page.goto("/#/here")
    page.get_by_role("button", name="Enter the centre").click()
    walk_until_an_offer_comes(page)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Enter the centre")).to_be_visible()
    page.goto("/#/zones")
    expect(page.get_by_role("heading", level=1, name="Risk zones")).to_be_visible()
    kept(page)
    page.goto("/#/offers")
    expect(page.locator(".coupon").first).to_be_visible()
    coupons = page.locator(".coupon").count()
    chosen = len(answer(page, "/api/choices")["shops"])

    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".coupon")).to_have_count(coupons)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    # Each view that is of use without a network opens, though it was never opened under this worker.
    for path, heading in [("/#/me/inbox", "Me"), ("/#/zones", "Risk zones"), ("/#/centre", "Galerías Valdeluna")]:
        page.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    expect(page.locator(".plan-label").first).to_be_visible()
    page.goto("/#/offers")
    gone = page.locator(".coupon").first.get_attribute("data-coupon")
    page.get_by_role("button", name=re.compile("^Delete")).first.click()
    expect(page.get_by_text("Kept on this device")).to_be_visible()
    page.goto("/#/shops")
    switch = page.get_by_role("switch").nth(1)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    wait_until(page, lambda: page.evaluate(KEPT)["waiting"] == 2, "both wait")
    # What was done stays done when the page starts again without a network.
    page.reload()
    expect(switch).to_have_attribute("aria-checked", "false")
    page.goto("/#/offers")
    expect(page.locator(f'[data-coupon="{gone}"]')).to_have_count(0)
    expect(page.locator(".coupon")).to_have_count(coupons - 1)

    page.context.set_offline(False)
    wait_until(page, lambda: page.evaluate(KEPT)["waiting"] == 0, "what waited was sent")
    assert gone not in [coupon["id"] for coupon in answer(page, "/api/coupons")["coupons"]]
    assert len(answer(page, "/api/choices")["shops"]) == chosen - 1
    expect(page.get_by_text("You are offline.")).to_be_hidden()


def test_at_sign_out_nothing_stays_but_the_language(visit):  # noqa: F811
    page = visit("/#/me", locale="en-GB", expected=AWAY)
    page.get_by_role("button", name="Español").click()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1, name="Me")).to_be_visible()
    page.goto("/#/shops")
    sign_up(page)
    page.evaluate("localStorage.removeItem('cerca.visited')")
    kept(page)
    page.goto("/#/me")
    # What waits until the first view stands is done.
    wait_until(page, lambda: page.evaluate("localStorage.getItem('cerca.visited') !== null"), "the page has settled")
    wait_until(page, lambda: page.evaluate(KEPT).get("copies", 0) >= 3, "copies were kept")
    assert page.evaluate(KEPT)["files"] == 1
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("form")).to_be_visible()
    assert page.evaluate(KEPT) == {"files": 0}
    assert page.evaluate("Object.entries(localStorage)") == [["cerca.language", "en"]]
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(found => found.length)") == 0


def test_a_newer_build_waits_until_it_is_taken(visit, dist):  # noqa: F811
    page = visit("/#/me", expected=AWAY)
    expect(page.locator("main h1")).to_be_visible()
    kept(page)
    old = build_of(page)
    other = page.context.new_page()
    other.goto("/#/me")
    other.get_by_label("E-mail").fill("half@written")
    news = "A new version of Cerca"
    with another_build(dist, old) as new:
        page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => undefined)")
        expect(page.get_by_text(news)).to_be_visible()
        assert build_of(page) == old and page.evaluate("caches.keys().then(keys => keys.length)") == 2
        with page.expect_event("load"):
            page.get_by_role("button", name="Take it").click()
        expect(page.locator("main h1")).to_be_visible()
        assert build_of(page) == new
        expect(page.get_by_text(news)).to_have_count(0)
        # Another page of the old build says so too, and loses nothing of what is written in it.
        expect(other.get_by_text(news)).to_be_visible()
        expect(other.get_by_label("E-mail")).to_have_value("half@written")
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("main h1")).to_be_visible()
        assert build_of(page) == new
        page.context.set_offline(False)


def test_a_server_that_takes_the_page_back_leaves_nothing_behind(visit, dist):  # noqa: F811
    page = visit("/#/me", expected=AWAY)
    expect(page.locator("main h1")).to_be_visible()
    kept(page)
    # What `--without-worker` answers; the option itself is the server's own test.
    with replaced(dist / "sw.js", (dist / "sw-off.js").read_text()):
        page.reload()
        gone = "navigator.serviceWorker.getRegistrations().then(found => found.length === 0)"
        wait_until(page, lambda: page.evaluate(gone), "the worker removed itself")
        assert page.evaluate("caches.keys()") == []
        page.reload()
        expect(page.locator("main h1")).to_be_visible()
        assert page.evaluate("navigator.serviceWorker.controller") is None


def test_whoever_comes_back_is_told_how_to_install(visit):  # noqa: F811
    page = visit("/#/me")
    expect(page.get_by_role("heading", name="Language")).to_be_visible()
    ask = """() => {
      const event = new Event('beforeinstallprompt', {cancelable: true});
      event.prompt = () => { window.wasAsked = true; return Promise.resolve(); };
      window.dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    assert page.evaluate(ask)
    wait_until(page, lambda: page.evaluate("localStorage.getItem('cerca.visits')") == "1", "the visit is counted")
    expect(page.get_by_role("heading", name="Install Cerca")).to_have_count(0)
    # An hour later is another visit, the next minute is the same one.
    page.evaluate("localStorage.setItem('cerca.visited', Date.now() - 3600000)")
    page.goto("/#/offers")
    page.reload()
    assert page.evaluate(ask)
    page.get_by_role("button", name="How", exact=True).click()
    expect(page.get_by_role("heading", name="Install Cerca")).to_be_visible()
    page.get_by_role("button", name="Install", exact=True).click()
    assert page.evaluate("window.wasAsked") is True
    expect(page.get_by_role("heading", name="Install Cerca")).to_have_count(0)


def test_an_iphone_is_told_which_buttons_to_press(visit):  # noqa: F811
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1"
    page = visit("/", size=PHONE, user_agent=agent)
    page.evaluate("localStorage.setItem('cerca.visits', '2')")
    page.goto("/#/me")
    expect(page.get_by_text("tap Share, then Add to Home Screen")).to_be_visible()


@contextlib.contextmanager
def replaced(file: pathlib.Path, text: str):
    """Another text in the place of a file and of its compressed forms."""
    forms = [file, *file.parent.glob(f"{file.name}.*")]
    before = {form: form.read_bytes() for form in forms}
    for form in forms[1:]:
        form.unlink()
    file.write_text(text)
    try:
        yield
    finally:
        for form, content in before.items():
            form.write_bytes(content)


@contextlib.contextmanager
def another_build(dist: pathlib.Path, old: str):
    """The page as another build would leave it: a hash of its own in the page and in its worker."""
    new = f"{int(old, 16) ^ 1:016x}"
    page, worker = dist / "index.html", dist / "sw.js"
    texts = [(file, file.read_text().replace(old, new)) for file in (page, worker)]
    with contextlib.ExitStack() as stack:
        for file, text in texts:
            stack.enter_context(replaced(file, text))
        yield new


def answer(page: Page, path: str) -> dict | None:
    """What the server says to this browser; nothing without a network."""
    return page.evaluate("path => fetch(path).then(answer => answer.json(), () => null)", path)


def build_of(page: Page) -> str:
    return page.locator("meta[name=cerca-build]").get_attribute("content")


def test_the_worker_shows_what_is_pushed(visit, base_url):  # noqa: F811
    page = visit("/#/me")
    kept(page)
    page.context.grant_permissions(["notifications"], origin=base_url)
    browser_side = page.context.new_cdp_session(page)
    registrations: list[dict] = []
    browser_side.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    browser_side.send("ServiceWorker.enable")
    wait_until(page, lambda: len(registrations) > 0, "the worker is known")
    # Whoever asks which notifications there are while one is being shown makes Chromium forget that one, so the worker
    # says when it has shown what came.
    worker = page.context.service_workers[0]
    worker.evaluate("""() => {
      const show = self.registration.showNotification.bind(self.registration);
      self.shown = 0;
      self.registration.showNotification = async (...notification) => {
        await show(...notification);
        self.shown += 1;
      };
    }""")
    delivered = 0

    def shown_after(data: str) -> list[list[str]]:
        nonlocal delivered
        delivered += 1
        browser_side.send("ServiceWorker.deliverPushMessage", {
            "origin": base_url, "registrationId": registrations[0]["registrationId"], "data": data})
        wait_until(page, lambda: worker.evaluate("self.shown") == delivered, f"number {delivered} is shown")
        return sorted(worker.evaluate("""async () => {
          return (await self.registration.getNotifications()).map(one => [one.title, one.body, one.tag, one.data]);
        }"""))

    paid = {"title": "Cerca", "body": "7 CLP has arrived.", "lang": "en", "tag": "a1", "navigate": "/#/offers"}
    message = json.dumps({"web_push": 8030, "notification": paid})
    told = ["Cerca", "7 CLP has arrived.", "a1", "/#/offers"]
    assert shown_after(message) == [told]
    # The same once more, as a queue that sends at least once may do, stands there once; what is broken says no more
    # than that there is news.
    assert shown_after(message) == [told]
    assert shown_after("no JSON") == [["Cerca", "", "", "/"], told]
