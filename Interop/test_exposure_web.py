"""Health in a real browser: the tracing of one's own phone, the report and the QR code.

The server is real, but runs nobody's phone: what a phone would say is put in its place, so that every state can be
shown. CERCA_BASE_URL names a server that already runs; without it each run starts one of its own. One test lives
through the same with a simulated phone in a demo.
"""

import re

from health import CODE, LANGUAGES, OVERFLOWING, REFUSALS, SMALL_TARGETS, Phone, base_url, demo_url, go_on, heading, traced  # noqa: F401
import pytest
from playwright.sync_api import expect
from test_web import PATIENCE, PHONE, assert_fits, contrasts, sign_up, visit  # noqa: F401


def test_the_first_run_explains_before_anything_is_switched_on(traced):
    phone = Phone("never")
    page = traced(phone)
    assert page.get_by_role("switch").count() == 0
    page.get_by_role("link", name="How it works, before you decide").press("Enter")
    for title in ("What it is for", "How it works", "What stays with you"):
        expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()
        expect(page.locator("main")).to_be_focused()
        page.get_by_role("link", name="Next").press("Enter")
    expect(page.get_by_text("Step 4 of 4")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Not your position")
    assert all(method == "GET" for method, _, _ in phone.asked)
    page.go_back()
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Switch tracing on").click()
    expect(page.get_by_role("switch", name="Tracing")).to_have_attribute("aria-checked", "true")
    assert ("PUT", "", {"on": True}) in phone.asked


def test_the_state_is_visible_and_one_switch_changes_it(traced):
    phone = Phone("on")
    page = traced(phone)
    switch = page.get_by_role("switch", name="Tracing")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(switch).to_contain_text("Tracing is on")
    expect(page.locator(".tracing")).to_contain_text("Since Saturday 7 November")
    # 12:37 is in the eighth minute of an identifier's fifteen.
    expect(page.locator(".pulse")).to_contain_text("Hello 8 of 15 with this identifier")
    expect(page.locator(".pulse")).to_contain_text("new one in 8 minutes")
    expect(page.locator(".pulse-dot.is-said")).to_have_count(8)
    expect(page.get_by_role("img", name="A hello every minute, a new identifier every 15 minutes.")).to_be_visible()
    switch.press("Space")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(page.locator(".pulse")).to_be_hidden()
    expect(page.get_by_text("It cannot warn you.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(switch).to_have_attribute("aria-checked", "true")


def test_a_refused_change_leaves_the_switch_and_says_why(traced):
    phone = Phone("on")
    page = traced(phone)
    phone.refuse = (503, "request.overloaded")
    switch = page.get_by_role("switch", name="Tracing")
    switch.click()
    expect(page.get_by_text("The server is busy.")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "true")


def test_contacts_are_days_and_counts_only(traced):
    page = traced(Phone("on", exposures=(3,)))
    bars = page.locator(".day-bars li")
    expect(bars).to_have_count(14)
    expect(bars.nth(10)).to_contain_text("Wednesday 18 November: 3 contacts, possible contact")
    expect(bars.nth(13)).to_contain_text("Saturday 21 November: 0 contacts")
    expect(page.locator(".days-total")).to_have_text("26 contacts")
    for part in (".days", ".health-alert", ".health-column .rows"):
        assert not re.search(r"\d:\d\d", " ".join(page.locator(part).all_inner_texts()))


def test_notices_tell_what_was_found_and_that_it_works(traced):
    page = traced(Phone("on"))
    expect(page.get_by_text("Compared with the published keys: nothing found.")).to_be_visible()
    expect(page.get_by_text("Tracing has worked for 7 days.")).to_be_visible()
    page.get_by_role("button", name="Compare now").click()
    expect(page.get_by_text("Compared with the published keys.", exact=True)).to_be_visible()


def test_a_failed_load_offers_another_try(traced):
    phone = Phone("on")
    page = traced(phone, "/#/me")
    page.unroute_all()
    page.route("**/api/tracing", lambda route: phone.problem(route, 503, "request.overloaded"))
    page.goto("/#/health")
    expect(page.get_by_role("alert")).to_contain_text("The server is busy.")
    page.unroute_all()
    page.route("**/api/tracing", phone.answer)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("switch", name="Tracing")).to_be_visible()


# A possible contact


def test_a_possible_contact_marks_the_tab_and_says_how_long_ago_and_what_to_do(traced):
    page = traced(Phone("on", exposures=(3, 7)))
    expect(page.get_by_role("link", name="Health possible contact")).to_be_visible()
    page.get_by_role("link", name="What to do now").click()
    expect(page.locator(".contact-day")).to_have_text(
        ["3 days agoWednesday 18 NovemberLow risk. About 30 minutes nearby; 63% sure that it was within 2 metres.",
         "7 days agoSaturday 14 NovemberMedium risk. About 70 minutes nearby; 67% sure that it was within 2 metres."])
    for advice in ("Get tested", "Stay at home until you know", "Tell those close to you", "emergency number"):
        expect(page.locator("main")).to_contain_text(advice)
    assert not re.search(r"\d:\d\d", page.locator("main").inner_text())


def test_a_contact_that_is_found_while_the_page_is_open_is_told(traced):
    phone = Phone("on")
    page = traced(phone)
    expect(page.get_by_role("link", name="Health").locator(".tab-mark")).to_be_hidden()
    phone.exposures = (2,)
    page.get_by_role("button", name="Compare now").click()
    expect(page.locator(".toast", has_text="Your phone found a possible contact.")).to_be_visible()
    expect(page.get_by_role("link", name="Health").locator(".tab-mark")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="What to do now").click()
    expect(heading(page, "Possible contact")).to_be_visible()


def test_a_notice_covers_nothing_of_a_telephones_page_and_ends_where_it_leads(traced):
    phone = Phone("on")
    page = traced(phone)
    phone.exposures = (2,)
    page.get_by_role("button", name="Compare now").click()
    told = page.locator(".toast", has_text="Your phone found a possible contact.")
    expect(told).to_be_visible()
    main, tabs = page.locator("main").bounding_box(), page.locator(".navigation").bounding_box()
    for box in [each.bounding_box() for each in page.locator(".toast").all()]:
        assert main["y"] + main["height"] <= box["y"] and box["y"] + box["height"] <= tabs["y"], (main, box, tabs)
    told.get_by_role("button", name="What to do now").click()
    expect(heading(page, "Possible contact")).to_be_visible()
    expect(told).to_have_count(0)
    assert_fits(page)


# The report


def test_a_report_takes_four_steps_and_says_that_it_is_final(traced):
    phone = Phone("on")
    page = traced(phone)
    page.get_by_role("link", name="I tested positive").click()
    expect(page.get_by_text("Step 1 of 4")).to_be_visible()
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    go_on(page)
    expect(page.locator(".report-range")).to_contain_text("Saturday 7 November to Saturday 21 November")
    expect(page.locator(".report-range")).to_contain_text("15 days")
    go_on(page)
    field = page.get_by_role("textbox", name="Code of 12 digits")
    assert field.get_attribute("inputmode") == "numeric"
    go_on(page)
    expect(page.get_by_role("alert").filter(visible=True)).to_have_text("12 digits are missing.")
    expect(field).to_be_focused()
    # A letter stays, so that the reader sees it.
    field.press_sequentially("12345a6")
    expect(field).to_have_value("1234 5a6")
    field.fill("1234-5678-9011")
    expect(field).to_have_value("1234 5678 9011")
    go_on(page)
    expect(page.get_by_text("Step 4 of 4")).to_be_visible()
    expect(page.locator(".report-digits")).to_have_text("1234 5678 9011")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Tick this first.")).to_be_visible()
    assert not any(path == "/report" for _, path, _ in phone.asked)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator(".form-fault")).to_contain_text("This code is not valid.")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(field).to_have_value("1234 5678 9011")
    field.press("End")
    field.press("Backspace")
    field.press("2")
    field.press("Enter")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Send the report").click()
    expect(heading(page, "Thank you")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Tracing has ended on this phone.")
    expect(page.locator("main")).to_contain_text("A room of your own")
    assert [sent["code"] for _, path, sent in phone.asked if path == "/report"] == ["123456789011", CODE]
    page.get_by_role("link", name="Back to Health").click()
    expect(page.locator(".tracing-title:visible")).to_have_text("Tracing has ended")
    assert page.get_by_role("switch").count() == 0
    assert page.get_by_role("link", name="I tested positive").count() == 0


def test_digits_typed_in_the_middle_keep_the_caret(traced):
    page = traced(Phone("on"), "/#/health/report/code")
    field = page.get_by_role("textbox", name="Code of 12 digits")
    field.press_sequentially("12567890")
    field.evaluate("field => field.setSelectionRange(2, 2)")
    field.press_sequentially("34")
    expect(field).to_have_value("1234 5678 90")
    field.press_sequentially("0")
    expect(field).to_have_value("1234 0567 890")
    field.press("Backspace")
    expect(field).to_have_value("1234 5678 90")


def test_a_code_in_the_address_is_taken_out_and_never_asked_for(traced):
    phone = Phone("on")
    page = traced(phone, "/#/me")
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(f"/#/health/report?code={CODE}")
    expect(page.get_by_text("Step 1 of 4")).to_be_visible()
    assert page.evaluate("location.href").endswith("/#/health/report")
    go_on(page)
    go_on(page)
    expect(page.get_by_role("textbox", name="Code of 12 digits")).to_have_value("1234 5678 9012")
    # After a reload nothing of it is left.
    page.reload()
    expect(page.get_by_role("textbox", name="Code of 12 digits")).to_have_value("")
    assert not any(CODE in url for url in urls)
    assert CODE not in page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_the_last_step_cannot_be_reached_without_a_code(traced):
    page = traced(Phone("on"), "/#/health/report/confirm")
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()
    page.goto("/#/health/report?code=12345")
    go_on(page)
    go_on(page)
    expect(page.get_by_role("textbox", name="Code of 12 digits")).to_have_value("")


# The QR code


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_qr_code_is_fetched_only_when_asked_for(traced, scheme):
    phone = Phone("on")
    page = traced(phone, "/#/health/case", scheme=scheme)
    expect(page.locator("main")).to_contain_text("Show it to nobody else")
    assert not any(path == "/case" for _, path, _ in phone.asked)
    page.get_by_role("button", name="Show the QR code").click()
    code = page.get_by_role("img", name="QR code for the health authority")
    expect(code).to_be_visible()
    expect(page.locator(".own-case-words")).to_contain_text("4F2A-91C0")
    # Four rows with the margin of four light modules that a reader needs, dark on white whatever the scheme.
    assert code.locator("svg").get_attribute("viewBox") == "0 0 12 12"
    assert code.locator("path").get_attribute("d") == (
        "M4 4h2v1h-2zM7 4h1v1h-1zM5 5h2v1h-2zM4 6h1v1h-1zM6 6h2v1h-2zM7 7h1v1h-1z")
    colours = code.evaluate("code => [getComputedStyle(code).backgroundColor, getComputedStyle(code).color]")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    page.get_by_role("button", name="Hide it").click()
    expect(code).to_have_count(0)
    expect(page.get_by_role("button", name="Show the QR code")).to_be_focused()


# Settings


def test_deleting_everything_asks_once_more(traced):
    phone = Phone("off")
    page = traced(phone, "/#/health/settings")
    start = page.get_by_role("button", name="Delete everything…")
    start.click()
    question = page.get_by_role("alertdialog", name="Delete all tracing data on your phone?")
    expect(question.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Escape")
    expect(start).to_be_focused()
    assert not any(method == "DELETE" for method, _, _ in phone.asked)
    start.click()
    question.get_by_role("button", name="Delete").click()
    expect(page.locator(".tracing-title:visible")).to_have_text("Tracing has never been on")
    assert phone.state == "never"


# Public pages


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_page_of_a_phone_fits_in_every_language(visit, locale):  # noqa: F811
    phone = Phone("on", exposures=(3,))
    page = visit("/#/me", size=(320, 640), locale="en-GB", expected=REFUSALS)
    page.route(lambda url: "/api/tracing" in url, phone.answer)
    sign_up(page)
    name = {"es": "Español", "en": "English", "pt": "Português", "it": "Italiano"}[locale[:2]]
    page.get_by_role("button", name=name).click()
    pages = ["", "/contact", "/report", "/report/days", "/report/code", f"/report?code={CODE}", "/report/confirm",
             "/case", "/settings", "/start", "/start/2", "/start/3", "/start/4"]
    for path in pages:
        page.goto(f"/#/health{path}")
        expect(page.locator("main h1")).to_be_visible()
        assert page.evaluate(OVERFLOWING) == [], path
        assert not re.search(r"[{}]|health\.", page.locator("main").inner_text()), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(traced, scheme):
    page = traced(Phone("on", exposures=(3,)), scheme=scheme)
    checked = {
        "": ["h1", ".health-alert p", ".health-alert .button", ".tracing-title", ".quiet", ".pulse-words span",
             ".day-count", ".day-number", ".row-note", ".row-title a", ".link-text strong", ".sync-facts dt"],
        "/contact": [".contact-day strong", ".contact-day .quiet", ".advice span", ".notice-bad span"],
        "/report": [".notice-warn span", ".steps .quiet", ".button-primary", ".step-buttons .button"],
        "/report/days": [".strip-day"],
        "/report/code": ["label", ".field-hint", ".panel-link", ".report-code"],
        "/settings": [".tracing-title"],
    }
    for path, selectors in checked.items():
        page.goto(f"/#/health{path}")
        expect(page.locator(selectors[-1]).first).to_be_visible()
        found = contrasts(page, selectors)
        assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}, path
    page.get_by_role("button", name="Delete everything…").click()
    found = contrasts(page, [".question h3", ".question p", ".button-bad", ".question .button"])
    assert all(ratio >= 4.5 for ratio in found.values()), found
    page.goto("/#/about")
    found = contrasts(page, [".chip:not([aria-current])", ".chip[aria-current]", ".who-number", ".numbers li"])
    assert all(ratio >= 4.5 for ratio in found.values()), found


@pytest.mark.parametrize("path", ["", "/contact", "/report", "/report/code", "/case", "/settings", "/start/4"])
def test_targets_are_large_enough_for_a_finger(traced, path):
    page = traced(Phone("on", exposures=(3,)), f"/#/health{path}", has_touch=True)
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)


# The demo comes first, so that the page is closed before it ends.
def test_a_simulated_phone_traces_and_reports(demo_url, visit):  # noqa: F811
    page = visit("about:blank", size=PHONE, expected=REFUSALS)
    page.goto(f"{demo_url}/#/health")
    page.get_by_role("link", name="Go to the centre").click()
    sign_up(page)
    page.get_by_role("button", name="Enter the centre").click()
    expect(page.locator(".position")).to_be_visible()
    page.goto(f"{demo_url}/#/health")
    page.get_by_role("link", name="How it works, before you decide").click()
    for _ in range(3):
        page.get_by_role("link", name="Next").click()
    page.get_by_role("button", name="Switch tracing on").click()
    expect(page.get_by_role("switch", name="Tracing")).to_have_attribute("aria-checked", "true")
    words = page.locator(".pulse-words").inner_text()
    expect(page.locator(".pulse-words")).not_to_have_text(words)
    page.goto(f"{demo_url}/#/health/case")
    page.get_by_role("button", name="Show the QR code").click()
    expect(page.locator(".report-digits")).to_have_text(re.compile("^[0-9A-F]{4}-[0-9A-F]{4}$"))
    page.goto(f"{demo_url}/#/health/report/code")
    code = page.evaluate("fetch('/api/demo/code', {method: 'POST', headers: {'X-Cerca': '1'}}).then(a => a.json())")
    page.get_by_role("textbox", name="Code of 12 digits").fill(code["code"])
    go_on(page)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Send the report").click()
    expect(heading(page, "Thank you")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Back to Health").click()
    expect(page.locator(".tracing-title:visible")).to_have_text("Tracing has ended")
    expect(page.get_by_text("Your report was sent. Tracing has ended.")).to_be_visible()
