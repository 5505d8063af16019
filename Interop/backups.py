"""A server under load whose every answer is written down, and what a copy of its database must and may hold of it."""

import http.client
import itertools
import json
import random
import sqlite3
import threading
import time

import centre
import httpx
from exchange import Exchange
from test_kill import PASSWORD, Client

MARKET = "XLMCLP"


class Deeds:
    """What was sent, and what of it was answered, each with its time."""

    def __init__(self):
        self.sent: dict[str, float] = {}
        self.answered: dict[str, float] = {}

    def answered_before(self, instant: float) -> set[str]:
        return {name for name, at in self.answered.items() if at < instant}

    def sent_before(self, instant: float) -> set[str]:
        return {name for name, at in self.sent.items() if at < instant}


class Load:
    """People who sign up, visit shops and place orders, until they are stopped or the server is gone."""

    def __init__(self, exchange: Exchange, cerca, folder, walkers: int = 3, traders: int = 2, seed: int = 1):
        self.exchange = exchange
        self.keys = centre.import_venue(cerca, folder, exchange.database, centre.document(shops=6, beacons=20))
        self.accounts, self.visits, self.orders = Deeds(), Deeds(), Deeds()
        self.waits: list[tuple[float, float]] = []
        self.fault: BaseException | None = None
        self.names = itertools.count(1)
        self.shuffle = random.Random(seed)
        self.walkers = []
        for _ in range(walkers):
            email = self.name("walker")
            walker = Client(exchange.port, email)
            self.accounts.sent[email] = time.time()
            walker.sign_up([100 + shop for shop in range(6)])
            self.accounts.answered[email] = time.time()
            self.walkers.append((walker, set()))
        self.traders = []
        for _ in range(traders):
            email = self.name("trader")
            self.accounts.sent[email] = time.time()
            self.traders.append(exchange.trader(email, CLP=10_000_000, XLM=100_000))
            self.accounts.answered[email] = time.time()
        self.threads: list[threading.Thread] = []

    def name(self, kind: str) -> str:
        return f"{kind}-{next(self.names)}@example.com"

    def start(self) -> None:
        self.stopping = threading.Event()
        doing = [(self.walk, *walker) for walker in self.walkers] + [(self.trade, trader) for trader in self.traders]
        doing.append((self.sign_up,))
        self.threads = [
            threading.Thread(target=self.until_it_ends, args=(random.Random(self.shuffle.random()), *what))
            for what in doing]
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(120)
        assert self.fault is None, repr(self.fault)

    def until_it_ends(self, shuffle: random.Random, what, *arguments) -> None:
        try:
            while not self.stopping.is_set():
                what(shuffle, *arguments)
        except (OSError, http.client.HTTPException, httpx.TransportError):
            pass
        except BaseException as fault:
            self.fault = fault

    def walk(self, shuffle: random.Random, walker: Client, proved: set) -> None:
        major, minor = map(int, shuffle.choice(sorted(self.keys)).split("."))
        now = time.time()
        window = (major, minor, int(now // 60))
        if window in proved:
            time.sleep(0.005)
            return
        name = f"{walker.email} {window}"
        self.visits.sent[name] = now
        status, body = walker.call("POST", "/api/sightings", centre.sighting(self.keys, major, minor, now))
        proved.add(window)
        if status == 200:
            self.visits.answered[name] = time.time()
        else:
            assert body["code"] in ("presence.replayed", "presence.shared"), body
            del self.visits.sent[name]

    def trade(self, shuffle: random.Random, trader) -> None:
        name = f"{trader.email.split('@')[0]}-{next(self.names)}"
        begun = self.orders.sent[name] = time.time()
        answer = trader.call("POST", "/v2/orders/create", {
            "market": MARKET, "side": shuffle.choice(["buy", "sell"]), "amount": f"{shuffle.randint(1, 9) / 10:.1f}",
            "price": str(shuffle.randint(97, 103)), "type": "limit", "client_id": name})
        if answer.status_code == 200 and answer.json()["status"] == "success":
            ended = self.orders.answered[name] = time.time()
            self.waits.append((begun, ended - begun))
        else:
            del self.orders.sent[name]

    def sign_up(self, shuffle: random.Random) -> None:
        email = self.name("guest")
        guest = Client(self.exchange.port, email)
        self.accounts.sent[email] = time.time()
        status, body = guest.call("POST", "/api/accounts", {"email": email, "password": PASSWORD})
        assert status == 201, body
        self.accounts.answered[email] = time.time()
        time.sleep(0.05)

    def settle(self, path, began: float, ended: float) -> dict[str, int]:
        """The copy at `path` holds all that was answered before `began`, and nothing that was sent after `ended`."""
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            emails = {row[0] for row in database.execute("SELECT email FROM accounts")}
            orders = {row[0] for row in database.execute("SELECT client_id FROM orders WHERE client_id IS NOT NULL")}
            [visits] = database.execute("SELECT COUNT(*) FROM visits").fetchone()
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        finally:
            database.close()
        assert self.accounts.answered_before(began) <= emails <= self.accounts.sent_before(ended)
        assert self.orders.answered_before(began) <= orders <= self.orders.sent_before(ended)
        assert len(self.visits.answered_before(began)) <= visits <= len(self.visits.sent_before(ended))
        return {"accounts": len(emails), "visits": visits, "orders": len(orders)}


def counts(output: str) -> dict[str, int]:
    """The counts that `cerca admin check --json` printed."""
    [found] = [line for line in map(json.loads, output.splitlines()) if line["finding"] == "counts"]
    return found["counts"]
