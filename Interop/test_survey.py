"""`cerca proximity survey` in an air where strengths follow distance, broken off in every way; and a phone that uses the map."""

import json
import math
import queue
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import centre
import pytest
from conftest import wait_for_port
from hall import Hall

WIDTH, HEIGHT = 12, 6
BEACONS = {0: (2, 1.5), 1: (10, 1.5), 2: (2, 4.5), 3: (10, 4.5)}
SURVEYOR, PHONE = 4, 5
# A square of three metres each: what the phone is asked to be within, give or take.
PLACES = [(x, y) for y in (1.5, 4.5) for x in (1.5, 4.5, 7.5, 10.5)]


def venue(**changes) -> dict:
    document = centre.document(shops=3, beacons=1)
    document["plan"] = {"width": WIDTH, "height": HEIGHT, "walls": []}
    document["shops"] = document["shops"][:1]
    document["offers"] = []
    document["beacons"] = [
        {"major": 100, "minor": minor, "x": x, "y": y, "zone": zone, "measuredPower": -59, "period": 60, "neighbours": []}
        for (minor, (x, y)), zone in zip(BEACONS.items(), ("till", "window", "window", "door"))
    ]
    document["shops"][0]["area"] = [[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]
    document.update(changes)
    return document


class Survey:
    """A survey that runs, with the events that it tells."""

    def __init__(self, process: subprocess.Popen, hall: Hall | None = None):
        self.process, self.hall = process, hall
        self.events: queue.Queue = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.events.put(json.loads(line))
        self.events.put(None)

    def say(self, line: str):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, *names: str, seconds: float = 60) -> dict:
        deadline = time.monotonic() + seconds
        while event := self.events.get(timeout=max(0.01, deadline - time.monotonic())):
            if event["event"] in names:
                return event
        raise AssertionError(f"the survey ended with {self.process.wait()} before {names}")

    def stand(self, x: float, y: float) -> dict:
        self.hall.at(SURVEYOR, x, y)
        self.say(f"{x} {y}")
        return self.wait("place.kept")

    def end(self) -> int:
        self.process.stdin.close()
        return self.process.wait(60)


@pytest.fixture
def hall(cerca, start, free_port):
    hall = Hall(start, free_port, 6)
    for minor, (x, y) in BEACONS.items():
        hall.at(minor, x, y)
        start(cerca, "beacon", "--hci", hall.controller(minor), "--ibeacon", f"{centre.UUID},100,{minor},-59",
              "--interval", "100", stdout=subprocess.DEVNULL)
    hall.at(SURVEYOR, 1, 1)
    return hall


@pytest.fixture
def survey(cerca, start, tmp_path, hall):
    (tmp_path / "venue.json").write_text(json.dumps(venue()))

    def begin(*more, document="venue.json", out="map.json") -> Survey:
        return Survey(start(
            cerca, "proximity", "survey", "--venue", tmp_path / document, "--controller", hall.controller(SURVEYOR),
            "--out", tmp_path / out, "--seconds", 2, "--json", *more, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True), hall)

    return begin


def places(file) -> dict[tuple[float, float], int]:
    return {(place["x"], place["y"]): place["scans"] for place in json.loads(file.read_text())["places"]}


def test_a_survey_survives_whatever_breaks_it_off(survey, tmp_path, hall, cerca):
    file = tmp_path / "map.json"
    walk = survey()
    for line in ("nowhere", "13 1", "-1 2", "\x1b[2J", "1" * 5000, "undo", "Shop 0"):
        walk.say(line)
    refused = [walk.wait("line.refused", "undo.nothing") for _ in range(7)]
    assert [event.get("reason") for event in refused] == ["unknown", "outside", "outside", "unknown", "unknown", None,
                                                          "several"]
    assert not file.exists()
    walk.stand(1.5, 1.5)
    assert places(file) == {(1.5, 1.5): 1}
    walk.stand(4.5, 1.5)
    # Killed while it listens: the places before are whole.
    walk.say("7.5 1.5")
    walk.wait("place.began")
    walk.process.send_signal(signal.SIGKILL)
    walk.process.wait()
    assert places(file) == {(1.5, 1.5): 1, (4.5, 1.5): 1}

    walk = survey()
    walk.stand(7.5, 1.5)
    walk.stand(10.5, 1.5)
    walk.say("undo")
    walk.wait("place.undone")
    assert places(file) == {(1.5, 1.5): 1, (4.5, 1.5): 1, (7.5, 1.5): 1}
    walk.say("100.2")
    assert walk.wait("place.kept")["x"] == 2
    for number in (signal.SIGINT, signal.SIGTERM):
        walk.say("1 1")
        walk.wait("place.began")
        walk.process.send_signal(number)
        assert walk.wait("survey.done")["places"] == 4
        assert walk.process.wait(60) == 0
        walk = survey()
    # Near to a place is at it, so that a second walk adds up.
    walk.stand(1.7, 1.6)
    assert places(file)[(1.5, 1.5)] == 2
    walk.say("done")
    told = walk.wait("survey.done")
    assert told["places"] == 4 and told["scans"] == 5 and 0 < told["coverage"] <= 1
    assert walk.end() == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    # No scan, no instant, no order: keys, and places by where they are.
    document = json.loads(file.read_text())
    assert set(document) == {"format", "version", "venue", "plan", "number", "day", "beacons", "places"}
    assert set(document["places"][0]) == {"x", "y", "scans", "heard"}
    assert [(place["y"], place["x"]) for place in document["places"]] == sorted(
        (place["y"], place["x"]) for place in document["places"])


def test_a_script_is_read_like_a_person(survey, tmp_path):
    walk = survey()
    walk.process.stdin.write("100.0\nbad\n100.3\n")
    assert walk.end() == 0
    assert len(places(tmp_path / "map.json")) == 2


def test_a_file_of_another_plan_is_refused_and_untouched(survey, tmp_path):
    walk = survey()
    walk.stand(1.5, 1.5)
    assert walk.end() == 0
    before = (tmp_path / "map.json").read_bytes()
    moved = venue()
    moved["beacons"][1]["x"] = 9
    (tmp_path / "moved.json").write_text(json.dumps(moved))
    (tmp_path / "other.json").write_text(json.dumps(venue(uuid="00000000-0000-4000-8000-000000000001")))
    for document, reason in (("moved.json", "100.1"), ("other.json", "another venue")):
        walk = survey(document=document)
        assert walk.process.wait(60) == 1
        assert reason in walk.process.stderr.read()
        assert (tmp_path / "map.json").read_bytes() == before
    (tmp_path / "broken.json").write_bytes(before[:-20])
    walk = survey(out="broken.json")
    assert walk.process.wait(60) == 1
    assert (tmp_path / "broken.json").read_bytes() == before[:-20]


def test_without_a_controller_it_says_so(cerca, tmp_path, free_port):
    (tmp_path / "venue.json").write_text(json.dumps(venue()))
    done = subprocess.run(
        [cerca, "proximity", "survey", "--venue", tmp_path / "venue.json", "--controller",
         f"tcp:127.0.0.1:{free_port()}", "--out", tmp_path / "map.json"], input="1 1\n", capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.strip()
    assert not (tmp_path / "map.json").exists()


def test_a_map_is_made_for_a_servers_venue_and_outlives_a_moved_beacon_only_when_asked(
        cerca, start, tmp_path, hall, free_port):
    database, port, out = f"sqlite:{tmp_path / 'cerca.sqlite'}", free_port(), tmp_path / "map.json"
    centre.import_venue(cerca, tmp_path, database, venue())
    start(cerca, "serve", "--port", port, "--database", database)
    wait_for_port(port)
    subprocess.run(
        [cerca, "proximity", "survey", "--server", f"http://127.0.0.1:{port}", "--controller", hall.controller(SURVEYOR),
         "--out", out, "--seconds", "2"], input="Shop 0 till\nfoo\nundo\nShop 0 door\n", text=True, check=True)

    def take(*more):
        return subprocess.run([cerca, "venue", "radio-map", "import", out, "--database", database, *more],
                              capture_output=True, text=True)

    def served() -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/venues/{centre.UUID}/radio-map") as answer:
            return json.load(answer)

    # The plan of a venue file and the one that a server describes have one digest.
    assert take().returncode == 0
    assert served()["number"] == 1 and len(served()["beacons"]) == 4
    moved = venue()
    moved["beacons"][1]["x"] = 9
    centre.import_venue(cerca, tmp_path, database, moved)
    refused = take()
    assert refused.returncode == 1 and "100.1" in refused.stderr and served()["number"] == 1
    assert take("--anyway").returncode == 0
    assert [beacon["minor"] for beacon in served()["beacons"]] == [0, 2, 3]
    assert take("--anyway", "--add").returncode == 0
    assert served()["number"] == 3 and served()["places"][0]["scans"] == 2
    told = subprocess.run([cerca, "venue", "radio-map", "export", "--database", database], capture_output=True, text=True)
    assert json.loads(told.stdout) == served()


class Proxy:
    """A controller's port that can be cut."""

    def __init__(self, target: int):
        self.target, self.pairs = target, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                inner, _ = self.listener.accept()
                outer = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.pairs.append((inner, outer))
            for one, other in ((inner, outer), (outer, inner)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


def test_a_controller_that_goes_away_makes_the_place_begin_anew(cerca, start, tmp_path, hall):
    (tmp_path / "venue.json").write_text(json.dumps(venue()))
    proxy = Proxy(hall.ports[SURVEYOR])
    walk = Survey(start(
        cerca, "proximity", "survey", "--venue", tmp_path / "venue.json", "--controller", f"tcp:127.0.0.1:{proxy.port}",
        "--out", tmp_path / "map.json", "--seconds", 4, "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True), hall)
    walk.say("1.5 1.5")
    walk.wait("place.scan")
    proxy.cut()
    walk.wait("radio.lost")
    walk.wait("radio.back")
    assert walk.wait("place.began")["x"] == 1.5
    assert walk.wait("place.scan")["number"] == 1
    walk.wait("place.kept")
    assert places(tmp_path / "map.json") == {(1.5, 1.5): 2}
    assert walk.end() == 0


def test_a_phone_with_the_map_knows_its_place_within_the_room(survey, cerca, start, tmp_path, hall, free_port):
    walk = survey()
    for x, y in PLACES:
        for _ in range(2):
            walk.stand(x, y)
    assert walk.end() == 0
    database, port = f"sqlite:{tmp_path / 'cerca.sqlite'}", free_port()
    centre.import_venue(cerca, tmp_path, database, venue())
    subprocess.run([cerca, "venue", "radio-map", "import", tmp_path / "map.json", "--database", database], check=True)
    start(cerca, "serve", "--port", port, "--database", database)
    wait_for_port(port)
    (tmp_path / "password").write_text("correct horse battery staple\n")
    x, y = 10.5, 4.5
    hall.at(PHONE, x, y)
    phone = Survey(start(
        cerca, "phone", "--hci", hall.controller(PHONE), "--server", f"http://127.0.0.1:{port}", "--email",
        "ana@example.com", "--password-file", tmp_path / "password", "--sign-up", "--outbox", tmp_path / "outbox",
        "--json", stdout=subprocess.PIPE, text=True))
    told = [phone.wait("position") for _ in range(20)][8:]
    errors = [math.hypot(each["x"] - x, each["y"] - y) for each in told]
    print("errors with the map:", [round(error, 1) for error in errors])
    assert sorted(errors)[len(errors) // 2] <= 3
    # What it tells are places of the map, so the map is what it used.
    assert all((each["x"], each["y"]) in PLACES for each in told), told
