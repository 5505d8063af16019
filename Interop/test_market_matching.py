"""The market's book beside a matcher of another language: the same trades, in the same order, and the same book."""

import json
import random
import subprocess


def fnv1a64(text: str) -> str:
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return f"{value:016x}"


class Book:
    """Price, then time; a trade is at the resting order's price. Plain lists, the best first."""

    def __init__(self):
        self.sides: dict[str, list[dict]] = {"B": [], "S": []}
        self.trades: list[str] = []
        self.rejected = 0

    def place(self, kind: str, number: int, side: str, price: int, lots: int) -> None:
        makers = self.sides["S" if side == "B" else "B"]
        while lots and makers:
            maker = makers[0]
            if kind != "M" and (maker["price"] > price if side == "B" else maker["price"] < price):
                break
            traded = min(lots, maker["lots"])
            lots -= traded
            maker["lots"] -= traded
            self.trades.append(f"{maker['id']},{number},{maker['price']},{traded}\n")
            if not maker["lots"]:
                makers.pop(0)
        if lots and kind == "L":
            orders = self.sides[side]
            better = [order for order in orders if (order["price"] >= price if side == "B" else order["price"] <= price)]
            orders.insert(len(better), {"id": number, "price": price, "lots": lots})

    def cancel(self, number: int) -> None:
        for orders in self.sides.values():
            for place, order in enumerate(orders):
                if order["id"] == number:
                    del orders[place]
                    return
        self.rejected += 1

    def text(self) -> str:
        return "".join(
            f"{side},{order['price']},{order['id']},{order['lots']}\n" for side in "BS" for order in self.sides[side])


def flow(seed: int, count: int, spread: int) -> tuple[list[str], Book]:
    """A random flow as lines of a workload file, and the book after it."""
    draw = random.Random(seed)
    book, lines, placed = Book(), [], []
    for sequence in range(1, count + 1):
        if placed and draw.random() < 0.4:
            number = draw.choice(placed[-400:])
            book.cancel(number)
            lines.append(f"{sequence},C,{number},B,0,0\n")
            continue
        kind = draw.choices("LIM", (90, 6, 4))[0]
        side, number, lots = draw.choice("BS"), len(placed) + 1, draw.randint(1, 50)
        away = int(draw.expovariate(1 / spread)) - spread // 3
        price = 0 if kind == "M" else max(1, 50 * spread + (away if side == "S" else -away))
        placed.append(number)
        book.place(kind, number, side, price, lots)
        lines.append(f"{sequence},{kind},{number},{side},{price},{lots}\n")
    return lines, book


def test_the_book_trades_as_a_plain_matcher_does(cerca_bench, tmp_path):
    # Prices close together, apart, and farther apart than the book keeps at hand.
    for seed, spread in enumerate((5, 300, 20_000)):
        lines, book = flow(seed, 6000, spread)
        path = tmp_path / f"flow{seed}.csv"
        path.write_text("".join(lines))
        for depth in (0, 5):
            done = subprocess.run(
                [cerca_bench, "matching", "--workload", path, "--depth", str(depth), "--rounds", "1", "--json"],
                capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr
            result = json.loads(done.stdout)
            assert result["operations"] == len(lines)
            assert result["trades"] == len(book.trades) > 500
            assert result["rejectedCancels"] == book.rejected > 0
            assert result["trades_fnv1a64"] == fnv1a64("".join(book.trades))
            assert result["book_fnv1a64"] == fnv1a64(book.text())
            assert result["nanosecondsPerOperation"] > 0
            assert {"limit", "immediateOrCancel", "market", "cancel"} == set(result["latency"])


def test_what_is_no_order_flow_is_refused_by_its_line(cerca_bench, tmp_path):
    path = tmp_path / "broken.csv"
    for text, where in (
        ("1,L,1,B,100,5\n2,X,2,B,100,5\n", "line 2"), ("1,L,1,B,100\n", "line 1"), ("1,L,1,B,-5,5\n", "line 1"),
        ("1,L,1,B,99999999999999999999,5\n", "line 1"), ("", "empty"),
    ):
        path.write_text(text)
        done = subprocess.run([cerca_bench, "matching", "--workload", path], capture_output=True, text=True)
        assert done.returncode == 1 and where in done.stderr and done.stdout == "", done
    # Numbers that a book refuses do no harm.
    path.write_text("1,L,1,B,0,5\n2,L,1,B,7,0\n3,L,2,S,7,5\n4,L,2,S,7,5\n5,C,9,B,0,0\n")
    done = subprocess.run([cerca_bench, "matching", "--workload", path, "--json"], capture_output=True, text=True)
    assert json.loads(done.stdout)["rejectedCancels"] == 1


def test_orders_requests_and_followers_are_measured_without_a_fault(cerca_bench, tmp_path):
    done = subprocess.run(
        [cerca_bench, "market", "--orders", "600", "--accounts", "20", "--concurrency", "50", "--seconds", "2",
         "--connections", "4", "--subscribers", "20", "--json"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    durable, requests, subscribers = result["durable"], result["requests"], result["subscribers"]
    assert durable["orders"] == 600 and durable["executedAtOnce"] > 100 and durable["auditIsClean"]
    assert requests["accepted"] > 10 and requests["otherStatuses"] == {}
    assert subscribers["changes"] > 0 and subscribers["missing"] == 0 and subscribers["gaps"] == 0
    assert list(tmp_path.iterdir()) == []
