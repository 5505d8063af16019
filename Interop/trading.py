"""Traders on a cluster, somebody who looks at their orders and balances on each server, and what must be true of both."""

import collections
import itertools
import random
import subprocess
import time
from decimal import Decimal

import history
from exchange import Trader
from history import Deed, Outcome, Sheet, Step
from people import Person, Site

MARKET, NUMBER = "XLMCLP", 3
# So many open orders somebody leaves alone; an account may have a thousand.
MOST_OPEN = 50
DEPOSITS = {"CLP": 10_000_000, "XLM": 1_000_000}
# In the smallest units: the parts of one, and what one lot and one lot at one tick come to.
WHOLE, LOT, LOT_AT_TICK = 10**18, 10**11, 10**9


def units(text: str) -> int:
    return int(Decimal(text).scaleb(18))


class TradingPerson(Person):
    """Places orders, each with a name of its own, and cancels some.

    Who only buys or only sells never meets an order of their own.
    """

    def __init__(self, site: Site, name: str, side: str):
        super().__init__(site, name)
        self.side, self.numbers, self.chance = side, itertools.count(1), random.Random(name)
        self.trader = site.servers[0].trader(f"{name}@example.com", **DEPOSITS)
        self.trader.client = self.client
        # What may still be open, by number and by name.
        self.open: collections.deque[tuple[str, str]] = collections.deque()

    def once(self) -> None:
        if len(self.open) > MOST_OPEN:
            self.cancel(*self.open.popleft())
        elif self.open and self.chance.random() < 0.1:
            self.cancel(*self.open.pop())
        else:
            self.place(f"{self.name}-{next(self.numbers)}")

    def place(self, name: str) -> None:
        deed, answer = self.ask("place", name, lambda: self.trader.call("POST", "/v2/orders/create", {
            "market": MARKET, "side": self.side, "amount": f"{self.chance.randint(1, 9) / 10:.1f}", "type": "limit",
            "price": str(self.chance.randint(97, 103)), "client_id": name}))
        if answer is not None:
            assert answer.status_code == 200 and answer.json()["status"] == "success", answer.text
            order = answer.json()["data"]
            deed.value = progress(order)
            if not deed.value[1]:
                self.open.append((order["id"], name))

    def cancel(self, number: str, name: str) -> None:
        deed, answer = self.ask("cancel", name, lambda: self.trader.call("POST", "/v2/orders/cancel", {"id": number}))
        if answer is None:
            return
        body = answer.json()
        if body["status"] == "success":
            assert body["data"]["status"] == "cancelled", body
            deed.value = progress(body["data"])
        else:
            # It is over: executed, or cancelled by what was cut off.
            assert answer.status_code < 500, answer.text
            deed.outcome = Outcome.REFUSED


def progress(order: dict) -> tuple[int, bool]:
    """How far an order has come: what of it was executed, and whether it is over."""
    amount = order["amount"]
    executed = units(amount["executed"]) if "executed" in amount else units(amount["original"]) - units(amount["remaining"])
    return executed, order["status"] in ("filled", "cancelled")


def may_become(before: tuple[int, bool], after: tuple[int, bool]) -> bool:
    """An order is executed more and more, until it is over."""
    return after == before if before[1] else after[0] >= before[0]


class Observer(Person):
    """Looks at orders and balances of the traders, in turn at each server itself, whoever of them writes the market."""

    def __init__(self, site: Site, name: str, traders: list[TradingPerson]):
        super().__init__(site, name)
        self.chance = random.Random(name)
        self.traders = traders
        self.turns = itertools.cycle([
            (person, Trader(server, person.trader.email, {"public": person.trader.public, "secret": person.trader.secret}))
            for person in traders for server in site.servers])

    def once(self) -> None:
        person, trader = next(self.turns)
        if self.chance.random() < 0.5:
            self.look_at_balance(person, trader)
        elif placed := person.deeds_of("place")[-30:]:
            self.look_at_order(self.chance.choice(placed).subject, trader)
        time.sleep(0.01)

    def look_at_balance(self, person: TradingPerson, trader: Trader) -> None:
        found = self.look(f"balance of {person.name}", lambda: trader.call("GET", "/v2/balance"))
        if found:
            deed, answer = found
            balances = {line["wallet"]: line for line in trader.data(answer)}
            for line in balances.values():
                assert 0 <= units(line["available"]) <= units(line["balance"]), balances
            deed.value = tuple(units(balances[asset]["balance"]) for asset in DEPOSITS)

    def look_at_order(self, name: str, trader: Trader) -> None:
        found = self.look(name, lambda: trader.call("GET", "/v2/orders/status", {"client_id": name}))
        if found:
            deed, answer = found
            body = answer.json()
            if body["status"] == "success":
                deed.value = progress(body["data"])
            else:
                assert body["message"] == "order_not_found" or answer.status_code == 404, body


class Banker(Person):
    """Looks at all balances at one instant, each half second."""

    def __init__(self, site: Site, name: str):
        super().__init__(site, name)
        self.sheets: list[Sheet] = []

    def once(self) -> None:
        try:
            self.look_at_all()
        except subprocess.CalledProcessError:
            # The database is away.
            pass
        time.sleep(0.5)

    def look_at_all(self) -> None:
        # Accounts of the outside and of fees have numbers below those of people.
        lines = self.site.database.query("""
            SELECT asset, SUM(total::numeric),
                COALESCE(MIN(total::numeric) FILTER (WHERE account >= 1000), 0), MIN(held::numeric),
                COALESCE(MIN(total::numeric - held::numeric) FILTER (WHERE account >= 1000), 0)
            FROM balances GROUP BY asset""").splitlines()
        for line in lines:
            asset, *figures = line.split("|")
            self.sheets.append(Sheet(asset, *map(int, figures)))


def check(traders: list[TradingPerson], observer: Observer, banker: Banker) -> str:
    """Faults are raised; what was found to be well is said."""
    site = observer.site
    placed = [deed for trader in traders for deed in trader.deeds_of("place")]
    cancelled = [deed for trader in traders for deed in trader.deeds_of("cancel")]
    looks = [deed for deed in observer.deeds_of("look") if not deed.subject.startswith("balance")]
    ends, names = [], []
    # What the database has in the end is a look at everything, after all else.
    for line in site.database.query("SELECT client_id, executed, status FROM orders WHERE client_id IS NOT NULL").splitlines():
        name, executed, status = line.split("|")
        names.append(name)
        now = time.monotonic()
        ends.append(Deed("the end", "look", name, now, now, Outcome.DONE, (int(executed) * LOT, int(status) > 1)))
    there = set(names)
    ends += [Deed("the end", "look", deed.subject, time.monotonic(), time.monotonic(), Outcome.DONE) for deed in placed
             if deed.subject not in there]
    faults = history.effects(placed, names) + history.stale(placed + cancelled + looks + ends, may_become)
    faults += history.bank(banker.sheets, {})
    balances = 0
    for trader, trail in _trails(site, traders).items():
        seen = [deed for deed in observer.deeds if deed.subject == f"balance of {trader.name}"]
        balances += len(seen)
        start = tuple(amount * WHOLE for amount in DEPOSITS.values())
        faults += [f"balance of {trader.name}: {fault}" for fault in history.trail(seen, start, trail)]
        # In the end each server says what all trades come to.
        for _, account in (next(observer.turns) for _ in range(len(traders) * len(site.servers))):
            if account.email == trader.trader.email:
                final = {asset: units(account.balance(asset)[1]) for asset in DEPOSITS}
                assert tuple(final.values()) == (trail[-1].state if trail else start), (trader.name, final, trail[-1:])
    assert faults == [], (len(faults), faults[:5])
    assert looks and balances and banker.sheets, "nobody looked, so nothing was shown"
    unknown = {deed.subject for deed in placed if deed.outcome is Outcome.UNKNOWN}
    done = sum(deed.outcome is Outcome.DONE for deed in placed)
    ended = sum(deed.outcome is Outcome.DONE for deed in cancelled)
    return (f"{done} orders acknowledged, each there once, {ended} cancelled; {len(unknown)} unknown, "
            f"{len(unknown & there)} of them there; {len(looks)} looks at orders and {balances} at balances, each explained; "
            f"{len(banker.sheets)} sheets add up")


def _trails(site: Site, traders: list[TradingPerson]) -> dict[TradingPerson, list[Step]]:
    """What each trader had after each trade, worked out from the trades alone."""
    deeds = {deed.subject: deed for trader in traders for deed in trader.deeds_of("place")}
    people = {trader.name: trader for trader in traders}
    have = {trader: [amount * WHOLE for amount in DEPOSITS.values()] for trader in traders}
    trails: dict[TradingPerson, list[Step]] = {trader: [] for trader in traders}
    fees = collections.Counter()
    rows = site.database.query(f"""
        SELECT f.ticks, f.lots, f.buyer_fee, f.seller_fee, taker.client_id, maker.client_id
        FROM fills f JOIN orders taker ON taker.id = f.taker_order JOIN orders maker ON maker.id = f.maker_order
        WHERE f.market = {NUMBER} ORDER BY f.id""").splitlines()
    for row in rows:
        ticks, lots, buyer_fee, seller_fee = map(int, row.split("|")[:4])
        taker, maker = row.split("|")[4:]
        pair = [people[name.rpartition("-")[0]] for name in (taker, maker)]
        buyer, seller = sorted(pair, key=lambda person: person.side)
        assert (buyer.side, seller.side) == ("buy", "sell"), row
        paid, bought = ticks * lots * LOT_AT_TICK, lots * LOT
        have[buyer] = [have[buyer][0] - paid, have[buyer][1] + bought - buyer_fee]
        have[seller] = [have[seller][0] + paid - seller_fee, have[seller][1] - bought]
        fees["CLP"] += seller_fee
        fees["XLM"] += buyer_fee
        # A trade happens when the second of the two orders comes.
        cause = deeds[taker]
        for person in pair:
            trails[person].append(Step(
                tuple(have[person]), cause.begun, cause.ended if cause.outcome is Outcome.DONE else float("inf")))
    # What people no longer have, the market's account of fees has.
    kept = dict(line.split("|") for line in site.database.query(
        f"SELECT asset, total FROM balances WHERE account = -{NUMBER}").splitlines())
    assert sorted(map(int, kept.values())) == sorted(fee for fee in fees.values() if fee), (kept, fees)
    site.servers[0].admin("audit-ledger")
    return trails
