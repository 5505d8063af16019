"""Here on a real server: a page hears no beacons, and is of use all the same. Nobody is told where its reader is."""

import json
import subprocess
import urllib.request

import centre
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import wait_for_port
from playwright.sync_api import expect
from test_web import DESK, PHONE, assert_fits, sign_up, visit  # noqa: F401


@pytest.fixture(scope="module")
def server(cerca, free_port, tmp_path_factory):
    """A server with a venue, and the keys of its beacons."""
    folder, port = tmp_path_factory.mktemp("here"), free_port()
    database = f"sqlite:{folder}/cerca.sqlite"
    keys = centre.import_venue(cerca, folder, database, centre.document(shops=9))
    process = subprocess.Popen([cerca, "serve", "--port", str(port), "--database", database])
    wait_for_port(port)
    yield f"http://127.0.0.1:{port}", keys
    process.terminate()
    process.wait(60)


@pytest.fixture(scope="module")
def base_url(server):
    return server[0]


@pytest.mark.parametrize("size, scheme", [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"])
def test_a_stranger_finds_shops_around_a_place_that_only_the_page_knows(visit, size, scheme):  # noqa: F811
    # There is no demo on this server, and the page asks.
    page = visit("about:blank", size=size, scheme=scheme, expected=["404"])
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    page.goto("/#/here")
    rows = page.locator(".around-shops button")
    expect(rows).to_have_count(9)
    expect(page.get_by_text("Where are you?")).to_be_visible()
    page.get_by_role("searchbox").fill("SHÓP 3")
    expect(rows).to_have_count(1)
    before = len(asked)
    rows.first.click()
    expect(page.get_by_text("You are at Shop 3")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(rows).to_have_count(9)
    # The shops stand in a row, four metres each: the nearest first, and each as far as its wall.
    expect(rows.first).to_contain_text("Shop 3")
    expect(rows.nth(1)).to_contain_text("2.0 m away")
    expect(rows.last).to_contain_text("Shop 8")
    expect(rows.last).to_contain_text("18 m away")
    assert_fits(page)
    # Names near the reader stand along the floor, in letters that can be read.
    label = page.get_by_role("button", name="Shop 3, Books", exact=True)
    assert label.evaluate("element => !element.className.includes('is-across') && !element.className.includes('is-bare')")
    assert label.locator(".plan-label-name").evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 10
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Centre on me").click()
    middles = [box["x"] + box["width"] / 2 for box in (page.locator(".plan").bounding_box(), label.bounding_box())]
    # The floor ends where it ends, so that a place beside a wall may stand a little aside.
    assert abs(middles[0] - middles[1]) <= label.bounding_box()["width"]
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="I am somewhere else").click()
    expect(page.get_by_text("Where are you?")).to_be_visible()
    assert [request for request in asked[before:] if request[0] != "GET" or "/api/" in request[1]] == []
    page.get_by_role("link", name="Sign in", exact=True).click()
    expect(page.locator("form")).to_be_visible()


def test_offers_are_told_with_their_place_once_there_are_any(visit, server):  # noqa: F811
    url, keys = server
    page = visit("/#/me", size=PHONE, expected=["404"])
    sign_up(page)
    page.goto("/#/here")
    expect(page.get_by_text("They come when a phone with Cerca proves your visit")).to_be_visible()
    page.get_by_role("link", name="Choose shops").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Choose all").click()
    # The reader's phone, elsewhere on the same account, hears a beacon of Shop 2.
    taken = page.evaluate(
        "body => fetch('/api/sightings', {method: 'POST', body, headers: {'Content-Type': 'application/json',"
        " 'X-Cerca': '1'}}).then(answer => answer.json())",
        json.dumps(centre.sighting(keys, 102, 0)))
    assert taken["offers"], taken
    page.goto("/#/here")
    expect(page.locator(".panel-offers .row")).to_contain_text("Gift 2")
    page.locator('.around-shops [data-major="104"]').click()
    expect(page.locator(".panel-offers .row")).to_contain_text("Shop 2 · 6.0 m away")
    expect(page.locator('.around-shops [data-major="102"]')).to_contain_text("1 offer")
    assert urllib.request.urlopen(f"{url}/healthz", timeout=60).status == 200


@pytest.mark.parametrize("away", ["hidden", "offline"])
def test_what_happened_while_a_page_was_away_is_on_it_when_it_is_back(visit, server, away):  # noqa: F811
    _, keys = server
    page = visit("/#/me", size=PHONE, expected=["404", "ERR_INTERNET_DISCONNECTED"])
    streams = []
    page.on("request", lambda request: streams.append(request) if request.url.endswith("/api/stream") else None)
    sign_up(page)
    page.goto("/#/shops")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Choose all").click()
    page.goto("/#/here")
    expect(page.get_by_text("They come when a phone with Cerca proves your visit")).to_be_visible()

    def leave(is_away: bool) -> None:
        if away == "offline":
            page.context.set_offline(is_away)
        else:
            page.evaluate("""isAway => {
                Object.defineProperty(document, "hidden", { value: isAway, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""", is_away)

    leave(True)
    before = len(streams)
    # The reader's phone goes on.
    taken = page.context.request.post(
        "/api/sightings", data=centre.sighting(keys, 103, 0), headers={"X-Cerca": "1"})
    assert taken.json()["offers"], taken.text()
    expect(page.locator(".panel-offers .row")).to_have_count(0)
    with page.expect_response("**/api/stream"):
        leave(False)
    expect(page.locator(".panel-offers .row")).to_contain_text("Gift 3")
    assert len(streams) > before and "last-event-id" not in streams[-1].headers
