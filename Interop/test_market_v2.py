"""API v2 of the exchange, by the official Python client of 2020 (cryptomarket 1.0.4) and by hand; and signatures."""

import contextlib
import functools
import hashlib
import hmac
import http.client
import json
import re
import socket
import sqlite3
import threading
import time

import httpx
import pytest
from exchange import SDK, Exchange

MARKET = "XLMCLP"
# A machine that does much besides may take its time.
get, post, delete = (functools.partial(send, timeout=60) for send in (httpx.get, httpx.post, httpx.delete))
MICROSECONDS = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$")
ORDER = {
    "id", "status", "type", "side", "price", "stop", "fee", "amount", "avg_execution_price", "market", "created_at",
    "updated_at",
}


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    with Exchange(cerca, tmp_path_factory.mktemp("market-v2")) as server:
        yield server


@pytest.fixture(scope="module")
def maker(exchange):
    return exchange.trader("maker@example.com", CLP=10_000_000, XLM=100_000, ETH=100)


@pytest.fixture(scope="module")
def trader(exchange):
    return exchange.trader("trader@example.com", CLP=1_000_000, XLM=10_000)


@pytest.fixture(scope="module")
def client(exchange, trader):
    with SDK(2, exchange, trader.public, trader.secret) as sdk:
        yield sdk


@pytest.fixture(autouse=True)
def empty_books(maker, trader):
    """Each test finds books without orders."""
    yield
    for owner in (maker, trader):
        for market in (MARKET, "ETHCLP"):
            for order in owner.get("/v2/orders/active", market=market, limit=100):
                owner.cancel(order["id"])


# Every method of the client.


def test_everybody_sees_markets_tickers_and_books(client, maker):
    assert {"ETHCLP", "BTCCLP", "XLMCLP", "EOSCLP", "ETHEUR", "BTCEUR", "ETHARS"} <= set(client.get_markets()["data"])
    maker.order(MARKET, "sell", "100.25", "43.5")
    maker.order(MARKET, "buy", "10", "42.3")
    ticker, = client.get_ticker(market=MARKET)["data"]
    assert set(ticker) == {"high", "low", "ask", "bid", "last_price", "volume", "market", "timestamp"}
    assert (ticker["ask"], ticker["bid"]) == ("43.5", "42.3")
    assert len(client.get_ticker()["data"]) == len(client.get_markets()["data"])
    page = client.try_call("get_book", MARKET, "sell", page=0, limit=100)
    assert [(line["price"], line["amount"]) for line in page["value"]["data"]] == [("43.5", "100.25")]
    assert page["pagination"] == {"previous": None, "limit": 100, "page": 0, "next": None}


def test_a_limit_order_lives_and_is_cancelled(client, trader):
    before = trader.balances()
    order = client.create_order(market=MARKET, type="limit", amount="1", price=50, side="sell")
    assert set(order) == ORDER and order["id"].startswith("O")
    assert (order["status"], order["type"], order["side"], order["price"], order["stop"], order["fee"]) == (
        "queued", "limit", "sell", "50", None, "0")
    assert order["amount"] == {"original": "1", "executed": "0"} and order["avg_execution_price"] == "0"
    assert MICROSECONDS.match(order["created_at"]) and MICROSECONDS.match(order["updated_at"])
    active, = client.get_active_orders(MARKET)["data"]
    assert set(active) == ORDER and active["amount"] == {"original": "1", "remaining": "1"}
    status = client.get_order_status(order["id"])
    assert set(status) == ORDER | {"fills"} and status["fills"] == []
    cancelled = client.cancel_order(order["id"])
    assert cancelled["status"] == "cancelled" and cancelled["id"] == order["id"]
    assert trader.balances() == before
    # The client signs whole seconds: the same request within one of them is the same signature.
    again = trader.call("POST", "/v2/orders/cancel", {"id": order["id"]})
    assert (again.status_code, again.json()["message"]) == (422, "order_not_active")
    assert order["id"] not in [row["id"] for row in client.get_executed_orders(MARKET)["data"]]


def test_a_market_order_pays_the_takers_fee_out_of_what_it_gets(client, maker, trader):
    maker.order(MARKET, "buy", "1", 55)
    before = float(trader.balance("CLP")[0])
    # The client cannot leave the price out.
    order = client.create_order(market=MARKET, type="market", amount="1", price="0", side="sell")
    assert order["status"] == "filled"
    status = client.get_order_status(order["id"])
    assert (status["fee"], status["avg_execution_price"], status["price"]) == ("0.374", "55", "0")
    fill, = status["fills"]
    assert (fill["price"], fill["fee"], fill["amount"]) == ("55", "0.374", "55") and MICROSECONDS.match(fill["date"])
    assert float(trader.balance("CLP")[0]) - before == pytest.approx(54.626)
    executed = client.get_executed_orders(MARKET, page=0, limit=20)["data"]
    assert executed[0]["id"] == order["id"] and executed[0]["amount"] == {"original": "1", "executed": "1"}


def test_the_price_of_a_maker_counts_and_its_fee_is_lower(client, maker, trader):
    maker.order(MARKET, "buy", "1", "43.45")
    order = client.create_order(market=MARKET, type="limit", amount="1", price=40, side="sell")
    status = client.get_order_status(order["id"])
    # 0.68 % of 43.45, to the last digit.
    assert (status["status"], status["avg_execution_price"], status["fee"]) == ("filled", "43.45", "0.29546")
    resting = client.create_order(market=MARKET, type="limit", amount="1", price="49.9", side="sell")
    maker.order(MARKET, "buy", "1", "49.9")
    # 0.39 % of 49.9.
    assert client.get_order_status(resting["id"])["fee"] == "0.19461"


def test_a_stop_limit_order_waits_for_its_price(client, maker, trader):
    maker.order(MARKET, "buy", "5", 50)
    fields = {"market": MARKET, "type": "stop-limit", "side": "sell", "amount": "1", "price": "45", "stop": "48"}
    order = trader.post("/v2/orders/create", **fields)
    assert (order["status"], order["type"], order["price"], order["stop"]) == ("queued", "stop-limit", "45", "48")
    # The client's own description calls the stop `limit` and the type `stop_limit`.
    other = trader.post("/v2/orders/create", market=MARKET, type="stop_limit", side="sell", amount="1", price="45",
                        limit="48")
    assert other["stop"] == "48"
    trader.cancel(other["id"])
    assert client.get_order_status(order["id"])["status"] == "queued"
    for bid in maker.get("/v2/orders/active", market=MARKET):
        maker.cancel(bid["id"])
    maker.order(MARKET, "buy", "2", 47)
    trader.order(MARKET, "sell", "0.5", 47)
    assert client.get_order_status(order["id"])["status"] == "filled"


def test_many_orders_in_one_request_fail_each_by_itself(client, trader):
    before = trader.balances()
    orders = [
        {"market": MARKET, "type": "limit", "side": "buy", "amount": 1, "price": 10},
        {"market": "AAAAAA", "type": "limit", "side": "sell", "amount": "1", "price": "120"},
        {"market": MARKET, "type": "limit", "side": "buy", "amount": 2, "price": 10},
        {"market": MARKET, "type": "limit", "side": "buy", "amount": "1e9", "price": 10},
        {"market": MARKET, "type": "limit", "side": "buy", "amount": 1000000, "price": 10},
        {"market": MARKET, "type": "limit", "side": "buy", "amount": 0.1, "price": 10.5},
    ]
    answer = client.create_multi_orders(orders)
    assert [entry["original"] for entry in answer["created"]] == [orders[0], orders[2], orders[5]]
    assert [entry["data"]["amount"]["original"] for entry in answer["created"]] == ["1", "2", "0.1"]
    assert all(set(entry["data"]) == ORDER for entry in answer["created"])
    assert [(entry["message"], entry["original"]) for entry in answer["not_created"]] == [
        ("pair_not_active", orders[1]), ("invalid_amount", orders[3]), ("not_enough_balance", orders[4])]
    ids = [{"id": entry["data"]["id"]} for entry in answer["created"]]
    gone = client.cancel_multi_orders([ids[0], {"id": "11111111"}, ids[1], ids[2], {"id": "what"}])
    assert [entry["order_id"] for entry in gone["canceled"]] == [entry["id"] for entry in ids]
    assert {entry["data"]["status"] for entry in gone["canceled"]} == {"cancelled"}
    assert gone["not_canceled"] == [{"message": "invalid_request", "order_id": "11111111"},
                                    {"message": "invalid_request", "order_id": "what"}]
    assert trader.balances() == before


def test_the_clients_estimate_is_what_is_got(client, maker, trader):
    maker.order(MARKET, "sell", "10", 50)
    maker.order(MARKET, "sell", "10", 51)
    assert client.get_instant(MARKET, "buy", "15") == {"obtained": 15.0, "required": 755.0}
    assert client.get_instant(MARKET, "sell", "15") == {"obtained": 0.0, "required": 0.0}
    order = client.create_order(market=MARKET, type="market", amount="15", price="0", side="buy")
    assert order["avg_execution_price"] == "50.333333333333333333"


def test_candles_count_purchases_and_sales_apart(client, maker, trader):
    maker.order("ETHCLP", "sell", "1", 10000)
    maker.order("ETHCLP", "buy", "1", 9000)
    trader.order("ETHCLP", "buy", "0.5", 10000)
    trader.order("ETHCLP", "sell", "0.25", 9000)
    for timeframe in (1, 5, 15, 60, 240, 1440, 10080, 44640):
        prices = client.get_prices("ETHCLP", timeframe)
        ask, bid = prices["ask"][0], prices["bid"][0]
        assert set(ask) == {"candle_id", "candle_date", "open_price", "hight_price", "close_price", "low_price",
                            "volume_sum", "tick_count"}
        assert (ask["close_price"], ask["volume_sum"], ask["tick_count"]) == ("10000", "0.5", "1")
        assert (bid["open_price"], bid["volume_sum"]) == ("9000", "0.25")
        assert re.match(r"^\d{4}-\d\d-\d\d \d\d:\d\d$", ask["candle_date"])
    assert client.get_prices("ETHCLP", 1, page=3, limit=50)["ask"] == []
    wrong = client.try_call("get_prices", "ETHCLP", 7)
    assert (wrong["error"], wrong["message"]) == ("ValidationError", "invalid_timeframe")


def test_trades_are_told_newest_first_and_without_names(client, maker, trader):
    maker.order(MARKET, "buy", "2", 50)
    trader.order(MARKET, "sell", "1", 50)
    trader.order(MARKET, "sell", "0.5", 50)
    newest, before = client.get_trades(MARKET, start="2020-01-01", page=0, limit=20)["data"][:2]
    assert (newest["amount"], before["amount"], newest["market_taker"]) == ("0.5", "1", "sell")
    assert set(newest) == {"market_taker", "timestamp", "price", "amount", "market", "tid"}


def test_an_account_and_its_balance_are_told_to_its_owner(client, trader):
    account = client.get_account()
    assert account["email"] == trader.email and account["name"] == "trader"
    assert account["rate"] == {"market_maker": "0.0039", "market_taker": "0.0068"}
    assert account["blocked_withdrawals"] is False and account["deposit_debts"]["ETH"] == "0"
    wallets = {wallet["wallet"]: wallet for wallet in client.get_balance()["data"]}
    assert set(wallets["CLP"]) == {"available", "balance", "currency_big_name", "currency_decimal",
                                   "currency_postfix", "currency_prefix", "wallet"}
    assert (wallets["CLP"]["currency_big_name"], wallets["CLP"]["currency_prefix"]) == ("Peso Chileno", "$")
    assert (wallets["ETH"]["currency_postfix"], wallets["BRL"]["currency_big_name"]) == (" ETH", "Real Brasileño")


def test_transactions_add_up_to_the_balance(client, maker, trader):
    maker.order(MARKET, "buy", "1", "43.45")
    trader.order(MARKET, "sell", "1", "43.45")
    lines = client.get_transactions("CLP", page=0, limit=20)["data"]
    newest = lines[0]
    assert set(newest) == {"id", "type", "amount", "fee_percent", "fee_amount", "balance", "date", "hash", "address",
                           "memo", "blocks", "currency"}
    assert (newest["amount"], newest["fee_amount"], newest["fee_percent"], newest["currency"], newest["type"]) == (
        "43.45", "0.29546", "0+0.680%", "CLP", 1)
    assert newest["balance"] == trader.balance("CLP")[1] and newest["hash"] is None
    assert len({line["id"] for line in lines}) == len(lines)


def test_notices_of_deposit_and_withdrawal_wait_for_the_operator(client, exchange, trader):
    before = trader.balance("CLP")
    for answer in (client.notify_deposit("10000", "12345", date="09/03/2020", tracking_code="T-1", voucher="v.png"),
                   client.notify_withdrawal("10000", "12345")):
        assert answer["data"] == ""
    after = trader.balance("CLP")
    assert after[1] == before[1] and float(before[0]) - float(after[0]) == 10_000
    assert client.get_account()["bank_accounts"][0]["number"] == "12345"
    too_much = client.try_call("notify_withdrawal", "100000000", "12345")
    assert (too_much["error"], too_much["message"]) == ("ValidationError", "not_enough_balance")


def test_money_goes_to_an_address_or_a_person_and_never_further_than_it_reaches(client, exchange, maker, trader):
    friend = exchange.trader("friend@example.com")
    before = float(trader.balance("CLP")[0])
    assert client.transfer(friend.email, "1000.5", "CLP", memo="a b+c & ñ")["data"] == ""
    assert friend.balance("CLP") == ("1000.5", "1000.5")
    assert before - float(trader.balance("CLP")[0]) == pytest.approx(1000.5)
    line = friend.get("/v2/transactions", currency="CLP")[0]
    assert line["amount"] == "1000.5" and line["memo"] == "a b+c & ñ"
    balances = trader.balances()
    for address, amount, currency, error in [
        ("nobody@example.com", "1", "CLP", "NotFoundError"), ("0x0000", "1", "ETH", "NotFoundError"),
        (friend.email, "0", "CLP", "ValidationError"), (friend.email, "-1", "CLP", "ValidationError"),
        (friend.email, "1e3", "CLP", "ValidationError"), (friend.email, "9" * 30, "CLP", "ValidationError"),
        (friend.email, "0." + "0" * 18 + "1", "CLP", "ValidationError"), (friend.email, "1", "XYZ", "NotFoundError"),
        (friend.email, "99999999", "CLP", "ValidationError"),
    ]:
        answer = client.try_call("transfer", address, amount, currency)
        assert answer.get("error") == error, (address, amount, currency, answer)
    assert trader.balances() == balances and friend.balance("CLP") == ("1000.5", "1000.5")


def test_a_ticket_for_the_stream_is_three_texts(client):
    first, second = client.get_auth_socket(), client.get_auth_socket()
    assert set(first) == {"uid", "socid", "verify"} and all(first.values())
    assert first["socid"] != second["socid"]


# What is wrong is refused, and nothing moves.


@pytest.mark.parametrize("fields, status, message", [
    ({"market": "XXXYYY"}, 404, "pair_not_active"), ({"market": ""}, 400, "invalid_request"),
    ({"market": "X" * 1000}, 404, "pair_not_active"), ({"amount": "0"}, 422, "amount_too_small"),
    ({"amount": "0.0000001"}, 422, "amount_too_small"), ({"amount": "-1"}, 422, "invalid_amount"),
    ({"amount": "+1"}, 422, "invalid_amount"), ({"amount": "1e3"}, 422, "invalid_amount"),
    ({"amount": "1E-3"}, 422, "invalid_amount"), ({"amount": "0x10"}, 422, "invalid_amount"),
    ({"amount": "1,5"}, 422, "invalid_amount"), ({"amount": "NaN"}, 422, "invalid_amount"),
    ({"amount": "٣"}, 422, "invalid_amount"), ({"amount": " 1"}, 422, "invalid_amount"),
    ({"amount": "1.00000001"}, 422, "amount_not_on_lot"), ({"amount": "1" * 41}, 422, "amount_too_large"),
    ({"amount": "9" * 30}, 422, "amount_too_large"), ({"price": "0"}, 422, "invalid_price"),
    ({"price": "-50"}, 422, "invalid_price"), ({"price": "5e1"}, 422, "invalid_price"),
    ({"price": "50.001"}, 422, "price_not_on_tick"), ({"price": "9" * 25}, 422, "amount_too_large"),
    ({"price": ""}, 400, "invalid_request"), ({"side": "hold"}, 422, "invalid_side"),
    ({"type": "iceberg"}, 422, "invalid_type"), ({"type": "stop-limit"}, 400, "invalid_request"),
    ({"time_in_force": "DAY"}, 422, "invalid_time_in_force"), ({"post_only": "yes"}, 422, "invalid_post_only"),
    ({"client_id": "a b"}, 422, "invalid_client_id"), ({"self_trade": "allow"}, 422, "invalid_self_trade"), ({"amount": "1000000"}, 422, "not_enough_balance"),
    ({"side": "sell", "amount": "9999999"}, 422, "not_enough_balance"),
    ({"time_in_force": "FOK"}, 422, "fill_or_kill_short"),
])
def test_a_wrong_order_changes_nothing(trader, fields, status, message):
    before = trader.balances()
    order = {"market": MARKET, "type": "limit", "side": "buy", "amount": "1", "price": "50"} | fields
    answer = trader.call("POST", "/v2/orders/create", order)
    assert (answer.status_code, answer.json()["message"]) == (status, message), answer.text
    assert answer.json()["status"] == "error" and set(answer.json()["errors"][0]) == {"id", "message"}
    assert trader.balances() == before and trader.get("/v2/orders/active", market=MARKET) == []


@pytest.mark.parametrize("path, fields", [
    ("create", {"orders": "["}), ("create", {"orders": "{}"}), ("create", {"orders": "[]"}),
    ("create", {"orders": "[" * 5000}), ("create", {}), ("create", {"orders": json.dumps([{}] * 101)}),
    ("create", {"orders": '[{"market":"XLMCLP","market":"ETHCLP"}]'}),
    ("cancel", {"ids": "7"}), ("cancel", {"ids": "[]"}), ("cancel", {}), ("cancel", {"ids": '"O1"'}),
])
def test_a_malformed_list_is_refused_whole(trader, path, fields):
    before = trader.balances()
    answer = trader.call("POST", f"/v2/orders/{path}/bulk", fields)
    assert answer.status_code == 400 and answer.json()["message"] == "invalid_request"
    assert trader.balances() == before


@pytest.mark.parametrize("element", [
    None, 7, "O1", [], {}, {"market": MARKET}, {"market": 7, "type": [], "side": {}, "amount": None},
    {"market": MARKET, "type": "limit", "side": "buy", "amount": 1e300, "price": 1},
    {"market": MARKET, "type": "limit", "side": "buy", "amount": True, "price": 1},
])
def test_a_malformed_element_fails_by_itself(trader, element):
    answer = trader.post("/v2/orders/create/bulk", orders=json.dumps([element]))
    assert answer["created"] == [] and answer["not_created"][0]["original"] == element
    gone = trader.post("/v2/orders/cancel/bulk", ids=json.dumps([element]))
    assert gone["canceled"] == [] and gone["not_canceled"][0]["message"] == "invalid_request"


def test_a_foreign_order_is_no_different_from_none(maker, trader):
    order = maker.order(MARKET, "sell", "1", 60)
    foreign = trader.call("POST", "/v2/orders/cancel", {"id": order["id"]})
    missing = trader.call("POST", "/v2/orders/cancel", {"id": "O999999999"})
    assert foreign.status_code == 404 and foreign.json() == missing.json()
    status = trader.call("GET", "/v2/orders/status", {"id": order["id"]})
    assert status.status_code == 404
    bulk = trader.post("/v2/orders/cancel/bulk", ids=json.dumps([{"id": order["id"]}]))
    assert bulk["not_canceled"] == [{"message": "invalid_request", "order_id": order["id"]}]
    assert maker.get("/v2/orders/status", id=order["id"])["status"] == "queued"


@pytest.mark.parametrize("query, status", [
    ("page=-1", 422), ("page=x", 422), ("limit=1e2", 422), ("page=0&page=1", 400), ("page=%", 400), ("market=%ff", 400),
    ("page=99999999999999", 422), ("side=buy&side=buy&page=0&page=0", 200), ("limit=7", 200), ("limit=5000", 200),
])
def test_pages_and_repeated_fields_are_looked_at(exchange, query, status):
    market = "" if "market" in query else f"market={MARKET}&"
    side = "" if "side" in query else "side=buy&"
    answer = get(f"{exchange.base}/v2/book?{market}{side}{query}")
    assert answer.status_code == status, answer.text
    if status == 200:
        assert 20 <= answer.json()["pagination"]["limit"] <= 100


# Who asks.


def refused(answer, status, error, message=None):
    body = answer.json()
    assert (answer.status_code, body["status"], body["errors"][0]["id"]) == (status, "error", error), body
    assert message is None or body["message"] == message, body


def test_a_signature_must_be_there_and_right(exchange, trader):
    path = "/v2/balance"
    refused(get(exchange.base + path), 401, "authentication_error")
    for headers in [
        trader.headers(path, secret="x" * 43), trader.headers("/v2/account"), trader.headers(path, "buy"),
        trader.headers(path) | {"X-MKT-APIKEY": "A" * 32}, trader.headers(path) | {"X-MKT-SIGNATURE": ""},
        trader.headers(path) | {"X-MKT-SIGNATURE": "0" * 96}, trader.headers(path) | {"X-MKT-TIMESTAMP": "now"},
        trader.headers(path) | {"X-MKT-TIMESTAMP": str(int(time.time()) + 1)},
    ]:
        refused(get(exchange.base + path, headers=headers), 401, "authentication_error", "authentication_error")
    signed = trader.headers("/v2/orders/create", "1")
    refused(post(exchange.base + "/v2/orders/create", headers=signed, data={"amount": "2"}), 401,
            "authentication_error")
    assert get(exchange.base + path, headers=trader.headers(path)).status_code == 200


@pytest.mark.parametrize("version", [1, 2])
def test_the_clients_know_a_refusal_for_what_it_is(exchange, trader, version):
    with SDK(version, exchange, trader.public, "wrong") as client:
        assert client.try_call("get_balance")["error"] == "AuthenticationError"
        # What everybody may see is answered whatever the signature is.
        assert MARKET in client.get_markets()["data"]
    with SDK(version, exchange, "nobody", "wrong") as client:
        assert client.try_call("get_balance")["error"] == "AuthenticationError"
        assert client.get_ticker(market=MARKET)["data"]


@pytest.mark.parametrize("seconds, isTaken", [(-60, False), (-31.5, False), (-28, True), (28, True), (32, False)])
def test_a_timestamp_may_be_thirty_seconds_away(trader, seconds, isTaken):
    # A request that was long under way is younger or older than it should be: then another one is sent.
    for _ in range(20):
        begin = time.time()
        answer = trader.call("GET", "/v2/balance", timestamp=begin + seconds)
        if time.time() - begin < 1.5:
            break
    if isTaken:
        assert answer.status_code == 200
    else:
        refused(answer, 401, "authentication_error", "timestamp_out_of_window")


@pytest.mark.parametrize("values", [
    # Python 0.0.5 signs what stands in the body, 1.0.4 undoes the percent signs, the others sign what is meant.
    "trader%40example.com1XYZa+b%2Bc%26d", "trader@example.com1XYZa+b+c&d", "trader@example.com1XYZa b+c&d",
])
def test_three_ways_to_write_values_are_signed(exchange, trader, values):
    body = "memo=a+b%2Bc%26d&currency=XYZ&amount=1&address=trader%40example.com"
    headers = trader.headers("/v2/transfer", values, f"{time.time():.6f}")
    answer = post(exchange.base + "/v2/transfer", content=body,
                        headers=headers | {"Content-Type": "application/x-www-form-urlencoded"})
    # It was believed, and then refused for a currency that there is not.
    assert answer.json()["message"] == "currency_not_active", answer.text


def test_a_request_runs_once_even_when_it_comes_often_at_the_same_time(exchange, trader):
    fields = {"amount": "1", "market": MARKET, "price": "10", "side": "buy", "type": "limit"}
    headers = trader.headers("/v2/orders/create", "".join(fields[name] for name in sorted(fields)))
    answers = []

    def send():
        answers.append(post(exchange.base + "/v2/orders/create", data=fields, headers=headers))

    threads = [threading.Thread(target=send) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] + [401] * 11
    for answer in answers:
        if answer.status_code == 401:
            refused(answer, 401, "authentication_error", "signature_already_used")
    assert len(trader.get("/v2/orders/active", market=MARKET)) == 1
    # Other fields with the same values, one after the other, have the same signature.
    other = {"amount": "1X", "market": "LMCLP", "price": "10", "side": "buy", "type": "limit"}
    refused(post(exchange.base + "/v2/orders/create", data=other, headers=headers), 401, "authentication_error",
            "signature_already_used")
    # Reading twice harms nobody.
    reading = trader.headers("/v2/balance")
    assert [get(exchange.base + "/v2/balance", headers=reading).status_code for _ in range(2)] == [200, 200]


def test_a_request_does_not_run_again_after_a_restart(cerca, tmp_path):
    with Exchange(cerca, tmp_path) as exchange:
        trader = exchange.trader("trader@example.com", CLP=1000)
        fields = {"amount": "1", "market": MARKET, "price": "10", "side": "buy", "type": "limit"}
        headers = trader.headers("/v2/orders/create", "".join(fields[name] for name in sorted(fields)),
                                 int(time.time()) + 20)
        assert post(exchange.base + "/v2/orders/create", data=fields, headers=headers).status_code == 200
        exchange.kill()
        exchange.start()
        again = post(exchange.base + "/v2/orders/create", data=fields, headers=headers)
        refused(again, 401, "authentication_error", "signature_already_used")
        assert len(trader.get("/v2/orders/active", market=MARKET)) == 1


def test_a_key_does_what_its_scopes_say(exchange, trader):
    reading, trading = exchange.key(trader.email, "read"), exchange.key(trader.email, "trade")
    leaving = exchange.key(trader.email, "withdraw")
    order = {"market": MARKET, "type": "limit", "side": "buy", "amount": "1", "price": "10"}
    gift = {"address": "maker@example.com", "amount": "1", "currency": "CLP"}
    assert reading.call("GET", "/v2/balance").status_code == 200
    refused(reading.call("POST", "/v2/orders/create", order), 403, "invalid_scope", "invalid_scope")
    refused(reading.call("POST", "/v2/transfer", gift), 403, "invalid_scope")
    assert trading.call("POST", "/v2/orders/create", order).status_code == 200
    refused(trading.call("GET", "/v2/balance"), 403, "invalid_scope")
    refused(trading.call("POST", "/v2/withdrawal", {"amount": "1", "bank_account": "1"}), 403, "invalid_scope")
    assert leaving.call("POST", "/v2/transfer", gift).status_code == 200
    refused(leaving.call("POST", "/v2/orders/create", order), 403, "invalid_scope")


def test_a_key_works_from_its_addresses_and_until_it_ends(exchange, trader):
    elsewhere = exchange.key(trader.email, address="192.0.2.0/24")
    here = exchange.key(trader.email, address="127.0.0.0/8")
    refused(elsewhere.call("GET", "/v2/balance"), 403, "invalid_scope", "address_not_allowed")
    # Without a right signature nobody learns from where a key works.
    refused(elsewhere.call("GET", "/v2/balance", secret="wrong"), 401, "authentication_error")
    assert here.call("GET", "/v2/balance").status_code == 200
    ended = exchange.key(trader.email, expires=1)
    with sqlite3.connect(exchange.database.removeprefix("sqlite:"), timeout=20) as database:
        changed = database.execute("UPDATE api_keys SET expires_at = 1 WHERE public_text = ?", [ended.public])
        assert changed.rowcount == 1
    refused(ended.call("GET", "/v2/balance"), 401, "authentication_error")


def test_requests_are_counted_by_key(exchange, trader):
    busy, other = exchange.key(trader.email), exchange.key(trader.email)
    # The number of no order: nothing is looked up for it.
    fields = busy.headers("/v2/orders/status") | {"Host": f"127.0.0.1:{exchange.port}"}
    lines = ["GET /v2/orders/status?id=none HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    count = 1500
    # They are written without waiting for answers, or a busy machine would send no more than a key may in the long run.
    with socket.create_connection(("127.0.0.1", exchange.port), 60) as connection, connection.makefile("rb") as incoming:
        threading.Thread(target=write, args=(connection, "\r\n".join(lines).encode() * count), daemon=True).start()
        for _ in range(count):
            answer = read_answer(incoming)
            if answer.status_code == 429:
                break
            refused(answer, 404, "not_found")
    assert answer.status_code == 429, "nobody was told to slow down"
    refused(answer, 429, "rate_limit_exceeded", "rate_limit_exceeded")
    assert int(answer.headers["retry-after"]) >= 1
    assert other.call("GET", "/v2/balance").status_code == 200


def write(connection: socket.socket, data: bytes) -> None:
    """Writes it all, unless the other side has heard enough."""
    with contextlib.suppress(OSError):
        connection.sendall(data)


def read_answer(incoming) -> httpx.Response:
    """The next answer on a connection on which several are under way."""
    status = int(incoming.readline().split()[1])
    headers = http.client.parse_headers(incoming)
    return httpx.Response(status, headers=dict(headers), content=incoming.read(int(headers["content-length"])))


@pytest.mark.parametrize("body, type", [
    (b'{"amount":"1"}', "application/json"), (b"a=%zz", "application/x-www-form-urlencoded"),
    (b"a=1&a=2", "application/x-www-form-urlencoded"), (b"=1", "application/x-www-form-urlencoded"),
    (b"&".join(b"f%d=1" % index for index in range(100)), "application/x-www-form-urlencoded"),
])
def test_a_body_that_is_no_form_is_refused(exchange, trader, body, type):
    answer = post(exchange.base + "/v2/orders/create", content=body,
                        headers=trader.headers("/v2/orders/create") | {"Content-Type": type})
    refused(answer, 400, "invalid_request", "invalid_request")


def test_a_body_is_bounded_and_unknown_paths_answer_in_the_envelope(exchange, trader):
    large = post(exchange.base + "/v2/orders/create", content=b"a=" + b"x" * 200_000,
                       headers=trader.headers("/v2/orders/create"))
    assert large.status_code == 413 and large.json()["status"] == "error"
    refused(get(exchange.base + "/v2/nothing"), 404, "not_found", "not_found")
    assert delete(exchange.base + "/v2/market").json()["status"] == "error"
    assert get(exchange.base + "/v2/market").status_code == 200


def test_the_published_signatures_are_made_here_as_well():
    message = b"1525055728/v1/orders/create0.3ethclp10000buy"
    assert hmac.new(b"SFT23GSD", message, hashlib.sha384).hexdigest().startswith("08ec7ce100a196d36970a77f7eee46c2")
