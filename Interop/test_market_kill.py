"""A market that is killed under load loses and doubles nothing, and its book is the stored one.

CERCA_LONG=1 kills it a hundred times.
"""

import os
import random
import sqlite3
import threading
import time
from collections import defaultdict
from decimal import Decimal

import httpx
from exchange import Exchange

KILLS = 100 if os.environ.get("CERCA_LONG") else 25
PEOPLE = 5
MARKET = "XLMCLP"
# Minor units of an asset, and what one lot of this market at one tick comes to.
WHOLE = 10**18
TICK, LOT = 10**16, 10**11
UNIT = TICK * LOT // WHOLE


class Person:
    """One trader's connection; what was sent and what was acknowledged is kept."""

    def __init__(self, trader):
        self.trader = trader
        self.sent = 0
        self.orders: dict[str, dict] = {}
        self.cancelled: set[str] = set()
        self.withdrawals: list[str] = []
        self.asked = 0
        # The order whose answer has not come.
        self.flying: dict | None = None

    def trade(self, stop: threading.Event, shuffle: random.Random) -> None:
        """One signed request after another until the server is gone."""
        while not stop.is_set():
            try:
                self.act(shuffle)
            except httpx.TransportError:
                return

    def act(self, shuffle: random.Random) -> None:
        if self.flying:
            # A kill cut its answer off: sent again under its name it is there once, whether or not it was before.
            self.place(self.flying)
            return
        draw = shuffle.random()
        if draw < 0.25 and self.orders:
            identifier = shuffle.choice(list(self.orders)[-20:])
            body = self.trader.call("POST", "/v2/orders/cancel", {"id": identifier}).json()
            if body["status"] == "success":
                assert body["data"]["status"] == "cancelled", body
                assert identifier not in self.cancelled, "cancelled twice"
                self.cancelled.add(identifier)
        elif draw < 0.27 and self.asked < 40:
            self.asked += 1
            account = f"{self.trader.email} {self.asked}"
            fields = {"amount": "1", "bank_account": account}
            if self.trader.call("POST", "/v2/withdrawal", fields).json()["status"] == "success":
                self.withdrawals.append(account)
        else:
            self.sent += 1
            fields = {"market": MARKET, "side": shuffle.choice(["buy", "sell"]), "type": "limit",
                      "amount": f"{shuffle.randint(1, 9) / 10:.1f}", "price": str(shuffle.randint(95, 105))}
            if shuffle.random() < 0.1:
                fields |= {"type": "stop-limit", "stop": str(shuffle.randint(97, 103))}
            self.place(fields | {"client_id": f"order-{self.sent}"})

    def place(self, fields: dict) -> None:
        self.flying = fields
        body = self.trader.call("POST", "/v2/orders/create", fields).json()
        self.flying = None
        if body["status"] == "success":
            order = body["data"]
            assert order["id"] not in self.orders, "one number for two orders"
            assert order["client_id"] == fields["client_id"]
            self.orders[order["id"]] = order


def test_kills_lose_and_double_nothing(cerca, tmp_path):
    shuffle = random.Random(5)
    with Exchange(cerca, tmp_path, arguments=["--no-rate-limits"]) as exchange:
        people = [
            Person(exchange.trader(f"person-{number}@example.com", CLP=1_000_000, XLM=10_000))
            for number in range(PEOPLE)
        ]
        for turn in range(KILLS):
            stop = threading.Event()
            threads = [threading.Thread(target=person.trade, args=(stop, random.Random(shuffle.random())))
                       for person in people]
            for thread in threads:
                thread.start()
            time.sleep(shuffle.uniform(0.05, 0.4))
            # A machine that does much besides gets less done in this time: then the kill comes a little later.
            deadline = time.monotonic() + 60
            while sum(len(person.orders) for person in people) <= 11 * (turn + 1) and time.monotonic() < deadline:
                time.sleep(0.005)
            exchange.kill()
            stop.set()
            for thread in threads:
                thread.join(90)
            exchange.start()
        assert sum(len(person.orders) for person in people) > 10 * KILLS, "the load was too light to prove anything"
        for person in people:
            if person.flying:
                person.place(person.flying)

        stored = sqlite3.connect(f"file:{tmp_path / 'exchange.sqlite'}?mode=ro", uri=True)
        stored.row_factory = sqlite3.Row
        check_acknowledged(stored, people)
        check_holds(stored)
        check_book(stored, people[0].trader)
        exchange.admin("audit-ledger")


def check_acknowledged(stored: sqlite3.Connection, people: list[Person]) -> None:
    """Everything that was acknowledged is there once, and hardly anything else."""
    orders = {row["id"]: row for row in stored.execute("SELECT * FROM orders")}
    for person in people:
        for identifier, order in person.orders.items():
            row = orders[int(identifier[1:])]
            assert Decimal(row["lots"]) * LOT == Decimal(order["amount"]["original"]) * WHOLE
            assert Decimal(row["ticks"]) * TICK == Decimal(order["price"]) * WHOLE
            assert Decimal(row["executed"]) * LOT >= Decimal(order["amount"]["executed"]) * WHOLE
            if order["status"] == "filled":
                assert row["status"] == 2
            if identifier in person.cancelled:
                assert row["status"] == 3
        mine = orders[int(next(iter(person.orders))[1:])]["account"]
        # What a kill cut off was kept or was not, and never twice: all of it was sent again.
        assert len(person.orders) == sum(row["account"] == mine for row in orders.values())
        assert {row["client_id"] for row in orders.values() if row["account"] == mine} == {
            order["client_id"] for order in person.orders.values()}
        asked = [row["bank_account"] for row in stored.execute(
            "SELECT bank_account FROM money_requests WHERE account = ?", [mine])]
        assert len(asked) == len(set(asked)) and set(person.withdrawals) <= set(asked)

    executed: dict[int, int] = defaultdict(int)
    for fill in stored.execute("SELECT * FROM fills"):
        executed[fill["maker_order"]] += fill["lots"]
        executed[fill["taker_order"]] += fill["lots"]
    assert executed == {row["id"]: row["executed"] for row in orders.values() if row["executed"]}


def check_holds(stored: sqlite3.Connection) -> None:
    """The assets add up to nothing, and what is held is what open orders and withdrawals hold."""
    held: dict[tuple[int, int], int] = defaultdict(int)
    for order in stored.execute("SELECT * FROM orders WHERE status < 2"):
        left = order["lots"] - order["executed"]
        is_buy = order["side"] == 1
        held[order["account"], 1 if is_buy else 8] += order["ticks"] * left * UNIT if is_buy else left * LOT
    for request in stored.execute("SELECT * FROM money_requests WHERE status = 0 AND kind = 2"):
        held[request["account"], request["asset"]] += int(request["amount"])
    sums: dict[int, int] = defaultdict(int)
    for balance in stored.execute("SELECT * FROM balances"):
        sums[balance["asset"]] += int(balance["total"])
        assert int(balance["held"]) == held[balance["account"], balance["asset"]]
        assert balance["account"] < 1000 or int(balance["total"]) >= int(balance["held"])
    assert not any(sums.values())


def check_book(stored: sqlite3.Connection, trader) -> None:
    """The server's book is that of the stored orders: best price first, then by turn."""
    for side, number, sign in (("buy", 1, -1), ("sell", 2, 1)):
        rows = stored.execute("SELECT * FROM orders WHERE status = 1 AND side = ?", [number]).fetchall()
        rows.sort(key=lambda row: (sign * row["ticks"], row["placed"]))
        expected = [(Decimal(row["ticks"] * TICK) / WHOLE, Decimal((row["lots"] - row["executed"]) * LOT) / WHOLE)
                    for row in rows]
        shown: list[tuple[Decimal, Decimal]] = []
        while len(shown) < len(expected):
            page = trader.get("/v2/book", market=MARKET, side=side, limit=100, page=len(shown) // 100)
            assert page, "the book ends too soon"
            shown += [(Decimal(line["price"]), Decimal(line["amount"])) for line in page]
        assert shown == expected
