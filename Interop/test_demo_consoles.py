"""The consoles of a demo: entered with one press, alive on every page, and well laid out."""

import time

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from demos import demo_of
from playwright.sync_api import expect
from test_venue_consoles import SECTIONS, go, picture
from test_web import DESK, PHONE, assert_fits


@pytest.fixture(scope="module")
def demo(cerca):
    """A demo whose day has begun: some quarters of an hour are over."""
    with demo_of(cerca, visitors=30, speed=60) as greeting:
        deadline = time.monotonic() + 300
        with httpx.Client(base_url=greeting["address"], timeout=60) as client:
            token = client.post("/api/demo/console", json={"role": "merchant"}).raise_for_status().json()["token"]
            client.cookies.clear()
            client.headers["Authorization"] = f"Bearer {token}"
            [place] = client.get("/api/merchant/places").raise_for_status().json()["places"]
            shops = [f"/api/merchant/{place['venue']}/{shop['major']}" for shop in place["shops"]]
            while not all(client.get(f"{shop}/quarters").raise_for_status().json()["quarters"] for shop in shops):
                assert time.monotonic() < deadline, "nobody comes to the shops"
                time.sleep(1)
        yield greeting


@pytest.fixture
def visit(pages, demo):
    """A function that opens a console in a fresh profile; an answer that is a refusal is a fault too."""
    def open_page(role, size, scheme, locale):
        page = pages.new(demo["address"], size, locale=locale, color_scheme=scheme)
        page.on("response", lambda answer: pages.faults.append(
            f"{answer.status} {answer.url}") if answer.status >= 400 else None)
        page.goto(demo["consoles"][role])
        return page

    return open_page


def enter(page) -> None:
    """Presses the one button that stands above the form."""
    page.locator("[data-demo] button").click()
    expect(page.locator("form.sign-in")).to_have_count(0)


@pytest.mark.parametrize("role", ["merchant", "operator"])
@pytest.mark.parametrize(("size", "scheme", "locale"), [
    (PHONE, "light", "es-CL"), (PHONE, "dark", "en-GB"), (DESK, "light", "en-GB"), (DESK, "dark", "it-IT")])
def test_every_page_has_life(visit, role, size, scheme, locale):
    page = visit(role, size, scheme, locale)
    expect(page.locator("[data-demo] button")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    picture(page, f"demo-{role}-sign-in-{scheme}")
    enter(page)
    for section in SECTIONS[role]:
        go(page, section)
        if section == "till":
            # The tills have redeemed nothing yet on a day that has just begun.
            page.locator(".segmented [data-value=month]").click()
            expect(page.locator(".till-table tbody tr")).not_to_have_count(0)
        picture(page, f"demo-{role}-{section}-{scheme}")
        if section == "staff":
            # Nobody waits for an answer to an invitation.
            expect(page.get_by_text("merchant@example.org")).to_be_visible()
        else:
            assert page.locator(".state").count() == 0, section
        assert_fits(page)


def test_both_shops_of_the_merchant_can_be_chosen(visit):
    page = visit("merchant", DESK, "light", "en-GB")
    enter(page)
    go(page, "offers")
    expect(page.locator("main")).to_contain_text("Free insoles and laces with running shoes")
    page.get_by_label("Shop", exact=True).select_option(label="Café Tordo")
    expect(page.locator("main")).to_contain_text("Hot chocolate with churros")
    go(page, "campaigns")
    expect(page.locator("main")).to_contain_text("Meriendas")


def test_a_page_that_was_entered_says_whose_it_is_and_can_be_left(visit):
    page = visit("operator", DESK, "light", "en-GB")
    enter(page)
    go(page, "me")
    expect(page.locator("main")).to_contain_text("operator@example.org")
    go(page, "beacons")
    expect(page.locator("main")).to_contain_text("104.3")
    go(page, "journal")
    expect(page.locator("[data-intact=true]")).to_be_visible()
