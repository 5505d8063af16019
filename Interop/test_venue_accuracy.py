"""`cerca venue check --accuracy`: what positions a plan of beacons would give, before one of them is bought."""

import json
import os
import pathlib
import subprocess
import xml.etree.ElementTree

import pytest
from playwright.sync_api import sync_playwright

import centre
from conftest import chromium

CENTRE = pathlib.Path(__file__).resolve().parent.parent / "Sources/Simulation/Resources/centre.json"


def run(cerca, *arguments, language="C"):
    environment = {**os.environ, "LC_ALL": language}
    return subprocess.run(
        [cerca, "venue", "check", *map(str, arguments)], capture_output=True, text=True, timeout=300, env=environment)


@pytest.fixture
def hall(tmp_path):
    """A venue file of 24 by 16 metres whose right half has no beacons."""

    def write(beacons=6, name="Hall", **plan):
        document = centre.document()
        document["name"] = name
        document["plan"] = {"width": 24, "height": 16, "walls": [], "image": None, **plan}
        document["shops"], document["offers"] = [], []
        document["beacons"] = [
            {"major": 1, "minor": n + 1, "x": 2 + 4 * (n % 3), "y": 4 + 8 * (n // 3 % 2), "zone": "aisle",
             "measuredPower": -59, "period": 60, "neighbours": []} for n in range(beacons)]
        file = tmp_path / "hall.json"
        file.write_text(json.dumps(document))
        return file

    return write


def accuracy(done):
    assert done.returncode == 0, done.stderr
    return next(line["accuracy"] for line in map(json.loads, done.stdout.splitlines()) if "accuracy" in line)


def test_the_object_has_every_cell_and_agrees_with_itself(cerca, hall):
    told = accuracy(run(cerca, hall(), "--accuracy", "--position", 500, "--json"))
    cells = told["cells"]
    assert len(cells) == 24 * 16 and told["cellSide"] == 1
    for metres, name in ((1, "within1"), (2, "within2"), (5, "within5")):
        share = sum(cell[2] <= metres for cell in cells) / len(cells)
        assert abs(told[name] - share) < 0.01, name
    worst = max(cells, key=lambda cell: cell[2])
    assert told["worst"]["metres"] == worst[2] and worst[0] > 12, "where no beacon hangs"
    assert told["proposal"]["x"] > 12 and told["proposal"]["meanMetres"] < told["meanMetres"]
    assert 0 < told["meanMetres"] < told["p90Metres"]
    assert told["packetsPerSecond"] == 2 and told["bodiesDecibels"] == 3


def test_the_proposed_beacon_helps_when_it_hangs(cerca, hall):
    file = hall()
    before = accuracy(run(cerca, file, "--accuracy", "--json"))
    document = json.loads(file.read_text())
    document["beacons"].append({
        **document["beacons"][0], "minor": 99, "x": before["proposal"]["x"], "y": before["proposal"]["y"]})
    file.write_text(json.dumps(document))
    after = accuracy(run(cerca, file, "--accuracy", "--json"))
    assert after["meanMetres"] < before["meanMetres"]
    assert abs(after["meanMetres"] - before["proposal"]["meanMetres"]) < 0.15 * before["meanMetres"]


def test_more_packets_and_fewer_bodies_are_better_and_the_same_is_the_same(cerca, hall):
    file = hall()
    usual = run(cerca, file, "--accuracy", "--json")
    assert run(cerca, file, "--accuracy", "--json").stdout == usual.stdout
    fast = accuracy(run(cerca, file, "--accuracy", "--json", "--position", 200))
    empty = accuracy(run(cerca, file, "--accuracy", "--json", "--bodies", 0))
    assert fast["meanMetres"] < accuracy(usual)["meanMetres"]
    assert empty["meanMetres"] < accuracy(usual)["meanMetres"]


def test_people_read_it_in_their_language_and_no_progress_in_a_pipe(cerca, hall):
    spoken = {}
    for language in ("en", "es", "pt", "it"):
        done = run(cerca, hall(), "--accuracy", language=f"{language}.UTF-8")
        assert done.returncode == 0 and done.stderr == "", done.stderr
        spoken[language] = done.stdout.splitlines()[-6:]
    assert len({line for lines in spoken.values() for line in lines}) == 24, spoken
    assert spoken["en"][0].startswith("positions: ") and "0," not in spoken["en"][0]


@pytest.mark.parametrize("beacons, reason", [(0, "beacons"), (513, "512")])
def test_too_few_and_too_many_beacons_are_told(cerca, hall, beacons, reason):
    done = run(cerca, hall(beacons), "--accuracy")
    assert done.returncode == 1 and reason in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert "positions:" not in done.stdout


def test_one_beacon_is_tried_and_hardly_tells_a_place(cerca, hall):
    told = accuracy(run(cerca, hall(1), "--accuracy", "--json"))
    assert told["fewerThanThree"] == 1 and told["meanMetres"] > 3 and told["proposal"] is not None


def test_the_largest_plan_is_tried_in_a_bounded_time(cerca, hall):
    told = accuracy(run(cerca, hall(6, width=2000, height=2000), "--accuracy", "--json"))
    assert len(told["cells"]) <= 4096 and told["cellSide"] > 30


@pytest.mark.parametrize("place", ["none/a.svg", "."])
def test_a_picture_that_cannot_be_written_is_told_before_anything_is_tried(cerca, hall, tmp_path, place):
    done = run(cerca, hall(), "--accuracy", "--picture", tmp_path / place)
    assert done.returncode == 1 and done.stdout == "" and len(done.stderr.splitlines()) == 1, done
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hall.json"]


def test_a_picture_goes_with_a_trial(cerca, hall, tmp_path):
    assert run(cerca, hall(), "--picture", tmp_path / "a.svg").returncode == 2


def test_the_picture_is_svg_that_a_browser_draws(cerca, hall, tmp_path):
    name = "<b onload=alert(1)>Hall & Co</b>"
    picture = tmp_path / "a.svg"
    walls = [[12, 0, 12, 6], [12, 10, 12, 16]]
    assert run(cerca, hall(name=name, walls=walls), "--accuracy", "--picture", picture).returncode == 0
    root = xml.etree.ElementTree.parse(picture).getroot()
    assert root.find("{http://www.w3.org/2000/svg}title").text.startswith(name)
    assert not [element for element in root.iter() if element.tag.endswith("}b") or "script" in element.tag]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 900})
        page.goto(picture.as_uri())
        # Nothing that is written lies beyond the picture.
        right = page.evaluate(
            "Math.max(...[...document.querySelectorAll('text')].map(text => text.getBoundingClientRect().right))")
        assert right <= 1000
        browser.close()


def test_of_the_demos_centre_is_expected_what_the_demo_measures(cerca):
    told = accuracy(run(cerca, CENTRE, "--accuracy", "--position", 400, "--bodies", 0, "--json"))
    # The demo's visitors, most of whom stand: 0.57 m on average, nine of ten times at most 0.85 m.
    assert abs(told["meanMetres"] - 0.57) < 0.57 / 4 and abs(told["p90Metres"] - 0.85) < 0.85 / 4
    assert told["fewerThanThree"] == 0
