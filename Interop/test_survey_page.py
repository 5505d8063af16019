"""The operator's page of the radio map: a walk with taps in a demo, files and versions on a server of people."""

import json

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from centre import UUID, document
from demos import demo_of
from playwright.sync_api import Page, expect
from test_demo_consoles import enter
from test_venue_consoles import go, picture, sign_in, venue, visit  # noqa: F401  (fixtures)
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits


@pytest.fixture(scope="module")
def demo(cerca):
    """A demo of few people: surveys want none."""
    with demo_of(cerca, visitors=3, speed=5) as demo:
        yield demo


@pytest.fixture
def operator(demo):
    """Another operator of the demo's venue, at the API; the venue's map is out of force at first."""
    with httpx.Client(base_url=demo["address"], timeout=60) as client:
        token = client.post("/api/demo/console", json={"role": "operator"}).raise_for_status().json()["token"]
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {token}"
        [place] = client.get("/api/operator/places").raise_for_status().json()["places"]
        client.venue = place["venue"]
        client.maps = f"/api/operator/{place['venue']}/radio-map"
        number = client.get(client.maps).raise_for_status().json()["number"]
        client.delete(client.maps, headers={"If-Match": f'"{number}"'})
        yield client


@pytest.fixture
def walk(pages, demo, operator):
    """A function that opens the survey in a fresh profile."""
    def open_page(size=DESK, scheme="light", locale="en-GB", expected=()) -> Page:
        page = pages.new(demo["address"], size, expected, locale=locale, color_scheme=scheme)
        page.goto(demo["consoles"]["operator"])
        enter(page)
        go(page, "survey")
        expect(page.locator(".survey-sheet")).to_be_visible()
        return page

    return open_page


def tap(page: Page, x: float, y: float) -> None:
    """Taps on the plan at a point in metres, wherever that is on the screen."""
    page.locator(".survey-sheet").evaluate("""(sheet, [x, y]) => {
        const frame = sheet.parentElement;
        frame.scrollLeft = x / sheet.viewBox.baseVal.width * frame.scrollWidth - frame.clientWidth / 2;
        frame.scrollIntoView({ block: "center" });
    }""", [x, y])
    spot = page.locator(".survey-sheet").evaluate("""(sheet, [x, y]) => {
        const point = new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM());
        return [point.x, point.y];
    }""", [x, y])
    page.mouse.click(*spot)


def places(page: Page, count: int) -> None:
    """Waits until so many places are on the plan and in the list, and none is listened at."""
    expect(page.locator(".survey-listening")).to_have_count(0)
    expect(page.locator("[data-place]")).to_have_count(count)
    expect(page.locator("[data-row]")).to_have_count(count)


def said(page: Page):
    return page.locator(".survey-said")


def act(page: Page, name: str):
    return page.locator(f"[data-act={name}]")


def test_a_walk_is_tapped_left_taken_back_saved_and_restored(walk, operator):
    page = walk()
    expect(page.locator("[data-map=none]")).to_be_visible()
    tap(page, 36, 26)
    places(page, 1)
    expect(said(page)).to_contain_text("beacons heard at")
    tap(page, 40, 22)
    places(page, 2)
    # The margin of the plan, and a wall of the building.
    tap(page, 0.4, 20)
    expect(said(page)).to_contain_text("outside of the venue")
    tap(page, 1, 20)
    expect(said(page)).to_contain_text("a wall is in the way")
    places(page, 2)
    # In the middle of it the browser is closed, say.
    page.reload()
    places(page, 2)
    share = page.locator(".survey-walk progress").evaluate("meter => meter.value")
    assert 0 < share < 10
    tap(page, 44, 22)
    places(page, 3)
    act(page, "undo-last").click()
    places(page, 2)
    # By keyboard: three metres down from the last tap, and one more that is removed and comes back.
    tap(page, 32, 22)
    places(page, 3)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    places(page, 4)
    page.locator("[data-row] button").first.click()
    places(page, 3)
    page.get_by_role("button", name="Undo: place").click()
    places(page, 4)
    # Twice at a place is one place.
    tap(page, 36.2, 26.1)
    expect(page.locator("[data-row]", has_text="listened 2 times")).to_have_count(1)
    places(page, 4)
    act(page, "save-put").click()
    expect(page.locator("[data-map]:not([data-map=none])")).to_be_visible()
    places(page, 0)
    first = operator.get(operator.maps).json()
    assert (first["versions"][0]["places"], first["versions"][0]["scans"], first["versions"][0]["fits"]) == (4, 25, True)
    told = operator.get(f"/api/venues/{operator.venue}/radio-map").json()
    # A pixel is a tenth of a metre.
    kept = sorted((place["x"], place["y"]) for place in told["places"])
    assert [spot for place in kept for spot in place] == pytest.approx([28.5, 22, 32, 22, 36, 26, 40, 22], abs=0.21), kept

    # Another walk is added up; then the first version comes back, and that is taken back.
    tap(page, 20, 22)
    places(page, 1)
    act(page, "save-add").click()
    number = first["number"]
    expect(page.locator(f"[data-map='{number + 1}']")).to_contain_text("Download")
    expect(page.locator("main")).to_contain_text("5 places")
    act(page, f"restore-{number}").click()
    expect(page.locator(f"[data-version='{number + 2}']")).to_contain_text(f"The same as version {number}.")
    page.get_by_role("button", name="Undo: change of the map").click()
    expect(page.locator(f"[data-version='{number + 3}']")).to_contain_text(f"The same as version {number + 1}.")
    act(page, "remove").click()
    page.locator("[data-confirm=yes]").click()
    expect(page.locator("[data-map=none]")).to_be_visible()
    assert operator.get(f"/api/venues/{operator.venue}/radio-map").status_code == 404


def test_what_cannot_be_saved_is_not_lost(walk, operator):
    page = walk(expected=["412", "ERR_INTERNET_DISCONNECTED"])
    tap(page, 36, 26)
    places(page, 1)
    # Somebody else puts a map in force meanwhile.
    heard = operator.post(f"/api/demo/survey/{operator.venue}", json={"x": 50, "y": 22}).raise_for_status().json()
    number = operator.get(operator.maps).json()["number"]
    beacons = heard["heard"]
    other = {
        "format": "cerca-radio-map", "version": 1, "venue": operator.venue, "plan": heard["plan"], "number": 0,
        "day": "2026-11-28",
        "beacons": [{key: one[key] for key in ("major", "minor", "x", "y")} for one in beacons],
        "places": [{"x": 50, "y": 22, "scans": heard["scans"], "heard": [
            [index, one["scans"], one["sum"], one["squares"]] for index, one in enumerate(beacons)]}],
    }
    operator.put(
        operator.maps, json=other, headers={"If-Match": f'"{number}"'}).raise_for_status()
    act(page, "save-put").click()
    expect(page.locator(".survey-walk .survey-fault")).to_contain_text("Somebody else has changed the radio map")
    expect(page.locator(".survey-walk .survey-fault")).to_contain_text("Your places are all still here.")
    # It is shown as it is now, and the choice is another one.
    expect(page.locator(f"[data-map='{number + 1}']")).to_be_visible()
    places(page, 1)
    page.context.set_offline(True)
    act(page, "save-add").click()
    expect(page.locator(".survey-walk .survey-fault")).to_contain_text("Your places are all still here.")
    places(page, 1)
    tap(page, 40, 22)
    expect(said(page)).to_contain_text("Nothing was taken at")
    places(page, 1)
    page.context.set_offline(False)
    act(page, "save-add").click()
    expect(page.locator(f"[data-map='{number + 2}']")).to_be_visible()
    places(page, 0)
    assert operator.get(operator.maps).json()["versions"][0]["places"] == 2


@pytest.mark.parametrize(("size", "scheme", "locale"), [
    (PHONE, "light", "es-CL"), (DESK, "dark", "it-IT"), (PHONE, "dark", "pt-BR"), (DESK, "light", "en-GB")])
def test_the_walk_is_well_laid_out(walk, size, scheme, locale):
    page = walk(size, scheme, locale)
    for x, y in [(36, 26), (40, 22), (44, 22), (32, 22), (28, 22), (36, 30)]:
        tap(page, x, y)
        expect(page.locator(".survey-listening")).to_have_count(0)
    places(page, 6)
    picture(page, f"survey-walk-{scheme}")
    assert_fits(page)
    assert [target for target in page.evaluate(SMALL_TARGETS) if target[1:] != [1, 1]] == []
    assert Axe().run(page).response["violations"] == []
    act(page, "save-put").click()
    places(page, 0)
    tap(page, 50, 22)
    places(page, 1)
    picture(page, f"survey-saved-{scheme}")
    assert_fits(page)
    assert Axe().run(page).response["violations"] == []


def test_the_route_answers_operators_alone_and_refuses_what_is_no_floor(demo, operator):
    path = f"/api/demo/survey/{operator.venue}"
    assert operator.post(path, json={"x": 1, "y": 20}).json()["code"] == "demo.no_floor"
    assert operator.post(path, json={"x": 1e300, "y": 20}).json()["code"] == "demo.no_floor"
    assert operator.post(path, json={"x": "1", "y": 20}).status_code in (400, 422)
    assert operator.post(f"/api/demo/survey/{UUID}", json={"x": 36, "y": 22}).json()["code"] == "staff.not_yours"
    with httpx.Client(base_url=demo["address"], timeout=60) as other:
        assert other.post(path, json={"x": 36, "y": 22}).status_code == 401
        token = other.post("/api/demo/console", json={"role": "merchant"}).raise_for_status().json()["token"]
        other.cookies.clear()
        answer = other.post(path, json={"x": 36, "y": 22}, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 403


def map_file(page: Page, *points: tuple[float, float], **changes) -> dict:
    """A radio map of the venue's plan in force, as a file to choose."""
    plan = page.request.get(f"/api/operator/{UUID}/radio-map").json()["plan"]
    beacon = document(shops=2, beacons=3)["beacons"][0]
    content = {
        "format": "cerca-radio-map", "version": 1, "venue": UUID, "plan": plan, "number": 0, "day": "2026-11-28",
        "beacons": [{key: beacon[key] for key in ("major", "minor", "x", "y")}],
        "places": [{"x": x, "y": y, "scans": 5, "heard": [[0, 4, -240, 14400]]} for x, y in points], **changes,
    }
    return {"name": "map.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()}


def test_on_a_server_of_people_the_command_is_told_and_files_make_versions(visit, venue):  # noqa: F811
    page = visit("operator", expected=["422"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_in(page, venue.staff("operator"))
    go(page, "survey")
    expect(page.locator(".state")).to_contain_text("Nobody has surveyed this venue")
    expect(page.locator(".survey-sheet")).to_have_count(0)
    command = f"cerca proximity survey --server {venue.url} --uuid {UUID} --controller hci0 --out radio-map.json"
    expect(page.locator(".survey-command")).to_have_text(command)
    page.get_by_role("button", name="Copy the command").click()
    expect(page.get_by_text("The command was copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == command
    picture(page, "survey-empty-light")

    choose = page.locator("input[data-file=replace]")
    choose.set_input_files({"name": "no.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(page.locator(".survey-fault")).to_contain_text("The file is no radio map, and nothing was changed.")
    expect(page.locator(".survey-fault li")).to_contain_text("is missing")
    choose.set_input_files({"name": "large.json", "mimeType": "application/json", "buffer": b" " * (4 * 1024 * 1024 + 1)})
    expect(page.locator(".survey-fault")).to_contain_text("larger than 4 MiB")
    choose.set_input_files(map_file(page, (2, 2), plan="ab" * 32))
    expect(page.locator(".survey-fault")).to_contain_text("on another plan than the one in force")
    expect(page.locator(".state")).to_be_visible()

    choose.set_input_files(map_file(page, (2, 2)))
    expect(page.locator("[data-map='1']")).to_be_visible()
    expect(page.locator("main")).to_contain_text("It goes with the plan in force")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download").click()
    assert json.loads(saved.value.path().read_text())["number"] == 1
    page.locator("input[data-file=add]").set_input_files(map_file(page, (2, 2), (5, 2)))
    expect(page.locator("[data-map='2']")).to_be_visible()
    expect(page.locator("[data-version='2']")).to_contain_text("2 places, 15 scans")
    page.get_by_role("button", name="Undo: change of the map").click()
    expect(page.locator("[data-version='3']")).to_contain_text("The same as version 1.")
    picture(page, "survey-versions-light")
    act(page, "remove").click()
    page.locator("[data-confirm=yes]").click()
    expect(page.locator("[data-version='4']")).to_contain_text("The map was taken out of force.")
    act(page, "restore-2").click()
    expect(page.locator("[data-map='5']")).to_be_visible()
    # The first change of all is taken back by taking the map out of force: there was none before it.
    page.get_by_role("button", name="Undo: change of the map").click()
    expect(page.locator("[data-map=none]")).to_be_visible()
    assert page.request.get(f"/api/venues/{UUID}/radio-map").status == 404
