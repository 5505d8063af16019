"""API v1 of the exchange, by the official Python client of 2019 (cryptomarket 0.0.5) and by hand."""

import re
import time

import pytest
from conftest import stay_within
from exchange import SDK, Exchange

MARKET = "ETHCLP"
MICROSECONDS = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$")

# The fields of each answer, as they were published.
ACTIVE = {"status", "created_at", "amount", "execution_price", "price", "type", "id", "market", "updated_at"}
EXECUTED = {"status", "created_at", "amount", "execution_price", "executed_at", "price", "type", "id", "market"}
SINGLE = {"status", "created_at", "amount", "avg_execution_price", "price", "type", "id", "market", "updated_at"}
PAYMENT = {
    "id", "external_id", "status", "to_receive", "to_receive_currency", "expected_amount", "expected_currency",
    "deposit_address", "deposit_memo", "refund_email", "qr", "obs", "callback_url", "error_url", "success_url",
    "payment_url", "remanining", "language", "created_at", "updated_at", "server_at",
}


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    with Exchange(cerca, tmp_path_factory.mktemp("market-v1")) as server:
        yield server


@pytest.fixture(scope="module")
def maker(exchange):
    return exchange.trader("maker@example.com", CLP=50_000_000, ETH=100)


@pytest.fixture(scope="module")
def trader(exchange):
    return exchange.trader("trader@example.com", CLP=10_000_000, ETH=20)


@pytest.fixture(scope="module")
def client(exchange, trader):
    with SDK(1, exchange, trader.public, trader.secret) as sdk:
        yield sdk


@pytest.fixture(autouse=True)
def empty_books(maker, trader):
    """Each test finds books without orders."""
    yield
    for owner in (maker, trader):
        for market in (MARKET, "BTCCLP"):
            for order in owner.get("/v2/orders/active", market=market, limit=100):
                owner.cancel(order["id"])


def test_everybody_sees_markets_tickers_and_books(client, maker):
    assert {"ETHCLP", "BTCCLP", "XLMCLP", "EOSCLP", "ETHEUR", "BTCEUR", "ETHARS"} <= set(client.get_markets()["data"])
    maker.order(MARKET, "buy", "1.5", 9000)
    maker.order(MARKET, "buy", "0.5", 9500)
    maker.order(MARKET, "sell", "2", 10500)
    ticker, = client.get_ticker(market=MARKET)["data"]
    assert set(ticker) == {"high", "low", "ask", "bid", "last_price", "volume", "market", "timestamp"}
    assert (ticker["bid"], ticker["ask"], ticker["market"]) == ("9500", "10500", MARKET)
    assert MICROSECONDS.match(ticker["timestamp"])
    assert MARKET in {line["market"] for line in client.get_ticker()["data"]}
    book = client.get_book(MARKET, "buy")["data"]
    assert [(line["price"], line["amount"]) for line in book] == [("9500", "0.5"), ("9000", "1.5")]
    assert set(book[0]) == {"price", "amount", "timestamp"} and MICROSECONDS.match(book[0]["timestamp"])
    assert [line["price"] for line in client.get_book(MARKET, "sell")["data"]] == ["10500"]


def test_a_book_has_pages(client, maker):
    for step in range(25):
        maker.order(MARKET, "buy", "0.01", 5000 + 10 * step)
    first = client.try_call("get_book", MARKET, "buy")
    assert first["pagination"] == {"previous": None, "limit": 20, "page": 0, "next": 1}
    second = client.try_call("get_book", MARKET, "buy", page=1, limit=20)
    assert second["pagination"] == {"previous": 0, "limit": 20, "page": 1, "next": None}
    prices = [int(line["price"]) for page in (first, second) for line in page["value"]["data"]]
    assert prices == sorted(prices, reverse=True) and len(set(prices)) == 25


def test_an_order_lives_and_is_cancelled(client, trader):
    before = trader.balances()
    order = client.create_order(MARKET, amount="1.25", price="8000", type="buy")
    assert set(order) == SINGLE and order["status"] == "active" and order["id"].startswith("M")
    assert order["amount"] == {"original": "1.25", "executed": "0"} and order["avg_execution_price"] == "0"
    active, = client.get_active_orders(MARKET)["data"]
    assert set(active) == ACTIVE and active["id"] == order["id"] and active["execution_price"] is None
    assert active["amount"] == {"original": "1.25", "remaining": "1.25"} and active["type"] == "buy"
    assert client.get_active_orders(MARKET, page=1)["data"] == []
    assert client.get_status_order(order["id"])["status"] == "active"
    held = trader.balance("CLP")
    assert float(held[1]) - float(held[0]) == 10_000
    cancelled = client.cancel_order(order["id"])
    assert cancelled["status"] == "cancelled" and cancelled["amount"]["executed"] == "0"
    assert trader.balances() == before


def test_executed_orders_have_a_row_for_each_execution(client, maker, trader):
    maker.order(MARKET, "sell", "0.1", 10000)
    maker.order(MARKET, "sell", "0.2", 11000)
    order = client.create_order(MARKET, amount="0.3", price="12000", type="buy")
    assert order["status"] == "executed" and order["amount"] == {"original": "0.3", "executed": "0.3"}
    # (0.1 × 10000 + 0.2 × 11000) ÷ 0.3 = 10666.…
    assert order["avg_execution_price"] == "10666.666666666666666667" and order["price"] == "12000"
    rows = client.get_executed_orders(MARKET)["data"]
    mine = [row for row in rows if row["id"] == order["id"]]
    assert [row["execution_price"] for row in mine] == ["11000", "10000"]
    assert [row["amount"] for row in mine] == [
        {"executed": "0.2", "original": "0.3"}, {"executed": "0.1", "original": "0.3"}]
    assert all(set(row) == EXECUTED and row["status"] == "executed" for row in mine)
    trades = client.get_trades(MARKET)["data"]
    assert [(trade["price"], trade["amount"], trade["market_taker"]) for trade in trades[:2]] == [
        ("11000", "0.2", "buy"), ("10000", "0.1", "buy")]
    ticker, = client.get_ticker(market=MARKET)["data"]
    assert ticker["last_price"] == "11000"


def test_trades_are_of_days_and_the_last_is_exclusive(client, maker):
    stay_within(86400, 30)
    maker.order(MARKET, "sell", "0.1", 10000)
    client.create_order(MARKET, amount="0.1", price="10000", type="buy")
    today, tomorrow = (time.strftime("%Y-%m-%d", time.gmtime(time.time() + day * 86400)) for day in (0, 1))
    assert client.get_trades(MARKET, start=today, end=tomorrow, limit=50)["data"]
    assert client.get_trades(MARKET, start="2017-05-20", end="2017-05-30", page=2)["data"] == []
    assert client.get_trades(MARKET, end="2017-05-20")["data"] == []


def test_a_balance_says_what_is_available(client, trader):
    wallets = {wallet["wallet"]: wallet for wallet in client.get_balance()["data"]}
    assert set(wallets["CLP"]) == {"wallet", "available", "balance"}
    order = client.create_order(MARKET, amount="1", price="1000", type="buy")
    after = {wallet["wallet"]: wallet for wallet in client.get_balance()["data"]}
    assert after["CLP"]["balance"] == wallets["CLP"]["balance"]
    assert float(wallets["CLP"]["available"]) - float(after["CLP"]["available"]) == 1000
    client.cancel_order(order["id"])


def test_an_instant_amount_is_traded_whole_or_not_at_all(maker, trader):
    maker.order(MARKET, "buy", "1", 9000)
    maker.order(MARKET, "buy", "1", 8000)
    quote = trader.get("/v1/orders/instant/get", market=MARKET, type="sell", amount="1.5")
    # 13,000 without the taker's 0.68 %.
    assert quote == {"obtained": "12911.6", "required": "1.5"}
    before = trader.balance("CLP")[0]
    assert trader.post("/v1/orders/instant/create", market=MARKET, type="sell", amount="1.5") == ""
    assert float(trader.balance("CLP")[0]) - float(before) == pytest.approx(12911.6)
    balances = trader.balances()
    answer = trader.call("POST", "/v1/orders/instant/create", {"market": MARKET, "type": "sell", "amount": "5"})
    assert answer.status_code == 422 and answer.json()["message"] == "not_enough_liquidity"
    assert trader.balances() == balances
    maker.order(MARKET, "sell", "1", 10000)
    bounded = {"market": MARKET, "type": "buy", "amount": "1", "bound": "9999"}
    assert trader.call("POST", "/v1/orders/instant/create", bounded).status_code == 422
    assert trader.balances() == balances
    assert trader.get("/v1/orders/instant/get", market=MARKET, type="buy", amount="1") == {
        "obtained": "0.9932", "required": "10000"}


@pytest.mark.parametrize("method, arguments, error, message", [
    ("create_order", ["XXXYYY", "1", "100", "buy"], "NotFoundError", "pair_not_active"),
    ("create_order", [MARKET, "0", "100", "buy"], "ValidationError", "amount_too_small"),
    ("create_order", [MARKET, "-1", "100", "buy"], "ValidationError", "invalid_amount"),
    ("create_order", [MARKET, "1e-3", "100", "buy"], "ValidationError", "invalid_amount"),
    ("create_order", [MARKET, "1", "0", "buy"], "ValidationError", "invalid_price"),
    ("create_order", [MARKET, "1", "NaN", "buy"], "ValidationError", "invalid_price"),
    ("create_order", [MARKET, "1", "10000", "hold"], "ValidationError", "invalid_type"),
    ("create_order", [MARKET, "1000000", "10000", "buy"], "ValidationError", "not_enough_balance"),
    ("create_order", [MARKET, "1", "", "buy"], "ParamRequiredError", "price is required"),
    ("get_status_order", ["M1"], "NotFoundError", "there is no such order"),
    ("get_status_order", ["what"], "NotFoundError", "there is no such order"),
    ("cancel_order", ["M99999999999999999999999"], "NotFoundError", "there is no such order"),
    ("get_book", ["XXXYYY", "buy"], "NotFoundError", "pair_not_active"),
    ("get_book", [MARKET, "both"], "ValidationError", "invalid_type"),
    ("get_trades", [MARKET, "yesterday"], "ValidationError", "invalid_start"),
    ("get_trades", [MARKET, "2017-02-30"], "ValidationError", "invalid_start"),
])
def test_the_client_tells_what_is_wrong(client, trader, method, arguments, error, message):
    before = trader.balances()
    answer = client.try_call(method, *arguments)
    assert (answer.get("error"), answer.get("message")) == (error, message)
    assert trader.balances() == before


def test_what_both_protocols_have_under_v1_stands_side_by_side(exchange, trader):
    hello = trader.client.get("/v1")
    assert hello.status_code == 200 and hello.text == "Hello from DP3T WS"
    unknown = trader.client.get("/v1/orders/nothing")
    assert unknown.status_code == 404 and unknown.json() == {
        "status": "error", "message": "not_found", "errors": [{"id": "not_found", "message": "not_found"}]}
    other = trader.client.get("/v1/nothing")
    assert other.status_code == 404 and other.headers["content-type"].startswith("text/plain")
    wrong = trader.client.post("/v1/market")
    assert wrong.status_code == 405 and wrong.json()["status"] == "error" and "GET" in wrong.headers["allow"]


def test_deposits_and_withdrawals_are_requests_that_an_operator_settles(exchange, trader):
    before = trader.balance("CLP")
    assert trader.post("/v1/request/deposit", amount="10000", bank_account="12345") == ""
    assert trader.balance("CLP") == before
    assert trader.post("/v1/request/withdrawal", amount="10000", bank_account="12345") == ""
    held = trader.balance("CLP")
    assert held[1] == before[1] and float(before[0]) - float(held[0]) == 10_000
    account = trader.get("/v1/account")
    assert account["email"] == trader.email and account["rate"] == {
        "market_maker": "0.0039", "market_taker": "0.0068"}
    assert [bank["number"] for bank in account["bank_accounts"]] == ["12345"]


def invoice(merchant, amount="3000", **more) -> dict:
    return merchant.post("/v1/payment/new_order", to_receive=amount, to_receive_currency="CLP",
                         payment_receiver=merchant.email, **more)


def test_an_invoice_is_paid_and_changed_into_what_was_asked(exchange, maker, trader):
    merchant = exchange.trader("merchant@example.com")
    maker.order(MARKET, "buy", "10", 10000)
    order = invoice(merchant, external_id="123456CM", refund_email="refund@example.com", language="en",
                    callback_url="https://shop.example/callback")
    assert PAYMENT <= set(order) and order["status"] == 0 and order["external_id"] == "123456CM"
    assert (order["to_receive"], order["expected_currency"]) == ("3000", "ETH")
    # 3,000 and the fee of 0.68 % at 10,000 each, and a hundredth on top.
    assert 0.302 * 1.009 < float(order["expected_amount"]) < 0.3021 * 1.011
    assert 0 < order["remanining"] <= 900
    picture = merchant.client.get(order["qr"])
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG\r\n")
    page = merchant.client.get(order["payment_url"])
    assert order["deposit_address"] in page.text and order["expected_amount"] in page.text
    assert 'lang="en"' in page.text and "script" not in page.text
    assert merchant.client.get(order["payment_url"].replace(order["token"], "0" * 32)).status_code == 404

    payment = {"address": order["deposit_address"], "amount": order["expected_amount"], "currency": "ETH"}
    before = trader.balance("ETH")[0]
    for wrong, message in [({"amount": "0.3"}, "payment_amount_mismatch"),
                           ({"currency": "CLP", "amount": "3000"}, "payment_currency_mismatch")]:
        answer = trader.call("POST", "/v1/transfer", payment | wrong)
        assert answer.status_code == 422 and answer.json()["message"] == message
    assert trader.balance("ETH")[0] == before
    assert trader.post("/v1/transfer", **payment) == ""
    paid = merchant.get("/v1/payment/status", id=order["id"])
    assert paid["status"] == 3 and paid["remanining"] == 0
    assert float(merchant.balance("CLP")[0]) >= 3000 and merchant.balance("ETH") == ("0", "0")
    assert float(before) - float(trader.balance("ETH")[0]) == pytest.approx(float(order["expected_amount"]))
    twice = trader.call("POST", "/v1/transfer", payment)
    assert twice.status_code == 422 and twice.json()["message"] == "payment_not_waiting"
    listed = merchant.get("/v1/payment/orders", start_date="01/01/2018", end_date="31/12/2099")
    assert [line["id"] for line in listed] == [order["id"]]
    assert merchant.get("/v1/payment/orders", start_date="01/01/2018", end_date="31/01/2018") == []
    # Somebody else's invoice is no different from one that does not exist.
    assert trader.call("GET", "/v1/payment/status", {"id": order["id"]}).status_code == 404
    assert trader.call("GET", "/v1/payment/status", {"id": "P1"}).status_code == 404


def test_an_invoice_can_be_paid_in_another_currency_and_without_a_market(exchange, maker, trader):
    merchant = exchange.trader("second-merchant@example.com")
    order = invoice(merchant)
    # Nobody buys anything: what is asked for is what is paid.
    assert (order["expected_currency"], order["expected_amount"]) == ("CLP", "3000")
    maker.order(MARKET, "buy", "1", 10000)
    chosen = merchant.post("/v1/payment/create_wallet", id=order["id"], token=order["token"], wallet="ETH")
    assert chosen["expected_currency"] == "ETH" and chosen["id"] == order["id"]
    answer = merchant.call("POST", "/v1/payment/create_wallet",
                           {"id": order["id"], "token": order["token"], "wallet": "BTC"})
    assert answer.status_code == 422 and answer.json()["message"] == "not_enough_liquidity"
    back = merchant.post("/v1/payment/create_wallet", id=order["id"], token=order["token"], wallet="CLP")
    trader.post("/v1/transfer", address=back["deposit_address"], amount="3000", currency="CLP")
    assert merchant.get("/v1/payment/status", id=order["id"])["status"] == 3
    assert merchant.balance("CLP") == ("3000", "3000")


def test_what_was_paid_stays_with_the_merchant_while_it_cannot_be_changed(exchange, maker, trader):
    merchant = exchange.trader("third-merchant@example.com")
    bid = maker.order(MARKET, "buy", "1", 10000)
    order = invoice(merchant)
    maker.cancel(bid["id"])
    trader.post("/v1/transfer", address=order["deposit_address"], amount=order["expected_amount"], currency="ETH")
    # It is tried again for a day.
    assert merchant.get("/v1/payment/status", id=order["id"])["status"] == 2
    assert merchant.balance("ETH")[0] == order["expected_amount"]


@pytest.mark.parametrize("field, value, message", [
    ("to_receive", "0", "invalid_amount"), ("to_receive", "-3", "invalid_amount"),
    ("to_receive", "1e3", "invalid_amount"), ("to_receive_currency", "XYZ", "currency_not_active"),
    ("payment_receiver", "somebody@example.com", "invalid_payment_receiver"),
    ("callback_url", "javascript:alert(1)", "invalid_callback_url"), ("external_id", "x" * 65, "invalid_external_id"),
    ("language", "xx", "invalid_language"), ("refund_email", "nobody", "invalid_refund_email"),
])
def test_an_invoice_that_makes_no_sense_is_refused(trader, field, value, message):
    fields = {"to_receive": "3000", "to_receive_currency": "CLP", "payment_receiver": trader.email, field: value}
    answer = trader.call("POST", "/v1/payment/new_order", fields)
    assert answer.status_code in (404, 422) and answer.json()["message"] == message
