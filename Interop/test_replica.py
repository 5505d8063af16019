"""A server whose histories a replica answers: what was acknowledged is in them, whatever becomes of the replica."""

import subprocess
import time

import httpx
import pytest
from exchange import Exchange
from postgres import Postgres

MARKET = "XLMCLP"


@pytest.fixture
def first(free_port):
    with Postgres(free_port()) as running:
        yield running


@pytest.fixture
def replica(first, free_port):
    with Postgres(free_port(), following=first) as running:
        running.wait_until_it_follows(first)
        yield running


class Site:
    """A server with a replica, and somebody who looks at their orders."""

    def __init__(self, exchange: Exchange, figures: int):
        self.exchange, self.figures = exchange, figures
        self.trader = exchange.trader("ana@example.com", CLP=1_000_000)
        self.placed = 0

    def place_and_look(self, times: int) -> float:
        """Each order is in the list at once; the longest look, in seconds."""
        longest = 0.0
        for _ in range(times):
            self.placed += 1
            name = f"order-{self.placed}"
            self.trader.order(MARKET, "buy", "0.1", "1", client_id=name)
            begin = time.monotonic()
            listed = self.trader.get("/v2/orders/active", market=MARKET, limit=100)
            longest = max(longest, time.monotonic() - begin)
            assert name in [order["client_id"] for order in listed], (name, listed)
        return longest

    def outcomes(self) -> dict[str, int]:
        text = httpx.get(f"http://127.0.0.1:{self.figures}/metrics", timeout=60).text
        return {outcome: next(int(line.split()[1]) for line in text.splitlines()
                              if line.startswith(f'cerca_db_replica_reads_total{{outcome="{outcome}"}}'))
                for outcome in ("answered", "behind", "away")}


@pytest.fixture
def site(cerca, tmp_path, first, replica, free_port):
    figures = free_port()
    with Exchange(cerca, tmp_path, database=first.url,
                  arguments=["--replica", replica.url, "--metrics-port", str(figures), "--no-rate-limits"]) as exchange:
        yield Site(exchange, figures)


def test_what_was_acknowledged_is_read_whatever_becomes_of_the_replica(site, first, replica):
    site.place_and_look(40)
    before = site.outcomes()
    assert before["answered"] >= 35, before

    # It receives the log and does not replay it.
    replica.query("SELECT pg_wal_replay_pause()")
    assert site.place_and_look(5) < 2
    paused = site.outcomes()
    assert paused["behind"] >= before["behind"] + 5
    replica.query("SELECT pg_wal_replay_resume()")
    deadline = time.monotonic() + 30
    while site.outcomes()["answered"] == paused["answered"]:
        site.place_and_look(1)
        assert time.monotonic() < deadline

    # It is a first server of its own from now on, and what it has goes its own way.
    replica.query("SELECT pg_promote()")
    promoted = site.outcomes()
    site.place_and_look(5)
    assert site.outcomes()["answered"] == promoted["answered"]

    replica.kill()
    assert site.place_and_look(5) < 5
    gone = site.outcomes()
    assert gone["away"] > 0 and gone["answered"] == promoted["answered"]


def test_a_server_starts_without_its_replica_and_finds_it_later(cerca, tmp_path, first, free_port):
    figures, port = free_port(), free_port()
    address = f"postgres://cerca@127.0.0.1:{port}/postgres"
    with Exchange(cerca, tmp_path, database=first.url,
                  arguments=["--replica", address, "--metrics-port", str(figures)]) as exchange:
        site = Site(exchange, figures)
        site.place_and_look(2)
        assert site.outcomes()["answered"] == 0 and site.outcomes()["away"] > 0
        with Postgres(port, following=first) as replica:
            replica.wait_until_it_follows(first)
            deadline = time.monotonic() + 30
            while site.outcomes()["answered"] == 0:
                site.place_and_look(1)
                time.sleep(0.2)
                assert time.monotonic() < deadline


def refused(cerca, *arguments) -> str:
    done = subprocess.run([cerca, "serve", "--port", "0", *map(str, arguments)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, (done.returncode, done.stderr)
    return done.stderr


def test_what_is_no_replica_of_the_database_is_refused(cerca, first, replica, free_port, tmp_path):
    with Postgres(free_port()) as other:
        said = refused(cerca, "--database", first.url, "--replica", other.url)
        assert "replica" in said and "storage.not_replica" in said
    # The replica by mistake in the place of the database.
    said = refused(cerca, "--database", replica.url)
    assert "storage.read_only" in said
    # SQLite has none.
    done = subprocess.run([cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path / 'a.sqlite'}",
                           "--replica", replica.url], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "--replica" in done.stderr
