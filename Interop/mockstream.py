"""The market's stream as a test speaks it to the page: every message is the test's own, faults included."""

import json
import random
from decimal import Decimal

MARKET = "ETHCLP"


class MockStream:
    """A server's end of the page's sockets; `page.route_web_socket` brings them here, and no other server is needed."""

    def __init__(self, seed: int = 1, levels: int = 60):
        self.chance = random.Random(seed)
        self.middle = 350_000
        self.book = {"bids": {}, "asks": {}}
        for distance in range(1, levels + 1):
            self.book["bids"][str(self.middle - 10 * distance)] = self.amount()
            self.book["asks"][str(self.middle + 10 * distance)] = self.amount()
        self.trades: list[dict] = []
        self.number = 1000
        self.trade_number = 0
        self.sockets: list = []
        self.is_open = True
        self.asked: list[str] = []

    def amount(self) -> str:
        return str(Decimal(self.chance.randint(1, 99_999)) / 1000)

    def route(self, page) -> None:
        page.route_web_socket("**/socket.io/**", self.accept)

    def accept(self, socket) -> None:
        if not self.is_open:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self.hear(socket, text))
        socket.on_close(lambda *_: self.sockets.remove(socket) if socket in self.sockets else None)
        socket.send('0{"sid":"mock","upgrades":[],"pingInterval":25000,"pingTimeout":60000}')

    def hear(self, socket, text: str) -> None:
        if text == "40":
            return socket.send('40{"sid":"mock"}')
        if text.startswith("42["):
            return self.answer(socket, json.loads(text[2:])[0])
        if text.startswith("42"):
            # The page asks whether anybody is there.
            socket.send(f"43{text[2:text.index('[')]}[]")

    def answer(self, socket, event: str) -> None:
        self.asked.append(event)
        if event == "tickers":
            ticker = {"last": str(self.middle), "volume": "12.5", "change1d": 0.0123}
            self.tell(event, {"to_tx": 1, "data": {MARKET: ticker}}, socket)
        elif event == "depth":
            self.tell(event, self.whole(), socket)
        elif event == "historical-book":
            self.tell(event, {"stock_id": MARKET, "to_tx": self.trade_number, "data": self.trades}, socket)
        elif event == "running-candles":
            self.tell(event, {"stock_id": MARKET, "to_tx": 1, "data": {}}, socket)

    def tell(self, event: str, argument, socket=None) -> None:
        for one in [socket] if socket else list(self.sockets):
            one.send("42" + json.dumps([event, argument]))

    def whole(self) -> dict:
        return {"stock_id": MARKET, "to_tx": self.number, "data": self.book | {"isWhole": True}}

    def change(self) -> dict:
        """Moves a few levels, and is the message that tells of it."""
        delta = {"bids": {}, "asks": {}}
        for _ in range(self.chance.randint(1, 6)):
            side = self.chance.choice(["bids", "asks"])
            levels = self.book[side]
            sign = -1 if side == "bids" else 1
            price = str(self.middle + sign * 10 * self.chance.randint(1, 60))
            if price in delta[side]:
                continue
            old = levels.pop(price, None)
            if old is not None and self.chance.random() < 0.3:
                delta[side][price] = [old, 0, 0]
                continue
            levels[price] = self.amount()
            delta[side][price] = [levels[price]] if old is None else [old, levels[price]]
        before, self.number = self.number, self.number + self.chance.randint(1, 3)
        return {"stock_id": MARKET, "from_tx": before, "to_tx": self.number, "delta_data": delta}

    def trade(self) -> None:
        """Tells of one more trade."""
        self.trade_number += 1
        trade = {
            "tradeId": f"O{self.trade_number}", "executed_date": 1_770_000_000_000 + 1000 * self.trade_number,
            "side": self.chance.choice([1, 2]), "executed_price": f"{self.middle}.000", "executed_amount": self.amount(),
        }
        delta = {"_t": "a", "0": [trade]}
        if len(self.trades) == 100:
            delta["_99"] = [self.trades.pop(), 0, 0]
        self.trades.insert(0, trade)
        numbers = {"from_tx": self.trade_number - 1, "to_tx": self.trade_number}
        self.tell("historical-book-delta", {"stock_id": MARKET, **numbers, "delta_data": delta})

    def tick(self) -> None:
        """One update as a busy market has them: some replace the whole, and some leave a gap."""
        message, lot = self.change(), self.chance.random()
        if lot < 0.05:
            self.tell("depth", self.whole())
        elif lot >= 0.06:
            self.tell("depth-delta", message)
        if self.chance.random() < 0.2:
            self.trade()

    def best(self, count: int) -> dict[str, list[tuple[str, str]]]:
        """The best levels of each side, as price and amount."""
        def side(name: str, sign: int) -> list[tuple[str, str]]:
            levels = sorted(self.book[name].items(), key=lambda level: sign * Decimal(level[0]))
            return [(price, str(Decimal(amount).normalize())) for price, amount in levels[:count]]
        return {"buy": side("bids", -1), "sell": side("asks", 1)}

    def drop(self) -> None:
        """Ends every connection, and takes none until `is_open` is set."""
        self.is_open = False
        for socket in list(self.sockets):
            socket.close()
        self.sockets = []
