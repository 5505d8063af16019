"""`cerca market`: every command against a real server, and what it says when something is wrong."""

import fcntl
import json
import os
import pty
import queue
import re
import struct
import subprocess
import termios
import threading
import time

import pytest
from conftest import stay_within
from exchange import Exchange

MARKET = "XLMCLP"
ADDRESSES = {"maker@example.com", "trader@example.com"}


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    with Exchange(cerca, tmp_path_factory.mktemp("market-command")) as server:
        yield server


@pytest.fixture(scope="module")
def maker(exchange):
    return exchange.trader("maker@example.com", CLP=10_000_000, XLM=100_000)


@pytest.fixture(scope="module")
def trader(exchange):
    return exchange.trader("trader@example.com", CLP=1_000_000, XLM=10_000)


@pytest.fixture(autouse=True)
def empty_book(maker, trader):
    """Each test finds a book without orders."""
    yield
    for owner in (maker, trader):
        for order in owner.get("/v2/orders/active", market=MARKET, limit=100):
            owner.cancel(order["id"])


class Market:
    """`cerca market` with one exchange and one key."""

    def __init__(self, exchange, trader=None):
        self.cerca = exchange.cerca
        self.folder = exchange.folder
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(exchange.folder), "CERCA_MARKET_SERVER": exchange.base,
        }
        if trader:
            self.environment["CERCA_MARKET_KEY_FILE"] = str(trader.key_file())

    def run(self, *arguments, **environment) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.cerca, "market", *map(str, arguments)], capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL, env=self.environment | environment, cwd=self.folder)

    def text(self, *arguments) -> str:
        """What a command that must succeed prints."""
        result = self.run(*arguments)
        assert result.returncode == 0, (arguments, result.stdout, result.stderr)
        return result.stdout

    def json(self, *arguments) -> list[dict]:
        """The objects that a command prints."""
        return [json.loads(line) for line in self.text(*arguments, "--json").splitlines()]

    def fails(self, code: int, *arguments, **environment) -> str:
        """The one line that says why a command fails."""
        result = self.run(*arguments, **environment)
        assert result.returncode == code, (arguments, result.stdout, result.stderr)
        assert result.stdout == "" and result.stderr.startswith("cerca: "), result
        assert result.stderr.count("\n") == 1, result.stderr
        return result.stderr

    def on_terminal(self, *arguments, answer: str = "", columns=100, rows=30, until=None, **environment) -> tuple[int, str]:
        """Runs a command at a terminal of its own: its exit code and everything on the screen.

        With `until` it is asked to end once that holds for what is on the screen.
        """
        controller, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = subprocess.Popen(
            [self.cerca, "market", *map(str, arguments)], stdin=terminal, stdout=terminal, stderr=terminal,
            env=self.environment | {"TERM": "xterm"} | environment, cwd=self.folder, start_new_session=True)
        os.close(terminal)
        os.write(controller, answer.encode())
        shown = b""
        while True:
            try:
                part = os.read(controller, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
            if until and until(shown.decode(errors="replace")):
                process.terminate()
                until = None
        os.close(controller)
        return process.wait(60), shown.decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def market(exchange, trader):
    return Market(exchange, trader)


@pytest.fixture(scope="module")
def visitor(exchange):
    """Somebody without a key."""
    return Market(exchange)


# What everybody sees.


def test_markets_and_tickers(visitor, maker, trader):
    maker.order(MARKET, "sell", "1", "50")
    trader.order(MARKET, "buy", "1", "50")
    maker.order(MARKET, "sell", "2", "51.5")
    maker.order(MARKET, "buy", "2", "49")
    rows = {row["market"]: row for row in visitor.json("markets")}
    assert {"ETHCLP", "BTCCLP", "XLMCLP", "EOSCLP", "ETHEUR", "BTCEUR", "ETHARS"} <= set(rows)
    assert set(rows[MARKET]) == {"market", "last", "change1d", "change7d", "volume"}
    assert rows[MARKET]["last"] == "50" and rows[MARKET]["change1d"] == 0
    assert rows["ETHARS"]["last"] is None and rows["ETHARS"]["change1d"] is None
    table = visitor.text("markets").splitlines()
    assert table[0].split()[:2] == ["MARKET", "LAST"] and len({len(line) for line in table}) == 1
    ticker, = visitor.json("ticker", "xlmclp")
    assert set(ticker) == {"market", "last", "bid", "ask", "high", "low", "volume", "time"}
    assert (ticker["bid"], ticker["ask"], ticker["last"]) == ("49", "51.5", "50")
    assert len(visitor.json("ticker")) == len(rows) and "51.5" in visitor.text("ticker")


def test_options_stand_before_the_command_or_after_it(visitor, exchange):
    for arguments in (
        ["--server", exchange.base, "--json", "ticker", MARKET], ["ticker", "--server", exchange.base + "/", "--json", MARKET],
        ["--json", "ticker", MARKET, "--server", exchange.base],
    ):
        result = visitor.run(*arguments, CERCA_MARKET_SERVER="http://127.0.0.1:1")
        assert result.returncode == 0 and json.loads(result.stdout)["market"] == MARKET, result


def test_the_book_has_both_sides_beside_each_other(visitor, maker):
    for side, amount, price in (
        ("sell", "1", "50"), ("sell", "0.5", "50"), ("sell", "3", "52.25"), ("buy", "2", "48"), ("buy", "10", "47.5"),
    ):
        maker.order(MARKET, side, amount, price)
    book, = visitor.json("book", MARKET)
    assert book == {
        "market": MARKET, "spread": "2",
        "bids": [
            {"price": "48", "amount": "2", "cumulated": "2"}, {"price": "47.5", "amount": "10", "cumulated": "12"}],
        "asks": [
            {"price": "50", "amount": "1.5", "cumulated": "1.5"},
            {"price": "52.25", "amount": "3", "cumulated": "4.5"}],
    }
    lines = visitor.text("book", MARKET).splitlines()
    assert lines[0].split() == ["amount", "bid", "│", "ask", "amount"]
    assert "48" in lines[1] and "50" in lines[1] and "█" in lines[1]
    assert lines[2].count("█") > lines[1].count("█")
    assert lines[-1].startswith("spread 2 (4.08 %)")
    assert all(len(line) <= 80 for line in lines)
    assert len(visitor.json("book", MARKET, "--rows", 1)[0]["bids"]) == 1
    code, screen = visitor.on_terminal("book", MARKET)
    assert code == 0 and "\x1b[32m" in screen
    code, screen = visitor.on_terminal("book", MARKET, NO_COLOR="1")
    assert code == 0 and "\x1b" not in screen


def test_trades_and_candles(visitor, maker, trader):
    # One hour has all trades.
    stay_within(3600, 60)
    for price, amount in (("50", "1"), ("55.5", "2"), ("45", "0.25")):
        maker.order(MARKET, "sell", amount, price)
        trader.order(MARKET, "buy", amount, price)
    trades = visitor.json("trades", MARKET, "--limit", 2)
    assert [(trade["side"], trade["price"], trade["amount"]) for trade in trades] == [
        ("buy", "45", "0.25"), ("buy", "55.5", "2")]
    assert set(trades[0]) == {"market", "side", "price", "amount", "time"}
    assert "55.5" in visitor.text("trades", MARKET)
    for frame in ("1m", "5m", "15m", "1h", "4h", "1d", "1w", "1M", "60"):
        candle = visitor.json("candles", MARKET, "--frame", frame)[-1]
        assert set(candle) == {"market", "start", "open", "high", "low", "close", "volume", "count"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", candle["start"])
    assert (candle["high"], candle["low"], candle["close"]) == ("55.5", "45", "45")
    buys, sells = (visitor.json("candles", MARKET, "--side", side) for side in ("buy", "sell"))
    assert buys[-1]["high"] == "55.5" and sells == []
    drawing = visitor.text("candles", MARKET, "--frame", "1m").splitlines()
    assert len(drawing) <= 24 and all(len(line) <= 80 for line in drawing)
    assert any("┤" in line for line in drawing) and any(character in "".join(drawing) for character in "┃█╿╽")
    code, screen = visitor.on_terminal("candles", MARKET, columns=60, rows=16)
    assert code == 0 and "\x1b[3" in screen
    lines = re.sub(r"\x1b\[\d+m", "", screen).splitlines()
    assert len(lines) <= 16 and all(len(line) <= 60 for line in lines), lines
    assert "nothing has been traded" in visitor.run("candles", "ETHARS").stderr


# Orders.


def test_an_order_is_shown_before_it_is_placed(market, maker):
    maker.order(MARKET, "sell", "2", "50")
    result = market.run("order", MARKET, "buy", "3", "--price", "60", "--yes")
    assert result.returncode == 0, result.stderr
    # 2 at 50 at once and 1 at 60 that waits: 0.68 % of 2 and 0.39 % of 1.
    assert re.search(r"Cost: +160 CLP", result.stderr) and re.search(r"Fee: +0.0175 XLM", result.stderr)
    assert re.search(r"Result: +2.9825 XLM", result.stderr)
    assert re.match(r"O\d+ is in the book: 2 of 3 at 50 on average, fee 0.0136\n", result.stdout)
    order, = market.json("orders", MARKET)
    assert set(order) == {
        "id", "market", "side", "type", "status", "price", "stop", "amount", "executed", "averagePrice", "fee",
        "createdAt", "updatedAt", "reason"}
    assert (order["side"], order["type"], order["price"], order["amount"], order["executed"]) == (
        "buy", "limit", "60", "3", "2")
    assert order["id"] in market.text("orders")
    cancelled, = market.json("cancel", order["id"])
    assert cancelled["status"] == "cancelled" and cancelled["executed"] == "2"
    assert market.json("orders", MARKET) == []
    assert market.json("orders", MARKET, "--executed")[0]["id"] == order["id"]


def test_orders_at_any_price_and_orders_that_sleep(market, maker):
    maker.order(MARKET, "buy", "5", "40")
    filled, = market.json("order", MARKET, "sell", "1", "--yes")
    assert (filled["status"], filled["type"], filled["averagePrice"]) == ("filled", "market", "40")
    sleeping, = market.json("order", MARKET, "buy", "1", "--price", "70", "--stop", "65", "--yes")
    assert (sleeping["status"], sleeping["type"], sleeping["stop"]) == ("queued", "stop-limit", "65")
    result = market.run("order", MARKET, "buy", "1", "--price", "71", "--stop", "65", "--yes")
    assert "once 65 is reached" in result.stderr
    assert len(market.json("cancel", "--all", MARKET)) == 2
    assert "no open orders" in market.run("cancel", "--all", MARKET).stderr


def test_a_person_at_a_terminal_is_asked(market, trader):
    code, screen = market.on_terminal("order", MARKET, "buy", "1", "--price", "30", answer="n\n")
    assert code == 1 and "Place it?" in screen and "nothing was placed" in screen
    assert trader.get("/v2/orders/active", market=MARKET) == []
    code, screen = market.on_terminal("order", MARKET, "buy", "1", "--price", "30", answer="y\n")
    assert code == 0 and len(trader.get("/v2/orders/active", market=MARKET)) == 1
    code, screen = market.on_terminal("order", MARKET, "buy", "1", "--price", "30", "--yes", answer="")
    assert code == 0 and "Place it?" not in screen
    # A script is not asked, as with every other command.
    market.json("order", MARKET, "buy", "1", "--price", "30")
    assert len(trader.get("/v2/orders/active", market=MARKET)) == 3


def test_cancelling_many_leaves_none(market, trader):
    placed = [trader.order(MARKET, "buy", "1", str(10 + number))["id"] for number in range(45)]
    some = market.json("cancel", *placed[:25])
    assert {order["id"] for order in some} == set(placed[:25])
    assert len(market.json("cancel", "--all", MARKET)) == 20
    reason = market.fails(1, "cancel", placed[0])
    assert placed[0] in reason and "already" in reason


# Instant exchange.


def test_an_exchange_at_once_says_what_was_really_got(market, maker, trader):
    maker.order(MARKET, "buy", "1", "55")
    maker.order(MARKET, "buy", "1", "50")
    before = trader.balances()
    sale, = market.json("instant", MARKET, "sell", "2", "--at-least", "104.286", "--yes")
    assert sale["required"] == "2" and sale["requiredAsset"] == "XLM"
    assert sale["obtained"] == "104.286" and sale["obtainedAsset"] == "CLP" and sale["fee"] == "0.714"
    assert sale["estimate"] == {"required": "2", "obtained": "104.286"}
    after = trader.balances()
    assert float(after["CLP"][1]) == pytest.approx(float(before["CLP"][1]) + 104.286)
    maker.order(MARKET, "sell", "1", "50")
    maker.order(MARKET, "sell", "1", "60")
    # The second price is above half of the bound: only the whole counts.
    bought, = market.json("instant", MARKET, "buy", "2", "--at-most", "110", "--yes")
    assert bought["required"] == "110" and bought["obtained"] == "1.9864" and bought["averagePrice"] == "55"
    maker.order(MARKET, "sell", "1", "50")
    result = market.run("instant", MARKET, "buy", "1", "--yes")
    assert "about 50 CLP" in result.stderr and "gave 50 CLP, got 0.9932 XLM" in result.stdout


def test_an_exchange_is_never_worse_than_its_bound(market, maker, trader):
    maker.order(MARKET, "sell", "1", "50")
    maker.order(MARKET, "buy", "1", "40")
    before = trader.balances()
    assert "more than 49.99" in market.fails(1, "instant", MARKET, "buy", "1", "--at-most", "49.99", "--yes", "--json")
    assert "less than 40" in market.fails(1, "instant", MARKET, "sell", "1", "--at-least", "40", "--yes", "--json")
    assert "only 1 XLM" in market.fails(1, "instant", MARKET, "buy", "2", "--yes", "--json")
    market.fails(2, "instant", MARKET, "buy", "1", "--at-least", "1", "--yes")
    assert trader.balances() == before


def test_an_exchange_without_bounds_gets_a_limit_instead(market, maker, trader, foreign):
    maker.order(MARKET, "sell", "1", "50")
    maker.order(MARKET, "sell", "1", "60")
    elsewhere = ["--server", foreign]
    assert "knows no bounds" in market.fails(
        1, "instant", MARKET, "buy", "2", "--at-most", "110", "--yes", "--json", *elsewhere)
    bought, = market.json("instant", MARKET, "buy", "2", "--at-most", "120", "--yes", *elsewhere)
    assert bought["required"] == "110" and bought["obtained"] == "1.9864"
    # Changes of prices are not in the contract, and candles of all trades are put together.
    row = next(row for row in market.json("markets", *elsewhere) if row["market"] == MARKET)
    assert row["last"] == "60" and row["change1d"] is None
    assert market.json("candles", MARKET, *elsewhere)[-1]["close"] == "60"


@pytest.fixture
def foreign(exchange):
    """The address of an exchange that has the contract and nothing of Cerca's own: a proxy that hides that."""
    import http.server
    import urllib.error
    import urllib.request

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.startswith("/api/"):
                return self.answer(404, b"<html>nothing here</html>")
            length = int(self.headers.get("Content-Length") or 0)
            request = urllib.request.Request(
                exchange.base + self.path, data=self.rfile.read(length) if length else None, method=self.command,
                headers={name: value for name, value in self.headers.items() if name.lower() != "host"})
            try:
                with urllib.request.urlopen(request) as response:
                    self.answer(response.status, response.read())
            except urllib.error.HTTPError as error:
                self.answer(error.code, error.read())

        do_POST = do_GET

        def answer(self, status, body):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


# Money.


def test_balances_and_transactions(market, trader):
    rows = {row["asset"]: row for row in market.json("balance")}
    assert {"CLP", "XLM"} <= set(rows) and "BTC" not in rows
    assert "BTC" in {row["asset"] for row in market.json("balance", "--all")}
    trader.order(MARKET, "buy", "2", "10.5")
    held = {row["asset"]: row for row in market.json("balance")}["CLP"]
    assert set(held) == {"asset", "available", "balance", "held"} and held["held"] == "21"
    assert held["balance"] == rows["CLP"]["balance"]
    assert "IN ORDERS" in market.text("balance")
    line = market.json("transactions", "CLP", "--limit", 500)[-1]
    assert set(line) == {"id", "asset", "amount", "fee", "balance", "time"}
    assert (line["asset"], line["amount"], line["balance"]) == ("CLP", "1000000", "1000000")
    assert "1000000" in market.text("transactions", "clp", "--limit", 500)


def test_deposits_withdrawals_and_transfers(market, exchange, maker, trader):
    assert market.json("deposit", "CLP", "500", "--bank-account", "123456789") == [
        {"kind": "deposit", "asset": "CLP", "amount": "500"}]
    before = trader.balance("CLP")
    assert "held" in market.text("withdraw", "CLP", "250", "--bank-account", "123456789")
    after = trader.balance("CLP")
    assert float(before[0]) - float(after[0]) == pytest.approx(250) and before[1] == after[1]
    had = maker.balance("XLM")
    assert market.json("transfer", "XLM", "2.5", "maker@example.com", "--memo", "for bread") == [
        {"kind": "transfer", "asset": "XLM", "amount": "2.5"}]
    assert float(maker.balance("XLM")[1]) == pytest.approx(float(had[1]) + 2.5)
    assert "not enough" in market.fails(1, "transfer", "XLM", "99999999", "maker@example.com")
    assert "nobody has this address" in market.fails(1, "transfer", "XLM", "1", "nobody@example.com")
    assert "no such asset" in market.fails(1, "deposit", "QQQ", "1", "--bank-account", "1")


# What goes wrong.


@pytest.mark.parametrize("arguments", [
    ["order", MARKET, "buy", "0"], ["order", MARKET, "buy", "-1"], ["order", MARKET, "buy", "1e5"],
    ["order", MARKET, "buy", "1,5"], ["order", MARKET, "keep", "1"], ["order", "../../api", "buy", "1"],
    ["order", MARKET, "buy", "1", "--stop", "5"], ["order", MARKET, "buy", "9" * 100, "--yes"], ["cancel"],
    ["cancel", "O1", "--all", MARKET], ["candles", MARKET, "--frame", "7"], ["candles", MARKET, "--frame", "1x"],
    ["trades", MARKET, "--limit", "0"], ["book", MARKET, "--rows", "0"], ["book"], ["nothing"],
    ["deposit", "CLP", "5"], ["transactions", "C/P"], ["watch", "a b"], ["ticker", "--server", "ftp://x"],
])
def test_wrong_usage_is_said_in_one_line(market, arguments):
    market.fails(2, *arguments)


def test_what_the_exchange_refuses_is_said_in_words(market, visitor, trader):
    before = trader.balances()
    for arguments, words in (
        (["order", MARKET, "buy", "1000000", "--price", "1000", "--yes", "--json"], "not enough is available"),
        (["order", MARKET, "buy", "1.00000001", "--price", "10", "--yes", "--json"], "more decimal places"),
        (["order", MARKET, "buy", "1", "--price", "10.001", "--yes", "--json"], "between two steps"),
        (["order", MARKET, "buy", "0.0000001", "--price", "10", "--yes", "--json"], "too small"),
        (["order", "ABCDEF", "buy", "1", "--price", "10", "--yes"], "no such market"),
        (["cancel", "O999999999"], "no such order"), (["cancel", "what?"], "no such order"),
        (["transactions", "QQQ"], "no such asset"), (["orders", "ABCDEF"], "no such market"),
    ):
        assert words in market.fails(1, *arguments), arguments
    for command in ("ticker", "book", "trades", "candles"):
        assert "no such market" in visitor.fails(1, command, "ABCDEF")
    assert "no market ABCDEF" in visitor.fails(1, "watch", "ABCDEF")
    assert trader.balances() == before


def test_somebody_elses_order_cannot_be_cancelled(market, maker):
    order = maker.order(MARKET, "sell", "1", "90")
    assert "no such order" in market.fails(1, "cancel", order["id"])
    assert [open_["id"] for open_ in maker.get("/v2/orders/active", market=MARKET)] == [order["id"]]


def test_without_a_key_or_a_server_it_says_what_to_do(visitor, market, exchange, trader, tmp_path):
    reason = visitor.fails(1, "balance")
    assert "no API key" in reason and "cerca admin api-key EMAIL" in reason and "market-key.json" in reason
    assert "no API key" in visitor.fails(1, "balance", "--key-file", tmp_path / "missing")
    nobody = {"CERCA_MARKET_SERVER": "http://127.0.0.1:9"}
    reason = visitor.fails(1, "markets", **nobody)
    assert "http://127.0.0.1:9" in reason and "cerca serve" in reason
    # Nothing was sent, so nothing can have been done.
    assert "nevertheless" not in market.fails(1, "order", MARKET, "buy", "1", "--yes", "--json", **nobody)
    assert "cerca serve" in visitor.fails(1, "watch", **nobody)
    # Where the key is when nobody says so.
    usual = tmp_path / "cerca" / "market-key.json"
    usual.parent.mkdir()
    usual.write_text(json.dumps({"public": trader.public, "secret": trader.secret}))
    usual.chmod(0o640)
    assert "chmod 600" in visitor.fails(1, "balance", XDG_DATA_HOME=str(tmp_path))
    usual.chmod(0o600)
    assert visitor.run("balance", XDG_DATA_HOME=str(tmp_path)).returncode == 0
    for content in ("", "{}", '{"public": "a"}', "\0" * 9000, '{"public": "a b", "secret": "c"}'):
        usual.write_text(content)
        assert "no API key" in visitor.fails(1, "balance", XDG_DATA_HOME=str(tmp_path))
    usual.write_text(json.dumps({"public": trader.public, "secret": "wrong"}))
    reason = visitor.fails(1, "balance", XDG_DATA_HOME=str(tmp_path))
    assert "does not take this API key" in reason and "wrong" not in reason


def test_a_key_that_may_only_read_places_nothing(exchange, trader):
    reader = Market(exchange, exchange.key("trader@example.com", scopes="read"))
    assert reader.json("balance")
    assert "may not do this" in reader.fails(1, "order", MARKET, "buy", "1", "--price", "10", "--yes", "--json")
    placer = Market(exchange, exchange.key("trader@example.com", scopes="trade"))
    result = placer.run("order", MARKET, "buy", "1", "--price", "10", "--yes")
    assert result.returncode == 0 and "unknown" in result.stderr


# Live.


class Watch:
    """A running `cerca market watch --json`, whose events are awaited."""

    def __init__(self, market, *arguments):
        self.process = subprocess.Popen(
            [market.cerca, "market", "watch", *arguments, "--json"], env=market.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.events = queue.Queue()
        self.seen = []
        self.first = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.events.put(json.loads(line))

    def forget(self):
        """Only events from now on are looked at."""
        self.first = len(self.seen)

    def until(self, seconds: float = 90, **members) -> dict:
        """The first event with these members; what belongs together comes in any order."""
        deadline = time.monotonic() + seconds
        position = self.first
        while True:
            while position < len(self.seen):
                event = self.seen[position]
                if all(event.get(name) == value for name, value in members.items()):
                    return event
                position += 1
            try:
                self.seen.append(self.events.get(timeout=max(0.01, deadline - time.monotonic())))
            except queue.Empty:
                raise AssertionError((members, self.seen)) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def test_watch_follows_an_order_and_survives_a_restart(market, exchange, maker, trader):
    with Watch(market, MARKET) as watch:
        watch.until(event="connected")
        watch.until(event="balance", asset="CLP")
        maker.order(MARKET, "sell", "3", "60")
        watch.until(event="book", ask="60", askAmount="3")
        order = trader.order(MARKET, "buy", "2", "59")
        assert watch.until(event="order", id=order["id"])["status"] == "open"
        watch.until(event="book", bid="59", bidAmount="2")
        maker.order(MARKET, "sell", "2", "59")
        assert watch.until(event="order", status="filled")["id"] == order["id"]
        trade = watch.until(event="trade")
        assert (trade["market"], trade["side"], trade["price"], trade["amount"]) == (MARKET, "sell", "59", "2")
        exchange.restart()
        watch.forget()
        watch.until(event="disconnected")
        watch.until(event="connected")
        taken = trader.order(MARKET, "buy", "1", "60")
        assert watch.until(event="order", id=taken["id"])["status"] in ("filled", "open")
        watch.until(event="book", ask="60", askAmount="2")
        assert watch.until(event="trade")["price"] == "60"
        told = [event for event in watch.seen if event["event"] == "trade" and event["price"] == "59"]
        assert len(told) == 1, "a trade is told once, across a restart as well"
        watch.process.terminate()
        assert watch.process.wait(60) == 0


def test_watch_needs_no_key_and_draws_on_a_terminal(visitor, maker):
    maker.order(MARKET, "sell", "3", "61")
    with Watch(visitor, MARKET) as watch:
        assert watch.until(event="prices", market=MARKET)["ask"] == "61"
        watch.until(event="book", ask="61")
        assert not [event for event in watch.seen if event["event"] in ("order", "balance")]

    def is_drawn(screen: str) -> bool:
        last = screen.rsplit("\x1b[H", 1)[-1]
        return "connected" in last and re.search(rf"{MARKET} .*61 ", last) is not None

    code, screen = visitor.on_terminal("watch", MARKET, "--seconds", "600", rows=12, until=is_drawn)
    assert code == 0 and "\x1b[H" in screen and is_drawn(screen)
    assert all(drawn.count("\n") < 12 for drawn in screen.split("\x1b[H"))
    assert visitor.on_terminal("watch", MARKET, "--seconds", "1", rows=12)[0] == 0
    with subprocess.Popen(
            [visitor.cerca, "market", "watch", MARKET], env=visitor.environment, text=True, stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL) as process:
        assert process.stdout.readline() == "connected\n"
        assert any(f"{MARKET}  book  – | 3 at 61" in line for line in process.stdout)
        process.terminate()


def test_watch_with_a_key_that_nobody_has_ends_at_once(exchange, visitor, tmp_path):
    wrong = tmp_path / "key.json"
    wrong.write_text(json.dumps({"public": "nobody", "secret": "nothing"}))
    wrong.chmod(0o600)
    assert "does not take this API key" in visitor.fails(1, "watch", MARKET, "--key-file", wrong)
