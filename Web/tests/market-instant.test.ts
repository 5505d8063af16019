import { clock, settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Market, MarketInstantRequest, MarketOrder, MarketQuote } from "../src/api";
import { Failure } from "../src/client";
import { exchangeOf, quoteRequestOf, receivableFor, routeOf } from "../src/market/instant/exchange";
import { Exchanger } from "../src/market/instant/exchanger";
import { Decimal } from "../src/numbers/decimal";
import { Chance } from "./chance";

const market = (base: string, quote: string): Market => ({
  name: base + quote, base, quote, tick: "1", lot: "0.0001", minimum: "0.001", fees: [{ threshold: "0", maker: 3900, taker: 6800 }], isActive: true, phase: "trading",
});
const markets = [market("ETH", "CLP"), market("XLM", "CLP"), market("ETH", "EUR")];

test("two assets have one market between them, and each its side of it", () => {
  assert.equal(routeOf(markets, "CLP", "ETH")?.side, "buy");
  assert.equal(routeOf(markets, "ETH", "CLP")?.side, "sell");
  assert.equal(routeOf(markets, "ETH", "EUR")?.market.name, "ETHEUR");
  assert.equal(routeOf(markets, "CLP", "EUR"), null);
  assert.deepEqual(receivableFor(markets, "ETH"), ["CLP", "EUR"]);
  assert.deepEqual(receivableFor(markets, "CLP"), ["ETH", "XLM"]);
});

test("what is to be received is asked for before the fee, so that as much is left after it and hardly more", () => {
  const chance = new Chance(4);
  const buy = routeOf(markets, "CLP", "ETH");
  const sell = routeOf(markets, "ETH", "CLP");
  assert.ok(buy !== null && sell !== null);
  const [million, lot] = [Decimal.of(1_000_000n), Decimal.from("0.0001")];
  for (let round = 0; round < 1000; round += 1) {
    const rate = chance.whole(0, 20_000);
    const value = Decimal.of(chance.digits(9) + 1n, chance.whole(0, 6));
    const left = (before: Decimal): Decimal => before.minus(before.times(Decimal.of(BigInt(rate))).dividedBy(million, 18));
    const bought = Decimal.from(quoteRequestOf(buy, { kind: "receives", value }, rate).amount ?? "");
    assert.ok(left(bought).compare(value) >= 0 && left(bought.minus(lot)).compare(value) < 0 && bought.floor(lot).equals(bought));
    const sold = Decimal.from(quoteRequestOf(sell, { kind: "receives", value }, rate).spend ?? "");
    assert.ok(left(sold).compare(value) >= 0 && left(sold).minus(value).compare(Decimal.of(3n, 18)) < 0);
  }
  const value = Decimal.from("5");
  assert.deepEqual(quoteRequestOf(buy, { kind: "gives", value }, 6800), { market: "ETHCLP", side: "buy", spend: "5" });
  assert.deepEqual(quoteRequestOf(sell, { kind: "gives", value }, 6800), { market: "ETHCLP", side: "sell", amount: "5" });
  assert.deepEqual(quoteRequestOf(sell, { kind: "share", value: Decimal.of(100n) }, 6800), { market: "ETHCLP", side: "sell", share: "100" });
});

test("an exchange is bound by what was shown", () => {
  const quote = { order: "0.5", required: "1000", obtained: "990" } as MarketQuote;
  const [buy, sell] = [routeOf(markets, "CLP", "ETH"), routeOf(markets, "ETH", "CLP")];
  assert.ok(buy !== null && sell !== null);
  assert.deepEqual(exchangeOf(buy, quote, 5000, 18), { market: "ETHCLP", side: "buy", amount: "0.5", bound: "1005" });
  assert.equal(exchangeOf(sell, { ...quote, required: "0.5", obtained: "990" }, 5000, 18).bound, "985.05");
});

test("an exchange happens once, whatever breaks on the way, and is not sent for ever", async () => {
  const request: MarketInstantRequest = { market: "ETHCLP", side: "buy", amount: "1", bound: "5" };
  const chance = new Chance(9);
  for (let round = 0; round < 200; round += 1) {
    const done = new Map<string, MarketOrder>();
    let keys = 0;
    const exchanger = new Exchanger({
      send: async (_, key) => {
        const fault = chance.whole(0, 3);
        if (fault === 0) throw new Failure("network.unreachable", 0);
        const order = done.get(key) ?? ({ id: `O${done.size}` } as MarketOrder);
        done.set(key, order);
        if (fault < 3) throw new Failure(fault === 1 ? "network.slow" : "server.internal", fault === 1 ? 0 : 500);
        return order;
      },
      wait: (milliseconds) => new Promise((resolve) => clock.setTimeout(resolve, milliseconds)),
      newKey: () => `key ${(keys += 1)}`, now: () => clock.now,
    });
    for (let press = 0; press < 10; press += 1) void exchanger.send(request);
    for (let step = 0; step < 80; step += 1) {
      await settle();
      if (exchanger.observable.value.state === "done") break;
      void exchanger.askAgain();
      void exchanger.send(request);
      clock.pass(1000);
    }
    assert.equal(exchanger.observable.value.state, "done");
    assert.equal(keys, 1);
    assert.equal(done.size, 1);
    clock.pass(1000);
  }
  let sent = 0;
  const lost = new Exchanger({
    send: async () => {
      sent += 1;
      throw new Failure("network.unreachable", 0);
    },
    wait: (milliseconds) => new Promise((resolve) => clock.setTimeout(resolve, milliseconds)), newKey: () => "key", now: () => clock.now,
  });
  void lost.send(request);
  for (let step = 0; step < 120; step += 1) {
    await settle();
    clock.pass(1000);
  }
  assert.equal(lost.observable.value.state, "unknown");
  assert.ok(sent < 7);
  const refused = new Exchanger({
    send: async () => {
      throw new Failure("market.bound_not_met", 422);
    },
    wait: () => Promise.resolve(), newKey: () => "key", now: () => clock.now,
  });
  await refused.send(request);
  assert.equal(refused.observable.value.state, "refused");
});
