"""A server that is killed under load loses nothing that it acknowledged, and starts clean.

CERCA_LONG=1 kills it fifty times.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import threading
import time

import centre
from conftest import wait_for_port

ROUNDS = 50 if os.environ.get("CERCA_LONG") else 15
PEOPLE = 12
PASSWORD = "correct horse battery staple"


class Client:
    """One person's connection; what the server acknowledged is kept."""

    def __init__(self, port: int, email: str):
        self.port, self.email = port, email
        self.connection = None
        self.token = None
        self.visits: set[str] = set()
        self.coupons: set[str] = set()

    def call(self, method: str, path: str, body=None):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = self.connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        return response.status, json.loads(data) if data else None

    def sign_up(self, shops: list[int]):
        status, body = self.call("POST", "/api/accounts", {"email": self.email, "password": PASSWORD})
        assert status == 201, body
        self.token = body["token"]
        choices = {"shops": [{"venue": centre.UUID, "major": major} for major in shops]}
        status, body = self.call("PUT", "/api/choices", choices)
        assert status == 200, body

    def walk(self, keys, proved: set, stop: threading.Event, shuffle: random.Random):
        """Sends one true sighting after another until the server is gone."""
        while not stop.is_set():
            major, minor = map(int, shuffle.choice(sorted(keys)).split("."))
            now = time.time()
            if (major, minor, int(now // 60)) in proved:
                time.sleep(0.002)
                continue
            try:
                status, body = self.call("POST", "/api/sightings", centre.sighting(keys, major, minor, now))
            except (OSError, http.client.HTTPException):
                return
            if status == 200:
                proved.add((major, minor, int(now // 60)))
                self.visits.add(body["visit"])
                self.coupons.update(coupon["id"] for coupon in body["offers"])
            else:
                # What a kill cut off was perhaps kept without an acknowledgement: then it is a replay.
                assert body["code"] in ("presence.replayed", "presence.shared"), body
                proved.add((major, minor, int(now // 60)))


def test_kills_lose_no_acknowledged_visit_or_coupon(cerca, free_port, start, tmp_path):
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    keys = centre.import_venue(cerca, tmp_path, database, centre.document(shops=6, beacons=20))
    shuffle = random.Random(1)
    port = free_port()

    def serve():
        process = start(cerca, "serve", "--port", port, "--database", database, "--no-rate-limits",
                        stdout=subprocess.DEVNULL)
        wait_for_port(port)
        return process

    server = serve()
    people = [Client(port, f"person-{number}@example.com") for number in range(PEOPLE)]
    for person in people:
        person.sign_up([100 + shop for shop in range(6)])
    proved = [set() for _ in people]

    for turn in range(ROUNDS):
        stop = threading.Event()
        threads = [
            threading.Thread(target=person.walk, args=(keys, done, stop, random.Random(shuffle.random())))
            for person, done in zip(people, proved)
        ]
        for thread in threads:
            thread.start()
        time.sleep(shuffle.uniform(0.1, 0.6))
        # A machine that does much besides gets less done in this time: then the kill comes a little later.
        deadline = time.monotonic() + 60
        while sum(len(person.visits) for person in people) <= 11 * (turn + 1) and time.monotonic() < deadline:
            time.sleep(0.005)
        server.send_signal(signal.SIGKILL)
        server.wait()
        stop.set()
        for thread in threads:
            thread.join(90)
        server = serve()

    assert sum(len(person.visits) for person in people) > 10 * ROUNDS, "the load was too light to prove anything"
    for person in people:
        person.connection = None
        _, visits = person.call("GET", "/api/visits")
        _, coupons = person.call("GET", "/api/coupons")
        kept = {proof for visit in visits["visits"] for proof in visit["proofs"]}
        assert person.visits <= kept
        held = [coupon["id"] for coupon in coupons["coupons"]]
        assert person.coupons <= set(held)
        assert len(held) == len(set(held)) <= 6, "an offer was given twice"
