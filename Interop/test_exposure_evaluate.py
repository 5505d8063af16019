"""`cerca exposure evaluate` against EPFL's recordings, against a second implementation of its metrics, and on bad input.

The recordings are EPFL's (CC BY-ND 4.0) and are not part of this repository: $CERCA_EPFL names their directory, or they
lie beside the repository; without them the tests that need them are skipped.
"""

import json
import math
import os
import pathlib
import random
import sqlite3
import subprocess

import pytest

RECORDINGS = pathlib.Path(
    os.environ.get("CERCA_EPFL")
    or pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "epfl-ble"
)
NAMES = ["scenario01-lunch", "scenario02-train", "scenario03-office", "scenario04-queue", "scenario05-party", "all"]

needs_recordings = pytest.mark.skipif(
    not any(RECORDINGS.glob("*.sqlite")), reason=f"no recordings in {RECORDINGS}; name their directory in CERCA_EPFL"
)


def evaluate(cerca, *arguments):
    return subprocess.run(
        [cerca, "exposure", "evaluate", *map(str, arguments)], capture_output=True, text=True, timeout=300
    )


def figures(cerca, directory, *arguments):
    """The lines of the command by rule and recording."""
    result = evaluate(cerca, directory, "--json", *arguments)
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return {(line["rule"], line["recording"]): line for line in lines}


@pytest.fixture(scope="module")
def shipped(cerca):
    return figures(cerca, RECORDINGS)


@pytest.fixture(scope="module")
def left_out(cerca):
    return figures(cerca, RECORDINGS, "--leave-one-out")


def three_digits(value):
    return f"{value:.3f}"


@needs_recordings
def test_the_published_figures_come_out(shipped):
    assert {recording for _, recording in shipped} == set(NAMES)
    published = shipped["published", "all"]
    assert three_digits(published["reading"]["auc"]) == "0.700"
    assert three_digits(published["reading"]["averagePrecision"]) == "0.759"
    assert three_digits(published["window"]["auc"]) == "0.717"
    assert published["pair"]["precision"] is None
    original = shipped["original", "all"]
    assert (original["pairs"], original["nearPairs"]) == (1315, 450)
    assert three_digits(original["pair"]["precision"]) == "0.498"
    assert three_digits(original["pair"]["recall"]) == "0.911"


@needs_recordings
def test_what_the_own_rule_is_worth_on_recordings_that_it_has_not_seen(left_out):
    own, original, published = (left_out[rule, "all"] for rule in ("own", "original", "published"))
    # One reading by itself tells it no more than it tells the published formula.
    assert own["reading"]["auc"] < published["reading"]["auc"]
    for measure in ("readingInWindow", "window"):
        for figure in ("auc", "averagePrecision"):
            assert own[measure][figure] > published[measure][figure] + 0.03, (measure, figure)
            assert own[measure][figure] > original[measure][figure] + 0.03, (measure, figure)
    assert own["pair"]["precision"] >= 0.52 > original["pair"]["precision"] + 0.02
    assert own["pair"]["recall"] >= 0.90
    for name in NAMES:
        assert left_out["own", name]["window"]["auc"] > left_out["original", name]["window"]["auc"], name


@needs_recordings
def test_the_shipped_coefficients_are_what_all_recordings_teach(shipped, left_out):
    taught, used = left_out["own", "all"]["coefficients"], shipped["own", "all"]["coefficients"]
    assert len(used) == 3
    assert all(math.isclose(a, b, rel_tol=1e-5) for a, b in zip(taught, used))
    # Left out means left out: every recording has coefficients of its own.
    assert len({tuple(left_out["own", name]["coefficients"]) for name in NAMES}) == len(NAMES)


@needs_recordings
def test_the_table_has_the_same_figures(cerca, shipped):
    result = evaluate(cerca, RECORDINGS)
    assert result.returncode == 0
    rows = result.stdout.split("\nall:")[1].splitlines()
    own = next(row.split() for row in rows if row.startswith("  own"))
    line = shipped["own", "all"]
    assert own[1:3] == [three_digits(line["reading"]["auc"]), three_digits(line["reading"]["averagePrecision"])]
    assert own[7:9] == [three_digits(line["pair"]["precision"]), three_digits(line["pair"]["recall"])]


SCHEMA = """CREATE TABLE results(db_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, receiver_id INT NOT NULL,
    receiver_model TEXT NOT NULL, transmitter_id INT NOT NULL, transmitter_model TEXT NOT NULL, timestamp REAL NOT NULL,
    rssi INTEGER NOT NULL, tx_power INTEGER NOT NULL, ground_truth_distance REAL)"""
INSERT = """INSERT INTO results(receiver_id, receiver_model, transmitter_id, transmitter_model, timestamp, rssi, tx_power,
    ground_truth_distance) VALUES (?, 'R', ?, ?, ?, ?, ?, ?)"""


def write(path, rows, schema=SCHEMA):
    with sqlite3.connect(path) as database:
        database.execute(schema)
        if rows:
            database.executemany(INSERT, rows)
    database.close()


def made_up(seed, pairs=12):
    """Rows of phones at made-up distances whose strength says something about them."""
    dice = random.Random(seed)
    rows = []
    for pair in range(pairs):
        distance = dice.uniform(0.3, 5)
        for second in range(0, dice.randrange(400, 2400), 15):
            rssi = round(-65 - 6 * distance + dice.gauss(0, 6))
            known = distance if dice.random() < 0.9 else None
            time = 1_600_000_200_000.0 + second * 1000 + dice.randrange(1000)
            rows.append((1, pair + 2, "AB"[pair % 2], time, rssi, -21 + pair % 2, known))
    return rows


def area(cases):
    pairs = [(a, b) for a, near in cases if near for b, far in cases if not far]
    return sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("seed", range(4))
def test_figures_agree_with_a_second_implementation(cerca, tmp_path, seed):
    rows = made_up(seed)
    write(tmp_path / "made-up.sqlite", rows)
    line = figures(cerca, tmp_path, "--rule", "original")["original", "all"]
    known = [row for row in rows if row[6] is not None]
    assert line["readings"] == len(known)
    assert math.isclose(line["reading"]["auc"], area([(r[4] - r[5], r[6] <= 2) for r in known]), abs_tol=1e-9)
    windows = {}
    for row in known:
        windows.setdefault((row[1], row[3] // 300_000), []).append(row)
    cases, pairs = [], {}
    for (transmitter, _), window in windows.items():
        distances = sorted(row[6] for row in window)
        middle = len(distances) // 2
        median = (distances[middle] + distances[~middle]) / 2
        attenuation = sum(row[5] - row[4] for row in window) / len(window)
        cases.append((-attenuation, median <= 2))
        pairs.setdefault(transmitter, []).append((attenuation < 73, median <= 2))
    assert line["windows"] == len(cases) and line["pairs"] == len(pairs)
    assert math.isclose(line["window"]["auc"], area(cases), abs_tol=1e-9)
    named = {pair for pair, found in pairs.items() if sum(said for said, _ in found) >= 3}
    true = {pair for pair, found in pairs.items() if sum(near for _, near in found) >= 3}
    assert line["nearPairs"] == len(true)
    assert math.isclose(line["pair"]["precision"], len(named & true) / len(named), abs_tol=1e-9)
    assert math.isclose(line["pair"]["recall"], len(named & true) / len(true), abs_tol=1e-9)


def test_nothing_is_written(cerca, tmp_path):
    write(tmp_path / "made-up.sqlite", made_up(1))
    before = (tmp_path / "made-up.sqlite").read_bytes()
    assert evaluate(cerca, tmp_path).returncode == 0
    assert (tmp_path / "made-up.sqlite").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["made-up.sqlite"]


def refused(cerca, directory, *arguments):
    result = evaluate(cerca, directory, *arguments)
    assert result.returncode == 1, result
    assert result.stdout == "" and len(result.stderr.strip().splitlines()) == 1, result
    return result.stderr


def test_bad_directories_and_files_are_refused_with_a_reason(cerca, tmp_path):
    assert "directory" in refused(cerca, tmp_path / "missing")
    assert "no file ends in .sqlite" in refused(cerca, tmp_path)
    (tmp_path / "broken.sqlite").write_bytes(b"no database at all, whatever its name says" * 100)
    assert "broken.sqlite" in refused(cerca, tmp_path)
    (tmp_path / "broken.sqlite").unlink()
    write(tmp_path / "other.sqlite", [], "CREATE TABLE visits(id INTEGER)")
    assert "no table results" in refused(cerca, tmp_path)
    (tmp_path / "other.sqlite").unlink()
    write(tmp_path / "narrow.sqlite", [], "CREATE TABLE results(receiver_id INT, rssi INT)")
    assert "lacks transmitter_id" in refused(cerca, tmp_path)
    (tmp_path / "narrow.sqlite").unlink()
    write(tmp_path / "empty.sqlite", [])
    assert "no reading has a distance" in refused(cerca, tmp_path)


FIXTURES = pathlib.Path(__file__).resolve().parent / "fixtures" / "recordings"


def laid_out(fixture, directory):
    """The recording that a file of SQL describes, alone in a directory; gives the file's first line."""
    directory.mkdir(exist_ok=True)
    with sqlite3.connect(directory / f"{fixture.stem}.sqlite") as database:
        database.executescript(fixture.read_text())
    database.close()
    return fixture.read_text().splitlines()[0]


@pytest.mark.parametrize("fixture", sorted((FIXTURES / "valid").glob("*.sql")), ids=lambda path: path.stem)
def test_campaigns_wrote_the_same_columns_differently(cerca, tmp_path, fixture):
    laid_out(FIXTURES / "valid" / "numbers-milliseconds-stated.sql", tmp_path / "reference")
    laid_out(fixture, tmp_path / "other")
    reference, other = (figures(cerca, tmp_path / name) for name in ("reference", "other"))
    own, expected = other["own", "all"], reference["own", "all"]
    # Three windows each of Ben and Carla; a whole recording read as one window would show here.
    assert (own["readings"], own["windows"], own["pairs"], own["nearPairs"]) == (12, 6, 2, 1)
    assert own["window"]["auc"] == 1 and own["pair"]["precision"] == 1 and own["pair"]["recall"] == 1
    for measure in ("reading", "readingInWindow", "window"):
        assert own[measure] == expected[measure], measure
    states = fixture.stem.endswith("stated")
    original = other["original", "all"]["pair"]
    # The original rule judges nothing that states no power, unless it is told what to take.
    assert original["recall"] == (1 if states else 0)
    told = figures(cerca, tmp_path / "other", "--assume-power", "-21")
    assert told["original", "all"]["pair"] == reference["original", "all"]["pair"]
    assert told["own", "all"]["pair"] == expected["pair"]


@pytest.mark.parametrize("fixture", sorted((FIXTURES / "broken").glob("*.sql")), ids=lambda path: path.stem)
def test_what_cannot_be_read_is_named_by_row_and_column(cerca, tmp_path, fixture):
    expected = laid_out(fixture, tmp_path).removeprefix("-- ")
    assert expected + ":" in refused(cerca, tmp_path)


def test_an_assumed_power_beyond_what_radios_send_is_wrong_usage(cerca, tmp_path):
    assert evaluate(cerca, tmp_path, "--assume-power", "21").returncode == 2


def test_what_is_not_defined_is_null_and_nothing_fails(cerca, tmp_path):
    write(tmp_path / "near.sqlite", [(1, 2, "A", 1.6e12 + second * 1000, -70, -21, 1.0) for second in range(1200)])
    line = figures(cerca, tmp_path)["own", "all"]
    assert line["window"]["auc"] is None and line["reading"]["averagePrecision"] == 1
    assert evaluate(cerca, tmp_path).returncode == 0
    assert "needs two" in refused(cerca, tmp_path, "--leave-one-out")
    write(tmp_path / "nearer.sqlite", [(1, 2, "A", 1.6e12, -60, -21, 0.5)])
    assert "teach nothing" in refused(cerca, tmp_path, "--leave-one-out")


def test_an_unknown_rule_is_wrong_usage(cerca, tmp_path):
    assert evaluate(cerca, tmp_path, "--rule", "best").returncode == 2
