"""The contract of `cerca demo`: it ends by itself, tells what happened, and a seed repeats the day."""

import json
import subprocess

import pytest


def day(cerca, free_port, folder, seed: int, seconds: int = 600, visitors: int = 20) -> dict:
    report = folder / f"report-{seed}.json"
    subprocess.run(
        [cerca, "demo", "--port", str(free_port()), "--visitors", str(visitors), "--speed", "0", "--seed", str(seed),
         "--seconds", str(seconds), "--report", report],
        check=True, timeout=500, stdout=subprocess.DEVNULL)
    return json.loads(report.read_text())


@pytest.fixture(scope="module")
def first_day(cerca, free_port, tmp_path_factory):
    return day(cerca, free_port, tmp_path_factory.mktemp("first"), seed=7)


def test_a_seed_repeats_the_day_exactly(cerca, free_port, tmp_path, first_day):
    assert day(cerca, free_port, tmp_path, seed=7) == first_day


def test_another_seed_is_another_day(cerca, free_port, tmp_path, first_day):
    assert day(cerca, free_port, tmp_path, seed=8) != first_day


def test_the_report_adds_up(first_day):
    report = first_day
    assert report["visitors"] == 20
    assert report["sightings"] == report["accepted"] + sum(report["rejected"].values())
    assert report["accepted"] > 20
    assert report["offers"] > 0
    assert report["consentViolations"] == 0
    assert set(report["attacks"]) == {"clone", "replay", "share", "relay"}
    for attack in report["attacks"].values():
        assert 0 <= attack["accepted"] <= attack["attempts"]
        assert attack["attempts"] > 0
    assert 0 < report["positionError"]["mean"] <= report["positionError"]["p90"] < 20


def test_attacks_come_to_what_the_documentation_says(first_day):
    attacks = first_day["attacks"]
    assert attacks["clone"]["accepted"] == 0, "a clone has no key"
    assert attacks["replay"]["accepted"] < attacks["replay"]["attempts"], "old codes are refused"
    assert attacks["share"]["accepted"] < attacks["share"]["attempts"], "one code is not good for everybody"
    assert attacks["relay"]["accepted"] > 0, "a relay is not stopped by a broadcast, and we say so"
