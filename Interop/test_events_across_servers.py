"""A person's stream on one server tells what happened on another, at once, once and in order; also when one is killed.

CERCA_LONG=1 takes a thousand events.
"""

import json
import os
import sqlite3
import threading
import time

import centre
import httpx
import pytest
from exchange import Exchange, servers_there
from postgres import Postgres
from test_kill import Client

LONG = bool(os.environ.get("CERCA_LONG"))
SHOPS, BEACONS = 6, 20
PEOPLE, EACH = (10, 100) if LONG else (4, 15)


class Stream(threading.Thread):
    """A stream that comes back by itself where it is told to, and says what it heard last."""

    def __init__(self, port: int, token: str):
        super().__init__(daemon=True)
        self.port, self.token = port, token
        self.heard: list[tuple[float, str]] = []
        self.last: str | None = None
        self.opened, self.ending = threading.Event(), threading.Event()
        self.start()

    def run(self):
        while not self.ending.is_set():
            headers = {"Authorization": f"Bearer {self.token}"} | ({"Last-Event-ID": self.last} if self.last else {})
            try:
                with httpx.stream("GET", f"http://127.0.0.1:{self.port}/api/stream", headers=headers, timeout=30) as answer:
                    self.read(answer)
            except httpx.TransportError:
                time.sleep(0.05)

    def read(self, answer: httpx.Response):
        kind = None
        for line in answer.iter_lines():
            if self.ending.is_set():
                return
            name, _, value = line.partition(": ")
            if name == "id":
                self.last = value
                self.opened.set()
            elif name == "event":
                kind = value
            elif name == "data" and kind == "sighting.accepted":
                self.heard.append((time.monotonic(), json.loads(value)["visit"]))


class Visitor:
    """Somebody who proves visits at one server."""

    def __init__(self, port: int, number: int, keys: dict[str, str]):
        self.client = Client(port, f"visitor-{number}@example.com")
        self.client.sign_up([100 + shop for shop in range(SHOPS)])
        self.number, self.keys = number, keys
        self.beacons = sorted(keys)[number::PEOPLE]
        self.accepted: list[tuple[float, str]] = []

    def prove(self, turn: int) -> bool:
        major, minor = map(int, self.beacons[turn % len(self.beacons)].split("."))
        status, body = self.client.call("POST", "/api/sightings", centre.sighting(self.keys, major, minor, time.time()))
        if status != 200:
            assert body["code"] == "presence.replayed", body
            return False
        self.accepted.append((time.monotonic(), body["visit"]))
        return True


@pytest.fixture
def servers(cerca, free_port, tmp_path):
    with Postgres(free_port()) as database:
        pair = []
        for name in "ab":
            folder = tmp_path / name
            folder.mkdir()
            watched = free_port()
            pair.append(Exchange(cerca, folder, database=database.url,
                                 arguments=["--no-rate-limits", "--metrics-port", str(watched)]))
            pair[-1].watched = f"http://127.0.0.1:{watched}/metrics"
        with pair[0], pair[1]:
            deadline = time.monotonic() + 30
            while servers_there(database) != 2:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            # Each hears of the other with its next report.
            time.sleep(1.2)
            keys = centre.import_venue(cerca, tmp_path, database.url, centre.document(shops=SHOPS, beacons=BEACONS))
            yield pair, keys, database


def figure(server: Exchange, name: str) -> float:
    text = httpx.get(server.watched, timeout=60).text
    return next(float(line[len(name):]) for line in text.splitlines() if line.startswith(f"{name} "))


def prove(visitors: list[Visitor], count: int) -> None:
    """Each visitor has so many visits accepted."""
    def walk(visitor: Visitor):
        turn, wanted = 0, len(visitor.accepted) + count
        while len(visitor.accepted) < wanted:
            visitor.prove(turn)
            turn += 1
            if turn % len(visitor.beacons) == 0:
                # Every beacon's code was used; the next one comes within seconds.
                time.sleep(0.5)
    threads = [threading.Thread(target=walk, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)


def all_heard(visitors: list[Visitor], streams: list[Stream]) -> None:
    """Every visit was told on its owner's stream, once and in order."""
    deadline = time.monotonic() + 10
    for visitor, stream in zip(visitors, streams):
        while len(stream.heard) < len(visitor.accepted) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert [visit for _, visit in stream.heard] == [visit for _, visit in visitor.accepted]


def test_what_happens_on_one_server_is_on_the_streams_of_the_other_at_once(servers):
    (a, b), keys, _ = servers
    visitors = [Visitor(a.port, number, keys) for number in range(PEOPLE)]
    streams = [Stream(b.port, visitor.client.token) for visitor in visitors]
    assert all(stream.opened.wait(30) for stream in streams)
    prove(visitors, EACH)
    all_heard(visitors, streams)
    waits = sorted(1000 * (heard - accepted) for visitor, stream in zip(visitors, streams)
                   for (heard, _), (accepted, _) in zip(stream.heard, visitor.accepted))
    assert len(waits) == PEOPLE * EACH
    print(f"{len(waits)} of {len(waits)} events of the other server: median {waits[len(waits) // 2]:.0f} ms, "
          f"99 of 100 {waits[len(waits) * 99 // 100]:.0f} ms, slowest {waits[-1]:.0f} ms")
    assert waits[len(waits) * 99 // 100] <= 300
    # The figures say the same: told there, and for so many events few hints.
    told, hints = figure(b, "cerca_events_told_total"), figure(a, 'cerca_event_hints_total{direction="sent"}')
    assert told >= len(waits) and figure(a, "cerca_events_told_total") == 0
    assert 0 < hints and 0 < figure(b, 'cerca_event_hints_total{direction="received"}') <= hints
    assert figure(b, 'cerca_event_hints_total{direction="sent"}') == 0
    assert figure(b, "cerca_events_behind_seconds") < 5
    for stream in streams:
        stream.ending.set()


def test_a_session_that_was_ended_on_one_server_is_over_on_the_other_at_once(servers):
    (a, b), _, _ = servers
    waits = []
    for number in range(5):
        visitor = Client(a.port, f"guest-{number}@example.com")
        visitor.sign_up([100])
        headers = {"Authorization": f"Bearer {visitor.token}"}
        with httpx.Client(base_url=b.base, headers=headers, timeout=60) as other:
            assert other.get("/api/account").status_code == 200
            assert visitor.call("DELETE", "/api/session")[0] == 204
            begin = time.monotonic()
            while other.get("/api/account").status_code == 200:
                assert time.monotonic() - begin < 2
            waits.append(time.monotonic() - begin)
    print(f"a session that was ended elsewhere: at most {1000 * max(waits):.0f} ms")
    assert max(waits) < 1


def test_nothing_is_lost_or_told_twice_when_the_server_of_a_stream_is_killed(servers):
    (a, b), keys, database = servers
    visitors = [Visitor(b.port, number, keys) for number in range(2)]
    streams = [Stream(a.port, visitor.client.token) for visitor in visitors]
    assert all(stream.opened.wait(30) for stream in streams)
    prove(visitors, 8)
    a.kill()
    prove(visitors, 8)
    for stream in streams:
        stream.port = b.port
    prove(visitors, 8)
    all_heard(visitors, streams)
    for stream in streams:
        stream.ending.set()
    # What servers tell each other says nothing to who reads the table, and does not stay.
    text = database.query("SELECT encode(body, 'escape') FROM user_events")
    assert text and "sighting" not in text and "visit" not in text
    account = database.query("SELECT encode(id, 'hex') FROM accounts LIMIT 1")
    assert account and account not in database.query("SELECT encode(channel, 'hex') FROM user_events")


def test_a_server_of_its_own_writes_no_events(cerca, tmp_path):
    with Exchange(cerca, tmp_path, arguments=["--no-rate-limits"]) as exchange:
        keys = centre.import_venue(cerca, tmp_path, exchange.database, centre.document(shops=SHOPS, beacons=BEACONS))
        visitor = Visitor(exchange.port, 0, keys)
        prove([visitor], 2)
        database = sqlite3.connect(exchange.database.removeprefix("sqlite:"))
        assert database.execute("SELECT COUNT(*) FROM user_events").fetchone() == (0,)
        database.close()
