"""The release before this one, on the same database: it goes on while this one migrates, starts again beside it, serves
together with it, and takes over again when this one is stopped.

CERCA_FORMER names that release's command; `make test-former FORMER=REV` builds it and runs this. CERCA_LONG=1 works longer.
"""

import collections
import itertools
import os
import pathlib
import random
import sqlite3
import threading
import time

import centre
import httpx
import pytest
import voprf
from exchange import PASSWORD, Exchange, Trader
from postgres import Postgres

FORMER = os.environ.get("CERCA_FORMER")
pytestmark = pytest.mark.skipif(
    not FORMER, reason="CERCA_FORMER names no command of a former release: make test-former FORMER=REV builds one")
BETWEEN = 20 if os.environ.get("CERCA_LONG") else 5
MARKET = "XLMCLP"
SHOPS, BEACONS = 6, 60
# The one that opens a slot of a vault; nobody proves visits there.
VAULT_BEACON = "100.0"
# What a server answers that serves: a visitor whose code was used before is refused by 422.
WELL = {200, 422}


class Person:
    """Somebody who does one thing after another at one server, and keeps what was answered."""

    def __init__(self, server: Exchange):
        self.server = server
        self.acknowledged: set[str] = set()
        # What may have happened, since its answer did not come; what is answered 503 has not.
        self.unknown: set[str] = set()
        # What was acknowledged before the work that goes on now, how often each status was answered since, and how long
        # each answer took.
        self.before = 0
        self.statuses: collections.Counter[int] = collections.Counter()
        self.seconds: list[float] = []
        self.fault: BaseException | None = None

    def begin(self) -> None:
        self.before = len(self.acknowledged)
        self.statuses.clear()
        self.seconds.clear()

    def ask(self, deed: str, request) -> httpx.Response | None:
        begun = time.monotonic()
        try:
            answer = request()
        except httpx.TransportError:
            answer = None
        self.seconds.append(time.monotonic() - begun)
        status = answer.status_code if answer is not None else 0
        self.statuses[status] += 1
        if status in (0, 504):
            self.unknown.add(deed)
        if status in (0, 503, 504):
            time.sleep(0.1)
            return None
        return answer

    def work(self, until: threading.Event) -> None:
        try:
            while not until.is_set():
                self.once()
        except BaseException as fault:
            self.fault = fault


class TradingPerson(Person):
    """Places orders, each with a name of its own; who only buys or only sells never meets an order of their own."""

    def __init__(self, house: "House", name: str, side: str):
        super().__init__(house.former)
        self.name, self.side, self.numbers, self.shuffle = name, side, itertools.count(1), random.Random(name)
        self.placed: collections.deque[str] = collections.deque()
        self.trader = house.former.trader(f"{name}@example.com", CLP=10_000_000, XLM=1_000_000)

    def go_to(self, server: Exchange) -> None:
        self.server = server
        self.trader = Trader(server, self.trader.email, {"public": self.trader.public, "secret": self.trader.secret})

    def seen(self) -> dict:
        """What the server shows of this person's money."""
        return self.trader.balances()

    def once(self) -> None:
        deed = f"{self.name}-{next(self.numbers)}"
        answer = self.ask(deed, lambda: self.trader.call("POST", "/v2/orders/create", {
            "market": MARKET, "side": self.side, "amount": f"{self.shuffle.randint(1, 9) / 10:.1f}", "type": "limit",
            "price": str(self.shuffle.randint(97, 103)), "client_id": deed}))
        if answer is not None:
            assert answer.status_code == 200 and answer.json()["status"] == "success", answer.text
            self.acknowledged.add(deed)
            self.placed.append(answer.json()["data"]["id"])
        if len(self.placed) > 500:
            # An account may have a thousand orders open; whether this one still is does not matter.
            old = self.placed.popleft()
            self.ask(old, lambda: self.trader.call("POST", "/v2/orders/cancel", {"id": old}))


class Visitor(Person):
    """Proves visits; what is acknowledged is the visit's name."""

    def __init__(self, house: "House", name: str):
        super().__init__(house.former)
        self.email, self.keys = f"{name}@example.com", house.keys
        self.turns = itertools.cycle(sorted(house.keys.keys() - {VAULT_BEACON}))
        self.client = httpx.Client(base_url=self.server.base, timeout=60)
        body = {"email": self.email, "password": PASSWORD}
        self.enter(self.client.post("/api/accounts", json=body))
        choices = {"shops": [{"venue": centre.UUID, "major": 100 + shop} for shop in range(SHOPS)]}
        assert self.client.put("/api/choices", json=choices).status_code == 200

    def enter(self, answer: httpx.Response) -> None:
        assert answer.status_code == 201, answer.text
        self.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"

    def go_to(self, server: Exchange) -> None:
        """Goes on at another server with the session that the first one gave."""
        self.server, self.client.base_url = server, server.base

    def sign_in(self) -> None:
        del self.client.headers["Authorization"]
        self.enter(self.client.post("/api/sessions", json={"email": self.email, "password": PASSWORD}))

    def sighting(self, beacon: str, windows: int = 0) -> dict:
        """What this visitor's phone hears now, or would so many windows later."""
        major, minor = map(int, beacon.split("."))
        now = time.time()
        code = centre.security_code(self.keys[beacon], major, minor, now + 60 * windows)
        return centre.sighting(self.keys, major, minor, now) | {"code": code}

    def once(self) -> None:
        beacon = next(self.turns)
        answer = self.ask(beacon, lambda: self.client.post("/api/sightings", json=self.sighting(beacon)))
        if answer is not None and answer.status_code == 200:
            self.acknowledged.add(answer.json()["visit"])
        elif answer is not None:
            # Its code was used by this visitor before.
            assert answer.json()["code"] == "presence.replayed", answer.text
        # Else all codes of a minute would be used within seconds.
        time.sleep(0.1)

    def visits(self) -> list[str]:
        """The proofs of all visits that the server has."""
        return [proof for visit in self.client.get("/api/visits").json()["visits"] for proof in visit["proofs"]]

    def seen(self) -> dict:
        """What the server shows of what is this visitor's own."""
        paths = ("/api/account", "/api/choices", "/api/coupons", "/api/visits", "/api/vaults", "/api/inbox")
        answers = {path: self.client.get(path) for path in paths}
        assert all(answer.status_code == 200 for answer in answers.values()), answers
        return {path: answer.json() for path, answer in answers.items()}


class House:
    """One database with a server of the former release and one of this one, and people who began at the former."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path, database: str, peer: int, query):
        def server(command, name: str, *arguments) -> Exchange:
            (folder / name).mkdir()
            return Exchange(command, folder / name, database=database, arguments=["--no-rate-limits", *arguments])

        self.folder, self.database, self.query = folder, database, query
        self.former = server(pathlib.Path(FORMER).resolve(), "former")
        peers = ("--peer-port", str(peer)) if database.startswith("postgres") else ()
        self.present = server(cerca, "present", *peers)
        self.traders: list[TradingPerson] = []
        self.visitors: list[Visitor] = []

    def fill(self) -> None:
        """Starts the former release on an empty database, and makes people, a venue, and a slot of a vault in it."""
        self.former.start()
        self.keys = centre.import_venue(
            self.former.cerca, self.folder, self.database, centre.document(shops=SHOPS, beacons=BEACONS))
        self.traders = [TradingPerson(self, f"trader{number}", ["buy", "sell"][number // 2 % 2]) for number in range(8)]
        self.visitors = [Visitor(self, f"visitor{number}") for number in range(4)]
        slot = {"uuid": centre.UUID, "major": 100, "minor": 0, "isStrict": False}
        answer = self.visitors[0].client.post("/api/vault/slots", json=slot)
        assert answer.status_code == 201, answer.text
        self.slot, self.blinded = answer.json()["id"], voprf.encode(voprf.random_element()).hex()
        self.opened, self.windows = set(), iter((-1, 0, 1))

    @property
    def everybody(self) -> list[Person]:
        return [*self.traders, *self.visitors]

    def go_to(self, *servers: Exchange) -> None:
        """Spreads the people over servers; some who buy and some who sell are at each."""
        for number, trader in enumerate(self.traders):
            trader.go_to(servers[number % len(servers)])
        for number, visitor in enumerate(self.visitors):
            visitor.go_to(servers[number % len(servers)])

    def work(self, what: str, meanwhile=lambda: time.sleep(BETWEEN)) -> dict[str, collections.Counter]:
        """Everybody works while something happens; what each server answered."""
        until = threading.Event()
        threads = [threading.Thread(target=person.work, args=(until,)) for person in self.everybody]
        for person in self.everybody:
            person.begin()
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        try:
            meanwhile()
        finally:
            until.set()
            for thread in threads:
                thread.join(60)
        took = time.monotonic() - begun
        for person in self.everybody:
            assert person.fault is None, repr(person.fault)
        told = {}
        for name, server in (("former", self.former), ("present", self.present)):
            here = [person for person in self.everybody if person.server is server]
            told[name] = sum((+person.statuses for person in here), collections.Counter())
            seconds = sorted(second for person in here for second in person.seconds)
            if seconds:
                orders, visits = (sum(len(person.acknowledged) - person.before for person in here if isinstance(person, kind))
                                  for kind in (TradingPerson, Visitor))
                print(f"{what}: {name}: {orders / took:.0f} orders/s, {visits / took:.0f} visits/s, answers "
                      f"{dict(told[name])}, p50 {seconds[len(seconds) // 2] * 1000:.0f} ms, longest {seconds[-1]:.2f} s")
        return told

    def open_slot(self, server: Exchange) -> None:
        """The slot of the vault gives at every server what it gave at the first."""
        ana = self.visitors[0]
        # Each code proves presence once; the one before and the one after are as good as that of now.
        body = {"sighting": ana.sighting(VAULT_BEACON, next(self.windows)), "blinded": self.blinded}
        answer = httpx.post(f"{server.base}/api/vault/slots/{self.slot}/evaluations", json=body,
                            headers={"Authorization": ana.client.headers["Authorization"]}, timeout=60)
        assert answer.status_code == 200, answer.text
        self.opened.add(answer.json()["evaluation"])
        assert len(self.opened) == 1

    def check(self, *servers: Exchange) -> None:
        """All that was acknowledged is there once, of the rest at most what is unknown, by every one of these servers."""
        stored = [row for row in self.query("SELECT client_id FROM orders WHERE client_id IS NOT NULL")]
        acknowledged = {deed for trader in self.traders for deed in trader.acknowledged}
        unknown = {deed for trader in self.traders for deed in trader.unknown}
        assert len(stored) == len(set(stored)), "an order is there twice"
        assert acknowledged <= set(stored), ("lost", sorted(acknowledged - set(stored))[:5])
        assert set(stored) <= acknowledged | unknown, ("refused, and there", sorted(set(stored) - acknowledged - unknown)[:5])
        seen = []
        for server in servers:
            # The audit is that of each release.
            server.admin("audit-ledger")
            self.go_to(server)
            seen.append([person.seen() for person in self.everybody])
            for visitor in self.visitors:
                visits = visitor.visits()
                assert len(visits) == len(set(visits)) and visitor.acknowledged <= set(visits), visitor.email
                assert len(visits) <= len(visitor.acknowledged) + len(visitor.unknown)
        assert all(other == seen[0] for other in seen), "the releases show different things"
        print(f"{len(acknowledged)} orders and {sum(len(visitor.acknowledged) for visitor in self.visitors)} visits "
              f"acknowledged, each there once; {len(unknown)} orders unknown")


@pytest.fixture
def house(cerca, tmp_path, free_port):
    """Both releases on one PostgreSQL."""
    with Postgres(free_port()) as database:
        house = House(cerca, tmp_path, database.url, free_port(), lambda text: database.query(text).split())
        try:
            yield house
        finally:
            house.former.kill()
            house.present.kill()


def migrations(house: House) -> int:
    return int(house.query("SELECT max(number) FROM cerca_migrations")[0])


def test_nobody_notices_that_this_release_migrates_beside_the_former_one(house):
    house.fill()
    before = migrations(house)

    def migrate():
        time.sleep(BETWEEN / 2)
        begun = time.monotonic()
        house.present.start()
        print(f"this release serves after {time.monotonic() - begun:.1f} s")
        time.sleep(BETWEEN / 2)

    assert house.work("this release migrates", migrate)["former"].keys() <= WELL
    print(f"migrations {before} to {migrations(house)}")
    house.open_slot(house.former)
    # The former one goes on, and starts anew, with what this one has made of the database.
    house.former.restart()
    assert house.work("the former release, started anew")["former"].keys() <= WELL
    house.check(house.former, house.present)
    for visitor in house.visitors:
        visitor.sign_in()
    house.open_slot(house.present)


def test_both_releases_serve_at_once_and_the_former_one_takes_over_again(house):
    house.fill()
    house.present.start()
    house.go_to(house.former, house.present)
    told = house.work("both at once")
    # The former one knows of no leases: who loses a batch to the other tries again, or says 503 and has done nothing.
    assert all(statuses[200] > 0 and statuses.keys() <= WELL | {503} for statuses in told.values()), told
    house.check(house.former, house.present)

    def restart():
        time.sleep(BETWEEN / 2)
        house.former.restart()
        time.sleep(BETWEEN / 2)

    house.go_to(house.former, house.present)
    told = house.work("the former one restarts", restart)
    assert told["former"].keys() <= WELL | {0, 503} and told["present"].keys() <= WELL | {503}, told
    house.check(house.former, house.present)
    house.go_to(house.present)
    assert house.work("this release alone")["present"].keys() <= WELL
    assert house.present.stop() == 0, house.present.log()
    house.go_to(house.former)
    assert house.work("the former release alone again")["former"].keys() <= WELL
    house.check(house.former)


def test_a_database_of_sqlite_goes_to_this_release_and_back(cerca, tmp_path):
    file = tmp_path / "cerca.sqlite"

    def query(text: str) -> list[str]:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            return [str(row[0]) for row in database.execute(text)]

    house = House(cerca, tmp_path, f"sqlite:{file}", 0, query)
    try:
        house.fill()
        before = migrations(house)
        for number, (name, server, other) in enumerate((
                ("former", house.former, house.present), ("present", house.present, house.former),
                ("former", house.former, house.present))):
            if number:
                assert other.stop() == 0, other.log()
                server.start()
                house.go_to(server)
            assert house.work(f"SQLite, {name}")[name].keys() <= WELL
            house.open_slot(server)
            house.check(server)
        print(f"migrations {before} to {migrations(house)}")
    finally:
        house.former.kill()
        house.present.kill()
