"""The contract of `cerca demo`: it ends by itself, tells what happened, and a seed repeats the day."""

import datetime
import http.client
import json
import os
import subprocess
import time
import urllib.request

import httpx
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


@pytest.mark.alone
def test_the_demo_is_open_within_seconds(cerca, start):
    began = time.monotonic()
    process = start(cerca, "demo", "--port", "0", "--json", stdout=subprocess.PIPE, text=True)
    assert json.loads(process.stdout.readline())["event"] == "listening"
    assert time.monotonic() - began < 6, "its month of past, its markets and its page"


def test_attacks_come_to_what_the_documentation_says(first_day):
    attacks = first_day["attacks"]
    assert attacks["clone"]["accepted"] == 0, "a clone has no key"
    assert attacks["replay"]["accepted"] < attacks["replay"]["attempts"], "old codes are refused"
    assert attacks["share"]["accepted"] <= attacks["share"]["attempts"] // 10, "new accounts have a share of their own"
    assert attacks["relay"]["accepted"] > 0, "a relay is not stopped by a broadcast, and we say so"


def test_nobody_is_warned_before_anybody_has_reported(first_day):
    exposure = first_day["exposure"]
    assert exposure["reported"] == exposure["warned"] == exposure["keysPublished"] == exposure["codesIssued"] == 0
    assert exposure["identifiersHeardByEavesdropper"] > 0
    assert exposure["longestChainBeforeReports"] == 1, "address and identifier change together"


@pytest.mark.skipif(
    os.environ.get("CERCA_LONG") != "1", reason="takes minutes; CERCA_LONG=1, and SimulatedExposureTests")
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


def test_a_period_is_measured_by_what_passes_and_what_it_costs(cerca, free_port, tmp_path):
    report = tmp_path / "report.json"
    subprocess.run(
        [cerca, "demo", "--port", str(free_port()), "--visitors", "3", "--speed", "0", "--seed", "7", "--seconds", "150",
         "--period", "8", "--report", report], check=True, timeout=300, stdout=subprocess.DEVNULL)
    told = json.loads(report.read_text())
    passed = {replay["delay"]: replay["accepted"] / replay["attempts"] for replay in told["replays"]}
    assert list(passed) == sorted(passed) and passed[5] == 1
    # Two codes, and the 35 s that a clock may be ahead of what the server knows of it.
    assert all(share == 0 for delay, share in passed.items() if delay > 52)
    assert 5 <= told["longestReplay"] <= 52
    sending = told["sending"]
    assert 0 <= sending["late"] <= sending["sightings"] and sending["provedStays"] <= sending["stays"]
    assert sending["visitorHours"] > 0


def test_shorter_codes_stop_more_replays_and_never_fewer(cerca_bench):
    out = subprocess.run([cerca_bench, "periods", "--json", "--visits", "4"], check=True, capture_output=True, text=True,
                         timeout=300).stdout
    found = {result["period"]: result for result in map(json.loads, out.splitlines())}
    assert list(found) == [60, 30, 15, 8]
    longest = [result["longestReplay"] for result in found.values()]
    assert longest == sorted(longest, reverse=True)
    for period, result in found.items():
        assert result["longestReplay"] <= 2 * period + 36
        assert result["provedStays"] <= result["stays"] <= result["sightings"]


@pytest.mark.parametrize("period", ["4", "3601", "soon"])
def test_a_period_that_no_venue_may_have_is_refused(cerca, cerca_bench, period):
    for command in ([cerca, "demo", "--period", period, "--seconds", "1"], [cerca_bench, "periods", "--periods", period]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "--period" in done.stderr


class Guest:
    """Somebody at the page, with a phone in the centre that traces."""

    def __init__(self, url: str, name: str):
        self.client = httpx.Client(base_url=url, timeout=60)
        account = {"email": f"{name}@example.org", "password": "walks in from the page"}
        token = self.client.post("/api/accounts", json=account).raise_for_status().json()["token"]
        self.client.headers["Authorization"] = f"Bearer {token}"
        self.client.post("/api/demo/guest").raise_for_status()
        deadline = time.monotonic() + 30
        while self.client.put("/api/tracing", json={"on": True}).status_code >= 400:
            assert time.monotonic() < deadline, "the guest's phone is not there"
            time.sleep(0.1)

    def report(self) -> None:
        code = self.client.post("/api/demo/code").raise_for_status().json()["code"]
        self.client.post("/api/tracing/report", json={"code": code}).raise_for_status()

    @property
    def exposures(self) -> list:
        return self.client.get("/api/tracing").raise_for_status().json()["exposures"]


def test_a_report_is_the_same_to_the_byte_with_a_guest(cerca, free_port, tmp_path):
    arguments = [cerca, "demo", "--visitors", "3", "--seed", "5", "--seconds", "200"]
    alone, visited = tmp_path / "alone.json", tmp_path / "visited.json"
    subprocess.run([*arguments, "--port", str(free_port()), "--speed", "0", "--report", alone], check=True,
                   timeout=300, stdout=subprocess.DEVNULL)
    port = free_port()
    demo = subprocess.Popen(
        [*arguments, "--port", str(port), "--speed", "10", "--report", visited], stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                venue = httpx.get(f"{url}/api/demo", timeout=10).json()["venue"]
                break
            except (httpx.HTTPError, ValueError):
                assert time.monotonic() < deadline and demo.poll() is None
                time.sleep(0.1)
        guest = Guest(url, "ana")
        shops = guest.client.get(f"/api/venues/{venue}").raise_for_status().json()["shops"]
        choices = {"shops": [{"venue": venue, "major": shop["major"]} for shop in shops]}
        guest.client.put("/api/choices", json=choices).raise_for_status()
        guest.client.post("/api/demo/guest/destination", json={"x": 9, "y": 20}).raise_for_status()
        proved = []
        while not proved:
            assert demo.poll() is None, "the day ended before the guest proved anything"
            time.sleep(0.2)
            proved = guest.client.get("/api/visits").raise_for_status().json()["visits"]
        guest.report()
        assert demo.wait(300) == 0
    finally:
        if demo.poll() is None:
            demo.kill()
    assert visited.read_bytes() == alone.read_bytes()


@pytest.mark.skipif(os.environ.get("CERCA_LONG") != "1", reason="takes minutes; CERCA_LONG=1, and GuestReportTests")
def test_two_guests_see_the_whole_loop(cerca, free_port):
    port = free_port()
    demo = subprocess.Popen(
        [cerca, "demo", "--port", str(port), "--visitors", "4", "--speed", "60", "--seed", "3"],
        stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 90
        while True:
            try:
                begun = httpx.get(f"{url}/api/demo", timeout=10).json()["now"]
                break
            except (httpx.HTTPError, ValueError):
                assert time.monotonic() < deadline and demo.poll() is None
                time.sleep(0.2)
        ana, luz = Guest(url, "ana"), Guest(url, "luz")
        met = datetime.datetime.fromisoformat(begun) + datetime.timedelta(minutes=17)

        def wait(condition, seconds: float) -> None:
            deadline = time.monotonic() + seconds
            while not condition():
                assert time.monotonic() < deadline and demo.poll() is None
                time.sleep(0.5)

        def now() -> datetime.datetime:
            return datetime.datetime.fromisoformat(httpx.get(f"{url}/api/demo", timeout=10).json()["now"])

        # Both stand where they came in.
        wait(lambda: now() > met, 600)
        assert luz.exposures == [] and ana.exposures == []
        ana.report()
        wait(lambda: luz.exposures != [], 1200)
        guests = httpx.get(f"{url}/api/demo/exposure", timeout=30).json()
        assert guests["guests"]["reported"] == 1 and guests["guests"]["warnedGuests"] == 1
        assert guests["guests"]["shouldHaveBeenWarned"] >= 1
        assert guests["warned"] == guests["reported"] == 0, "guests are counted apart"
    finally:
        demo.terminate()
        demo.wait(60)


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
