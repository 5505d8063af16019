"""Sign-in with an identity elsewhere in a real browser, at a provider that we did not write (`oidc-provider-mock`)."""

import json
import os
import subprocess
import sys

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, wait_for_port
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE, assert_fits  # noqa: F401

PASSWORD = "walks among shops"
LANGUAGES = ["en-GB", "es-ES", "pt-BR", "it-IT"] if os.environ.get("CERCA_LONG") == "1" else ["en-GB", "es-ES"]


@pytest.fixture(scope="module")
def base(cerca, tmp_path_factory, free_port):
    """A server with its page, and the provider."""
    folder, port, other = tmp_path_factory.mktemp("openid"), free_port(), free_port()
    provider = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "-p", str(other), "-n", "true", "--user-claims",
         json.dumps({"sub": "ana", "email": "ana@example.org", "email_verified": True}), "--user-claims",
         json.dumps({"sub": "eva", "email": "eva@example.org", "email_verified": True})],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_port(other)
    document = httpx.get(f"http://127.0.0.1:{other}/.well-known/openid-configuration").json()
    (folder / "providers.json").write_text(json.dumps({"providers": [
        {"name": "mock", "kind": "oidc", "label": "Mock", "issuer": document["issuer"], "clientId": "cerca",
         "secretEnvironment": "MOCK_SECRET", "emailIsAuthoritative": True}]}))
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        [cerca, "serve", "--port", str(port), "--database", f"sqlite:{folder / 'cerca.sqlite'}", "--no-rate-limits",
         "--web", ROOT / "Web" / "dist", "--public-url", address, "--identity-providers", folder / "providers.json"],
        env={**os.environ, "MOCK_SECRET": "secret"}, stdout=subprocess.DEVNULL)
    wait_for_port(port)
    yield address, folder / "cerca.sqlite"
    for process in (server, provider):
        process.terminate()
        process.wait()


def at_provider(page: Page, person: str) -> None:
    page.locator("input[name=sub]").fill(person)
    page.locator("button[type=submit]").first.click()


def sign_out(page: Page) -> None:
    page.goto("/#/me")
    page.locator(".account button.button").last.click()
    expect(page.locator("[data-provider=mock]")).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_identities_in_the_page(base, browser, locale, size, scheme):  # noqa: F811
    """Sign-up, sign-out, sign-in, linking another account, and taking the identity away."""
    address, database = base
    name = f"{locale}-{scheme}".lower()
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme=scheme, base_url=address)
    context.set_default_timeout(60_000)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/#/me")
    button = page.locator("[data-provider=mock]")
    expect(button).to_contain_text("Mock")
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    # Sign-up: a name at the provider that nobody has, whose address the mock makes up.
    person = f"{name}@example.org"
    button.click()
    at_provider(page, person)
    expect(page.locator(".account")).to_contain_text(person)
    assert page.url == f"{address}/#/me"
    sign_out(page)
    page.locator("[data-provider=mock]").click()
    at_provider(page, person)
    expect(page.locator(".account")).to_contain_text(person)
    # Its only way in cannot be taken away.
    page.goto("/#/me/security")
    page.locator("[data-identity=mock] button").click()
    page.locator("[data-confirm=yes]").click()
    expect(page.locator(".toast-bad")).to_be_visible()
    expect(page.locator("[data-identity=mock]")).to_be_visible()
    sign_out(page)
    # Somebody with a password links another identity.
    other = f"own-{name}@example.org"
    assert httpx.post(
        f"{address}/api/accounts", json={"email": other, "password": PASSWORD}).status_code == 201
    subprocess.run(
        ["sqlite3", "-cmd", ".timeout 10000", database, f"UPDATE accounts SET proof = 'mailbox' WHERE email = '{other}'"],
        check=True)
    page.locator(".sign .segment").last.click()
    page.locator("input[type=email]").fill(other)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("form.sign-in button[type=submit]").click()
    expect(page.locator(".account")).to_contain_text(other)
    page.goto("/#/me/security")
    page.locator(".security-providers button", has_text="Mock").click()
    at_provider(page, f"second-{person}")
    expect(page.locator("[data-identity=mock]")).to_be_visible()
    assert_fits(page)
    assert Axe().run(page).violations_count == 0
    page.locator("[data-identity=mock] button").click()
    page.locator("[data-confirm=yes]").click()
    expect(page.locator("[data-identity=mock]")).to_have_count(0)
    # Whoever calls it off is told so on the page and signed in by nothing. (This provider forgets the state then, so the
    # page says that the sign-in is over; `test_openid.py` plays one that keeps to the standard.)
    sign_out(page)
    page.locator("[data-provider=mock]").click()
    page.locator("button[value=deny]").click()
    expect(page.locator(".toast")).to_be_visible()
    assert page.evaluate("fetch('/api/account').then((answer) => answer.status)") == 401
    context.close()
    assert faults == []
