import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketOrder, MarketSide } from "../src/api";
import type { Level, LiveTrade } from "../src/market/live/store";
import { Decimal } from "../src/numbers/decimal";
import { groupings, ownPrices, rowsOf, spreadOf } from "../src/market/trade/grouping";
import { arrivalOf } from "../src/market/trade/tradelist";
import { seeded } from "./seeded";

const { below, pick } = seeded(29);

function side(kind: MarketSide, tick: Decimal): Level[] {
  const ticks = new Set(Array.from({ length: 1 + below(60) }, () => 1000 + below(3000)));
  const sorted = [...ticks].sort((a, b) => (kind === "sell" ? a - b : b - a));
  return sorted.map((count) => ({ price: tick.times(Decimal.of(BigInt(count))), amount: Decimal.of(BigInt(1 + below(9999)), 3) }));
}

test("grouped rows never show a better price than there is, and lose nothing, whatever the step", () => {
  for (let round = 0; round < 500; round += 1) {
    const kind = pick(["buy", "sell"] as const);
    const tick = Decimal.from(pick(["1", "10", "0.01", "0.00000001", "0.05"]));
    const levels = side(kind, tick);
    const size = pick(groupings);
    const step = tick.times(Decimal.of(BigInt(size)));
    const own = new Set([pick(levels).price.text]);
    const rows = rowsOf(levels, kind, step, size !== 1, own, 1000);
    let total = Decimal.zero;
    let [place, owners] = [0, 0];
    for (const row of rows) {
      assert.ok(row.price.floor(step).equals(row.price), "a row is at a step");
      let amount = Decimal.zero;
      for (let level = levels[place]; level !== undefined; level = levels[place]) {
        const distance = level.price.compare(row.price) * (kind === "sell" ? 1 : -1);
        if (distance > 0) break;
        assert.ok(level.price.minus(row.price).negated.times(Decimal.of(kind === "sell" ? 1n : -1n)).compare(step) < 0);
        amount = amount.plus(level.amount);
        place += 1;
      }
      total = total.plus(amount);
      if (row.isOwn) owners += 1;
      assert.deepEqual([row.amount.text, row.total.text], [amount.text, total.text]);
    }
    assert.equal(place, levels.length);
    assert.equal(owners, 1);
    assert.deepEqual(rowsOf(levels, kind, step, size !== 1, own, 3), rows.slice(0, 3), "and no more is worked out than is shown");
  }
});

test("own orders are those of the market and the side that wait in its book", () => {
  const order = (market: string, kind: MarketSide, status: string, price?: string): MarketOrder =>
    ({ market, side: kind, status, ...(price === undefined ? {} : { price }) }) as MarketOrder;
  const orders = [
    order("ETHCLP", "buy", "queued", "100.50"), order("ETHCLP", "sell", "queued", "101"), order("BTCCLP", "buy", "queued", "102"),
    order("ETHCLP", "buy", "waiting", "103"), order("ETHCLP", "buy", "queued"),
  ];
  assert.deepEqual([...ownPrices(orders, "ETHCLP", "buy")], ["100.5"]);
});

test("the distance of the best prices is exact, and its part that of the middle", () => {
  const { size, part } = spreadOf(Decimal.from("99.5"), Decimal.from("100.5"));
  assert.equal(size.text, "1");
  assert.equal(part, 0.01);
});

test("what is new in a list of trades is what stands before the newest that is shown", () => {
  const trades = ["d", "c", "b", "a"].map((id) => ({ id }) as LiveTrade);
  assert.deepEqual(arrivalOf(trades, "b"), { fresh: trades.slice(0, 2), goesOn: true });
  assert.deepEqual(arrivalOf(trades, "d"), { fresh: [], goesOn: true });
  assert.equal(arrivalOf(trades, "z").goesOn, false);
  assert.equal(arrivalOf(trades, null).goesOn, false);
});
