"""Two ways into a market besides signed requests: a socket, and the session of a page."""

import itertools
import json
import time

import httpx
from exchange import PASSWORD, Exchange
from websockets.sync.client import connect


class Socket:
    """A socket of Socket.IO on a WebSocket; commands are answered by their acknowledgements."""

    def __init__(self, exchange: Exchange, trader=None):
        self.link = connect(
            f"ws://127.0.0.1:{exchange.port}/socket.io/?EIO=4&transport=websocket", max_size=None, legacy=True)
        self.numbers = itertools.count(1)
        self.events: list[tuple[str, object]] = []
        self.link.send("40")
        if trader:
            ids = trader.get("/v2/socket/auth")
            self.say("user-auth", {"uid": ids["uid"], "socid": ids["socid"]})
            self.event("balance")

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_) -> None:
        self.link.close()

    def say(self, event: str, *arguments) -> None:
        self.link.send("42" + json.dumps([event, *arguments]))

    def receive(self, deadline: float) -> str:
        """The next packet that is no event; events are kept."""
        while True:
            text = self.link.recv(timeout=max(0, deadline - time.monotonic()))
            if text == "2":
                self.link.send("3")
            elif text.startswith("42"):
                name, *arguments = json.loads(text[2:])
                self.events.append((name, arguments[0] if arguments else None))
                return ""
            else:
                return text

    def event(self, *names: str, seconds: float = 60):
        """The argument of the next event of one of these names."""
        deadline = time.monotonic() + seconds
        while True:
            for place, (name, argument) in enumerate(self.events):
                if name in names:
                    del self.events[:place + 1]
                    return argument
            self.receive(deadline)

    def ask(self, command: str, argument=None, seconds: float = 60) -> dict:
        """What a command is answered."""
        number = next(self.numbers)
        self.link.send(f"42{number}" + json.dumps([command, argument] if argument is not None else [command]))
        deadline = time.monotonic() + seconds
        while not (text := self.receive(deadline)).startswith(f"43{number}["):
            pass
        answer, = json.loads(text[len(f"43{number}"):])
        return answer

    def done(self, command: str, argument=None):
        """The data of a command that must succeed."""
        answer = self.ask(command, argument)
        assert answer["status"] == "success", answer
        return answer["data"]


class Session:
    """Somebody who is signed in as on the page, and asks the API of our own."""

    def __init__(self, exchange: Exchange, email: str):
        self.client = self.nobody(exchange)
        answer = self.client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text

    @staticmethod
    def nobody(exchange: Exchange) -> httpx.Client:
        """A page on which nobody is signed in."""
        headers = {"Origin": exchange.base, "X-Cerca": "1"}
        return httpx.Client(base_url=exchange.base, headers=headers, timeout=60)

    def ask(self, method: str, path: str, body=None, key: str | None = None) -> httpx.Response:
        """An answer of `/api/market/…`, whatever it is; with `key` as the request's `Idempotency-Key`."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.client.request(method, f"/api/market/{path}", json=body, headers=headers)

    def done(self, method: str, path: str, body=None, key: str | None = None) -> dict:
        """What a request is answered that must succeed."""
        answer = self.ask(method, path, body, key)
        assert answer.status_code in (200, 201), (answer.status_code, answer.text)
        return answer.json()

    def available(self, asset: str) -> str:
        """What the account has of an asset and no order holds."""
        balance, = [line for line in self.done("GET", "balances")["balances"] if line["asset"] == asset]
        return balance["available"]
