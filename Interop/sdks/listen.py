"""The official client of API v2 listens to everything on the market's sockets, and tells what it knows.

usage: listen.py BASE MARKET PUBLIC SECRET
Each line that it reads is answered with a line: how many deltas and whole states of each event came, what the client
has made of them, what went wrong, and whether it is connected. A line that is `again` asks for all states anew first.
"""

import json
import sys
import threading
import warnings

warnings.simplefilter("ignore")
answers, sys.stdout = sys.stdout, sys.stderr

import patience  # noqa: E402, F401 (what it changes is enough)
import socketio  # noqa: E402
from cryptomarket.exchange.client import Client  # noqa: E402

base, market, public, secret = sys.argv[1:]
# The address is written inside the client's constructor.
connect = socketio.Client.connect
socketio.Client.connect = lambda self, url, **options: connect(self, base, **options)
sdk = Client(public, secret, base_api_uri=base + "/").get_socket()

OWN = ["currencies", "balance", "open-orders", "historical-orders", "operated", "board"]
OF_A_MARKET = ["open-book", "historical-book", "candles"]
turn = threading.Lock()
counts: dict[str, int] = {}
faults: list[str] = []


def in_turn(name, handler):
    """The client handles each message in a thread of its own; one after the other is what it means to do."""

    def handle(*arguments):
        with turn:
            counts[name] = counts.get(name, 0) + 1
            try:
                handler(*arguments)
            except Exception as error:
                faults.append(f"{name}: {error!r}")

    return handle


handlers = sdk.sio.handlers["/"]
for name, handler in list(handlers.items()):
    if name not in ("connect", "disconnect"):
        handlers[name] = in_turn(name, handler)
sdk.subscribe(market)

for line in sys.stdin:
    with turn:
        if line.strip() == "again":
            counts.clear()
    if line.strip() == "again":
        for event in OWN:
            sdk.sio.emit(event)
        for event in OF_A_MARKET:
            sdk.sio.emit(event, {"stockId": market})
    with turn:
        states = {event: getattr(sdk, event.replace("-", "_") + "_data") for event in OWN + OF_A_MARKET}
        answer = {"counts": counts, "states": states, "faults": faults, "isConnected": sdk.sio.connected}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
