"""What is promised beyond an answer holds over `kill -9`: names and keys of requests, pairs, ends of orders, timers,
halts and auctions. CERCA_LONG=1 kills ten times as often.
"""

import os
import random
import sqlite3
import threading
import time
from decimal import Decimal

import httpx
import pytest
from entrances import Session
from exchange import Exchange

KILLS = 100 if os.environ.get("CERCA_LONG") else 8
MARKET = "XLMCLP"
OTHER = "ETHCLP"


def rows(exchange: Exchange, query: str, *values) -> list[sqlite3.Row]:
    """What the database says at this moment."""
    database = sqlite3.connect(f"file:{exchange.folder / 'exchange.sqlite'}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    try:
        return database.execute(query, values).fetchall()
    finally:
        database.close()


def wait(condition, what: str) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def patiently(send) -> httpx.Response:
    """The answer of a server that may have just begun, and says so until its markets run."""
    deadline = time.monotonic() + 60
    while (answer := send()).status_code == 503:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.02)
    assert answer.status_code < 500, answer.text
    return answer


def start_later(exchange: Exchange, seconds: int) -> None:
    """Kills the server and starts it again as if so much time had gone by."""
    exchange.kill()
    exchange.ahead += seconds
    exchange.start()


# Under load.


class Person:
    """Somebody who sends what moves money, each thing under a name or a key of its own, and again what was cut off."""

    def __init__(self, exchange: Exchange, email: str):
        self.trader = exchange.trader(email, CLP=1_000_000, XLM=10_000)
        self.session = Session(exchange, email)
        self.address = self.session.done("GET", "balances/CLP/address")["address"]
        self.friend: Person | None = None
        self.sent = 0
        # What was answered: by key the request and its answer, by name the orders; and payment requests that were paid.
        self.answers: dict[str, tuple[str, str, dict, dict]] = {}
        self.orders: dict[str, dict] = {}
        self.paid: dict[str, str] = {}
        self.requests: list[str] = []
        self.flying: tuple | None = None
        self.fault: BaseException | None = None

    def act_until(self, stop: threading.Event, shuffle: random.Random) -> None:
        try:
            while not stop.is_set():
                self.act(shuffle)
        except httpx.TransportError:
            pass
        except BaseException as fault:
            self.fault = fault

    def act(self, shuffle: random.Random) -> None:
        if not self.flying:
            self.sent += 1
            self.flying = self.draw(shuffle, f"{self.trader.email}-{self.sent}")
        what, *arguments = self.flying
        what(*arguments)
        self.flying = None

    def draw(self, shuffle: random.Random, name: str) -> tuple:
        """What to do next."""
        kind, key = shuffle.random(), f"key-of-{name}"
        if kind < 0.1:
            body = {"address": self.friend.address, "asset": "CLP", "amount": "1", "memo": name}
            return self.keyed, key, "POST", "transfers", body
        if kind < 0.2:
            return self.keyed, key, "POST", "withdrawals", {"asset": "CLP", "amount": "1", "bankAccount": name}
        if kind < 0.3:
            order = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "90"}
            return self.keyed, key, "POST", "orders", order
        if kind < 0.35:
            return self.keyed, key, "DELETE", f"open-orders?market={MARKET}", None
        if kind < 0.4:
            return self.ask_for_payment, name
        if kind < 0.5 and self.friend.requests:
            return self.pay, shuffle.choice(self.friend.requests)
        side, middle = shuffle.choice(["buy", "sell"]), shuffle.randint(97, 103)
        amount = f"{shuffle.randint(1, 9) / 10:.1f}"
        if kind < 0.75:
            away = 3 if side == "sell" else -3
            return self.place, "create/pair", {
                "market": MARKET, "side": side, "amount": amount, "price": str(middle + away),
                "stop": str(middle - away), "stop_price": str(middle - 2 * away),
                "client_id": f"{name[0]}-{self.sent}", "stop_client_id": f"{name[0]}-{self.sent}-stop"}
        return self.place, "create", {
            "market": MARKET, "side": side, "type": "limit", "amount": amount, "price": str(middle),
            "client_id": f"{name[0]}-{self.sent}"}

    def keyed(self, key: str, method: str, path: str, body: dict | None) -> None:
        answer = patiently(lambda: self.session.ask(method, path, body, key))
        if answer.status_code < 300:
            self.answers[key] = method, path, body, answer.json()

    def ask_for_payment(self, name: str) -> None:
        draft = {"asset": "CLP", "amount": "2", "memo": name}
        answer = patiently(lambda: self.session.ask("POST", "payment-requests", draft))
        self.requests.append(answer.json()["id"])

    def pay(self, request: str) -> None:
        consent = {"asset": "CLP", "amount": "2"}
        answer = patiently(lambda: self.session.ask("POST", f"payment-requests/{request}/pay", consent))
        # Somebody else may have been faster, and nothing but that may stand in the way.
        assert answer.status_code in (201, 409), answer.text
        if answer.status_code == 201:
            line = answer.json()["transaction"]["id"]
            assert self.paid.setdefault(request, line) == line, "one request, two receipts"

    def place(self, path: str, fields: dict) -> None:
        body = patiently(lambda: self.trader.call("POST", f"/v2/orders/{path}", fields)).json()
        if body["status"] == "error":
            assert body["message"] != "client_id_used", (fields, body)
            return
        data = body["data"]
        for order in data.values() if path == "create/pair" else [data]:
            assert order["client_id"] not in self.orders
            self.orders[order["client_id"]] = order


def check_pairs(exchange: Exchange) -> int:
    """No pair is half, and of none both have traded; how many there are."""
    orders = {row["id"]: row for row in rows(exchange, "SELECT * FROM orders")}
    pairs = [row for row in orders.values() if row["partner"]]
    for row in pairs:
        other = orders.get(row["partner"])
        assert other and other["partner"] == row["id"], ("half a pair", dict(row))
        assert not (row["executed"] and other["executed"]), ("both traded", dict(row), dict(other))
        stop, limit = (row, other) if row["stop"] is not None else (other, row)
        isUntouched = (limit["status"], limit["executed"], stop["status"]) == (1, 0, 0)
        hasEnded = any(part["status"] == 3 and not part["executed"] for part in (limit, stop))
        assert isUntouched or hasEnded, ("one has happened, and the other one goes on", dict(limit), dict(stop))
    return len(pairs) // 2


def test_names_keys_and_pairs_hold_over_kills(cerca, tmp_path):
    shuffle = random.Random(13)
    with Exchange(cerca, tmp_path, arguments=["--no-rate-limits"]) as exchange:
        people = [Person(exchange, f"{name}@example.com") for name in ("ana", "bea", "carla")]
        for number, person in enumerate(people):
            person.friend = people[(number + 1) % len(people)]
        people[0].trader.order(MARKET, "sell", "1", 100)
        people[1].trader.order(MARKET, "buy", "1", 100)
        for turn in range(KILLS):
            stop = threading.Event()
            threads = [threading.Thread(target=person.act_until, args=(stop, random.Random(shuffle.random())))
                       for person in people]
            for thread in threads:
                thread.start()
            least = 60 * (turn + 1)
            wait(lambda: sum(person.sent for person in people) > least or any(person.fault for person in people),
                 "nobody gets on")
            time.sleep(shuffle.uniform(0, 0.03))
            exchange.kill()
            stop.set()
            for thread in threads:
                thread.join(60)
            check_pairs(exchange)
            exchange.start()
            for person in people:
                assert person.fault is None, repr(person.fault)
        for person in people:
            if person.flying:
                person.act(shuffle)
        assert check_pairs(exchange) > KILLS
        for person in people:
            check_once(exchange, person)
        assert not exchange.process.poll()
        exchange.admin("audit-ledger")


def check_once(exchange: Exchange, person: Person) -> None:
    """What was answered was done once, and is answered the same when it comes again."""
    account, = rows(exchange, "SELECT number FROM ledger_accounts JOIN accounts ON id = account_id WHERE email = ?",
                    person.trader.email)
    assert len(person.answers) > KILLS and len(person.orders) > KILLS
    kept = rows(exchange, "SELECT client_id FROM orders WHERE account = ? AND client_id IS NOT NULL", account["number"])
    assert sorted(row["client_id"] for row in kept) == sorted(person.orders)
    asked = rows(exchange, "SELECT bank_account FROM money_requests WHERE account = ?", account["number"])
    given = rows(exchange, "SELECT memo FROM transfers WHERE memo LIKE ?", f"{person.trader.email}-%")
    for path, member, found in (("withdrawals", "bankAccount", [row[0] for row in asked]),
                                ("transfers", "memo", [row[0] for row in given])):
        sent = [body[member] for _, where, body, _ in person.answers.values() if where == path]
        assert sent and sorted(sent) == sorted(found), path
    placed = {answer["id"] for _, path, _, answer in person.answers.values() if path == "orders"}
    unnamed = rows(exchange, "SELECT id FROM orders WHERE account = ? AND client_id IS NULL AND ticks = 9000",
                   account["number"])
    assert {f"O{row['id']}" for row in unnamed} == placed
    before = person.trader.balances()
    for key, (method, path, body, known) in person.answers.items():
        again = person.session.ask(method, path, body, key)
        assert again.json() == known and again.headers["Idempotent-Replayed"] == "true", (key, again.text)
    for name, known in person.orders.items():
        assert person.trader.get("/v2/orders/status", client_id=name)["id"] == known["id"]
    for request, line in person.paid.items():
        answer = person.session.done("POST", f"payment-requests/{request}/pay", {"asset": "CLP", "amount": "2"})
        assert answer["transaction"]["id"] == line
    assert person.trader.balances() == before


# What was due while nobody ran.


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    with Exchange(cerca, tmp_path_factory.mktemp("durable"), arguments=["--no-rate-limits"]) as server:
        yield server


@pytest.fixture(scope="module")
def people(exchange):
    return [exchange.trader(f"{name}@example.com", CLP=1_000_000, XLM=10_000, ETH=10) for name in ("ida", "jo", "kim")]


def status(trader, order: dict) -> tuple[str, str | None]:
    found = trader.get("/v2/orders/status", id=order["id"])
    return found["status"], found.get("reason")


def test_orders_and_timers_that_were_due_while_nobody_ran_are_gone(exchange, people):
    ida, jo, kim = people
    jo.order(MARKET, "sell", "1", 50)
    ida.order(MARKET, "buy", "1", 50)
    end = {"expires_at": int((exchange.time() + 300) * 1000)}
    lasting = ida.order(MARKET, "sell", "2", 51)
    ending = ida.order(MARKET, "sell", "1", 50, time_in_force="GTD", **end)
    later = ida.order(MARKET, "sell", "1", 52, time_in_force="GTD", expires_at=end["expires_at"] + 86_400_000)
    pair = ida.post("/v2/orders/create/pair", market=MARKET, side="sell", amount="1", price="50.5", stop="40",
                    stop_price="39", **end)
    kims = [kim.order(MARKET, "sell", "1", 60), kim.order(OTHER, "buy", "1", 100)]
    timer = kim.post("/v2/orders/cancel_all_after", seconds=600)
    # Before that time all is as it was, over a kill as well.
    start_later(exchange, 120)
    assert [status(ida, order)[0] for order in (ending, *pair.values())] == ["queued"] * 3
    assert [status(kim, order)[0] for order in kims] == ["queued"] * 2 and timer["at"]
    start_later(exchange, 200)
    # The first who comes finds none of them.
    met = jo.order(MARKET, "buy", "1", 51)
    assert (met["status"], met["avg_execution_price"]) == ("filled", "51")
    assert status(ida, ending) == ("cancelled", "expired")
    assert {status(ida, order) for order in pair.values()} <= {("cancelled", "expired"), ("cancelled", "partner")}
    assert status(ida, lasting)[0] == status(ida, later)[0] == "queued"
    # Whoever comes too late for the timer sets it anew, after it has ended what was there.
    start_later(exchange, 600)
    assert kim.post("/v2/orders/cancel_all_after", seconds=600)["seconds"] == 600
    assert [status(kim, order) for order in kims] == [("cancelled", "cancel_timer")] * 2
    fresh = kim.order(OTHER, "buy", "1", 100)
    start_later(exchange, 601)
    wait(lambda: status(kim, fresh) == ("cancelled", "cancel_timer"), "the timer is never carried out")
    wait(lambda: not rows(exchange, "SELECT * FROM cancel_timers"), "the timer stays")
    for order in (lasting, later):
        ida.cancel(order["id"])
    assert all(available == total for person in people for available, total in person.balances().values())
    exchange.admin("audit-ledger")


def test_a_timer_that_was_due_holds_against_whoever_comes_first_and_against_a_later_auction(exchange, people):
    ida, jo, kim = people
    offered = kim.order(OTHER, "sell", "0.1", 9_999)
    kim.post("/v2/orders/cancel_all_after", seconds=60)
    start_later(exchange, 100)
    order = {"market": OTHER, "side": "buy", "type": "limit", "amount": "0.1", "price": "9999", "time_in_force": "IOC"}
    met = patiently(lambda: jo.call("POST", "/v2/orders/create", order)).json()
    assert met["data"]["amount"]["executed"] == "0" and status(kim, offered) == ("cancelled", "cancel_timer")
    exchange.admin("market", "halt", OTHER)
    exchange.admin("market", "auction", OTHER, "--seconds", exchange.ahead + 300)
    path = f"/api/market/markets/{OTHER}/auction"
    wait(lambda: ida.client.get(path).json()["phase"] == "auction", "the auction never begins")
    collected = [kim.order(OTHER, "sell", "0.1", 9_000), jo.order(OTHER, "buy", "0.1", 9_000)]
    kim.post("/v2/orders/cancel_all_after", seconds=60)
    start_later(exchange, 400)
    wait(lambda: ida.client.get(path).json()["phase"] == "trading", "the auction never ends")
    assert status(kim, collected[0]) == ("cancelled", "cancel_timer") and jo.cancel(collected[1]["id"])


def test_a_halt_and_its_auction_survive_and_end_once(exchange, people):
    ida, jo, kim = people

    def auction() -> dict:
        return ida.client.get(f"/api/market/markets/{OTHER}/auction").json()

    kim.order(OTHER, "sell", "0.1", 10_000)
    ida.order(OTHER, "buy", "0.1", 10_000)
    bid = ida.order(OTHER, "buy", "1", 9_000)
    exchange.admin("market", "halt", OTHER)
    exchange.kill()
    exchange.start()
    wait(lambda: auction()["phase"] == "halted", "the halt is forgotten")
    order = {"market": OTHER, "side": "sell", "type": "limit", "amount": "1", "price": "9000"}
    assert jo.call("POST", "/v2/orders/create", order).json()["message"] == "market_halted"
    assert status(ida, bid)[0] == "queued"
    # The machine's command line goes by the machine's clock.
    until = exchange.ahead + 900
    exchange.admin("market", "auction", OTHER, "--seconds", until)
    wait(lambda: auction()["phase"] == "auction", "the auction never begins")
    placed = [jo.order(OTHER, "buy", "2", 10_300, client_id="in-the-auction"), kim.order(OTHER, "sell", "1.5", 9_900),
              kim.order(OTHER, "sell", "1", 10_100), ida.order(OTHER, "buy", "0.25", 10_150)]
    ending = jo.order(OTHER, "buy", "5", 10_300, time_in_force="GTD", expires_at=int((exchange.time() + 400) * 1000))
    before = auction()
    assert before["until"] and Decimal(before["amount"]) == Decimal("2.5")
    exchange.kill()
    exchange.start()
    wait(lambda: auction()["phase"] == "auction", "the auction is forgotten")
    # The same price, by the same orders, until the same instant; and nothing has traded.
    assert auction() == before
    assert jo.order(OTHER, "buy", "2", 10_300, client_id="in-the-auction") == placed[0]
    assert jo.call("POST", "/v2/orders/create", order | {"type": "market"}).json()["message"] == "market_in_auction"
    start_later(exchange, 1000)
    # Whoever comes first comes after it: what the auction left is what there is.
    late = jo.order(OTHER, "sell", "0.1", 9_000)
    assert (late["status"], late["avg_execution_price"]) == ("filled", "9000"), late
    assert auction()["phase"] == "trading" and "price" not in auction()
    assert status(jo, ending) == ("cancelled", "expired")
    found = [trader.get("/v2/orders/status", id=one["id"]) for trader, one in zip((jo, kim, kim, ida), placed)]
    # From 10,100 to 10,150 most is traded, and 10,100 is nearest to the last price.
    assert {line["avg_execution_price"] for line in found} == {"10100"}, found
    assert [line["amount"]["executed"] for line in found] == ["2", "1.5", "0.75", "0.25"], found
    fills = len(rows(exchange, "SELECT id FROM fills"))
    exchange.kill()
    exchange.start()
    assert auction()["phase"] == "trading"
    assert len(rows(exchange, "SELECT id FROM fills")) == fills
    exchange.admin("audit-ledger")
