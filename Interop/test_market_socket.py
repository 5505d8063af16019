"""The market's sockets with clients that we did not write: python-socketio of both generations, and the official SDK."""

import json
import pathlib
import random
import subprocess
import tempfile
import time
from decimal import Decimal

import pytest
from conftest import ROOT
from exchange import SDKS, Exchange, sdk_python

MARKET = "ETHCLP"
DELTAS = 1000


def current_python() -> pathlib.Path:
    """The Python in which the current python-socketio is installed; set-up makes it."""
    python = ROOT / ".venv-socketio" / "bin" / "python"
    assert python.exists(), "the environment .venv-socketio is missing: run `make setup`"
    return python


class Follower:
    """A process that follows the book."""

    def __init__(self, exchange: Exchange, python: pathlib.Path, kind: str, how: str, lose: int):
        # What it says of its end is told when it should not have ended.
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [python, SDKS / "follow.py", kind, exchange.base, MARKET, how, str(lose)], cwd=exchange.folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def figures(self) -> dict:
        """How far it is, and the book that it has."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"a client has ended: {self.last_words()}"
        return json.loads(line)

    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        self.errors.seek(0)
        return self.errors.read()[-2000:]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.errors.close()


def server_book(trader) -> dict[str, list[tuple[Decimal, Decimal]]]:
    """The whole book by REST: prices and amounts, best first."""
    book = {}
    for side in ("buy", "sell"):
        lines, page = [], 0
        while page is not None:
            answer = trader.call("GET", "/v2/book", {"market": MARKET, "side": side, "page": page, "limit": 100}).json()
            lines += [(Decimal(line["price"]), Decimal(line["amount"])) for line in answer["data"]]
            page = answer["pagination"]["next"] if answer["data"] else None
        book[side] = lines
    return book


def seen_book(figures: dict) -> dict[str, list[tuple[Decimal, Decimal]]]:
    return {side: [(Decimal(price), Decimal(amount)) for _, price, amount in figures[side]] for side in ("buy", "sell")}


def trade(trader, chance: random.Random, live: list[str]) -> None:
    """One small change of the book: an order that rests, one that trades, or a cancellation."""
    choice = chance.random()
    if live and (choice < 0.4 or len(live) > 60):
        identifier = live.pop(chance.randrange(len(live)))
        trader.call("POST", "/v2/orders/cancel", {"id": identifier})
        return
    side = chance.choice(["buy", "sell"])
    distance = chance.randint(-1, 30) * 10
    price = 10_000 - distance if side == "buy" else 10_010 + distance
    # One that would meet the same trader's own is refused, and changes nothing.
    answer = trader.call("POST", "/v2/orders/create", {
        "market": MARKET, "side": side, "type": "limit", "amount": f"0.{chance.randint(1, 999):03}", "price": price,
    }).json()
    if answer["status"] == "success" and answer["data"]["status"] == "queued":
        live.append(answer["data"]["id"])


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("sockets")
    with Exchange(cerca, folder, arguments=["--feed-interval", "20", "--no-rate-limits"]) as exchange:
        yield exchange


def test_clients_of_both_generations_follow_a_book_through_a_thousand_deltas_and_losses(exchange):
    ana = exchange.trader("ana@example.org", ETH=1000, CLP=1_000_000_000)
    bea = exchange.trader("bea@example.org", ETH=1000, CLP=1_000_000_000)
    followers = {
        "current": Follower(exchange, current_python(), "client", "polling,websocket", 97),
        "current, by polls": Follower(exchange, current_python(), "client", "polling", 211),
        "4.4.0": Follower(exchange, sdk_python(2), "client", "polling,websocket", 89),
        "SDK": Follower(exchange, sdk_python(2), "sdk", f"{ana.public},{ana.secret}", 83),
    }
    try:
        chance = random.Random(7)
        mine = {ana: [], bea: []}
        deadline = time.monotonic() + 900
        least = 0
        while least < DELTAS:
            assert time.monotonic() < deadline, {name: follower.figures() for name, follower in followers.items()}
            for _ in range(50):
                trader = chance.choice([ana, bea])
                trade(trader, chance, mine[trader])
            figures = {name: follower.figures() for name, follower in followers.items()}
            least = min(value["deltas"] for value in figures.values())
        book = server_book(ana)
        assert book["buy"] or book["sell"]
        for name, follower in followers.items():
            # Whoever lost the last delta notices with the next one.
            for turn in range(1000):
                figures = follower.figures()
                if seen_book(figures) == book:
                    break
                time.sleep(0.1)
                if turn % 10 == 9:
                    trade(ana, chance, mine[ana])
                    book = server_book(ana)
            assert seen_book(figures) == book, name
            assert figures["deltas"] >= DELTAS and figures["lost"] >= 4, (name, figures["deltas"], figures["lost"])
            # It came once in the beginning, and again after each loss that was noticed.
            assert figures["books"] >= figures["lost"] // 2 + 1, name
    finally:
        for follower in followers.values():
            follower.end()


def test_the_official_client_hears_of_its_own_balance_and_of_the_ticker(exchange):
    carla = exchange.trader("carla@example.org", ETH="0.07")
    follower = Follower(exchange, sdk_python(2), "sdk", f"{carla.public},{carla.secret}", 0)
    try:
        def wait(condition):
            deadline = time.monotonic() + 90
            while not condition(follower.figures()):
                assert time.monotonic() < deadline, follower.figures()
                time.sleep(0.1)

        # The client adds what it knows of currencies, so those must have come first.
        wait(lambda figures: figures["balance"] and Decimal(figures["balance"]["ETH"]["countable"]) == Decimal("0.07"))
        assert follower.figures()["balance"]["ETH"]["currency_big_name"] == "Ether"
        wait(lambda figures: figures["ticker"] is not None)
        order = carla.order(MARKET, "sell", "0.02", 5_000_000)
        wait(lambda figures: Decimal(figures["balance"]["ETH"]["available"]) == Decimal("0.05"))
        carla.cancel(order["id"])
        wait(lambda figures: Decimal(figures["balance"]["ETH"]["available"]) == Decimal("0.07"))
    finally:
        follower.end()


def time_to_stop(exchange: Exchange) -> float:
    """How long the server takes to end while clients of all kinds follow a book."""
    followers = [
        Follower(exchange, current_python(), "client", how, 0) for how in ("websocket", "polling", "polling,websocket")
    ]
    try:
        for follower in followers:
            deadline = time.monotonic() + 90
            while follower.figures()["books"] == 0:
                assert time.monotonic() < deadline
                time.sleep(0.1)
        begun = time.monotonic()
        assert exchange.stop() == 0
        return time.monotonic() - begun
    finally:
        for follower in followers:
            follower.end()


def test_a_server_that_stops_does_not_wait_for_sockets(cerca, tmp_path):
    with Exchange(cerca, tmp_path) as exchange:
        taken = time_to_stop(exchange)
        # The least of several, since a busy machine takes longer for everything.
        for _ in range(3):
            if taken < 5:
                break
            exchange.start()
            taken = min(taken, time_to_stop(exchange))
    assert taken < 5
