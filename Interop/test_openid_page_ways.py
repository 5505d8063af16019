"""The ways of Apple and Facebook in a real browser, from another site than ours, and showing there once more who one is."""

import os
import re
import subprocess
import time
import urllib.parse

import pyotp
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, wait_for_port
from playwright.sync_api import Page, expect
from test_openid import PASSWORD
from test_openid_ways import Ways, link
from test_web import DESK, PHONE, assert_fits  # noqa: F401

LANGUAGES = ["en-GB", "es-ES", "pt-BR", "it-IT"] if os.environ.get("CERCA_LONG") == "1" else ["en-GB", "it-IT"]


@pytest.fixture(scope="module")
def server(cerca, tmp_path_factory, free_port):
    """A server at `localhost`; the providers are at `127.0.0.1`, which is another site to a browser."""
    port = free_port()
    made = Ways(cerca, tmp_path_factory.mktemp("ways"), port, "--web", ROOT / "Web" / "dist", host="localhost")
    process = subprocess.Popen(made.command, env=made.environment, stdout=subprocess.DEVNULL)
    wait_for_port(port)
    yield made
    process.terminate()
    process.wait()
    for issuer in made.issuers:
        issuer.close()


def photograph(page: Page, name: str) -> None:
    """A picture for whoever wants to look at it."""
    if folder := os.environ.get("CERCA_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_ways_in_the_page(server, browser, locale, size, scheme):  # noqa: F811
    name = f"{locale}-{size[0]}-{scheme}".lower()
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme=scheme, base_url=server.base)
    context.set_default_timeout(60_000)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/#/me")
    for provider, label in [("apple", "Apple"), ("facebook", "Facebook"), ("signed", "Signed")]:
        expect(page.locator(f"[data-provider={provider}]")).to_contain_text(label)
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    photograph(page, f"signin-{name}")
    # The form comes from another site: the browser that was sent is known all the same.
    server.apple.person.update(sub=name, email=f"{name}@privaterelay.appleid.com")
    page.locator("[data-provider=apple]").click()
    expect(page.locator(".account")).to_contain_text(f"{name}@privaterelay.appleid.com")
    assert page.url == f"{server.base}/#/me"
    # Five minutes later it asks who is there, and Apple is all that this account has.
    path = server.database.removeprefix("sqlite:")
    subprocess.run(["sqlite3", "-cmd", ".timeout 10000", path, "UPDATE sessions SET confirmed_at = 0"], check=True)
    server.apple.knobs["claims"] = {"auth_time": int(time.time()) - 1000}
    page.goto("/#/me/security")
    expect(page.locator("[data-identity=apple]")).to_be_visible()
    link = page.locator(".security-providers button", has_text="Signed")
    link.click()
    anew = page.locator("dialog button", has_text="Apple")
    expect(anew).to_be_visible()
    assert Axe().run(page).violations_count == 0
    photograph(page, f"confirm-{name}")
    # One that Apple saw too long ago is not shown to be there.
    anew.click()
    expect(page.locator(".toast-bad")).to_be_visible()
    server.apple.knobs["claims"] = {"auth_time": int(time.time())}
    page.goto("/#/me/security")
    link.click()
    anew.click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page).to_have_url(re.compile("/#/me/security$"))
    photograph(page, f"confirmed-{name}")
    # What was asked for goes on now.
    server.signed.person = {"sub": name}
    link.click()
    expect(page.locator("[data-identity=signed]")).to_be_visible()
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    photograph(page, f"security-{name}")
    # Where Facebook sends somebody who wants to be forgotten.
    page.goto("/?sign-in=untied#/me")
    box = page.locator("dialog")
    expect(box).to_be_visible()
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    photograph(page, f"untied-{name}")
    box.locator("button").click()
    expect(box).to_have_count(0)
    assert "sign-in" not in page.url
    context.close()
    assert faults == [] and server.apple.refused == server.signed.refused == []


def test_a_code_is_asked_for_first(server, browser):  # noqa: F811
    """Whoever has a second factor shows a code of it before the provider is asked."""
    owner = server.sign_up("factor@example.org", "mailbox")
    server.signed.person = {"sub": "factor"}
    link(owner, "signed")
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en-GB", base_url=server.base)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/#/me")
    page.locator(".sign .segment").last.click()
    page.locator("input[type=email]").fill("factor@example.org")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("form.sign-in button[type=submit]").click()
    expect(page.locator(".account")).to_contain_text("factor@example.org")
    begun = owner.post("/api/account/factor", json={"password": PASSWORD}).json()
    totp = pyotp.TOTP(urllib.parse.parse_qs(urllib.parse.urlsplit(begun["otpauth"]).query)["secret"][0])
    codes = owner.post("/api/account/factor/confirm", json={"code": totp.now()}).json()["codes"]
    path = server.database.removeprefix("sqlite:")
    subprocess.run(["sqlite3", "-cmd", ".timeout 10000", path, "UPDATE sessions SET confirmed_at = 0"], check=True)
    server.signed.knobs["claims"] = {"auth_time": int(time.time())}
    page.goto("/#/me/security")
    ask = page.locator(".security-providers button", has_text="Facebook")
    ask.click()
    box, anew = page.locator("dialog"), page.locator("dialog button", has_text="Signed")
    anew.click()
    expect(box.locator(".field-fault:visible")).to_have_count(1)
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    photograph(page, "confirm-code")
    box.get_by_role("button", name="recovery").click()
    box.locator("input[name=code]").fill("AAAA-AAAA-AAAA-AAAA")
    anew.click()
    expect(box.locator(".field-fault:visible")).to_have_count(1)
    box.locator("input[name=code]").fill(codes[0])
    anew.click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator(".toast-bad")).to_have_count(0)
    expect(box).to_have_count(0)
    server.facebook.person = {"id": "991"}
    ask.click()
    expect(page.locator("[data-identity=facebook]")).to_be_visible()
    context.close()
