"""Two servers on one PostgreSQL behind HAProxy, with people at work: each failure in turn, and afterwards everything that was
acknowledged is there once, nothing else that was refused is, and the ledger agrees.

CERCA_LONG=1 (`make test-cluster`) works longer between the failures.
"""

import itertools
import os
import random
import ssl
import threading
import time

import centre
import httpx
import pytest
from exchange import PASSWORD, Exchange
from postgres import Postgres
from proxies import ConfiguredProxy

LONG = bool(os.environ.get("CERCA_LONG"))
BETWEEN = 20 if LONG else 3
MARKET = "XLMCLP"
SHOPS, BEACONS = 6, 20


class Person:
    """Somebody who does one thing after another through the proxy, and keeps what was answered.

    What is cut off, or answered 502 or 504, may have happened or not; what is answered 503 has not.
    """

    def __init__(self, cluster: "Cluster", name: str):
        self.cluster, self.name = cluster, name
        self.client = httpx.Client(
            base_url=cluster.proxy.base, verify=ssl.create_default_context(cafile=cluster.proxy.authority), timeout=30)
        self.acknowledged: set[str] = set()
        self.unknown: set[str] = set()
        self.refused: set[str] = set()
        # When each answer came, and its status; 0 for none.
        self.answers: list[tuple[float, int]] = []
        self.fault: BaseException | None = None

    def ask(self, deed: str, request) -> httpx.Response | None:
        try:
            answer = request()
        except httpx.TransportError:
            answer = None
        status = answer.status_code if answer is not None else 0
        self.answers.append((time.monotonic(), status))
        if status in (0, 502, 504):
            self.unknown.add(deed)
            return None
        if status == 503:
            self.refused.add(deed)
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

    def __init__(self, cluster: "Cluster", name: str, side: str):
        super().__init__(cluster, name)
        self.side, self.numbers, self.shuffle = side, itertools.count(1), random.Random(name)
        self.trader = cluster.servers[0].trader(f"{name}@example.com", CLP=10_000_000, XLM=1_000_000)
        self.trader.client = self.client

    def once(self) -> None:
        deed = f"{self.name}-{next(self.numbers)}"
        answer = self.ask(deed, lambda: self.trader.call("POST", "/v2/orders/create", {
            "market": MARKET, "side": self.side, "amount": f"{self.shuffle.randint(1, 9) / 10:.1f}", "type": "limit",
            "price": str(self.shuffle.randint(97, 103)), "client_id": deed}))
        if answer is not None:
            assert answer.status_code == 200 and answer.json()["status"] == "success", answer.text
            self.acknowledged.add(deed)


class Visitor(Person):
    """Proves visits; what is acknowledged is the visit's name."""

    def __init__(self, cluster: "Cluster", name: str, keys: dict[str, bytes]):
        super().__init__(cluster, name)
        self.keys, self.turns = keys, itertools.cycle(sorted(keys))
        body = {"email": f"{name}@example.com", "password": PASSWORD}
        token = self.client.post("/api/accounts", json=body).json()["token"]
        self.client.headers["Authorization"] = f"Bearer {token}"
        choices = {"shops": [{"venue": centre.UUID, "major": 100 + shop} for shop in range(SHOPS)]}
        assert self.client.put("/api/choices", json=choices).status_code == 200

    def once(self) -> None:
        major, minor = map(int, next(self.turns).split("."))
        body = centre.sighting(self.keys, major, minor, time.time())
        answer = self.ask(f"{major}.{minor}", lambda: self.client.post("/api/sightings", json=body))
        if answer is not None and answer.status_code == 200:
            self.acknowledged.add(answer.json()["visit"])
        elif answer is not None:
            # Its code was used by this visitor before, maybe by what was cut off.
            assert answer.json()["code"] == "presence.replayed", answer.text
            time.sleep(0.05)

    def visits(self) -> list[str]:
        """The proofs of all visits that the server has."""
        return [proof for visit in self.client.get("/api/visits").json()["visits"] for proof in visit["proofs"]]


class Cluster:
    """The servers, what is before and behind them, and the people."""

    def __init__(self, servers: list[Exchange], database: Postgres, proxy: ConfiguredProxy):
        self.servers, self.database, self.proxy = servers, database, proxy

    def holder(self) -> Exchange:
        """The server that writes the market."""
        found = self.database.query("SELECT address FROM market_leases WHERE market = 3").rpartition(":")[2]
        return next(server for server in self.servers if str(server.peer_port) == found)


@pytest.fixture
def cluster(cerca, tmp_path, free_port, start):
    with Postgres(free_port()) as database:
        servers = []
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            port = free_port()
            servers.append(Exchange(cerca, folder, database=database.url, arguments=[
                "--trusted-proxy", "127.0.0.1/32", "--no-rate-limits", "--peer-port", str(port), "--stop-delay", "2.5"]))
            servers[-1].peer_port = port
        with servers[0], servers[1]:
            proxy = ConfiguredProxy(
                "haproxy", tmp_path / "proxy", (servers[0].port, servers[1].port), free_port(), free_port()).start(start)
            yield Cluster(servers, database, proxy)


def test_nothing_that_was_acknowledged_is_lost_or_doubled_by_any_failure(cluster, cerca, tmp_path):
    keys = centre.import_venue(cerca, tmp_path, cluster.database.url, centre.document(shops=SHOPS, beacons=BEACONS))
    traders = [TradingPerson(cluster, f"trader{number}", ["buy", "sell"][number % 2]) for number in range(4)]
    visitors = [Visitor(cluster, f"visitor{number}", keys) for number in range(2)]
    everybody = traders + visitors
    until = threading.Event()
    threads = [threading.Thread(target=person.work, args=(until,)) for person in everybody]
    for thread in threads:
        thread.start()
    try:
        time.sleep(BETWEEN)
        play(cluster, everybody)
    finally:
        until.set()
        for thread in threads:
            thread.join(60)
    for person in everybody:
        assert person.fault is None, repr(person.fault)
    check(cluster, traders, visitors)


def play(cluster: Cluster, everybody: list[Person]) -> None:
    """Each failure, and the time until something was answered again."""
    one, two = cluster.servers

    def told(what: str, begun: float, within: float) -> int:
        time.sleep(BETWEEN)
        answers = sorted(answer for person in everybody for answer in person.answers if answer[0] > begun)
        traders = sorted(at for person in everybody if isinstance(person, TradingPerson)
                         for at, status in person.answers if at > begun + 0.05 and status == 200)
        assert traders, f"{what}: no order since"
        failed = sum(status not in (200, 422) for _, status in answers)
        print(f"{what}: orders again after {traders[0] - begun:.2f} s, {failed} of {len(answers)} answers failed")
        assert traders[0] - begun <= within, what
        return failed

    holder = cluster.holder()
    holder.kill()
    begun = time.monotonic()
    told("kill -9 of the market's server", begun, 2)
    holder.start()
    time.sleep(3)
    cluster.database.kill()
    begun = time.monotonic()
    cluster.database.begin()
    told("kill -9 of PostgreSQL, which is started again", begun, 20)
    begun = time.monotonic()
    for server in (one, two):
        assert server.stop() == 0, server.log()
        server.start()
        # The proxy has to find it well again before the other one goes.
        time.sleep(3)
    assert told("both servers restarted, one after the other", begun, 2) == 0


def check(cluster: Cluster, traders: list[TradingPerson], visitors: list[Visitor]) -> None:
    """All that was acknowledged is stored once; of the rest at most what is unknown."""
    stored = cluster.database.query("SELECT client_id FROM orders WHERE client_id IS NOT NULL").split()
    acknowledged = {deed for trader in traders for deed in trader.acknowledged}
    unknown = {deed for trader in traders for deed in trader.unknown}
    assert len(stored) == len(set(stored)), "an order is there twice"
    assert acknowledged <= set(stored), ("lost", sorted(acknowledged - set(stored))[:5])
    assert set(stored) <= acknowledged | unknown, ("refused, and there", sorted(set(stored) - acknowledged - unknown)[:5])
    cluster.servers[0].admin("audit-ledger")
    for visitor in visitors:
        visits = visitor.visits()
        assert len(visits) == len(set(visits)) and visitor.acknowledged <= set(visits), visitor.name
        assert len(visits) <= len(visitor.acknowledged) + len(visitor.unknown)
    print(f"{len(acknowledged)} orders and {sum(len(visitor.acknowledged) for visitor in visitors)} visits acknowledged, "
          f"each there once; {len(unknown)} orders unknown, {len(set(stored) & unknown)} of them there")
