"""Risk zones: files in, figures checked by a second calculation, and the page in a real browser."""

import datetime
import json
import math
import random
import re
import subprocess
import urllib.error
import urllib.request

import pytest
from centre import import_venue
from conftest import wait_for_port
from playwright.sync_api import Page, expect
from test_web import DESK, PATIENCE, PHONE, SMALL_TARGETS, assert_fits, contrasts, wait_until  # noqa: F401
from test_web import visit as visit_demo  # noqa: F401

DAYS = 60
FIRST = datetime.date(2026, 9, 1)
CODES = [f"{number:02}" for number in range(1, 10)]
NAMES = {code: f"Comarca {code}" for code in CODES}
PEOPLE = {code: 40_000 + 9_000 * index for index, code in enumerate(CODES)}


def geojson() -> dict:
    """Nine areas in three rows, of which neighbours share their wandering borders."""
    rng = random.Random(5)
    corner = {(x, y): (-4 + x + rng.uniform(-0.15, 0.15), 40 + y + rng.uniform(-0.15, 0.15))
              for x in range(4) for y in range(4)}

    def line(start, end):
        (x1, y1), (x2, y2) = corner[start], corner[end]
        wander = random.Random(str(sorted([start, end])))
        shares = [step / 12 for step in range(13)]
        aside = [0 if share in (0, 1) else wander.uniform(-0.004, 0.004) for share in shares]
        points = [[x1 + (x2 - x1) * share, y1 + (y2 - y1) * share + off] for share, off in zip(shares, aside)]
        return points

    def side(start, end):
        return line(start, end) if start <= end else line(end, start)[::-1]

    features = []
    for index, code in enumerate(CODES):
        x, y = index % 3, index // 3
        around = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
        ring = [point for start, end in zip(around, around[1:]) for point in side(start, end)[:-1]]
        features.append({
            "type": "Feature", "properties": {"CVE_ENT": code, "nom_ent": NAMES[code]},
            "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]},
        })
    return {"type": "FeatureCollection", "features": features}


def counts() -> dict[str, list[int]]:
    rng = random.Random(7)
    return {
        code: [int(rng.uniform(0, 2) * index * (1 + 3 * math.exp(-(((day - 20 - 2 * index) / 8) ** 2))))
               for day in range(DAYS)]
        for index, code in enumerate(CODES)
    }


def wide(cases: dict[str, list[int]], newline="\r\n", bom="\ufeff") -> bytes:
    days = [(FIRST + datetime.timedelta(day)).strftime("%d-%m-%Y") for day in range(DAYS)]
    rows = [["cve", "poblacion", "nombre"] + days]
    nation = [sum(row[day] for row in cases.values()) for day in range(DAYS)]
    rows.append(['"000"', str(sum(PEOPLE.values())), '"Nacional"'] + [str(count) for count in nation])
    # As a spreadsheet leaves it: numbers without their zeros.
    rows += [[str(int(code)), str(PEOPLE[code]), f'"{NAMES[code]}"'] + [f'"{count}"' for count in cases[code]]
             for code in cases]
    return (bom + newline.join(",".join(row) for row in rows) + newline).encode()


def zones(cerca, *arguments, check=True) -> subprocess.CompletedProcess:
    return subprocess.run([cerca, "exposure", "zones", *map(str, arguments)], capture_output=True, text=True, check=check)


def get(url: str, headers=None):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=60) as answer:
        return answer.headers, json.load(answer)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zones")
    (folder / "areas.geojson").write_text(json.dumps(geojson()))
    (folder / "confirmed.csv").write_bytes(wide(counts()))
    lines = [f"{FIRST + datetime.timedelta(day)},{code},{counts()[code][day] // 9}"
             for code in CODES[:-1] for day in range(DAYS)]
    (folder / "deaths.csv").write_text("date,code,count\n" + "\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def base_url(cerca, free_port, files):
    """A server with a venue, areas and cases."""
    database = f"sqlite:{files / 'zones.sqlite'}"
    import_venue(cerca, files, database)
    zones(cerca, "import-areas", files / "areas.geojson", "--level", "state", "--database", database)
    for measure in ("confirmed", "deaths"):
        zones(cerca, "import-cases", files / f"{measure}.csv", "--measure", measure, "--level", "state", "--database",
              database)
    port = free_port()
    server = subprocess.Popen([cerca, "serve", "--port", str(port), "--database", database])
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture
def visit(visit_demo):  # noqa: F811
    """As in the demo; a plain server has none, which the page learns by asking for it."""

    def open_page(path="/", expected=(), **options) -> Page:
        return visit_demo(path, expected=[*expected, "404"], **options)

    return open_page


def test_the_command_imports_lists_and_refuses(cerca, files, tmp_path):
    database = f"sqlite:{tmp_path / 'list.sqlite'}"
    early = zones(cerca, "import-cases", files / "confirmed.csv", "--measure", "confirmed", "--level", "state",
                  "--database", database, check=False)
    assert early.returncode == 1 and "import the areas" in early.stderr
    done = zones(cerca, "import-areas", files / "areas.geojson", "--level", "state", "--database", database, "--json")
    assert json.loads(done.stdout) == {"level": "state", "areas": 9, "total": 9, "removed": 0, "uncut": [], "leftOut": []}
    done = zones(cerca, "import-cases", files / "confirmed.csv", "--measure", "confirmed", "--level", "state",
                 "--database", database, "--json")
    assert json.loads(done.stdout)["lastDay"] == str(FIRST + datetime.timedelta(DAYS - 1))
    listed = json.loads(zones(cerca, "list", "--database", database, "--json").stdout)
    assert listed["areas"] == 9 and [row["measure"] for row in listed["measures"]] == ["confirmed"]

    broken = tmp_path / "broken.csv"
    broken.write_bytes(wide(counts()).replace(b'"Comarca 03","', b'"Comarca 03","-'))
    refused = zones(cerca, "import-cases", broken, "--measure", "deaths", "--level", "state", "--database", database,
                    check=False)
    assert refused.returncode == 1 and refused.stdout == ""
    assert "line 5, column" in refused.stderr and "must not be negative" in refused.stderr
    assert json.loads(zones(cerca, "list", "--database", database, "--json").stdout) == listed
    wrong = zones(cerca, "import-cases", broken, "--measure", "votes", "--level", "state", "--database", database,
                  check=False)
    assert wrong.returncode == 2


def test_the_figures_are_those_of_a_second_calculation(base_url):
    cases = counts()
    _, series = get(f"{base_url}/api/zones/state/confirmed")
    assert series["days"] == DAYS and series["isPerPopulation"]
    assert {area["code"]: area["counts"] for area in series["areas"]} == cases
    assert series["nation"]["counts"] == [sum(cases[code][day] for code in CODES) for day in range(DAYS)]

    def week(code, day):
        return sum(cases[code][max(0, day - 6):day + 1])

    def quantiles(values):
        positive = sorted(value for value in values if value > 0)
        found = [math.ceil(round(positive[math.ceil(len(positive) * part / 5) - 1] * 10, 9)) / 10 for part in range(1, 6)]
        return sorted(set(found))

    weeks = [week(code, day) * 100_000 / PEOPLE[code] for code in CODES for day in range(DAYS)]
    totals = [sum(cases[code]) * 100_000 / PEOPLE[code] for code in CODES]
    assert series["weekBounds"] == pytest.approx(quantiles(weeks))
    assert series["totalBounds"] == pytest.approx(quantiles(totals))

    def colour(code, day):
        if day < 6:
            return "-"
        now, before = week(code, day), week(code, day - 7) if day >= 13 else 0
        incidence = now * 100_000 / PEOPLE[code]
        base = sum(incidence >= limit for limit in (10, 50, 100))
        if day >= 13 and now + before >= 20:
            base += 1 if now >= 1.5 * before else -1 if now <= 0.6 * before else 0
        return str(min(3, max(0, base)))

    for area in series["areas"]:
        assert area["colours"] == "".join(colour(area["code"], day) for day in range(DAYS)), area["code"]
    assert len({letter for area in series["areas"] for letter in area["colours"]}) >= 4


def test_neighbours_keep_one_border_and_marks_lie_inside(base_url):
    _, body = get(f"{base_url}/api/zones/state")
    edges = {}
    for area in body["areas"]:
        [[ring]] = area["polygons"]
        assert 4 <= len(ring) < 48
        for start, end in zip(ring, ring[1:] + ring[:1]):
            edges.setdefault((tuple(start), tuple(end)), []).append(area["code"])
        assert inside(area["point"], ring), area["code"]
    assert all(len(codes) == 1 for codes in edges.values())
    shared = [edge for edge in edges if edge[::-1] in edges]
    assert len(shared) >= 24


def inside(point, ring) -> bool:
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def test_a_browser_need_not_fetch_twice(base_url):
    headers, _ = get(f"{base_url}/api/zones/state/confirmed")
    with pytest.raises(urllib.error.HTTPError) as same:
        get(f"{base_url}/api/zones/state/confirmed", {"If-None-Match": headers["ETag"]})
    assert same.value.code == 304
    for path in ("state/negative", "municipality", "planet"):
        with pytest.raises(urllib.error.HTTPError) as unknown:
            get(f"{base_url}/api/zones/{path}")
        assert unknown.value.code == 404


def area(page: Page, code: str):
    return page.locator(f'.zone-area[data-code="{code}"]')


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_map_shows_classes_a_day_and_an_area(visit, size):
    page = visit("/#/zones", size=size)
    expect(page.locator(".zone-area")).to_have_count(9)
    expect(area(page, "01")).to_have_class(class_name("class-0"))
    expect(page.locator(".zone-legend li")).to_have_count(6)
    page.locator(".zone-range").fill("20")
    day = FIRST + datetime.timedelta(20)
    expect(page.locator(".zone-map")).to_have_attribute("data-day", str(day))
    expect(page.locator(".zone-day")).to_contain_text("21 September")
    area(page, "05").click(force=True)
    panel = page.locator(".zone-panel")
    expect(panel.get_by_role("heading")).to_have_text("Comarca 05")
    cases = counts()["05"]
    expect(panel.locator("dd").first).to_have_text(str(cases[20]))
    expect(panel.locator("dd").nth(1)).to_have_text(str(sum(cases[14:21])))
    assert_fits(page)
    page.get_by_label("What is counted").select_option("deaths")
    expect(page.get_by_role("button", name="Traffic light")).to_have_count(0)
    expect(area(page, "09")).to_have_class(class_name("class-none"))
    expect(page.locator(".zone-map")).to_have_attribute("data-day", str(day))


def class_name(name: str):
    return re.compile(rf"(^|\s){name}(\s|$)")


def test_the_days_are_played_without_asking_the_server(visit):
    page = visit("/#/zones")
    expect(page.locator(".zone-area")).to_have_count(9)
    # What can wait until the first view stands has come.
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("""() => {
      const map = document.querySelector('.zone-map');
      window.shownDays = [];
      new MutationObserver(() => window.shownDays.push(map.dataset.day))
        .observe(map, {attributes: true, attributeFilter: ['data-day']});
    }""")
    page.get_by_role("button", name="Play the days").click()
    expect(page.locator(".zone-map")).to_have_attribute("data-day", str(FIRST + datetime.timedelta(DAYS - 1)),
                                                        timeout=PATIENCE)
    expect(page.get_by_role("button", name="Play the days")).to_be_visible()
    shown = page.evaluate("window.shownDays")
    assert shown[0] == str(FIRST) and shown == sorted(shown)
    for kind in ("Heat", "Traffic light", "Areas"):
        page.get_by_role("button", name=kind, exact=True).click()
    assert [url for url in asked if not url.startswith("data:")] == []


def test_heat_and_traffic_light_are_drawn_and_named(visit):
    page = visit("/#/zones")
    page.get_by_role("button", name="Heat").click()
    expect(page.locator(".zone-map")).to_have_attribute("data-drawing", "heat")
    painted = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(v => v > 0)"
    wait_until(page, lambda: page.locator(".zone-canvas canvas").evaluate(painted), "the heat is painted")
    page.get_by_role("button", name="Traffic light").click()
    expect(page.locator(".zone-legend")).to_contain_text("50 to 100")
    # Colours differ by their marks as well, for those who do not tell them apart.
    marks = page.locator(".zone-legend path").evaluate_all("paths => paths.map(path => path.getAttribute('d'))")
    assert len(set(marks)) == 4
    page.get_by_text("How the traffic light is worked out").click()
    expect(page.locator(".zone-details p")).to_contain_text("50 %")


def test_the_table_tells_the_same_and_is_reached_with_the_keyboard(visit):
    page = visit("/#/zones", size=PHONE)
    summary = page.get_by_text("The map as a table")
    summary.focus()
    page.keyboard.press("Enter")
    rows = page.locator(".zone-table-place tbody tr")
    expect(rows).to_have_count(9)
    cases = counts()
    incidence = {code: sum(cases[code][-7:]) * 100_000 / PEOPLE[code] for code in CODES}
    order = rows.evaluate_all("rows => rows.map(row => row.dataset.code)")
    assert [round(incidence[code], 6) for code in order] == sorted((round(v, 6) for v in incidence.values()), reverse=True)
    button = page.locator(".zone-name").nth(2)
    name = button.inner_text()
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".zone-panel h2")).to_have_text(name)
    expect(page.locator(".zone-name:focus")).to_have_text(name)
    assert_fits(page)


def test_the_venue_says_why_nothing_is_shown(visit):
    page = visit("/#/zones/venue", size=PHONE)
    # The little centre has four shops: too few for anything to be shown.
    expect(page.get_by_role("heading", name="This venue is too small")).to_be_visible()
    page.get_by_text("Why nobody can be found in this").click()
    expect(page.locator(".points-list li")).to_have_count(5)
    assert_fits(page)


def test_the_venue_shows_shops_and_days(visit, base_url):
    page = visit("about:blank", size=DESK)
    risk = {"publishedOn": "2026-11-21", "days": 14, "least": 5, "isTooSmall": False, "cells": [
        {"major": 100, "day": "2026-11-19", "people": 5}, {"major": 100, "day": "2026-11-20", "people": 15},
        {"major": 102, "day": "2026-11-20", "people": 5},
    ]}
    page.route("**/risk", lambda route: route.fulfill(json=risk))
    page.goto(f"{base_url}/#/zones/venue")
    expect(page.locator(".zone-cells .row")).to_have_count(3)
    expect(page.locator(".plan-shop.level-3")).to_have_count(1)
    page.get_by_label("Day", exact=True).select_option("2026-11-19")
    expect(page.locator(".zone-cells .row")).to_have_count(1)
    expect(page.locator(".plan-shop.level-1")).to_have_count(1)


def test_without_areas_it_says_how_they_come_in(visit, base_url):
    page = visit("about:blank", size=PHONE)
    rule = {"yellowFrom": 10, "orangeFrom": 50, "redFrom": 100, "risingFrom": 1.5, "fallingTo": 0.6, "leastForTrend": 20}
    page.route("**/api/zones", lambda route: route.fulfill(json={"levels": [], "rule": rule}))
    page.goto(f"{base_url}/#/zones")
    expect(page.get_by_role("heading", name="No areas yet")).to_be_visible()
    expect(page.locator(".command").first).to_contain_text("import-areas")
    assert_fits(page)


def test_a_failed_load_offers_another_try(visit, base_url):
    page = visit("about:blank", expected=["ERR_FAILED"])
    page.route("**/api/zones/state/confirmed", lambda route: route.abort())
    page.goto(f"{base_url}/#/zones")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.unroute("**/api/zones/state/confirmed")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".zone-area")).to_have_count(9)


def test_a_name_cannot_carry_markup(visit, base_url):
    page = visit("about:blank")

    def poison(route):
        body = route.fetch().json()
        body["areas"][0]["name"] = "<img src=x onerror=alert(1)>"
        route.fulfill(json=body)

    page.route("**/api/zones/state", poison)
    page.goto(f"{base_url}/#/zones")
    page.get_by_text("The map as a table").click()
    expect(page.get_by_role("button", name="<img src=x onerror=alert(1)>")).to_be_visible()
    assert page.locator(".zones img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "pt-BR", "it-IT"])
def test_texts_fit_and_have_contrast_in_every_language(visit, scheme, locale):
    page = visit("/#/zones", size=PHONE, scheme=scheme, locale=locale, has_touch=True)
    expect(page.locator(".zone-area")).to_have_count(9)
    page.locator(".zone-details summary").first.click()
    area(page, "05").click(force=True)
    selectors = ["h1", ".zone-day", ".zone-legend h2", ".zone-legend li", ".zone-panel h2", ".zone-facts dt",
                 ".zone-facts dd", ".zone-figure figcaption", ".zone-name", ".zone-table-place td", ".zone-details summary",
                 ".select", ".segment[aria-pressed=true]", ".segment[aria-pressed=false]"]
    found = contrasts(page, selectors)
    assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}
    assert page.evaluate(SMALL_TARGETS) == []
    assert "{" not in page.locator("main").inner_text() and "zones." not in page.locator("main").inner_text()
    assert_fits(page)
