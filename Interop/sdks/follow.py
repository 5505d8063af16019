"""Follows one market's book by Socket.IO, loses messages on purpose, and tells how far it is.

It stands in a folder of its own because a program finds first what lies beside it. Each line that it reads is answered
with a line: how many deltas were applied, how many were lost, how often the whole book came, and the book.

usage: follow.py client BASE MARKET TRANSPORT[,TRANSPORT] LOSE      python-socketio, whatever version is installed
       follow.py sdk BASE MARKET PUBLIC,SECRET LOSE                 the official client of API v2
Every LOSE-th delta is lost; 0 loses none.
"""

import json
import sys
import threading
import warnings

warnings.simplefilter("ignore")
answers, sys.stdout = sys.stdout, sys.stderr

import patience  # noqa: E402, F401 (what it changes is enough)
import socketio  # noqa: E402

kind, base, market, how, lose = sys.argv[1:]
lose = int(lose)
lock = threading.Lock()
figures = {"deltas": 0, "lost": 0, "books": 0, "balance": None, "ticker": None}


def patched(value, delta):
    """`value` as jsondiffpatch changes it; only what a server of this contract sends."""
    if isinstance(delta, list):
        assert len(delta) < 3 or delta[1:] == [0, 0], delta
        return delta[-1] if len(delta) < 3 else None
    if delta.get("_t") != "a":
        for name, change in delta.items():
            if isinstance(change, list) and len(change) == 3:
                del value[name]
            else:
                value[name] = patched(value.get(name), change)
        return value
    removed = sorted((int(name[1:]) for name in delta if name[0] == "_" and name != "_t"), reverse=True)
    for index in removed:
        assert delta[f"_{index}"][1:] == [0, 0] and value[index] == delta[f"_{index}"][0]
        del value[index]
    later = []
    for index in sorted(int(name) for name in delta if name[0] != "_"):
        change = delta[str(index)]
        if isinstance(change, list):
            assert len(change) == 1
            value.insert(index, change[0])
        else:
            later.append((index, change))
    for index, change in later:
        value[index] = patched(value[index], change)
    return value


def loses() -> bool:
    """Whether the delta that has just come is one to be lost."""
    figures["seen"] = figures.get("seen", 0) + 1
    if lose and figures["seen"] % lose == 0:
        figures["lost"] += 1
        return True
    return False


def orders(side):
    return [[order["tradeId"], order["price"], order["amount"]] for order in side]


if kind == "client":
    client = socketio.Client()
    book: dict = {}

    @client.on("open-book")
    def whole(message):
        with lock:
            assert message["stock_id"] == market
            book.update(message)
            figures["books"] += 1

    @client.on("open-book-delta")
    def delta(message):
        with lock:
            if loses():
                return
            if book.get("to_tx") != message["from_tx"]:
                client.emit("open-book", {"stockId": market})
                return
            book["data"] = patched(book["data"], message["delta_data"])
            book["to_tx"] = message["to_tx"]
            figures["deltas"] += 1

    @client.on("connect")
    def connected():
        client.emit("subscribe", market)

    client.connect(base, transports=how.split(","))

    def sides():
        with lock:
            data = book.get("data", {"1": [], "2": []})
            return orders(data["1"]), orders(data["2"])

else:
    from cryptomarket.exchange.client import Client

    # The address is written inside the client's constructor.
    connect = socketio.Client.connect
    socketio.Client.connect = lambda self, url, **options: connect(self, base, **options)
    exchange = Client(*how.split(","), base_api_uri=base + "/")
    sdk = exchange.get_socket()

    def on_book(data):
        with lock:
            figures["deltas"] += 1

    def on_balance(data):
        figures["balance"] = data

    def on_ticker(data):
        figures["ticker"] = data

    handlers = sdk.sio.handlers["/"]
    applied = handlers["open-book-delta"]
    whole_book = handlers["open-book"]
    turn = threading.Lock()

    def losing(message):
        # The client handles each message in a thread of its own; one after the other is what it means to do.
        with turn:
            if not loses():
                applied(message)

    def counting(message):
        with turn:
            figures["books"] += 1
            whole_book(message)

    handlers["open-book-delta"] = losing
    handlers["open-book"] = counting
    sdk.on("open-book", on_book)
    sdk.on("balance", on_balance)
    sdk.on("ticker", on_ticker)
    sdk.subscribe(market)

    def sides():
        # Not while the client patches its book.
        with turn:
            data = sdk.open_book_data.get(market, {"data": {"1": [], "2": []}})["data"]
            return orders(data["1"]), orders(data["2"])


for line in sys.stdin:
    buy, sell = sides()
    with lock:
        answer = dict(figures, buy=buy, sell=sell)
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
