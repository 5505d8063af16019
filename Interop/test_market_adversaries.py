"""What somebody tries who means harm or does not know better: other people's orders, names and keys, many requests at
once, and numbers, texts and times of every wrong kind at each route that moves money.
"""

import concurrent.futures
import threading
from decimal import Decimal

import pytest
from entrances import Session, Socket
from exchange import Exchange

MARKET = "ETHCLP"
KEY = "0123456789abcdef"


@pytest.fixture(scope="module")
def exchange(cerca, tmp_path_factory):
    folder = tmp_path_factory.mktemp("adversaries")
    with Exchange(cerca, folder, arguments=["--feed-interval", "20", "--no-rate-limits"]) as server:
        yield server
        # Whatever was tried, the ledger agrees with itself.
        server.admin("audit-ledger")


@pytest.fixture(scope="module")
def ana(exchange):
    return exchange.trader("ana@example.com", CLP=1_000_000, ETH=20)


@pytest.fixture(scope="module")
def bea(exchange):
    return exchange.trader("bea@example.com", CLP=1_000_000, ETH=20)


@pytest.fixture(scope="module")
def sessions(exchange, ana, bea):
    return Session(exchange, ana.email), Session(exchange, bea.email)


@pytest.fixture(autouse=True)
def empty_books(ana, bea):
    yield
    for trader in (ana, bea):
        for order in trader.get("/v2/orders/active", market=MARKET, limit=100):
            trader.call("POST", "/v2/orders/cancel", {"id": order["id"]})


def at_once(count: int, act) -> list:
    """What `act` gives for each number, all begun at the same moment."""
    gate = threading.Barrier(count)

    def run(number: int):
        gate.wait()
        return act(number)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


# What is somebody else's is no different from what there is not.


def test_a_foreign_order_is_no_different_from_none_by_any_way(exchange, ana, bea, sessions):
    _, session = sessions
    order = ana.order(MARKET, "buy", "1", 9000, client_id="anas")
    pair = ana.post("/v2/orders/create/pair", market=MARKET, side="sell", amount="1", price="12000", stop="8000",
                    stop_price="7900", client_id="anas-limit", stop_client_id="anas-stop")
    before = (ana.balances(), ana.get("/v2/orders/active", market=MARKET))
    # One of the same market, so that all that differs is whose it is.
    missing = f"O{int(order['id'][1:]) + (1 << 30)}"
    foreign = [order["id"], pair["limit"]["id"], pair["stop"]["id"]]
    for path, fields in (("amend", {"amount": "0.5"}), ("amend", {"price": "9001"}), ("cancel", {})):
        answers = [bea.call("POST", f"/v2/orders/{path}", fields | {"id": number}) for number in [*foreign, missing]]
        assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[-1].text)}, path
    for path in ("PATCH", "DELETE", "GET"):
        body = {"amount": "0.5"} if path == "PATCH" else None
        answers = [session.ask(path, f"orders/{number}", body) for number in [*foreign, missing]]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "market.unknown_order")}
    for name in ("anas", "anas-limit", "anas-stop", "nobodys"):
        assert session.ask("GET", f"orders/by-client-id/{name}").json()["code"] == "market.unknown_order"
        assert bea.call("GET", "/v2/orders/status", {"client_id": name}).status_code == 404
    with Socket(exchange, bea) as socket:
        for command, more in (("order-cancel", {}), ("order-amend", {"amount": "0.5"})):
            answers = [socket.ask(command, more | {"id": number}) for number in [*foreign, missing]]
            answers += [socket.ask(command, more | {"orig_client_id": name}) for name in ("anas", "anas-stop", "none")]
            assert all(answer == answers[0] and answer["status"] == "error" for answer in answers), command
        assert socket.done("orders-cancel-all") == []
    assert session.done("DELETE", "open-orders")["orders"] == []
    assert (ana.balances(), ana.get("/v2/orders/active", market=MARKET)) == before


def test_a_name_is_its_accounts_own(exchange, ana, bea, sessions):
    fields = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000", "client_id": "both"}
    mine = ana.post("/v2/orders/create", **fields)
    with Socket(exchange, bea) as socket:
        # Neither that it is taken nor what it names is told, whether or not the order is the same.
        other = socket.done("order-create", fields | {"price": "9100"})
    assert other["id"] != mine["id"] and other["price"] == "9100"
    assert sessions[1].done("GET", "orders/by-client-id/both")["order"]["id"] == other["id"]
    assert bea.cancel(other["id"])["client_id"] == "both"
    assert ana.get("/v2/orders/status", client_id="both")["status"] == "queued"


def test_the_key_of_another_account_gives_nothing(sessions):
    ana, bea = sessions
    address = ana.done("GET", "balances/CLP/address")["address"]
    order = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000"}
    first = ana.ask("POST", "orders", order, KEY + "-order")
    again = ana.ask("POST", "orders", order, KEY + "-order")
    assert again.json() == first.json() and again.headers["Idempotent-Replayed"] == "true"
    other = bea.ask("POST", "orders", order, KEY + "-order")
    assert other.status_code == 201 and other.json()["id"] != first.json()["id"]
    assert "Idempotent-Replayed" not in other.headers
    # Another body under it is a new request of hers, not a key that was used.
    ana.done("POST", "withdrawals", {"asset": "CLP", "amount": "1", "bankAccount": "1"}, KEY + "-out")
    sent = bea.ask("POST", "transfers", {"address": address, "asset": "CLP", "amount": "1"}, KEY + "-out")
    assert sent.status_code == 201 and "Idempotent-Replayed" not in sent.headers
    reused = bea.ask("POST", "transfers", {"address": address, "asset": "CLP", "amount": "2"}, KEY + "-out")
    assert (reused.status_code, reused.json()["code"]) == (422, "request.key_reused")


def test_a_request_of_somebody_elses_cannot_be_taken_back_or_given_back(sessions):
    ana, bea = sessions
    request = ana.done("POST", "withdrawals", {"asset": "CLP", "amount": "5", "bankAccount": "1"})["id"]
    foreign, missing = bea.ask("DELETE", f"requests/{request}"), bea.ask("DELETE", "requests/999999999")
    assert (foreign.status_code, foreign.json()["code"]) == (missing.status_code, missing.json()["code"]) == (
        404, "market.unknown_request")
    asked = ana.done("POST", "payment-requests", {"asset": "CLP", "amount": "5"})["id"]
    bea.done("POST", f"payment-requests/{asked}/pay", {"asset": "CLP", "amount": "5"})
    answers = [bea.ask("POST", f"payment-requests/{number}/refund", {}) for number in (asked, "0" * 32)]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "market.unknown_payment")}
    assert ana.done("DELETE", f"requests/{request}")["status"] == "cancelled"


# At once.


def test_a_request_that_two_pay_at_once_is_paid_once(exchange, ana, bea, sessions):
    exchange.trader("merchant@example.com")
    merchant = Session(exchange, "merchant@example.com")
    consent = {"asset": "CLP", "amount": "3"}
    before = [Decimal(session.available("CLP")) for session in sessions]
    winners = []
    for turn in range(6):
        number = merchant.done("POST", "payment-requests", consent)["id"]
        path = f"payment-requests/{number}/pay"
        payers = [Session(exchange, trader.email) for trader in (ana, bea) for _ in range(2)] if not turn else payers
        answers = at_once(4, lambda who: payers[who].ask("POST", path, consent))
        told = [answer.status_code for answer in answers]
        # Each payer is told the same twice: it is the receipt, or that somebody else has paid.
        assert told in ([201, 201, 409, 409], [409, 409, 201, 201]), told
        receipts = {answer.json()["transaction"]["id"] for answer in answers if answer.status_code == 201}
        assert len(receipts) == 1
        winners.append(0 if told[0] == 201 else 1)
        assert merchant.done("GET", f"payment-requests/{number}")["status"] == "paid"
    assert Decimal(merchant.available("CLP")) == 18
    for who, session in enumerate(sessions):
        assert before[who] - Decimal(session.available("CLP")) == 3 * winners.count(who)
    # And what was paid is given back once, however often at once.
    merchants = [Session(exchange, "merchant@example.com") for _ in range(6)]
    answers = at_once(6, lambda who: merchants[who].ask("POST", f"payment-requests/{number}/refund", {"amount": "2"}))
    assert [answer.status_code for answer in answers].count(201) == 1, [answer.text for answer in answers]
    assert Decimal(merchant.available("CLP")) == 16


def test_twenty_withdrawals_at_once_never_pass_the_days_bound(exchange):
    dora = exchange.trader("dora@example.com", CLP=1_000_000)
    exchange.admin("withdrawal", "limit", "dora@example.com", "CLP", 100)
    session, keys = Session(exchange, "dora@example.com"), [exchange.key("dora@example.com") for _ in range(10)]
    pages = [Session(exchange, "dora@example.com") for _ in range(10)]
    draft = {"asset": "CLP", "amount": "10"}
    asked = Session(exchange, "ana@example.com").done("POST", "payment-requests", draft)["id"]

    def send(number: int):
        # Every way by which money leaves counts for the same bound.
        if number == 0:
            return pages[0].ask("POST", f"payment-requests/{asked}/pay", draft)
        if number < 10:
            body = {"asset": "CLP", "amount": "10", "bankAccount": "1"}
            return pages[number].ask("POST", "withdrawals", body, f"{KEY}-{number}")
        if number % 2:
            return keys[number - 10].call("POST", "/v2/withdrawal", {"amount": "10", "bank_account": "1"})
        fields = {"address": "bea@example.com", "amount": "10", "currency": "CLP"}
        return keys[number - 10].call("POST", "/v2/transfer", fields)

    answers = at_once(20, send)
    taken = [answer for answer in answers if answer.status_code in (200, 201)]
    refused = {answer.json().get("code") or answer.json()["message"] for answer in answers if answer not in taken}
    assert len(taken) == 10 and refused <= {"market.daily_limit", "daily_limit_reached"}, (len(taken), refused)
    terms = session.done("GET", "balances/CLP/withdrawal-terms")
    assert (terms["used"], terms["left"], terms["most"]) == ("100", "0", "0")
    assert session.available("CLP") == "999900"


def test_one_key_many_times_at_once_is_one_effect(exchange, ana, sessions):
    pages = [Session(exchange, ana.email) for _ in range(8)]
    body = {"address": sessions[1].done("GET", "balances/CLP/address")["address"], "asset": "CLP", "amount": "4"}
    before = Decimal(sessions[0].available("CLP"))
    answers = at_once(8, lambda who: pages[who].ask("POST", "transfers", body, KEY + "-at-once"))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {"request.key_in_use"}
    assert len({answer.text for answer in answers if answer.status_code == 201}) == 1
    assert before - Decimal(sessions[0].available("CLP")) == 4


def test_an_order_that_is_amended_and_cancelled_at_once_is_one_thing(exchange, ana):
    keys = [exchange.key(ana.email) for _ in range(8)]
    for _ in range(4):
        order = ana.order(MARKET, "buy", "1", 9000)

        def act(who: int):
            if who % 2:
                return keys[who].call("POST", "/v2/orders/amend", {"id": order["id"], "price": 9000 + who})
            return keys[who].call("POST", "/v2/orders/cancel", {"id": order["id"]})

        answers = at_once(8, act)
        assert [answer.status_code for answer in answers].count(200) == 1
        assert {answer.json().get("message") for answer in answers} <= {None, "order_not_active"}
        left = ana.get("/v2/orders/active", market=MARKET)
        assert len(left) <= 1
        for rest in left:
            ana.cancel(rest["id"])
    available, total = ana.balance("ETH")
    assert available == total


# Wrong numbers, texts and times.


NUMBERS = ["", "0", "-1", "+1", "1e3", "0x10", "1,5", "NaN", "Infinity", "٣", " 1", "1 ", "1\n", "9" * 30, "9" * 64,
           "9" * 40_000, "0." + "0" * 60 + "1", ".", "1.1.1", "\x00", "1\x00", "😀", "' OR 1=1", "½"]
KINDS = [None, 7, -1, 1.5, 1e300, True, [], {}, [["1"]], {"a": {"b": []}}, 2**63, 2**64, -(2**63) - 1, 10**40]
TEXTS = ["", "\x00", "a\x00b", "x" * 100_000, "😀" * 300, "\u202e\u2066", "'; DROP TABLE orders; --", "../../x",
         "%00%ff", "\r\nX: y"]
TIMES = ["", "now", "0000-00-00T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-02-30T00:00:00Z",
         "2026-11-23T25:00:00Z", "+275760-09-13T00:00:00Z", "99999999999999-01-01T00:00:00Z", "-1", "2" * 10_000]
SECONDS = [-1, 86401, 1.5, 2**31, 2**63, 2**64, 10**40, 1e300, "60", None, [], True]
MONEY = {"amount", "price", "stop", "stopPrice", "spend", "share", "bound"}
ORDER = {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000"}
# Each is taken as it stands, so that whatever is refused is so for the one value that is wrong.
BODIES = [
    ("POST", "orders", ORDER | {"type": "stop-limit", "stop": "12000", "expiresAt": "2999-01-01T00:00:00.000Z",
                                "timeInForce": "good-till-cancelled", "selfTrade": "cancel-newest",
                                "isPostOnly": False}),
    ("PATCH", "orders/ORDER", {"amount": "0.5", "price": "9000", "clientId": "amended"}),
    ("POST", "pairs", {"market": MARKET, "side": "sell", "amount": "0.01", "price": "12000", "stop": "5000",
                       "stopPrice": "4900", "expiresAt": "2999-01-01T00:00:00.000Z"}),
    ("PUT", "cancel-timer", {"seconds": 86400}),
    ("POST", "quotes", {"market": MARKET, "side": "sell", "price": "9000", "amount": "1"}),
    ("POST", "quotes", {"market": MARKET, "side": "buy", "price": "9000", "spend": "1000"}),
    ("POST", "quotes", {"market": MARKET, "side": "buy", "price": "9000", "share": "50"}),
    ("POST", "instant", {"market": MARKET, "side": "buy", "amount": "0.001", "bound": "10"}),
    ("POST", "transfers", {"asset": "CLP", "amount": "1", "address": "ADDRESS", "memo": "m", "code": "1"}),
    ("POST", "withdrawals", {"asset": "CLP", "amount": "1", "bankAccount": "1", "date": "21/11/2026", "trackingCode": "t",
                             "voucher": "v", "code": "c"}),
    ("POST", "deposits", {"asset": "CLP", "amount": "1", "bankAccount": "1", "date": "21/11/2026", "trackingCode": "t",
                          "voucher": "v"}),
    ("POST", "payment-requests", {"asset": "CLP", "amount": "1", "label": "l", "memo": "m", "minutes": 5,
                                  "callbackUrl": "https://shop.example/x"}),
    ("POST", "payment-requests/ASKED/pay", {"asset": "CLP", "amount": "8", "code": "c"}),
    ("POST", "payment-requests/PAID/refund", {"amount": "1", "code": "c"}),
    ("POST", "destination-addresses", {"name": "n", "asset": "BTC", "address": "a"}),
    ("POST", "destination-bank-accounts", {"name": "b", "country": "CL", "holder": "Ana", "bank": "Banco",
                                           "type": "current", "number": "0012345678", "taxNumber": "12.345.678-5"}),
    ("PUT", "destination-rule", {"isOnly": False}),
]


def wrong(name: str) -> list:
    """What is sent in place of the value of a field."""
    if name in MONEY:
        # Without a value it is left out, which some may be.
        return NUMBERS + KINDS[1:]
    if name == "expiresAt":
        return TIMES + KINDS
    if name in ("seconds", "minutes"):
        return SECONDS
    return TEXTS + KINDS


@pytest.mark.parametrize("method, path, body", BODIES, ids=[f"{method} {path}" for method, path, _ in BODIES])
def test_no_wrong_value_of_any_field_is_a_fault_of_the_server(ana, bea, sessions, method, path, body):
    session, other = sessions
    order = ana.order(MARKET, "buy", "1", 9000)
    if path == "instant":
        bea.order(MARKET, "sell", "0.001", 9100)
    path = path.replace("ORDER", order["id"])
    consent = {"asset": "CLP", "amount": "8"}
    for place, asking, paying in (("ASKED", other, None), ("PAID", session, other)):
        if place in path:
            number = asking.done("POST", "payment-requests", consent)["id"]
            path = path.replace(place, number)
            if paying:
                paying.done("POST", f"payment-requests/{number}/pay", consent)
    if body.get("address") == "ADDRESS":
        body = body | {"address": other.done("GET", "balances/CLP/address")["address"]}

    def ask(what) -> int:
        answer = session.ask(method, path, what)
        assert answer.status_code < 500, (repr(what)[:200], answer.text)
        if answer.status_code >= 400:
            assert answer.json()["code"], answer.text
        return answer.status_code

    before = ana.balances()
    for name in MONEY & set(body):
        for hostile in wrong(name):
            assert ask(body | {name: hostile}) >= 400, (name, repr(hostile)[:80])
    for whole in ([], "text", 7, body | {"unknown": "x"}, [body]):
        assert ask(whole) >= 400, repr(whole)[:80]
    for raw in (b"", b"{", b"[" * 50_000, b"\xff\xfe", b'{"amount":"1","amount":"2"}', b'{"amount":1e999999}', b"null"):
        answer = session.client.request(method, f"/api/market/{path}", content=raw,
                                        headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, (raw[:40], answer.text)
    assert ana.balances() == before
    assert ask(body) < 300
    for name in sorted(set(body) - MONEY):
        for hostile in wrong(name):
            ask(body | {name: hostile})
    for name in body:
        ask({field: body[field] for field in body if field != name})


PAIR = {"market": MARKET, "side": "sell", "amount": "0.5", "price": "12000", "stop": "5000", "stop_price": "4900"}
FORMS = [
    ("create", {"market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "9000",
                "expires_at": "4102444800000"}),
    ("amend", {"amount": "0.5", "price": "9000"}), ("create/pair", PAIR | {"expires_at": "4102444800000"}),
    ("cancel_all_after", {"seconds": "86400"}),
]


@pytest.mark.parametrize("path, fields", FORMS, ids=[path for path, _ in FORMS])
def test_no_wrong_value_of_a_signed_form_is_taken(ana, path, fields):
    if path == "amend":
        fields = fields | {"id": ana.order(MARKET, "buy", "1", 9000)["id"]}
    before = ana.balances()
    for name in fields:
        # An empty field is none, which an end of an order may be.
        for hostile in NUMBERS[1:] + ["9" * 20, "O1", "O" + "9" * 40]:
            if (name, hostile) == ("seconds", "0"):
                continue
            answer = ana.call("POST", f"/v2/orders/{path}", fields | {name: hostile})
            assert 400 <= answer.status_code < 500, (name, hostile[:80], answer.text)
            assert set(answer.json()) == {"status", "message", "errors"}
    assert ana.balances() == before
    ana.post(f"/v2/orders/{path}", **fields)
    ana.post("/v2/orders/cancel_all_after", seconds=0)


@pytest.mark.parametrize("method, path", [
    ("GET", "catalogue"), ("POST", "assets"), ("PUT", "assets/CLP/withdrawal-terms"), ("POST", "markets"),
    ("POST", f"markets/{MARKET}/pause"), ("POST", f"markets/{MARKET}/resume"), ("PUT", f"markets/{MARKET}/fees"),
    ("GET", "requests"), ("POST", "requests/1/settle"), ("POST", "requests/1/refuse"),
    ("DELETE", "requests/1/approval"), ("POST", "accounts"), ("PUT", "accounts/limits"), ("GET", "audit"), ("POST", "audit"), ("GET", "health"),
    ("GET", "journal"),
])
def test_whoever_has_no_role_finds_the_console_shut(exchange, sessions, method, path):
    bodies = {
        "assets": {"name": "ABC", "kind": "currency", "title": "ABC", "decimals": 2, "exponent": 2},
        "accounts": {"email": "bea@example.com"}, "requests/1/refuse": {"reason": "no"},
        "accounts/limits": {"email": "ana@example.com", "asset": "CLP", "dailyLimit": "1"},
        "assets/CLP/withdrawal-terms": {"fee": "0", "minimum": "0"},
    }
    for client in (sessions[0].client, Session.nobody(exchange)):
        answer = client.request(method, f"/api/console/market/{path}", json=bodies.get(path))
        assert answer.status_code in (401, 403), (answer.status_code, answer.text)


KEYS = ["x" * 15, "x" * 65, "x" * 16 + " y", "x" * 20_000, "é" * 16, "x" * 8 + "\t" + "x" * 8, ""]


@pytest.mark.parametrize("key", KEYS, ids=[str(number) for number in range(len(KEYS))])
def test_a_key_that_is_none_is_refused_and_nothing_happens(ana, sessions, key):
    before = ana.balances()
    answer = sessions[0].client.post("/api/market/orders", json=ORDER, headers=[
        (b"Idempotency-Key", key.encode())])
    assert 400 <= answer.status_code < 500, answer.text
    assert ana.balances() == before and ana.get("/v2/orders/active", market=MARKET) == []


QUERIES = ["-1", "0", "1e3", "x", "9" * 18, "9" * 19, "9" * 40, "9223372036854775807", "9223372036854775808", "", "%00",
           "%ff", "٣", "1.5", "1&from=2", "a" * 6000, "%F0%9F%98%80", "1025;1026", "..", "null"]
READS = {
    "fills": ["market", "side", "from", "to", "before", "limit"], "open-orders": ["market", "before", "limit"],
    "closed-orders": ["market", "side", "from", "to", "before", "limit"], "requests": ["before", "limit"],
    "balances/CLP/transactions": ["movement", "market", "from", "to", "before", "limit"],
    "exports/orders": ["market", "side", "from", "to", "separator", "language"],
    "exports/fills": ["from", "to", "language"], "exports/statement": ["chosenAsset", "market", "from", "to"],
    "valuation": ["base"], "portfolio/week": ["base"], f"markets/{MARKET}/chart?kind=last&frame=60": ["from", "to"],
    f"markets/{MARKET}/chart": ["kind", "frame"], f"markets/{MARKET}/depth": ["x"],
}


@pytest.mark.parametrize("path", READS)
def test_no_wrong_question_is_a_fault_of_the_server(sessions, path):
    for name in READS[path]:
        for value in QUERIES:
            joint = "&" if "?" in path else "?"
            answer = sessions[0].client.get(f"/api/market/{path}{joint}{name}={value}")
            assert answer.status_code < 500, (name, value[:40], answer.status_code, answer.text[:300])


def test_no_wrong_name_in_a_path_is_a_fault_of_the_server(sessions):
    names = ["O0", "O-1", "O1", "O" + "9" * 18, "O9223372036854775807", "O9223372036854775808", "O" + "9" * 40, "x",
             "%00", "%ff", "%2e%2e", "%F0%9F%98%80", "a" * 3000, "M1", "O%31", "0", "-1", "9223372036854775807"]
    paths = [("GET", "orders/{}"), ("DELETE", "orders/{}"), ("PATCH", "orders/{}"), ("GET", "orders/by-client-id/{}"),
             ("GET", "markets/{}/auction"), ("GET", "markets/{}/depth"), ("GET", "markets/{}/tier"),
             ("GET", "balances/{}/withdrawal-terms"), ("GET", "balances/{}/address"), ("DELETE", "requests/{}"),
             ("GET", "payment-requests/{}"), ("POST", "payment-requests/{}/pay"), ("GET", "portfolio/{}"),
             ("POST", "payment-requests/{}/refund"), ("DELETE", "destinations/{}")]
    bodies = {"PATCH": {"amount": "0.5"}, "pay": {"asset": "CLP", "amount": "1"}, "refund": {}}
    for method, path in paths:
        body = bodies.get(method, bodies.get(path.rsplit("/", 1)[1]))
        for name in names:
            answer = sessions[0].ask(method, path.format(name), body)
            assert 400 <= answer.status_code < 500, (method, path, name[:40], answer.status_code, answer.text[:300])
