"""What the official client makes of the market's streams, and what becomes of a stream when its key ends."""

import collections
import json
import random
import statistics
import subprocess
import time

import pytest
from exchange import SDKS, Exchange, sdk_python
from websockets.sync.client import connect

MARKET = "ETHCLP"
EVENTS = ["currencies", "balance", "open-orders", "historical-orders", "operated", "board", "open-book",
          "historical-book", "candles"]


class Listener:
    """The official client, which listens to everything, in a process of its own."""

    def __init__(self, exchange: Exchange, trader):
        self.process = subprocess.Popen(
            [sdk_python(2), SDKS / "listen.py", exchange.base, MARKET, trader.public, trader.secret],
            cwd=exchange.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def tell(self, word: str = "") -> dict:
        """What it knows; `again` lets it ask for every state anew first."""
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the client has ended"
        return json.loads(line)

    def wait(self, condition, seconds: float = 30) -> dict:
        """What it knows once that fulfils the condition."""
        deadline = time.monotonic() + seconds
        while not condition(told := self.tell()):
            assert time.monotonic() < deadline, told
            time.sleep(0.1)
        return told

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("streams")
    with Exchange(cerca, folder, arguments=["--feed-interval", "50", "--no-rate-limits"]) as exchange:
        yield exchange


def has_every_state(told: dict) -> bool:
    return all(told["counts"].get(event) for event in EVENTS)


def test_the_official_client_ends_with_the_servers_state_of_everything(exchange):
    ana = exchange.trader("ana@example.org", ETH=1000, CLP=1_000_000_000)
    bea = exchange.trader("bea@example.org", ETH=1000, CLP=1_000_000_000)
    listener = Listener(exchange, ana)
    try:
        listener.wait(has_every_state)
        chance = random.Random(5)
        live = {ana: [], bea: []}
        for _ in range(150):
            trader, side = chance.choice([(ana, "sell"), (bea, "buy")])
            if live[trader] and chance.random() < 0.3:
                order = live[trader].pop(chance.randrange(len(live[trader])))
                trader.call("POST", "/v2/orders/cancel", {"id": order})
                continue
            order = trader.order(MARKET, side, f"0.00{chance.randint(1, 9)}", 2000 + chance.randint(-3, 3))
            if order["status"] == "queued":
                live[trader].append(order["id"])
        # What changed last has arrived when nothing comes any more.
        deltas = ["balance-delta", "open-orders-delta", "historical-orders-delta", "board-delta", "open-book-delta",
                  "historical-book-delta", "candles-delta"]
        followed = listener.wait(lambda told: all(told["counts"].get(delta, 0) >= 3 for delta in deltas))
        while (later := (time.sleep(1), listener.tell())[1]) != followed:
            followed = later
        assert followed["faults"] == []
        # No state came whole a second time: it is deltas that made what the client knows.
        assert all(followed["counts"][event] == 1 for event in EVENTS), followed["counts"]
        listener.tell("again")
        anew = listener.wait(has_every_state)
        for event in EVENTS:
            assert followed["states"][event] == anew["states"][event], event
        # And it is what REST says.
        held = {wallet["wallet"]: wallet for wallet in ana.get("/v2/balance")}
        for name, wallet in followed["states"]["balance"]["data"].items():
            assert float(wallet["available"]) == float(held[name]["available"]), name
        open_orders = {order["tradeId"] for order in followed["states"]["open-orders"]["data"]}
        assert open_orders == {order["id"] for order in ana.get("/v2/orders/active", market=MARKET, limit=100)}
    finally:
        listener.end()


def test_what_a_stream_says_can_be_sent_back(exchange):
    carla = exchange.trader("carla@example.org", BTC="0.00015")
    listener = Listener(exchange, carla)
    try:
        told = listener.wait(has_every_state)
        available = told["states"]["balance"]["data"]["BTC"]["available"]
        assert len(available) > 40
        order = carla.order("BTCCLP", "sell", available, 9000)
        assert order["amount"]["original"] == "0.00015"
        carla.cancel(order["id"])
    finally:
        listener.end()


def test_a_stream_ends_with_its_key_and_no_other_one_does(exchange):
    exchange.trader("dora@example.org", CLP=100)
    lost, kept = exchange.key("dora@example.org"), exchange.key("dora@example.org")
    listeners = [Listener(exchange, key) for key in (lost, kept)]
    try:
        for listener in listeners:
            assert listener.wait(has_every_state)["isConnected"]
        exchange.admin("api-key", "revoke", "dora@example.org", lost.public)
        told = listeners[0].wait(lambda told: not told["isConnected"], seconds=20)
        kept.deposit("CLP", 23)
        known = listeners[1].wait(lambda told: told["counts"].get("balance-delta"))
        assert float(known["states"]["balance"]["data"]["CLP"]["available"]) == 123
        assert known["isConnected"] and known["faults"] == []
        assert listeners[0].tell()["counts"] == told["counts"]
    finally:
        for listener in listeners:
            listener.end()


@pytest.mark.alone
def test_own_fills_come_at_once_and_the_book_with_the_second(cerca, tmp_path):
    """From the counterparty's answer until one's own stream has told of the fill, at one socket."""
    with Exchange(cerca, tmp_path, arguments=["--no-rate-limits"]) as exchange:
        ana = exchange.trader("ana@example.org", ETH=1000)
        bea = exchange.trader("bea@example.org", CLP=1_000_000_000)
        ids = ana.get("/v2/socket/auth")
        with connect(f"ws://127.0.0.1:{exchange.port}/socket.io/?EIO=4&transport=websocket", max_size=None) as socket:
            events = Events(socket)
            events.say("40")
            events.say("42" + json.dumps(["user-auth", {"uid": ids["uid"], "socid": ids["socid"]}]))
            events.say("42" + json.dumps(["subscribe", MARKET]))
            events.wait("open-book", "historical-orders", "balance")
            begun, waits = time.monotonic(), {"historical-orders-delta": [], "balance-delta": []}
            for number in range(20):
                ana.order(MARKET, "sell", "0.01", 2000)
                # At any time within the second, and so that the order before was told already.
                time.sleep(0.13 + 0.017 * number)
                events.forget()
                bea.order(MARKET, "buy", "0.01", 2000)
                answered = time.monotonic()
                arrived = events.wait(*waits)
                for event in waits:
                    waits[event].append(arrived[event] - answered)
            seconds = time.monotonic() - begun
            order = ana.order(MARKET, "sell", "0.01", 2100)["id"]
            time.sleep(0.5)
            events.forget()
            ana.cancel(order)
            events.wait("orders-ended")
            assert events.last["orders-ended"] == [
                {"tradeId": order, "stockId": MARKET, "status": "cancelled", "reason": "user"}]
            books = events.counts["open-book-delta"]
        medians = {event: statistics.median(times) for event, times in waits.items()}
        for event, times in waits.items():
            print(f"{event}: median {1000 * medians[event]:.0f} ms, longest {1000 * max(times):.0f} ms")
        assert all(median < 0.15 for median in medians.values()), waits
        assert books <= seconds + 2, "the book is told once a second"


class Events:
    """A socket's events with the instants at which they came."""

    def __init__(self, socket):
        self.socket = socket
        self.arrived: dict[str, float] = {}
        self.counts: collections.Counter = collections.Counter()
        self.last: dict[str, object] = {}

    def say(self, text: str) -> None:
        self.socket.send(text)

    def forget(self) -> None:
        """Takes what has come so far, and forgets when."""
        try:
            while True:
                self.take(self.socket.recv(timeout=0))
        except TimeoutError:
            self.arrived.clear()

    def wait(self, *names: str, seconds: float = 30) -> dict[str, float]:
        """When these came first since `forget`."""
        deadline = time.monotonic() + seconds
        while not all(name in self.arrived for name in names):
            self.take(self.socket.recv(timeout=deadline - time.monotonic()))
        return dict(self.arrived)

    def take(self, text: str) -> None:
        if text == "2":
            self.socket.send("3")
        elif text.startswith("42"):
            name, *arguments = json.loads(text[2:])
            self.last[name] = arguments[0] if arguments else None
            self.counts[name] += 1
            self.arrived.setdefault(name, time.monotonic())
