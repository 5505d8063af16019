"""Two servers on one PostgreSQL database: each market is written by one of them, the other hands commands on; a server that
is killed or stopped loses and doubles nothing. CERCA_LONG=1 loads them longer, and compares them with one server.
"""

import json
import os
import random
import subprocess
import threading
import time

import httpx
import pytest
from exchange import COUNT_SERVERS, Trader, pair
from postgres import BIN
from test_server import postgres  # noqa: F401  (a fixture)

LONG = bool(os.environ.get("CERCA_LONG"))
MARKET, NUMBER = "XLMCLP", 3
PEOPLE = 8


class Site:
    """Two servers on one database, and people with a key that both know."""

    def __init__(self, cerca, folder, database: str):
        self.database = database
        # The key of exposure batches is the database's, and each server has a folder of its own.
        self.servers = pair(cerca, folder, database)
        self.ports = [server.peer_port for server in self.servers]

    def __enter__(self) -> "Site":
        for server in self.servers:
            server.start()
        return self

    def __exit__(self, *_) -> None:
        for server in self.servers:
            server.kill()

    def rows(self, query: str) -> list[list[str]]:
        said = subprocess.run([f"{BIN}/psql", "-X", "-A", "-t", "-F", "\t", "-c", query, self.database],
                              check=True, capture_output=True, text=True).stdout
        return [line.split("\t") for line in said.splitlines()]

    def holder(self) -> int:
        """Which server writes the market; -1 while it is none of these."""
        found = self.rows(f"SELECT address FROM market_leases WHERE market = {NUMBER}")
        port = int(found[0][0].rpartition(":")[2]) if found else 0
        return self.ports.index(port) if port in self.ports else -1

    def settle(self) -> int:
        """Waits until the two servers have shared the markets; which one writes ours."""
        deadline = time.monotonic() + 30
        while True:
            time.sleep(1)
            servers = self.rows(COUNT_SERVERS)
            if servers == [["2"]] and self.holder() >= 0:
                time.sleep(2.5)
                return self.holder()
            assert time.monotonic() < deadline, (servers, self.servers[0].log(), self.servers[1].log())


class Person:
    """A trader who sends orders to one server, and again to the other one what was cut off, under the same name."""

    def __init__(self, site: Site, name: str, side: str, server: int):
        # Who only buys or only sells never meets an order of their own.
        self.site, self.name, self.side, self.server = site, name, side, server
        first = site.servers[0].trader(f"{name}@example.com", CLP=1_000_000, XLM=100_000)
        key = {"public": first.public, "secret": first.secret}
        self.traders = [first, Trader(site.servers[1], first.email, key)]
        self.sent = 0
        # When each answer came, by the name of the order.
        self.answered: dict[str, float] = {}
        self.statuses: dict[int, int] = {}
        self.cut = 0
        self.fault: BaseException | None = None

    def trade(self, until: threading.Event) -> None:
        shuffle = random.Random(self.name)
        try:
            while not until.is_set():
                self.sent += 1
                self.place(f"{self.name}-{self.sent}", shuffle, until)
        except BaseException as fault:
            self.fault = fault

    def place(self, name: str, shuffle: random.Random, until: threading.Event) -> None:
        fields = {"market": MARKET, "side": self.side, "type": "limit",
                  "amount": f"{shuffle.randint(1, 9) / 10:.1f}", "price": str(shuffle.randint(97, 103)),
                  "client_id": name}
        while True:
            try:
                answer = self.traders[self.server].call("POST", "/v2/orders/create", fields)
            except httpx.TransportError:
                self.cut += 1
                self.server = 1 - self.server
                continue
            self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
            if answer.status_code == 200:
                assert answer.json()["status"] == "success", answer.text
                self.answered[name] = time.monotonic()
                return
            assert answer.status_code == 503 and int(answer.headers["Retry-After"]) >= 1, (
                answer.status_code, answer.headers, answer.text)
            if until.wait(0.1):
                # Not sent again: it must not have happened.
                return


@pytest.fixture
def site(cerca, tmp_path, postgres):  # noqa: F811
    with Site(cerca, tmp_path, postgres) as site:
        yield site


def people(site: Site, tag: str) -> list[Person]:
    return [Person(site, f"{tag}{number}", ["buy", "sell"][number // 2 % 2], number % 2) for number in range(PEOPLE)]


def load(everybody: list[Person], meanwhile) -> None:
    """Lets everybody trade while something happens."""
    until = threading.Event()
    threads = [threading.Thread(target=person.trade, args=(until,)) for person in everybody]
    for thread in threads:
        thread.start()
    try:
        meanwhile()
    finally:
        until.set()
        for thread in threads:
            thread.join(60)
    for person in everybody:
        assert person.fault is None, repr(person.fault)


def check(site: Site, everybody: list[Person], server: int) -> None:
    """Every acknowledged order is stored once, nothing else is, and the ledger agrees."""
    names = {person.name for person in everybody}
    stored = [row[0] for row in site.rows("SELECT client_id FROM orders WHERE client_id IS NOT NULL")
              if row[0].rpartition("-")[0] in names]
    acknowledged = {name for person in everybody for name in person.answered}
    assert len(stored) == len(set(stored))
    assert set(stored) == acknowledged, (len(stored), len(acknowledged), set(stored) ^ acknowledged)
    site.servers[server].admin("audit-ledger")


def statuses(everybody: list[Person]) -> dict[int, int]:
    return {status: sum(person.statuses.get(status, 0) for person in everybody)
            for status in {status for person in everybody for status in person.statuses}}


def test_both_take_orders_of_one_market(site):
    site.settle()
    everybody = people(site, "both")
    load(everybody, lambda: time.sleep(15 if LONG else 4))
    shares = [sum(len(person.answered) for person in everybody if person.server == server) for server in (0, 1)]
    print(f"two servers, one market: {shares[0]} and {shares[1]} orders, answers {statuses(everybody)}")
    assert statuses(everybody).keys() == {200}
    assert min(shares) >= sum(shares) / 3, shares
    forwarded = int(site.rows("SELECT count(*) FROM forwarded_commands WHERE answer IS NOT NULL")[0][0])
    # Those that came at the same time were handed on together.
    assert 0 < forwarded <= max(shares)
    check(site, everybody, 0)


def test_a_killed_writer_loses_and_doubles_nothing(site):
    holder = site.settle()
    everybody = people(site, "killed")
    killed: list[float] = []

    def kill():
        time.sleep(2)
        site.servers[holder].kill()
        killed.append(time.monotonic())
        time.sleep(20 if LONG else 9)

    load(everybody, kill)
    after = min((at for person in everybody for at in person.answered.values() if at > killed[0] + 0.05), default=None)
    assert after is not None, site.servers[1 - holder].log()
    print(f"kill -9 of the writer: first success after {after - killed[0]:.2f} s, answers {statuses(everybody)}, "
          f"{sum(person.cut for person in everybody)} connections cut")
    # Nobody listens where it was: half a second, and what the next one needs to begin.
    assert after - killed[0] <= 2
    check(site, everybody, 1 - holder)


def test_a_stopped_writer_fails_no_request(site):
    holder = site.settle()
    everybody = people(site, "stopped")
    stopped: list[float] = []

    def stop():
        time.sleep(2)
        stopped.append(time.monotonic())
        assert site.servers[holder].stop() == 0, site.servers[holder].log()
        time.sleep(2)

    load(everybody, stop)
    times = sorted(at for person in everybody for at in person.answered.values())
    gap = max(later - earlier for earlier, later in zip(times, times[1:]) if earlier > stopped[0] - 0.5)
    print(f"SIGTERM of the writer: longest time without an answer {gap * 1000:.0f} ms, answers {statuses(everybody)}, "
          f"{sum(person.cut for person in everybody)} connections cut")
    assert statuses(everybody).keys() == {200}
    check(site, everybody, 1 - holder)
    assert site.holder() == 1 - holder


@pytest.mark.alone
@pytest.mark.skipif(not LONG, reason="measures for minutes; CERCA_LONG=1")
def test_two_servers_are_nearly_as_fast_as_one(cerca_bench, postgres, tmp_path):  # noqa: F811
    said = subprocess.run(
        [cerca_bench, "market", "--part", "servers", "--database", postgres, "--seconds", "10", "--json"],
        check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    print(said)
    one, both, _, each = json.loads(said)["servers"]["stages"]
    rates = [share["requestsPerSecond"] for share in both["shares"]]
    assert sum(rates) >= 0.9 * one["requestsPerSecond"]
    assert min(rates) >= sum(rates) / 3
    for stage in (one, both, each):
        assert all(share["otherStatuses"] == {} for share in stage["shares"]), stage
