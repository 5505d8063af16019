import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketSide } from "../src/api";
import { Decimal } from "../src/numbers/decimal";
import { signsOf } from "../src/numbers/signs";
import {
  afterSuccess, chosenFor, emptyEntry, type EntryContext, type EntryType, mostOf, numberIn, type OrderEntry, type Part, settled, shareOf, stepped,
  typedInto, withShare, withSide, withType, type Worked,
} from "../src/market/trade/orderentry";
import { untilFault } from "../src/market/trade/lasting";
import { faultsOf, pairOf, quoteOf, requestOf } from "../src/market/trade/orderfaults";
import { Chance } from "./chance";

const hundred = Decimal.of(100n);

function context(more: { tick?: string; lot?: string; minimum?: string; available?: string | null; worked?: Worked | null; locale?: string } = {}): EntryContext {
  const { tick = "10", lot = "0.0001", minimum = "0.0001", available = "1000000", worked = null, locale = "es-CL" } = more;
  return {
    steps: { tick: Decimal.from(tick), lot: Decimal.from(lot), minimum: Decimal.from(minimum) }, signs: signsOf(locale),
    available: () => (available === null ? null : Decimal.from(available)), exponent: () => 18, worked,
  };
}

/** An entry after these fields were typed, one after another. */
function typed(fields: readonly (readonly [Part, string])[], at = context(), side: MarketSide = "buy", type: EntryType = "limit"): OrderEntry {
  const start = withType(emptyEntry(side), type, at);
  return fields.reduce((entry, [part, text]) => typedInto(entry, part, text, at), start);
}

test("price and amount make the total, price and total the amount, and what was typed stays as it was", () => {
  const both = typed([["price", "350.000"], ["amount", "0,5"]]);
  assert.deepEqual({ ...both.texts }, { price: "350.000", stop: "", stopPrice: "", amount: "0,5", total: "175000" });
  const spent = typed([["price", "350000"], ["total", "100.000"]]);
  assert.equal(spent.texts.amount, "0,2857");
  assert.equal(spent.texts.total, "100.000", "the typed one is never rewritten");
  const dearer = typedInto(spent, "price", "400000", context());
  assert.equal(dearer.texts.amount, "0,25", "the amount follows the price, because the total was typed");
  assert.equal(typedInto(both, "price", "400000", context()).texts.total, "200000");
  assert.equal(typedInto(both, "price", "", context()).texts.total, "");
});

test("without a price, amount and total make one, on a step and never against whoever typed it", () => {
  const bought = typed([["amount", "3"], ["total", "1000"]]);
  assert.equal(bought.texts.price, "330", "a buyer pays no more than the total");
  assert.equal(typed([["amount", "3"], ["total", "1000"]], context(), "sell").texts.price, "340");
  assert.equal(typed([["total", "900"], ["amount", "3"]], context(), "sell").texts.price, "300");
  const more = typedInto(bought, "amount", "2", context());
  assert.equal(more.texts.price, "500", "it goes on following");
  const own = typedInto(more, "price", "510", context());
  assert.equal(typedInto(own, "amount", "1", context()).texts.price, "510", "until a price is typed");
});

test("whatever is typed in whatever order, the typed field stays and the three agree", () => {
  const chance = new Chance(11);
  for (let round = 0; round < 3000; round += 1) {
    const at = context({ tick: chance.one(["10", "1", "0.01", "0.5"]), lot: chance.one(["1", "0.0001", "0.00000001"]) });
    const side = chance.one(["buy", "sell"] as const);
    let entry = emptyEntry(side);
    for (let press = 0; press < 6; press += 1) {
      const part = chance.one(["price", "amount", "total"] as const);
      const text = chance.one(["", "1", "12,5", "350.000", "0,0003", "7.5", "1e3", "99999", "1.234"]);
      entry = typedInto(entry, part, text, at);
      assert.equal(entry.texts[part], text);
      const [price, amount, total] = (["price", "amount", "total"] as const).map((each) => numberIn(entry, each, at));
      if (!price || !amount || !total) continue;
      const cost = price.times(amount);
      if (entry.isPriceDerived) {
        const off = cost.minus(total).compare(at.steps.tick.times(amount));
        assert.ok(side === "buy" ? cost.compare(total) <= 0 : cost.compare(total) >= 0 && off < 0);
      } else if (entry.anchor === "amount") assert.ok(cost.equals(total));
      else assert.ok(cost.compare(total) <= 0 && total.minus(cost).compare(price.times(at.steps.lot)) < 0);
    }
  }
});

test("100 % is the most that the engine takes, whatever the balance, the price and the steps are", () => {
  const chance = new Chance(12);
  for (let round = 0; round < 2000; round += 1) {
    // In minor units of 18 decimals; a lot at a tick is a whole number of them, as in every market.
    const [tickPlaces, lotPlaces] = [chance.whole(0, 8), chance.whole(0, 8)];
    const [tick, lot] = [Decimal.of(BigInt(chance.one([1, 2, 5, 10])), tickPlaces), Decimal.of(1n, lotPlaces)];
    const ticks = chance.digits(7) + 1n;
    const units = chance.digits(30);
    const at: EntryContext = { ...context(), steps: { tick, lot, minimum: lot }, available: () => Decimal.of(units, 18) };
    const price = tick.times(Decimal.of(ticks));
    const parts = BigInt(chance.one([1_000_000, 250_000, 500_000, 750_000, 10_000, 333_333]));
    const share = Decimal.of(parts, 4);
    const part = (units * parts) / 1_000_000n;
    // As Swift does: what the part is enough for, at the limit, in whole lots.
    const unit = 10n ** 18n;
    const lotUnits = unit / 10n ** BigInt(lotPlaces);
    const costOfLot = price.times(lot);
    const scaled = (costOfLot.units * unit) / 10n ** BigInt(costOfLot.scale);
    const [bought, sold] = [part / scaled, part / lotUnits];
    assert.ok(mostOf(share, "buy", price, at)?.equals(Decimal.of(bought).times(lot)));
    assert.ok(mostOf(share, "sell", price, at)?.equals(Decimal.of(sold).times(lot)));
    for (const side of ["buy", "sell"] as const) {
      const entry = withShare(typedInto(emptyEntry(side), "price", at.signs.decimal === "," ? price.text.replace(".", ",") : price.text, at), share, at);
      const amount = numberIn(entry, "amount", at);
      if (amount === null) continue;
      assert.equal(faultsOf(entry, at).length, 0);
      const needed = side === "buy" ? amount.times(price) : amount;
      const left = Decimal.of(part, 18).minus(needed);
      assert.ok(!left.isNegative && left.compare(side === "buy" ? costOfLot : lot) < 0, "less than one lot is left");
    }
  }
});

test("the amount follows the balance after a share was chosen, until something is typed", () => {
  let entry = withShare(typed([["price", "1000"]]), hundred, context());
  assert.equal(entry.texts.amount, "1000");
  entry = settled(entry, context({ available: "500000" }));
  assert.equal(entry.texts.amount, "500");
  assert.equal(typedInto(entry, "price", "2000", context({ available: "500000" })).texts.amount, "250");
  entry = typedInto(entry, "amount", "7", context());
  assert.equal(entry.share, null);
  assert.equal(settled(entry, context({ available: "1" })).texts.amount, "7");
  assert.equal(shareOf(entry, context()), 0.7);
  assert.equal(shareOf(entry, context({ available: null })), null);
});

test("an order by money or by share without a limit waits for what the server says it comes to", () => {
  const waiting = typed([["total", "100.000"]], context(), "buy", "market");
  assert.equal(waiting.texts.amount, "");
  assert.deepEqual(faultsOf(waiting, context()), []);
  assert.deepEqual(quoteOf(waiting, "ETHCLP", context()), { market: "ETHCLP", side: "buy", spend: "100000" });
  assert.equal(requestOf(waiting, "ETHCLP", context()), null);
  const worked = context({ worked: { amount: Decimal.from("0.2857"), total: Decimal.from("99995") } });
  const known = settled(waiting, worked);
  assert.equal(known.texts.total, "100.000");
  assert.deepEqual(requestOf(known, "ETHCLP", worked), { market: "ETHCLP", side: "buy", type: "market", amount: "0.2857" });
  const all = withShare(withType(emptyEntry("buy"), "market", context()), hundred, context());
  assert.deepEqual(quoteOf(all, "ETHCLP", context()), { market: "ETHCLP", side: "buy", share: "100" });
  assert.deepEqual(faultsOf(all, context()), []);
  const sold = withShare(withType(emptyEntry("sell"), "market", context()), hundred, context({ available: "1.23456" }));
  assert.deepEqual(quoteOf(sold, "ETHCLP", context()), { market: "ETHCLP", side: "sell", amount: "1.2345" });
});

test("what is wrong is said with a way out, and nothing is rounded by itself", () => {
  const kinds = (entry: OrderEntry, at = context()): string[] => faultsOf(entry, at).map(({ part, kind }) => `${part} ${kind}`);
  assert.deepEqual(kinds(emptyEntry("buy")), ["price missing", "amount missing"]);
  assert.deepEqual(kinds(typed([["price", "0"], ["amount", "-1"]])), ["price missing", "amount foreign"]);
  assert.deepEqual(kinds(typed([["price", "1e3"], ["amount", "1.23.4"]])), ["price foreign", "amount unclear"]);
  const [off] = faultsOf(typed([["price", "1234"], ["amount", "1"]]), context());
  assert.ok(off?.kind === "offStep" && off.below?.text === "1230" && off.above.text === "1240");
  const [first] = faultsOf(typed([["price", "3"], ["amount", "1"]]), context());
  assert.ok(first?.kind === "offStep" && first.below === null && first.above.text === "10", "no step is below the first");
  assert.deepEqual(kinds(typed([["price", "10"], ["amount", "0,00005"]])), ["amount offStep"]);
  assert.deepEqual(kinds(typed([["price", "10"], ["amount", "0,5"]], context({ minimum: "1" })), context({ minimum: "1" })), ["amount belowMinimum"]);
  assert.deepEqual(kinds(typed([["price", "1000000"], ["total", "10"]])), ["total belowMinimum"]);
  const [short] = faultsOf(typed([["price", "1000"], ["amount", "1001,23"]]), context());
  assert.ok(short?.kind === "short" && short.missing.text === "1230" && short.most?.text === "1000");
  assert.deepEqual(kinds(typed([["price", "1000"], ["amount", "5"]]), context({ available: null })), [], "what is not known keeps nobody");
  assert.deepEqual(kinds(typed([["price", "1000"], ["amount", "5"]], context(), "sell", "stop-limit")), ["stop missing"]);
});

test("what is sent is what was understood, as plain decimals", () => {
  for (const [locale, price, amount] of [["es-CL", "350.000", "1,5"], ["en", "350,000", "1.5"], ["it", "350.000", "1.5"], ["pt-BR", "350 000", ",5"]] as const) {
    const at = context({ locale });
    const request = requestOf(typed([["price", price], ["amount", amount]], at), "ETHCLP", at);
    assert.deepEqual(request, { market: "ETHCLP", side: "buy", type: "limit", amount: amount === ",5" ? "0.5" : "1.5", price: "350000" });
  }
  const at = context();
  let entry = typed([["stop", "400000"], ["price", "410000"], ["amount", "0,1"]], at, "sell", "stop-limit");
  entry = { ...entry, timeInForce: "immediate-or-cancel", selfTrade: "cancel-oldest" };
  assert.deepEqual(requestOf(entry, "ETHCLP", at), {
    market: "ETHCLP", side: "sell", type: "stop-limit", amount: "0.1", selfTrade: "cancel-oldest", price: "410000", stop: "400000",
    timeInForce: "immediate-or-cancel",
  });
});

test("arrow keys move by steps and onto them, never to zero", () => {
  const at = context();
  const price = (text: string, steps: number): string => stepped(typed([["price", text]], at), "price", steps, at).texts.price;
  assert.equal(price("1000", 1), "1010");
  assert.equal(price("1000", -10), "900");
  assert.equal(price("1003", 1), "1010");
  assert.equal(price("1003", -1), "1000");
  assert.equal(price("10", -1), "10");
  assert.equal(price("", 1), "10");
});

test("the side, the type and the end of an order keep what can be kept", () => {
  const at = context();
  const entry = chosenFor(typed([["amount", "2"]], at), "price", Decimal.from("350000"), at);
  assert.equal(withSide(entry, "sell", at).texts.price, "350000");
  const post = { ...entry, isPostOnly: true, timeInForce: "fill-or-kill" as const };
  assert.equal(withType(post, "market", at).isPostOnly, false);
  assert.equal(withType(post, "market", at).timeInForce, "good-till-cancelled");
  const after = afterSuccess(entry);
  assert.deepEqual({ ...after.texts }, { price: "350000", stop: "", stopPrice: "", amount: "", total: "" });
});

test("an order that is good till a date is sent with that instant, and not without one or with one that has passed", () => {
  const at = context();
  const entry = { ...typed([["price", "1.000"], ["amount", "2"]], at), timeInForce: "good-till-date" as const };
  const until = new Date("2026-12-24T12:00:00Z");
  assert.equal(requestOf(entry, "ETHCLP", at), null);
  assert.deepEqual(requestOf({ ...entry, until }, "ETHCLP", at), {
    market: "ETHCLP", side: "buy", type: "limit", amount: "2", price: "1000", expiresAt: "2026-12-24T12:00:00.000Z",
  });
  assert.equal(requestOf({ ...entry, until, timeInForce: "good-till-cancelled" }, "ETHCLP", at)?.expiresAt, undefined);
  const now = until.getTime();
  const faults = [[null, now], [until, now - 1], [until, now]] as const;
  assert.deepEqual(faults.map(([end, time]) => untilFault("good-till-date", end, time)), ["missing", null, "past"]);
  assert.equal(untilFault("good-till-cancelled", null, now), null);
  assert.equal(withType({ ...entry, until }, "market", at).timeInForce, "good-till-cancelled", "what does not wait has no end");
});

test("a pair is sent with its prices and its end alone, and its money is counted at the dearer one", () => {
  const at = context({ available: "3000" });
  const pair = (side: MarketSide, prices: readonly [string, string, string], amount = "2"): OrderEntry =>
    typed([["price", prices[0]], ["stop", prices[1]], ["stopPrice", prices[2]], ["amount", amount]], at, side, "pair");
  assert.deepEqual(pairOf(pair("sell", ["1200", "900", "890"]), "ETHCLP", at), {
    market: "ETHCLP", side: "sell", amount: "2", price: "1200", stop: "900", stopPrice: "890",
  });
  assert.equal(requestOf(pair("sell", ["1200", "900", "890"]), "ETHCLP", at), null, "and is no order of one");
  const until = new Date("2026-12-24T12:00:00Z");
  const ending = { ...pair("sell", ["1200", "900", "890"]), timeInForce: "good-till-date" as const };
  assert.equal(pairOf({ ...ending, until }, "ETHCLP", at)?.expiresAt, until.toISOString());
  assert.equal(pairOf(ending, "ETHCLP", at), null);
  const kinds = (entry: OrderEntry): string[] => faultsOf(entry, at).map(({ part, kind }) => `${part} ${kind}`);
  assert.deepEqual(kinds(pair("sell", ["1200", "1300", "890"])), ["stop side"]);
  assert.deepEqual(kinds(pair("buy", ["1200", "900", "890"])), ["stop side"]);
  assert.deepEqual(kinds(pair("buy", ["1000", "1500", "1500"])), []);
  assert.deepEqual(kinds(pair("buy", ["1000", "1500", "1510"])), ["amount short"]);
  assert.deepEqual(kinds(pair("buy", ["1000", "", ""])), ["stop missing", "stopPrice missing"]);
  const all = withShare(pair("buy", ["1000", "1490", "1500"]), hundred, at);
  assert.equal(all.texts.amount, "2");
  assert.ok(pairOf(all, "ETHCLP", at) !== null);
  const chosen = withType({ ...typed([["price", "10"], ["amount", "1"]], at), timeInForce: "fill-or-kill", isPostOnly: true }, "pair", at);
  assert.deepEqual([chosen.timeInForce, chosen.isPostOnly], ["good-till-cancelled", false]);
});

test("money that is typed finer than its asset has places is asked for in whole units", () => {
  const at = { ...context(), exponent: (side: MarketSide) => (side === "buy" ? 0 : 18) };
  for (const side of ["buy", "sell"] as const) {
    assert.deepEqual(quoteOf(typed([["total", "1000,99"]], at, side, "market"), "ETHCLP", at), { market: "ETHCLP", side, spend: "1000" });
    assert.equal(quoteOf(typed([["total", "0,99"]], at, side, "market"), "ETHCLP", at), null);
  }
});
