"""The health authority's console in a real browser, on a telephone and on a wide screen."""

import base64
import json
import os
import re
import secrets
import time

import httpx
import pytest
from authority import Case, PASSWORD, Site, site  # noqa: F401 (a fixture)
from playwright.sync_api import Page, expect
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits, contrasts, wait_until


@pytest.fixture
def visit(pages, site):
    """A function that opens the console in a fresh profile; every address that the browser asked for is in `page.asked`."""
    def open_page(path="/console/health", size=DESK, locale="en-GB", scheme="light", expected=(), **options) -> Page:
        page = pages.new(
            site.url, size, expected, locale=locale, color_scheme=scheme,
            permissions=["clipboard-read", "clipboard-write"], **options)
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(path)
        return page

    return open_page


def sign_in(page: Page, site: Site, button: str = "Sign in") -> str:
    email, app = site.staff()
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=code]").fill(app.code())
    page.get_by_role("button", name=button).click()
    expect(page.locator("form.sign-in")).to_have_count(0)
    return email


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the page where CERCA_PICTURES says."""
    folder = os.environ.get("CERCA_PICTURES")
    if folder:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png")


SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
def test_the_form_says_what_is_wrong_and_lets_in(visit, site, size):
    page = visit(size=size, expected=["401"])
    expect(page.get_by_role("heading", level=1, name="Health authority")).to_be_visible()
    picture(page, "sign-in")
    email, app = site.staff()
    submit = page.get_by_role("button", name="Sign in")
    page.locator("input[name=email]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=code]").fill("12a")
    submit.click()
    expect(page.locator("input[name=code]")).to_be_focused()
    expect(page.locator("input[name=code]")).to_have_attribute("aria-invalid", "true")
    page.locator("input[name=code]").fill(app.wrong())
    submit.click()
    expect(page.get_by_role("alert").filter(has_text="The e-mail address, the password or the code is wrong")).to_be_visible()
    expect(page.locator("input[name=code]")).to_have_value("")
    code = app.code()
    page.locator("input[name=code]").fill(f"{code[:3]} {code[3:]}")
    submit.click()
    expect(page.get_by_role("heading", level=1, name="Codes")).to_be_visible()
    assert_fits(page)
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Codes")).to_be_visible()
    page.get_by_role("link", name="Me").click()
    expect(page.get_by_text(email)).to_be_visible()
    picture(page, "me")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("form.sign-in")).to_be_visible()


def test_a_visitors_session_does_not_open_it(visit, site):
    page = visit("/#/me", expected=["404"])
    page.get_by_role("textbox", name="E-mail").fill(f"{secrets.token_hex(6)}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("form").get_by_role("button", name="Create account").click()
    expect(page.locator("form")).to_have_count(0)
    page.goto("/console/health")
    expect(page.locator("form.sign-in")).to_be_visible()


@SIZES
def test_a_code_is_shown_once(visit, site, size):
    page = visit(size=size)
    sign_in(page, site)
    # An onset is a day; it goes with the code, and the field is empty for the next.
    onset = page.get_by_label("Onset of symptoms (optional)")
    onset.fill(onset.get_attribute("max"))
    with page.expect_request(lambda request: request.url.endswith("/onset")) as sent:
        page.get_by_role("button", name="Issue a code").click()
    assert sent.value.method == "PUT" and sent.value.post_data_json == {"onset": onset.get_attribute("max")}
    assert sent.value.response().status == 204
    expect(onset).to_have_value("")
    shown = page.locator(".issued-code")
    expect(shown).to_be_visible()
    groups = shown.locator("span").all_inner_texts()
    assert [len(group) for group in groups] == [4, 4, 4]
    code = "".join(groups)
    picture(page, "codes")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code
    first = page.locator(".rows .row").first
    expect(first).to_have_attribute("data-state", "waiting")
    page.get_by_role("button", name=re.compile("Withdraw the code")).first.click()
    expect(page.locator('[data-state="withdrawn"]').first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(first).to_have_attribute("data-state", "waiting")
    page.reload()
    expect(first).to_have_attribute("data-state", "waiting")
    assert code not in page.content()
    assert_fits(page)


@SIZES
def test_a_case_from_the_address_is_compared_and_approved(visit, site, size):
    case = Case()
    page = visit(f"/console/health#case={case.text}", size=size)
    expect(page.get_by_text("The case was read.")).to_be_visible()
    assert page.evaluate("location.href") == f"{site.url}/console/health#/cases"
    sign_in(page, site)
    card = page.locator(".case-card", has_text=case.words)
    expect(card).to_be_visible()
    expect(card).to_contain_text("Contacts of 14 days would be warned")
    picture(page, "case")
    assert_fits(page)
    assert page.evaluate("history.length") <= 3
    page.go_back()
    page.go_forward()
    assert case.text not in page.evaluate("location.href")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Approve").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("cannot be taken back")
    picture(page, "case-confirm")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(card).to_be_visible()
    card.get_by_role("button", name="Approve").click()
    dialog.get_by_role("button", name="Approve").click()
    expect(card).to_have_count(0)
    expect(page.locator('.row[data-state="approved"]').first).to_be_visible()
    # The first request of a page has its fragment cut off by the browser; nothing else may have carried it.
    assert not any(case.text in url for url in page.asked if "#" not in url)
    assert case.text not in site.log


@SIZES
def test_a_case_is_pasted_and_rejected(visit, site, size):
    page = visit(size=size, expected=["422"])
    sign_in(page, site)
    page.get_by_role("link", name="Cases").click()
    expect(page.get_by_text("Choose a photo")).to_be_visible()
    picture(page, "cases-empty")
    box = page.get_by_label("Text of the QR code")
    page.get_by_role("button", name="Register the case").click()
    expect(box).to_be_focused()
    box.fill("https://example.org/")
    page.get_by_role("button", name="Register the case").click()
    expect(page.get_by_text("This case cannot be registered.")).to_be_visible()
    case = Case(days_ago=0)
    for _ in range(2):
        box.fill(f"https://cerca.example/console/health#case={case.text}")
        page.get_by_role("button", name="Register the case").click()
        expect(box).to_have_value("")
    expect(page.get_by_text("had been registered before")).to_be_visible()
    card = page.locator(".case-card", has_text=case.words)
    expect(card).to_have_count(1)
    card.get_by_role("button", name="Reject").click()
    page.get_by_role("dialog").get_by_role("button", name="Reject").click()
    expect(card).to_have_count(0)
    assert_fits(page)


def test_the_next_qr_code_can_be_opened_in_the_same_tab(visit, site):
    page = visit()
    sign_in(page, site)
    case = Case()
    page.evaluate("text => { location.hash = `case=${text}` }", case.text)
    expect(page.locator(".case-card", has_text=case.words)).to_be_visible()
    assert case.text not in page.evaluate("location.href")


@pytest.mark.parametrize("by_camera", [False, True], ids=["photo", "camera"])
def test_where_the_browser_reads_qr_codes_a_look_is_enough(visit, site, by_camera):
    case = Case()
    page = visit("about:blank")
    page.add_init_script(
        "window.BarcodeDetector = class { static async getSupportedFormats() { return ['qr_code'] }"
        f" async detect() {{ return [{{rawValue: 'https://x.example/console/health#case={case.text}'}}] }} }}")
    page.goto("/console/health")
    sign_in(page, site)
    page.get_by_role("link", name="Cases").click()
    expect(page.get_by_text("Choose a photo")).to_be_visible()
    picture(page, "cases-reader")
    if by_camera:
        page.get_by_role("button", name="Use the camera").click()
    else:
        pixel = base64.b64decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        page.locator("input[type=file]").set_input_files({"name": "qr.png", "mimeType": "image/png", "buffer": pixel})
    expect(page.locator(".case-card", has_text=case.words)).to_be_visible()
    expect(page.locator("video")).to_be_hidden()


@SIZES
def test_news_and_questions_are_written_ordered_and_deleted(visit, site, size):
    page = visit(size=size)
    sign_in(page, site)
    page.get_by_role("link", name="Texts").click()
    page.get_by_role("button", name="Questions", exact=True).click()
    picture(page, "texts-empty")
    tag = secrets.token_hex(3)
    for number in (1, 2):
        page.get_by_role("button", name="Add a question").click()
        page.get_by_label("Question (English)").fill(f"{tag} Question {number}?")
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_label("Answer (English)")).to_be_focused()
        page.get_by_label("Answer (English)").fill("<b>Plain</b> text.")
        page.get_by_role("button", name="Español").click()
        page.get_by_label("Question (Español)").fill(f"{tag} ¿Pregunta {number}?")
        page.get_by_label("Answer (Español)").fill("Texto.")
        picture(page, "editor")
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_text(f"{tag} Question {number}?")).to_be_visible()
    mine = lambda: [text for text in page.locator(".text-row strong").all_inner_texts() if text.startswith(tag)]
    wait_until(page, lambda: mine() == [f"{tag} Question 2?", f"{tag} Question 1?"], "the newest stands first")
    picture(page, "texts")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name=f"Move up: {tag} Question 1?").click()
    wait_until(page, lambda: mine() == [f"{tag} Question 1?", f"{tag} Question 2?"], "it has moved up")
    public = [entry["question"]["en"] for entry in httpx.get(f"{site.url}/api/questions", timeout=60).json()["questions"]]
    assert [text for text in public if text.startswith(tag)] == mine()
    page.get_by_role("button", name=f"Edit: {tag} Question 2?").click()
    page.get_by_label("Question (English)").fill(f"{tag} Better question?")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text(f"{tag} Better question?")).to_be_visible()
    page.get_by_role("button", name=f"Delete: {tag} Better question?").click()
    expect(page.locator(".text-row").filter(has_text=f"{tag} Better question?")).to_have_count(0)
    page.get_by_role("button", name=f"Undo: {tag} Better question?", exact=True).click()
    expect(page.get_by_text(f"{tag} Better question?")).to_be_visible()
    wait_until(page, lambda: mine() == [f"{tag} Question 1?", f"{tag} Better question?"], "it stands where it was")
    assert_fits(page)


@SIZES
def test_the_brake_shows_what_comes_and_asks_before_it_lets_go(visit, site, size):
    page = visit(size=size)
    brake = {"state": "holding", "held": 12, "limit": 20, "batches": [
        {"release": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime((int(time.time()) // 7200 - 84 + n) * 7200)),
         "uploads": 32 if n == 84 else n % 9, "held": 12 if n == 84 else 0} for n in range(85)]}
    page.route("**/api/health/brake", lambda route: route.fulfill(json=brake))
    page.route("**/api/health/brake/release",
               lambda route: route.fulfill(json={**brake, "state": "watching", "held": 0}))
    sign_in(page, site)
    page.get_by_role("link", name="Brake").click()
    expect(page.get_by_text("Holding reports back")).to_be_visible()
    expect(page.get_by_text("12 keys wait for your decision.")).to_be_visible()
    expect(page.get_by_text("reported to nobody")).to_be_visible()
    expect(page.locator(".bar-graph-drawing")).to_have_attribute("aria-label", re.compile("reports in seven days"))
    picture(page, "brake")
    assert_fits(page)
    page.get_by_role("button", name="Release").click()
    page.get_by_role("dialog").get_by_role("button", name="Release").click()
    expect(page.get_by_text("Nothing is held back.")).to_be_visible()


SQUARES = json.dumps({"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"code": f"0{n}", "name": f"Comarca {n}"}, "geometry": {
        "type": "Polygon", "coordinates": [[[n, 1], [n + 1, 1], [n + 1, 2], [n, 2], [n, 1]]]}} for n in (1, 2)]})
CASES = 'cve,poblacion,nombre,26-02-2020,27-02-2020\n"000",30000,"Nacional",1,2\n01,10000,Uno,1,0\n02,20000,Dos,0,2\n'


@pytest.fixture
def choose_file(tmp_path):
    """A function that chooses a file of this name and content in the form."""

    def choose(page: Page, name: str, content: str | bytes) -> None:
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        page.locator("form.zone-form input[type=file]").set_input_files(file)

    return choose


@SIZES
def test_zones_are_imported_from_files_and_faults_are_told(visit, site, choose_file, size):
    page = visit(size=size, expected=["422"])
    # States and municipalities are apart, so that both sizes begin with nothing.
    level, name = ("state", "States") if size == PHONE else ("municipality", "Municipalities")
    sign_in(page, site)
    page.get_by_role("link", name="Zones").click()
    send = page.get_by_role("button", name="Import", exact=True)
    if size == PHONE:
        expect(page.get_by_text("No areas yet")).to_be_visible()
        picture(page, "zones-empty")
        page.locator(".state").get_by_role("button", name="What the files look like").click()
        expect(page.get_by_text("FeatureCollection of polygons")).to_be_visible()
        expect(page.locator("summary", has_text="What the files look like")).to_be_focused()
        picture(page, "zones-forms")
    send.click()
    expect(page.get_by_text("Choose a file first.")).to_be_visible()
    page.get_by_role("button", name=name).click()

    page.get_by_role("button", name="Cases").click()
    choose_file(page, "confirmed.csv", CASES)
    send.click()
    expect(page.get_by_text("There are no areas for these cases yet")).to_be_visible()

    page.get_by_role("button", name="Areas", exact=True).click()
    choose_file(page, "large.geojson", b" " * (16 * 1024 * 1024 + 1))
    expect(page.locator(".zone-fault")).to_contain_text(f"import-areas areas.geojson --level {level}")
    expect(page.locator(".file-name")).to_have_text("No file chosen.")
    choose_file(page, "squares.geojson", SQUARES)
    expect(page.locator(".file-name")).to_contain_text("squares.geojson")
    send.click()
    expect(page.get_by_text(f"Imported: 2 areas. {name}.")).to_be_visible()
    there = page.locator(f"[data-level={level}]")
    expect(there).to_contain_text("2 areas")
    expect(there.locator('[data-days="0"]')).to_have_count(4)

    page.get_by_role("button", name="Cases").click()
    choose_file(page, "confirmed.csv", CASES.replace(",1,0", ",1,many"))
    send.click()
    faults = page.locator(".zone-faults li")
    expect(faults).to_have_count(1)
    expect(faults).to_have_text("Line 3, column 16must be a whole number")
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    picture(page, "zones-fault")
    assert_fits(page)

    held = []
    page.route(f"**/api/health/zones/{level}/confirmed", lambda route: held.append(route))
    choose_file(page, "confirmed.csv", CASES)
    send.click()
    expect(page.get_by_role("progressbar", name=re.compile("Sending confirmed.csv"))).to_be_visible()
    expect(send).to_be_disabled()
    picture(page, "zones-sending")
    wait_until(page, lambda: held, "the file is under way")
    held[0].continue_()
    expect(page.get_by_text("Imported: Confirmed cases, 2 days, 2 areas.")).to_be_visible()
    expect(there.locator('[data-measure=confirmed][data-days="2"]')).to_contain_text("26 February 2020")
    page.unroute(f"**/api/health/zones/{level}/confirmed")

    choose_file(page, "confirmed.csv", "date,code,count\n2020-02-26,01,0\n")
    send.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 days are there now: 26 February 2020 to 27 February 2020")
    picture(page, "zones-confirm")
    page.keyboard.press("Escape")
    expect(there.locator('[data-days="2"]')).to_have_count(1)
    send.click()
    dialog.get_by_role("button", name="Replace").click()
    expect(page.get_by_text("Imported: Confirmed cases, 1 day, 1 area.")).to_be_visible()
    expect(there.locator('[data-days="1"]')).to_have_count(1)
    picture(page, "zones")
    assert_fits(page)
    page.get_by_role("link", name="Record").click()
    expect(page.locator(".trail-row").first).to_contain_text("Cases imported")
    expect(page.locator(".trail-row", has_text="Areas imported").first).to_be_visible()


def squares(*numbers: int, name: str = "Comarca") -> str:
    """A file of areas, squares side by side."""
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"code": f"0{n}", "name": f"{name} {n}"}, "geometry": {
            "type": "Polygon", "coordinates": [[[n, 1], [n + 1, 1], [n + 1, 2], [n, 2], [n, 1]]]}} for n in numbers]})


def test_areas_are_added_unless_a_level_is_to_be_replaced(visit, site, choose_file):
    page = visit(size=PHONE, expected=["422"])
    sign_in(page, site)
    page.get_by_role("link", name="Zones").click()
    send = page.get_by_role("button", name="Import", exact=True)
    there, dialog = page.locator("[data-level=state]"), page.get_by_role("dialog")

    def choose(name: str, content: str) -> None:
        choose_file(page, name, content)
        expect(page.locator(".file-name")).to_contain_text(name)
        send.click()

    # Whatever other tests have imported, these are the only ones from here on.
    page.get_by_role("button", name="Replace the whole level").click()
    expect(page.get_by_text("all others are removed with their cases")).to_be_visible()
    choose("all.geojson", squares(1, 2, 3))
    expect(page.get_by_text("Imported: 3 areas. States.").or_(dialog)).to_be_visible()
    if dialog.count():
        dialog.locator("[data-confirm=yes]").click()
    expect(page.get_by_text("Imported: 3 areas. States. The level has 3 areas now.")).to_be_visible()

    page.get_by_role("button", name="Add or update these areas").click()
    choose("part.geojson", squares(3, 4, name="Nueva"))
    expect(dialog).to_contain_text(
        "1 area is new. 1 area is updated and keeps its cases. 2 areas stay as they are.")
    expect(dialog).not_to_contain_text("removed")
    picture(page, "zones-add")
    dialog.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported: 2 areas. States. The level has 4 areas now.")).to_be_visible()
    expect(there).to_contain_text("4 areas")

    page.get_by_role("button", name="Replace the whole level").click()
    choose("one.geojson", squares(4))
    expect(dialog).to_contain_text(
        "1 area is updated and keeps its cases. 3 areas are removed with their cases. This cannot be undone.")
    picture(page, "zones-replace")
    page.keyboard.press("Escape")
    expect(there).to_contain_text("4 areas")
    send.click()
    dialog.get_by_role("button", name="Replace").click()
    expect(page.get_by_text("Imported: 1 area. States. The level has 1 area now.")).to_be_visible()

    page.get_by_role("button", name="Add or update these areas").click()
    choose("hidden.geojson", squares(5).replace("Comarca 5", "Comarca \u202e5"))
    expect(page.locator(".zone-faults li")).to_have_count(1)
    expect(page.locator(".zone-faults li")).to_contain_text("U+202E")
    expect(there).to_contain_text("1 area")
    assert_fits(page)


@SIZES
def test_the_record_says_who_did_what(visit, site, size):
    page = visit(size=size)
    email = sign_in(page, site)
    page.get_by_role("button", name="Issue a code").click()
    expect(page.locator(".issued-code")).to_be_visible()
    page.get_by_role("link", name="Record").click()
    expect(page.get_by_text("The record is as it was written")).to_be_visible()
    expect(page.locator(".trail-row").first).to_contain_text("Signed in")
    expect(page.locator(".trail-row", has_text="Code issued").filter(has_text=email)).to_be_visible()
    picture(page, "record")
    assert_fits(page)


@pytest.mark.parametrize("locale,title,button", [
    ("es-ES", "Códigos", "Iniciar sesión"), ("pt-BR", "Códigos", None), ("it-IT", "Codici", None)])
def test_it_speaks_the_readers_language(visit, site, locale, title, button):
    page = visit(size=PHONE, locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{locale[:2]}"))
    sign_in(page, site, button or page.locator("button[type=submit]").inner_text())
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    for section in ("cases", "zones", "texts", "brake", "trail", "staff"):
        page.locator(f"[data-route={section}]").click()
        expect(page.locator(f"main[data-route={section}] h1")).to_be_visible()
        assert_fits(page)
        assert "console." not in page.locator("main").inner_text()
    picture(page, f"staff-{locale}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_and_targets_are_large(visit, site, scheme):
    page = visit(size=PHONE, scheme=scheme, has_touch=True)
    sign_in(page, site)
    page.get_by_role("button", name="Issue a code").click()
    expect(page.locator(".issued-code")).to_be_visible()
    selectors = {
        "codes": ["h1", ".lead", ".issued-code", ".issued .quiet", ".row-note", ".row-title strong",
                  "[data-route=cases]"],
        "cases": [".quiet", "label", ".field-hint", ".button-primary"],
        "zones": [".lead", "h2", ".segment", ".file-name", "summary", ".button-primary"],
        "brake": [".badge", ".notice span", ".bar-graph-days span", "figcaption"],
        "trail": [".notice span", ".row-time", ".trail-number"],
        "staff": ["dt", "dd", ".points-list li"],
    }
    for section, wanted in selectors.items():
        page.locator(f"[data-route={section}]").first.click()
        expect(page.locator(f"main[data-route={section}] h1")).to_be_visible()
        found = contrasts(page, wanted)
        assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}
        assert page.evaluate(SMALL_TARGETS) == []
        picture(page, f"{scheme}-{section}")


def test_the_keyboard_is_enough(visit, site):
    page = visit()
    sign_in(page, site)
    page.get_by_role("link", name="Cases").focus()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for reader in (page.get_by_role("button", name="Use the camera"), page.locator("input[type=file]"),
                   page.get_by_label("Text of the QR code")):
        page.keyboard.press("Tab")
        expect(reader).to_be_focused()


def test_a_failed_load_offers_another_try_and_a_lost_session_the_form(visit, site):
    page = visit(expected=["ERR_FAILED", "401"])
    sign_in(page, site)
    page.route("**/api/health/audit", lambda route: route.abort())
    page.get_by_role("link", name="Record").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.unroute("**/api/health/audit")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The record is as it was written")).to_be_visible()
    page.context.clear_cookies()
    page.get_by_role("link", name="Codes").click()
    page.get_by_role("button", name="Issue a code").click()
    expect(page.locator("form.sign-in")).to_be_visible()
