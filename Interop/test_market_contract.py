"""The contracts of API v1, API v2 and the sockets as they were published, beside orders and money of kinds that they
never had: no field of those is in an answer to whoever has not used them, and in API v1 none but the reason of an end.
"""

import json

import pytest
from entrances import Session, Socket
from exchange import SDK, Exchange

MARKET = "ETHCLP"
V1_ACTIVE = {"status", "created_at", "amount", "execution_price", "price", "type", "id", "market", "updated_at"}
V1_EXECUTED = {"status", "created_at", "amount", "execution_price", "executed_at", "price", "type", "id", "market"}
V1_ORDER = {"status", "created_at", "amount", "avg_execution_price", "price", "type", "id", "market", "updated_at"}
V2_ORDER = {"id", "status", "type", "side", "price", "stop", "fee", "amount", "avg_execution_price", "market",
            "created_at", "updated_at"}
V2_FILL = {"price", "fee", "amount", "date"}
V1_BALANCE = {"wallet", "available", "balance"}
V1_ACCOUNT = {"name", "email", "rate", "bank_accounts"}
TRANSACTION = {"id", "type", "amount", "fee_percent", "fee_amount", "balance", "date", "hash", "address", "memo",
               "blocks", "currency"}
TICKER = {"high", "low", "ask", "bid", "last_price", "volume", "market", "timestamp"}
LINE = {"price", "amount", "timestamp"}
TRADE = {"market_taker", "timestamp", "price", "amount", "market", "tid"}
FEED_ORDER = {"requestId", "tradeId", "stockId", "kind", "type", "side", "price", "limit", "condition", "flag",
              "amount", "initAmount", "dateReceived"}
PAGE = {"previous", "limit", "page", "next"}


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("contract")
    with Exchange(cerca, folder, arguments=["--feed-interval", "20", "--no-rate-limits"]) as server:
        yield server


@pytest.fixture(scope="module")
def maker(exchange):
    return exchange.trader("maker@example.com", CLP=50_000_000, ETH=100)


@pytest.fixture(scope="module")
def orders(exchange, maker):
    """Orders of each kind that the published contracts never had, by what is special about them."""
    trader = exchange.trader("trader@example.com", CLP=10_000_000, ETH=20)
    maker.order(MARKET, "sell", "1", 10_000)
    end = {"time_in_force": "GTD", "expires_at": int((exchange.time() + 3600) * 1000)}
    pair = trader.post("/v2/orders/create/pair", market=MARKET, side="sell", amount="0.5", price="12000", stop="9500",
                       stop_price="9400", client_id="profit")
    amended = trader.order(MARKET, "buy", "1", 9000)
    found = {
        "filled": trader.order(MARKET, "buy", "0.25", 10_000, client_id="filled"),
        "lasting": trader.order(MARKET, "buy", "1", 8000, **end),
        "named": trader.order(MARKET, "buy", "1", 8100, client_id="named"),
        "plain": trader.order(MARKET, "buy", "1", 8200), "pair": pair["limit"], "stop": pair["stop"],
        "amended": trader.post("/v2/orders/amend", id=amended["id"], price="8900")["order"], "replaced": amended,
    }
    gone = trader.order(MARKET, "buy", "1", 100, client_id="gone")
    found["cancelled"] = trader.cancel(gone["id"])
    trader.post("/v2/withdrawal", amount="10", bank_account="12345")
    trader.post("/v2/transfer", address="maker@example.com", amount="10", currency="CLP")
    # Money by a request for a payment, and limits, as only the API of our own has them.
    exchange.admin("withdrawal", "set", "CLP", "--fee", 3, "--minimum", 5, "--daily-limit", 5_000_000)
    session = Session(exchange, "trader@example.com")
    asked = Session(exchange, "maker@example.com").done("POST", "payment-requests", {"asset": "CLP", "amount": "7"})
    session.done("POST", f"payment-requests/{asked['id']}/pay", {"asset": "CLP", "amount": "7"})
    session.done("POST", "withdrawals", {"asset": "CLP", "amount": "20", "bankAccount": "67890"})
    found["trader"] = trader
    return found


def whole(trader, path: str, **fields):
    """The data of a page whose envelope is the published one."""
    answer = trader.call("GET", path, fields)
    body = answer.json()
    assert answer.status_code == 200 and set(body) == {"status", "pagination", "data"}
    assert set(body["pagination"]) == PAGE
    return body["data"]


def test_v1_says_nothing_that_it_never_said(orders):
    trader = orders["trader"]
    active = whole(trader, "/v1/orders/active", market=MARKET)
    assert {line["id"][1:] for line in active} == {
        orders[kind]["id"][1:] for kind in ("lasting", "named", "plain", "pair", "stop", "amended")}
    assert all(set(line) == V1_ACTIVE and set(line["amount"]) == {"original", "remaining"} for line in active)
    executed = whole(trader, "/v1/orders/executed", market=MARKET)
    assert executed and all(set(line) == V1_EXECUTED for line in executed)
    for kind in ("filled", "lasting", "named", "plain", "pair", "stop", "amended"):
        answer = trader.get("/v1/orders/status", id="M" + orders[kind]["id"][1:])
        assert set(answer) == V1_ORDER and set(answer["amount"]) == {"executed", "original"}, kind
    for kind, reason in (("replaced", "replaced"), ("cancelled", "user")):
        answer = trader.get("/v1/orders/status", id="M" + orders[kind]["id"][1:])
        assert set(answer) == V1_ORDER | {"reason"} and answer["reason"] == reason
    # What v1 never had is passed over there, as each field is that it does not know.
    fields = {"market": MARKET, "type": "buy", "amount": "1", "price": "7000"}
    made = [trader.post("/v1/orders/create", **fields, client_id="named", expires_at="1", time_in_force="FOK", stop="1")
            for _ in range(2)]
    assert all(set(order) == V1_ORDER for order in made) and made[0]["id"] != made[1]["id"]
    for order in made:
        assert set(trader.post("/v1/orders/cancel", id=order["id"])) == V1_ORDER | {"reason"}
    assert trader.call("GET", "/v1/orders/status", {"client_id": "named"}).status_code == 400
    assert all(set(line) == V1_BALANCE for line in trader.get("/v1/balance"))
    account = trader.get("/v1/account")
    assert set(account) == V1_ACCOUNT and set(account["rate"]) == {"market_maker", "market_taker"}
    assert [bank["number"] for bank in account["bank_accounts"]] == ["12345", "67890"]
    assert {name for bank in account["bank_accounts"] for name in bank} == {
        "id", "bank", "description", "country", "number", "dv", "agency", "clabe"}


def test_v2_says_of_an_order_only_what_its_sender_used(orders):
    trader = orders["trader"]
    more = {"filled": {"client_id"}, "lasting": {"expires_at"}, "named": {"client_id"}, "plain": set(),
            "pair": {"client_id", "partner"}, "stop": {"partner"}, "amended": set(), "replaced": {"reason"},
            "cancelled": {"reason", "client_id"}}
    active = {line["id"]: line for line in whole(trader, "/v2/orders/active", market=MARKET)}
    for kind, names in more.items():
        status = trader.get("/v2/orders/status", id=orders[kind]["id"])
        assert set(status) == V2_ORDER | names | {"fills"}, kind
        assert all(set(fill) == V2_FILL for fill in status["fills"])
        if line := active.pop(orders[kind]["id"], None):
            assert set(line) == V2_ORDER | names and set(line["amount"]) == {"original", "remaining"}
    assert not active
    executed = whole(trader, "/v2/orders/executed", market=MARKET)
    assert [set(line) for line in executed] == [V2_ORDER | {"client_id"}]
    bulk = trader.post("/v2/orders/create/bulk", orders=json.dumps(
        [{"market": MARKET, "type": "limit", "side": "buy", "amount": 1, "price": 10}]))
    created, = bulk["created"]
    assert set(created["data"]) == V2_ORDER and bulk["not_created"] == []
    assert set(trader.cancel(created["data"]["id"])) == V2_ORDER | {"reason"}
    assert set(trader.get("/v2/account")) == V1_ACCOUNT | {"blocked_withdrawals", "deposit_debts"}
    names = {"currency_prefix", "currency_postfix", "currency_big_name", "currency_decimal"}
    assert all(set(line) == V1_BALANCE | names for line in trader.get("/v2/balance"))
    assert trader.post("/v2/withdrawal", amount="10", bank_account="12345") == ""


@pytest.mark.parametrize("version, side", [(1, "type"), (2, "side")])
def test_what_everybody_sees_tells_nothing_of_names_and_pairs(exchange, orders, maker, version, side):
    client = maker.client
    assert {name for line in client.get(f"/v{version}/ticker").json()["data"] for name in line} == TICKER
    book = client.get(f"/v{version}/book", params={"market": MARKET, side: "buy"}).json()["data"]
    assert len(book) >= 4 and all(set(line) == LINE for line in book)
    trades = client.get(f"/v{version}/trades", params={"market": MARKET}).json()["data"]
    assert trades and all(set(line) == TRADE for line in trades)
    candles = client.get(f"/v{version}/prices", params={"market": MARKET, "timeframe": 60}).json()["data"]
    assert set(candles) == {"ask", "bid"}
    assert all(set(line) == {"candle_id", "candle_date", "open_price", "hight_price", "close_price", "low_price",
                             "volume_sum", "tick_count"} for line in candles["ask"])
    for account in (orders["trader"], maker):
        assert all(set(line) == TRANSACTION for line in whole(account, f"/v{version}/transactions", currency="CLP"))


@pytest.mark.parametrize("version", [1, 2])
def test_the_official_clients_read_orders_of_every_kind(exchange, orders, version):
    with SDK(version, exchange, orders["trader"].public, orders["trader"].secret) as client:
        assert len(client.get_active_orders(MARKET)["data"]) == 6
        assert len(client.get_executed_orders(MARKET)["data"]) == 1
        ask = client.get_status_order if version == 1 else client.get_order_status
        prefix = "M" if version == 1 else "O"
        for kind in ("filled", "pair", "stop", "replaced"):
            assert ask(prefix + orders[kind]["id"][1:])["market"] == MARKET
        assert client.get_balance()["data"]


def test_sockets_tell_names_to_their_owner_alone(exchange, orders, maker):
    own = FEED_ORDER | {"traderId"}
    with Socket(exchange, orders["trader"]) as socket:
        socket.say("open-orders")
        told = {line["tradeId"]: line for line in socket.event("open-orders")["data"]}
        for kind in ("plain", "lasting", "stop", "amended"):
            assert set(told[orders[kind]["id"]]) == own, kind
        for kind in ("named", "pair"):
            assert set(told[orders[kind]["id"]]) == own | {"clientId"}, kind
        socket.say("subscribe", MARKET)
        for event in ("open-book", "historical-book"):
            data = socket.event(event)["data"]
            lines = [line for side in data.values() for line in side] if isinstance(data, dict) else data
            extra = {"executed_price", "executed_amount", "executed_date"} if event == "historical-book" else set()
            assert lines and all(set(line) == FEED_ORDER | extra for line in lines), (event, lines[0])
    with Socket(exchange, maker) as socket:
        socket.say("open-orders")
        assert {line["tradeId"] for line in socket.event("open-orders")["data"]}.isdisjoint(told)
        socket.say("subscribe", MARKET)
        assert "named" not in json.dumps(socket.event("open-book")) and "profit" not in json.dumps(socket.events)
