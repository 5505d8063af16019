"""The contract of `cerca demo`: it ends by itself, tells what happened, and a seed repeats the day."""

import http.client
import json
import subprocess
import time
import urllib.request

import pytest


def day(
    cerca, free_port, folder, seed: int, seconds: int = 600, visitors: int = 20, report_after: int = 86_400
) -> dict:
    report = folder / f"report-{seed}.json"
    subprocess.run(
        [cerca, "demo", "--port", str(free_port()), "--visitors", str(visitors), "--speed", "0", "--seed", str(seed),
         "--seconds", str(seconds), "--report-after", str(report_after), "--report", report],
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


def test_nobody_is_warned_before_anybody_has_reported(first_day):
    exposure = first_day["exposure"]
    assert exposure["reported"] == exposure["warned"] == exposure["keysPublished"] == exposure["codesIssued"] == 0
    assert exposure["identifiersHeardByEavesdropper"] > 0
    assert exposure["longestChainBeforeReports"] == 1, "address and identifier change together"


def test_two_reports_warn_those_who_were_near_and_teach_others_little(cerca, free_port, tmp_path):
    # From 10:30 to 13:12 in Madrid: the reports come at 12:45, and the batch of 13:00 carries them.
    report = day(cerca, free_port, tmp_path, seed=7, seconds=9720, report_after=8100)
    exposure = report["exposure"]
    assert exposure["reported"] == exposure["keysPublished"] == 2
    assert exposure["shouldHaveBeenWarned"] > 0
    assert 0 < exposure["warnedOfThose"] <= exposure["shouldHaveBeenWarned"]
    assert exposure["warned"] == exposure["warnedOfThose"] + exposure["falseWarnings"]
    assert exposure["longestChainBeforeReports"] == 1
    assert exposure["devicesLinkedAfterReports"] <= 2, "keys join what the reporters' phones sent, and nobody else's"
    assert exposure["codesIssued"] == exposure["codesUsed"] == 2
    assert exposure["contactsKnownToServer"] == 0
    assert exposure["namesKnownToAuthority"] == exposure["keysBesideNames"] == 0


@pytest.mark.parametrize("seconds", ["0", "-5", "1209601", "soon"])
def test_a_report_must_come_within_what_a_key_can_tell(cerca, seconds):
    done = subprocess.run(
        [cerca, "demo", "--report-after", seconds, "--seconds", "1"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "--report-after" in done.stderr


def test_the_page_is_told_how_tracing_goes(cerca, free_port):
    port = free_port()
    demo = subprocess.Popen(
        [cerca, "demo", "--port", str(port), "--visitors", "12", "--speed", "20", "--report-after", "30"],
        stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 180
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/demo/exposure", timeout=15) as answer:
                    body = json.load(answer)
                if body["reported"] == 2 and body["authority"]["codesUsed"] == 2:
                    break
            except (OSError, http.client.HTTPException):
                pass
            assert demo.poll() is None, "the demo ended"
            assert time.monotonic() < deadline, "nobody reported"
            time.sleep(0.2)
        assert len(body["people"]) == 12 and body["people"].count("infected") == 2
        assert body["warned"] == 0 and body["spread"] == [], "nothing is released yet"
        assert body["eavesdropper"]["longestChainBefore"] <= 1
        assert body["server"]["contacts"] == body["authority"]["names"] == body["authority"]["keysBesideNames"] == 0
        assert body["server"]["rows"]["exposure_codes"] == body["server"]["rows"]["exposure_keys"] == 2
    finally:
        demo.terminate()
        demo.wait(60)
