"""Health in a real browser, for somebody without a phone: the public pages, and what a server without a venue says."""

import json
import re

from health import LANGUAGES, OVERFLOWING, REFUSALS, base_url, heading  # noqa: F401
import pytest
from playwright.sync_api import expect
from test_web import DESK, PHONE, sign_up, visit  # noqa: F401


def test_without_a_phone_it_says_what_traces_and_how(visit):  # noqa: F811
    page = visit("/#/health", size=PHONE, expected=REFUSALS)
    expect(page.get_by_role("heading", name="None of your phones is traced here")).to_be_visible()
    expect(page.locator(".command")).to_contain_text("cerca exposure run")
    page.goto("/#/me")
    sign_up(page)
    page.goto("/#/health/report")
    expect(page.get_by_role("heading", name="None of your phones is traced here")).to_be_visible()
    page.get_by_role("link", name="Back to Health").click()
    page.get_by_role("link", name="How it protects").click()
    expect(heading(page, "What it is and how it protects")).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_server_without_a_venue_opens_on_the_public_pages_and_says_what_it_is(visit, locale):  # noqa: F811
    page = visit("/", size=PHONE, locale=locale, expected=REFUSALS)
    expect(page).to_have_url(re.compile(r"/#/about$"))
    here = page.locator(".this-server")
    expect(here).to_be_visible()
    expect(here.get_by_role("heading")).to_be_visible()
    expect(here.locator('a[href="/console/health"]')).to_be_visible()
    assert page.evaluate(OVERFLOWING) == []
    assert not re.search(r"[{}]|health\.", page.locator("main").inner_text())
    # An address that names a place is kept, and the way back does not lead into a loop.
    page.goto("/#/centre")
    expect(page.locator("main").locator('a[href="#/about"]')).to_be_visible()
    page.locator("main").locator('a[href="#/about"]').click()
    expect(here).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/#/centre$"))


def test_in_a_demonstration_it_leads_to_the_centre(visit, base_url):  # noqa: F811
    page = visit("about:blank", size=PHONE, expected=REFUSALS)
    demo = {"seed": 1, "speed": 10, "visitors": 30, "venue": "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01",
            "startedAt": "2026-11-21T09:00:00Z", "now": "2026-11-21T12:00:00Z"}
    venue = {"uuid": demo["venue"], "name": "Plaza", "timeZone": "Europe/Madrid", "shops": [], "beacons": [],
             "plan": {"width": 10, "height": 10, "walls": []}}
    page.route("**/api/demo", lambda route: route.fulfill(content_type="application/json", body=json.dumps(demo)))
    page.route("**/api/venues/*", lambda route: route.fulfill(content_type="application/json", body=json.dumps(venue)))
    page.goto(f"{base_url}/#/health")
    page.get_by_role("link", name="Go to the centre").click()
    expect(heading(page, "Here")).to_be_visible()


# The state of tracing


@pytest.mark.parametrize("size", [(320, 640), PHONE, DESK], ids=["small", "phone", "desk"])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_public_pages_are_readable_by_everybody_in_every_language(visit, locale, size):  # noqa: F811
    page = visit("/#/about", size=size, locale=locale, expected=REFUSALS)
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[locale])
    titles = set()
    for path in ("", "/news", "/questions", "/protect", "/isolation"):
        page.goto(f"/#/about{path}")
        expect(page.locator("nav:not(.navigation) [aria-current=page]")).to_have_attribute("href", f"#/about{path}")
        expect(page.locator(".skeleton")).to_have_count(0)
        titles.add(page.locator("h1").inner_text())
        assert page.evaluate(OVERFLOWING) == []
        assert not re.search(r"[{}]|health\.", page.locator("main").inner_text())
    assert len(titles) == 5


def test_spanish_stands_first_among_the_languages(visit):  # noqa: F811
    page = visit("/#/me", size=PHONE, expected=REFUSALS)
    expect(page.locator(".segment[lang]")).to_have_text(["Español", "English", "Português", "Italiano"])
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.get_by_role("link", name="Salute")).to_be_visible()


def test_news_and_questions_are_text_in_the_readers_language(visit, base_url):  # noqa: F811
    page = visit("about:blank", size=PHONE, expected=REFUSALS, locale="it-IT")
    text = {"es": "Texto", "en": "One.\n\nTwo.", "it": "Uno <b>grosso</b>.\n\nDue."}
    news = {"news": [{"id": "n", "publishedOn": "2026-11-20", "title": {"en": "Title"}, "text": text}]}
    question = {"id": "q", "publishedOn": "2026-11-20", "question": {"it": "Perché?"}, "answer": text}
    questions = {"questions": [question]}
    page.route("**/api/news", lambda route: route.fulfill(content_type="application/json", body=json.dumps(news)))
    page.route(
        "**/api/questions", lambda route: route.fulfill(content_type="application/json", body=json.dumps(questions)))
    page.goto(f"{base_url}/#/about/news")
    expect(page.locator("article h2")).to_have_text("Title")
    expect(page.locator("article p")).to_have_text(["Uno <b>grosso</b>.", "Due."])
    page.goto(f"{base_url}/#/about/questions")
    summary = page.locator("summary", has_text="Perché?")
    summary.press("Enter")
    expect(page.locator("details p").last).to_be_visible()


def test_who_learns_what_is_drawn_and_told(visit):  # noqa: F811
    page = visit("/#/about", expected=REFUSALS)
    expect(page.get_by_role("img", name=re.compile("An eavesdropper hears them"))).to_be_visible()
    expect(page.locator(".who-list h3")).to_have_text(
        ["Other phones", "An eavesdropper with a radio", "The server", "The health authority"])
    expect(page.locator("main")).to_contain_text("relaying identifiers")


def test_health_leads_to_the_zones(visit):  # noqa: F811
    page = visit("/#/health", size=PHONE, expected=REFUSALS)
    page.get_by_role("link", name="Risk zones").click()
    expect(heading(page, "Risk zones")).to_be_visible()
    expect(page.locator('.navigation [aria-current="page"]')).to_contain_text("Health")


# For everybody


def test_the_console_has_a_page_of_its_own(visit):  # noqa: F811
    page = visit("/console/health", expected=REFUSALS)
    expect(page.locator("#app")).not_to_be_empty()
    assert page.get_by_role("link", name="Offers").count() == 0
