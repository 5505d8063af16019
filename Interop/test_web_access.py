"""The page for everybody: what axe finds fault with, and how far a newcomer is from the first offer."""

import itertools
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE, base_url, sign_up, visit, wait_until  # noqa: F401

# What a stranger may open, and what waits for somebody signed in. Each has a heading once it stands.
STRANGERS = [
    "/#/centre", "/#/here", "/#/offers", "/#/shops", "/#/vault", "/#/health", "/#/about", "/#/zones", "/#/zones/venue",
    "/#/me", "/console/health",
]
OWN = ["/#/here", "/#/offers", "/#/offers/visits", "/#/offers/points", "/#/shops", "/#/health", "/#/me", "/#/me/inbox", "/#/me/security"]


def faults(page: Page, path: str) -> list[str]:
    """What axe says of a view: the rule, and where."""
    page.goto(path)
    expect(page.locator("main h1").first).to_be_visible()
    settled = "() => document.querySelectorAll('.loading').length === 0 && document.getAnimations().length === 0"
    wait_until(page, lambda: page.evaluate(settled), f"{path} stands")
    found = Axe().run(page).response["violations"]
    return [f"{path}: {fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_no_fault(visit, size, scheme):  # noqa: F811
    page = visit("/#/centre", size=size, scheme=scheme, reduced_motion="reduce", expected=["404"])
    found = [faults(page, path) for path in STRANGERS]
    page.goto("/#/me")
    sign_up(page)
    found += [faults(page, path) for path in OWN]
    page.goto("/#/here")
    page.get_by_role("button", name="Enter the centre").click()
    expect(page.locator(".panel-nearest .row").first).to_be_visible()
    found.append(faults(page, "/#/here"))
    assert list(itertools.chain.from_iterable(found)) == []


def test_a_newcomer_has_an_offer_after_a_minute_and_a_half_and_twelve_taps(visit):  # noqa: F811
    page = visit("/#/here", size=PHONE)
    form = page.get_by_role("textbox", name="E-mail")
    expect(form).to_be_visible()
    begun, taps = time.monotonic(), 0

    def tap(target) -> None:
        nonlocal taps
        taps += 1
        target.click()

    # Two fields and the button; what is typed into them are letters and no taps.
    tap(form)
    page.keyboard.type(f"newcomer-{time.time_ns()}@example.org")
    tap(page.get_by_label("Password", exact=True))
    page.keyboard.type("walks among shops")
    tap(page.locator("form button.button-primary"))
    tap(page.get_by_role("button", name="Enter the centre"))
    expect(page.locator(".plan-label").first).to_be_visible()
    # Nothing comes of a walk without a chosen shop, and Here says so and leads there.
    tap(page.locator(".here .notice a"))
    tap(page.get_by_role("button", name="Choose all"))
    tap(page.get_by_role("link", name="Here"))
    expect(page.locator(".plan-label").first).to_be_visible()
    offer = page.locator(".panel-events .mark-offer").first
    # One tap on the plan, at a shop; somebody who waits in it gets its offer. Some shops have none at this hour.
    for name in ["Almendra", "Café Tordo", "Nimbo", "Trotamar", "Pasoleve"]:
        box = page.locator(".plan-label", has_text=name).bounding_box()
        taps += 1
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        try:
            expect(offer).to_be_visible(timeout=30_000)
            break
        except AssertionError:
            continue
    expect(offer).to_be_visible()
    took = time.monotonic() - begun
    print(f"{taps} taps, {took:.0f} s to the first offer")
    assert taps <= 12 and took <= 90
