"""What API v2 and the sockets have beyond the contract: orders that are amended, pairs, the cancel timer and auctions,
asked for as the official client signs, and over a socket that we did not write.
"""

import contextlib
import time
from decimal import Decimal

import pytest
from entrances import Socket
from exchange import SDK, Exchange

MARKET = "ETHCLP"
OTHER = "XLMCLP"
PAIR = {"market": MARKET, "side": "sell", "amount": "0.5", "price": "12000", "stop": "9500", "stop_price": "9400"}


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("protocol")
    with Exchange(cerca, folder, arguments=["--feed-interval", "20", "--no-rate-limits"]) as server:
        yield server


@pytest.fixture(scope="module")
def maker(exchange):
    return exchange.trader("maker@example.com", CLP=50_000_000, ETH=100, XLM=10_000)


@pytest.fixture(scope="module")
def trader(exchange, maker):
    return exchange.trader("trader@example.com", CLP=10_000_000, ETH=20, XLM=10_000)


@pytest.fixture(scope="module")
def client(exchange, trader):
    with SDK(2, exchange, trader.public, trader.secret) as sdk:
        yield sdk


@pytest.fixture(autouse=True)
def market(maker, trader):
    """Each test finds books without orders, all that anybody has available, and a last price of 10,000."""
    maker.order(MARKET, "sell", "0.001", 10_000)
    trader.order(MARKET, "buy", "0.001", 10_000)
    yield
    for owner in (maker, trader):
        for market in (MARKET, OTHER):
            for order in owner.get("/v2/orders/active", market=market, limit=100):
                owner.call("POST", "/v2/orders/cancel", {"id": order["id"]})
        assert all(available == total for available, total in owner.balances().values())


def open_orders(trader, market: str = MARKET) -> list[str]:
    return [order["id"] for order in trader.get("/v2/orders/active", market=market, limit=100)]


def refusal(trader, path: str, fields: dict) -> tuple[int, str]:
    """How a request is refused; each refusal has the form that clients know."""
    answer = trader.call("POST", path, fields)
    body = answer.json()
    assert body["status"] == "error" and set(body) == {"status", "message", "errors"}, body
    assert set(body["errors"][0]) == {"id", "message"}
    return answer.status_code, body["message"]


# Amending.


def test_less_keeps_the_turn_and_everything_else_goes_behind(client, maker, trader):
    first = trader.order(MARKET, "buy", "1", 9000)
    second = maker.order(MARKET, "buy", "1", 9000)
    less = client._post("v2", "orders", "amend", data={"id": first["id"], "amount": "0.4"})
    assert (less["keeps_place"], less["replaced"], less["order"]["id"]) == (True, None, first["id"])
    assert less["order"]["amount"] == {"original": "0.4", "executed": "0"}
    available, total = map(Decimal, trader.balance("CLP"))
    assert total - available == 3600
    more = client._post("v2", "orders", "amend", data={
        "id": first["id"], "amount": "0.5", "client_id": "again"})
    assert more["keeps_place"] is False and more["replaced"]["id"] == first["id"]
    assert (more["replaced"]["status"], more["replaced"]["reason"]) == ("cancelled", "replaced")
    new = more["order"]
    assert new["id"] != first["id"] and new["client_id"] == "again" and new["amount"]["original"] == "0.5"
    # It is behind the other one now.
    assert client._get("v2", "orders", "status", params={"id": first["id"]})["reason"] == "replaced"
    assert trader.get("/v2/orders/status", client_id="again")["id"] == new["id"]
    assert [line["amount"] for line in trader.get("/v2/book", market=MARKET, side="buy")] == ["1", "0.5"]
    assert second["id"] in open_orders(maker)


def test_an_amendment_counts_what_is_executed_and_may_trade_at_once(maker, trader):
    order = trader.order(MARKET, "buy", "1", 9000)
    maker.order(MARKET, "sell", "0.3", 9000)
    for amount in ("0.3", "0.2"):
        assert refusal(trader, "/v2/orders/amend", {"id": order["id"], "amount": amount}) == (422, "amount_executed")
    kept = trader.post("/v2/orders/amend", id=order["id"], amount="0.5")
    assert kept["keeps_place"] and kept["order"]["amount"] == {"original": "0.5", "executed": "0.3"}
    waiting = maker.order(MARKET, "sell", "0.2", 9100)
    answer = trader.post("/v2/orders/amend", id=order["id"], price="9100")
    assert (answer["order"]["status"], answer["order"]["amount"]["executed"]) == ("filled", "0.2")
    assert answer["replaced"]["amount"]["executed"] == "0.3" and answer["replaced"]["reason"] == "replaced"
    assert maker.get("/v2/orders/status", id=waiting["id"])["status"] == "filled"
    assert refusal(trader, "/v2/orders/amend", {"id": order["id"], "amount": "0.1"}) == (422, "order_not_active")


HOSTILE = ["-1", "+1", "1e3", "0x10", "1,5", "NaN", "Infinity", "٣", " 1", "1 ", "1.00000001", "9" * 30, "9" * 64,
           "9" * 65, "9" * 5000, "0." + "0" * 61 + "1", ".", "..", "1.1.1", "\x00", "1\x00", "😀", "' OR 1=1; --"]


@pytest.mark.parametrize("fields, status, message", [
    ({}, 400, "invalid_request"), ({"amount": ""}, 400, "invalid_request"), ({"id": ""}, 400, "invalid_request"),
    ({"id": "what", "amount": "0.1"}, 404, "invalid_request"),
    ({"id": "O999999999", "amount": "0.1"}, 404, "invalid_request"),
    ({"id": "O" + "9" * 40, "amount": "0.1"}, 404, "invalid_request"), ({"amount": "0"}, 422, None),
    ({"amount": "0.1", "client_id": "a b"}, 422, "invalid_client_id"),
    ({"amount": "0.1", "client_id": "x" * 65}, 422, "invalid_client_id"), ({"price": "0"}, 422, "invalid_price"),
    ({"price": "9000.001"}, 422, "price_not_on_tick"), ({"amount": "99999"}, 422, "not_enough_balance"),
    ({"price": "9" * 25}, 422, "amount_too_large"),
])
def test_a_wrong_amendment_changes_nothing(trader, fields, status, message):
    order = trader.order(MARKET, "buy", "1", 9000)
    before = trader.balances()
    answer = refusal(trader, "/v2/orders/amend", {"id": order["id"]} | fields)
    assert answer[0] == status and (message is None or answer[1] == message), answer
    assert trader.balances() == before and trader.get("/v2/orders/status", id=order["id"]) == order | {"fills": []}


# Pairs.


def test_a_pair_is_two_orders_of_which_one_trades(client, maker, trader):
    before = trader.balances()
    pair = client._post("v2", "orders", "create", "pair", data=PAIR | {
        "client_id": "profit", "stop_client_id": "loss"})
    limit, stop = pair["limit"], pair["stop"]
    assert (limit["type"], limit["price"], limit["stop"], limit["client_id"]) == ("limit", "12000", None, "profit")
    assert (stop["type"], stop["price"], stop["stop"], stop["client_id"]) == ("stop-limit", "9400", "9500", "loss")
    assert (limit["partner"], stop["partner"]) == (stop["id"], limit["id"])
    # They hold the amount once.
    assert float(before["ETH"][0]) - float(trader.balance("ETH")[0]) == pytest.approx(0.5)
    maker.order(MARKET, "buy", "0.001", 12000)
    assert trader.get("/v2/orders/status", id=limit["id"])["amount"]["executed"] == "0.001"
    other = trader.get("/v2/orders/status", client_id="loss")
    assert (other["status"], other["reason"], other["amount"]["executed"]) == ("cancelled", "partner", "0")
    # What is left of the limit order goes on by itself.
    assert trader.cancel(limit["id"])["reason"] == "user"


def test_the_stop_of_a_pair_ends_its_limit_order(maker, trader):
    pair = trader.post("/v2/orders/create/pair", **PAIR)
    bid = maker.order(MARKET, "buy", "1", 9450)
    trader.order(MARKET, "sell", "0.1", 9450)
    stop = trader.get("/v2/orders/status", id=pair["stop"]["id"])
    assert (stop["status"], stop["avg_execution_price"]) == ("filled", "9450")
    limit = trader.get("/v2/orders/status", id=pair["limit"]["id"])
    assert (limit["status"], limit["reason"], limit["fills"]) == ("cancelled", "partner", [])
    assert maker.cancel(bid["id"])["amount"]["executed"] == "0.6"


def test_to_cancel_one_of_a_pair_ends_both_and_to_amend_one_is_refused(trader):
    before = trader.balances()
    pair = trader.post("/v2/orders/create/pair", **PAIR)
    for part in pair.values():
        assert refusal(trader, "/v2/orders/amend", {"id": part["id"], "amount": "0.4"}) == (422, "order_of_pair")
    assert trader.cancel(pair["stop"]["id"])["reason"] == "user"
    assert trader.get("/v2/orders/status", id=pair["limit"]["id"])["reason"] == "partner"
    assert refusal(trader, "/v2/orders/cancel", {"id": pair["limit"]["id"]}) == (422, "order_not_active")
    assert trader.balances() == before


@pytest.mark.parametrize("fields, status, message", [
    ({"market": "NONE"}, 404, "pair_not_active"), ({"side": "hold"}, 422, "invalid_side"),
    ({"price": "9000"}, 422, "post_only_would_take"), ({"stop": "10000"}, 422, "stop_reached"),
    ({"stop": "13000"}, 422, "stop_reached"), ({"stop_price": ""}, 400, "invalid_request"),
    ({"stop": ""}, 400, "invalid_request"), ({"price": ""}, 400, "invalid_request"),
    ({"amount": ""}, 400, "invalid_request"), ({"side": "buy"}, 422, "stop_reached"),
    ({"amount": "9999"}, 422, "not_enough_balance"), ({"expires_at": "1"}, 422, "invalid_expires_at"),
    ({"expires_at": "soon"}, 422, "invalid_expires_at"), ({"expires_at": "9" * 17}, 422, "invalid_expires_at"),
    ({"expires_at": "1795253653"}, 422, "expires_at_not_in_milliseconds"),
    ({"client_id": "same", "stop_client_id": "same"}, 422, "invalid_order"),
    ({"stop_price": "9400.001"}, 422, "price_not_on_tick"), ({"client_id": "é"}, 422, "invalid_client_id"),
])
def test_a_wrong_pair_is_refused_whole(maker, trader, fields, status, message):
    maker.order(MARKET, "buy", "1", "9300")
    if fields.get("price") == "9000":
        fields = fields | {"stop": "8000", "stop_price": "7900"}
    before = trader.balances()
    assert refusal(trader, "/v2/orders/create/pair", PAIR | fields) == (status, message)
    assert trader.balances() == before and open_orders(trader) == []


def test_a_pair_that_comes_again_is_placed_once(trader):
    fields = PAIR | {"client_id": "p-1", "stop_client_id": "p-2"}
    first, again = (trader.post("/v2/orders/create/pair", **fields) for _ in range(2))
    assert first == again and len(open_orders(trader)) == 2
    assert refusal(trader, "/v2/orders/create/pair", fields | {"price": "12100"}) == (422, "client_id_used")
    assert refusal(trader, "/v2/orders/create", {"market": MARKET, "side": "sell", "type": "limit", "amount": "0.5",
                                                 "price": "12000", "client_id": "p-2"}) == (422, "client_id_used")
    assert len(open_orders(trader)) == 2


# The cancel timer.


def test_who_says_nothing_for_so_long_has_no_open_orders(client, maker, trader):
    mine = [trader.order(MARKET, "buy", "1", 9000)["id"], trader.order(OTHER, "buy", "10", 40)["id"]]
    mine += [part["id"] for part in trader.post("/v2/orders/create/pair", **PAIR).values()]
    foreign = maker.order(MARKET, "buy", "1", 9000)["id"]
    timer = client._post("v2", "orders", "cancel_all_after", data={"seconds": "86400"})
    assert timer["seconds"] == 86400 and timer["at"]
    assert trader.post("/v2/orders/cancel_all_after", seconds="0") == {"seconds": 0, "at": None}
    assert len(open_orders(trader)) == 3
    assert trader.post("/v2/orders/cancel_all_after", seconds=1)["seconds"] == 1
    deadline = time.monotonic() + 60
    while open_orders(trader) or open_orders(trader, OTHER):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    reasons = [trader.get("/v2/orders/status", id=number)["reason"] for number in mine]
    assert reasons[:2] == ["cancel_timer"] * 2 and set(reasons[2:]) <= {"cancel_timer", "partner"}, reasons
    assert open_orders(maker) == [foreign]
    # It counts once: what is placed later stays.
    later = trader.order(MARKET, "buy", "1", 9000)["id"]
    assert trader.post("/v2/orders/cancel_all_after", seconds="0")["at"] is None
    assert open_orders(trader) == [later]


@pytest.mark.parametrize("seconds, status", [
    ("", 400), (None, 400), ("-1", 422), ("1.5", 422), ("86401", 422), ("99999", 422), ("1e2", 422), ("٣", 422),
    (" 5", 422), ("9" * 30, 422), ("5s", 422), ("+5", 422), ("0x5", 422),
])
def test_a_wrong_time_sets_no_timer(trader, seconds, status):
    fields = {} if seconds is None else {"seconds": seconds}
    assert refusal(trader, "/v2/orders/cancel_all_after", fields)[0] == status


def test_the_ways_of_our_own_ask_for_the_right_to_trade(exchange, trader):
    reading = exchange.key(trader.email, "read")
    order = trader.order(MARKET, "buy", "1", 9000)
    for path, fields in (("amend", {"id": order["id"], "amount": "0.5"}), ("create/pair", PAIR),
                         ("cancel_all_after", {"seconds": "5"})):
        assert refusal(reading, f"/v2/orders/{path}", fields) == (403, "invalid_scope")
        assert reading.client.post(f"/v2/orders/{path}", data=fields).status_code == 401
        # API v1 has never had them.
        assert trader.call("POST", f"/v1/orders/{path}", fields).status_code == 404
    assert open_orders(trader) == [order["id"]]


# Over a socket.


def test_the_same_over_a_socket(exchange, maker, trader):
    with Socket(exchange, trader) as socket:
        order = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000", "client_id": "s-1"}
        placed = socket.done("order-create", order)
        assert socket.done("order-create", order) == placed
        assert placed == {name: value for name, value in
                          trader.get("/v2/orders/status", client_id="s-1").items() if name != "fills"}
        less = socket.done("order-amend", {"orig_client_id": "s-1", "amount": 0.5})
        assert less["keeps_place"] is True and less["order"]["id"] == placed["id"]
        dearer = socket.done("order-amend", {"id": placed["id"], "price": "9100", "client_id": "s-2"})
        assert dearer["keeps_place"] is False and dearer["replaced"]["reason"] == "replaced"
        assert socket.done("order-cancel", {"orig_client_id": "s-2"})["reason"] == "user"
        pair = trader.post("/v2/orders/create/pair", **PAIR)
        assert socket.ask("order-amend", {"id": pair["limit"]["id"], "amount": "0.1"})["message"] == "order_of_pair"
        ended = socket.done("orders-cancel-all", {"market": MARKET})
        assert {line["id"] for line in ended} == {part["id"] for part in pair.values()}
        timer = socket.done("cancel-all-after", {"seconds": 60})
        assert timer["seconds"] == 60
        assert socket.done("cancel-all-after", {"seconds": "0"}) == {"seconds": 0, "at": None}
        lasting = dict(order, client_id="s-3", time_in_force="GTD", expires_at=int(time.time() + 3600) * 1000)
        assert socket.done("order-create", lasting)["expires_at"]
        assert socket.done("orders-cancel-all")[0]["client_id"] == "s-3"
        assert socket.done("orders-cancel-all") == []


COMMANDS = ["order-create", "order-cancel", "order-amend", "orders-cancel-all", "cancel-all-after"]


def test_whatever_a_socket_is_sent_it_goes_on(exchange, trader):
    before = trader.balances()
    arguments = [
        None, [], "text", 7, True, [[]], {"id": None}, {"id": []}, {"id": {"id": {}}}, {"id": 1e308},
        {"market": {"a": 1}}, {"market": ["ETHCLP"]}, {"market": "ETH\x00CLP"}, {"seconds": -1}, {"seconds": 1.5},
        {"seconds": 1e300}, {"seconds": True}, {"seconds": "9" * 400}, {"id": "O1", "amount": {}},
        {"orig_client_id": "x" * 10_000}, {"orig_client_id": "\ud83d\ude00"}, {"seconds": None},
    ] + [
        {"market": MARKET, "side": "buy", "type": "limit", "amount": text, "price": text} for text in HOSTILE
    ] + [
        {"market": MARKET, "side": "buy", "type": "limit", "amount": number, "price": 1e300}
        for number in (1e-300, 1e300, -1, 0, 123456789012345678901234567890)
    ]
    with Socket(exchange, trader) as socket:
        for command in COMMANDS:
            for argument in arguments:
                answer = socket.ask(command, argument)
                if command == "orders-cancel-all" and answer["status"] == "success":
                    assert answer["data"] == []
                    continue
                assert answer["status"] == "error", (command, argument, answer)
                assert answer["message"] not in ("internal_server_error", "temporarily disabled"), (command, argument)
        # Without an argument, and with more than one.
        for command in COMMANDS:
            socket.say(command)
            socket.say(command, {}, {}, "x")
        assert socket.done("orders-cancel-all") == []
    assert trader.balances() == before and trader.post("/v2/orders/cancel_all_after", seconds=0)["at"] is None


def test_nobody_orders_over_a_socket_without_having_said_who_they_are(exchange):
    with Socket(exchange) as socket:
        for command in COMMANDS:
            order = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "1"}
            answer = socket.ask(command, order)
            assert answer["message"] == "authentication_error"


# Halts and auctions.


@contextlib.contextmanager
def halted(exchange, trader, market: str):
    """A market that takes no orders; afterwards it trades, whatever has happened in between."""
    exchange.admin("market", "halt", market)
    wait_for_phase(trader, market, "halted")
    try:
        yield
    finally:
        if phase(trader, market) == "halted":
            exchange.admin("market", "auction", market, "--seconds", 1)
        wait_for_phase(trader, market, "trading")


def phase(trader, market: str) -> str:
    return trader.client.get(f"/api/market/markets/{market}/auction").json()["phase"]


def wait_for_phase(trader, market: str, wanted: str) -> None:
    deadline = time.monotonic() + 60
    while phase(trader, market) != wanted:
        assert time.monotonic() < deadline, f"{market} is never {wanted}"
        time.sleep(0.05)


def following(socket: Socket, condition) -> dict:
    """What the stream says of an auction once that fulfils the condition; each delta is an answer to ask anew."""
    deadline = time.monotonic() + 60
    while True:
        socket.say("auction", {"stockId": MARKET})
        told = socket.event("auction")
        assert told["stock_id"] == MARKET and isinstance(told["to_tx"], int)
        if condition(told["data"]):
            return told["data"]
        assert time.monotonic() < deadline, told
        with contextlib.suppress(TimeoutError):
            socket.event("auction-delta", seconds=0.2)


def test_an_auction_is_followed_from_the_halt_to_its_trade(exchange, maker, trader):
    with Socket(exchange) as socket:
        assert following(socket, lambda data: True)["phase"] == "trading"
        waiting = trader.order(MARKET, "buy", "1", 9000)
        with halted(exchange, trader, MARKET):
            assert following(socket, lambda data: data["phase"] == "halted").get("until") is None
            order = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000"}
            assert refusal(trader, "/v2/orders/create", order) == (422, "market_halted")
            assert refusal(trader, "/v2/orders/create/pair", PAIR) == (422, "market_halted")
            assert refusal(trader, "/v2/orders/amend", {"id": waiting["id"], "price": "9100"}) == (422, "market_halted")
            less = trader.post("/v2/orders/amend", id=waiting["id"], amount="0.75")
            assert less["keeps_place"] and trader.cancel(waiting["id"])["reason"] == "user"
            exchange.admin("market", "auction", MARKET, "--seconds", 600)
            wait_for_phase(trader, MARKET, "auction")
            assert following(socket, lambda data: data["phase"] == "auction")["until"]
            for fields in ({"type": "market", "price": ""}, {"time_in_force": "IOC"}, {"time_in_force": "FOK"},
                           {"post_only": "true"}):
                assert refusal(trader, "/v2/orders/create", order | fields) == (422, "market_in_auction"), fields
            bid = trader.order(MARKET, "buy", "1", 10_200)
            ask = maker.order(MARKET, "sell", "0.4", 9_800)
            assert (bid["status"], ask["status"]) == ("queued", "queued")
            told = following(socket, lambda data: data.get("price"))
            # At each price from 9,800 to 10,200 as much is traded and left over: the nearest to the last one.
            assert (told["price"], told["amount"]) == ("10000", "0.4"), told
            assert (told["surplus"], told["surplusSide"]) == ("0.6", "buy"), told
            # The next server finds its end in the past.
            exchange.kill()
            exchange.ahead += 700
            exchange.start()
            wait_for_phase(trader, MARKET, "trading")
            seen = [trader.get("/v2/orders/status", id=bid["id"]), maker.get("/v2/orders/status", id=ask["id"])]
            assert (seen[1]["status"], seen[0]["amount"]["executed"]) == ("filled", "0.4")
            assert seen[0]["avg_execution_price"] == seen[1]["avg_execution_price"] == "10000"
    with Socket(exchange) as socket:
        assert following(socket, lambda data: data["phase"] == "trading").get("price") is None
        # Nobody is told of a market that there is not, and the socket lives.
        for argument in (None, {}, {"stockId": "NONE"}, {"stockId": 7}, {"stockId": "x" * 10_000}, [], "ETHCLP"):
            socket.say("auction", *([] if argument is None else [argument]))
        assert following(socket, lambda data: True)["phase"] == "trading"
