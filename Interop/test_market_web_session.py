"""The session of the market's page, which is the visitor's: coming from there, going back, and ending in every tab."""

import time

import pytest
from playwright.sync_api import Page, expect
from test_web import base_url, browser, visit  # noqa: F401


def sign_up(page: Page) -> None:
    page.get_by_role("textbox", name="E-mail").fill(f"trader-{time.time_ns()}@example.org")
    page.get_by_label("Password", exact=True).fill("walks among markets")
    page.locator("form button.button-primary").click()


def test_who_signs_in_for_the_market_comes_back_to_where_they_were(visit):  # noqa: F811
    page = visit("/market#/more")
    page.get_by_role("link", name="Sign in").click()
    sign_up(page)
    page.wait_for_url("**/market#/more")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.mark.parametrize("elsewhere", ["https://example.org/market", "//example.org/market", "/marketing", "/api/account"])
def test_nobody_is_led_anywhere_else(visit, elsewhere):  # noqa: F811
    page = visit(f"/?next={elsewhere}#/me")
    sign_up(page)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.url.endswith(f"/?next={elsewhere}#/me")


def test_a_sign_out_in_one_tab_empties_the_others(visit):  # noqa: F811
    visitor = visit("/?next=/market#/me")
    sign_up(visitor)
    visitor.wait_for_url("**/market")
    other = visitor.context.new_page()
    other.goto("/market#/more")
    leave = other.get_by_role("button", name="Sign out")
    expect(leave).to_be_visible()
    visitor.goto("/#/me")
    visitor.get_by_role("button", name="Sign out").click()
    expect(leave).to_be_hidden()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    kept = other.evaluate("() => Object.keys(localStorage)")
    # Only what is the reader's own, whoever they are.
    assert set(kept) <= {"cerca.language", "cerca.market", "cerca.favourites", "cerca.visits", "cerca.visited"}, kept
