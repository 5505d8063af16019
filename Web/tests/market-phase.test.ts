import assert from "node:assert/strict";
import { test } from "node:test";
import type { Market, MarketSide } from "../src/api";
import { phaseOf as told } from "../src/market/live/stream";
import { Decimal } from "../src/numbers/decimal";
import { isTaken, phaseOf } from "../src/market/trade/phase";
import { waitingAt } from "../src/market/trade/preview";

const market = (more: Partial<Market>): Market => ({ name: "XLMCLP", isActive: true, phase: "trading", ...more }) as Market;
const until = "2026-12-21T09:35:00.000Z";

test("the stream's word of a market is read strictly", () => {
  assert.deepEqual(told({ phase: "trading" }), { kind: "trading" });
  assert.deepEqual(told({ phase: "halted" }), { kind: "halted" });
  const none = told({ phase: "auction", until });
  assert.ok(none.kind === "auction" && none.until.toISOString() === until);
  assert.equal(none.outlook?.price, null);
  const some = told({ phase: "auction", until, price: "1000", amount: "12.5", surplus: "0.5", surplusSide: "sell" });
  assert.ok(some.kind === "auction" && some.outlook !== null);
  assert.deepEqual([some.outlook.price?.text, some.outlook.amount.text, some.outlook.surplus.text, some.outlook.surplusSide], ["1000", "12.5", "0.5", "sell"]);
  for (const wrong of [{}, { phase: "open" }, { phase: "auction" }, { phase: "auction", until: "soon" }, { phase: "auction", until, price: "x" }]) {
    assert.throws(() => told(wrong as never));
  }
});

test("the stream's word counts, and the list of markets where there is none", () => {
  assert.equal(phaseOf(market({ phase: "halted" }), { kind: "trading" }).kind, "trading");
  assert.equal(phaseOf(market({ phase: "halted" }), null).kind, "halted");
  const auction = phaseOf(market({ phase: "auction", auctionUntil: until }), null);
  assert.ok(auction.kind === "auction" && auction.until.toISOString() === until && auction.outlook === null);
});

test("an auction takes what waits and may cross, a halted market nothing", () => {
  const kinds = (["limit", "market", "stop-limit", "pair"] as const).flatMap((type) =>
    (["good-till-cancelled", "immediate-or-cancel", "fill-or-kill"] as const).flatMap((timeInForce) =>
      [false, true].map((isPostOnly) => ({ type, timeInForce, isPostOnly }))));
  const taken = kinds.filter((kind) => isTaken({ kind: "auction", until: new Date(until), outlook: null }, kind));
  assert.deepEqual(taken.map(({ type, timeInForce, isPostOnly }) => [type, timeInForce, isPostOnly]), [
    ["limit", "good-till-cancelled", false], ["stop-limit", "good-till-cancelled", false],
  ]);
  assert.ok(kinds.every((kind) => isTaken({ kind: "trading" }, kind)));
  assert.ok(!kinds.some((kind) => isTaken({ kind: "halted" }, kind)));
});

test("what waits is counted at its limit, and its fee is that of who waited", () => {
  const at = (side: MarketSide): string[] => {
    const { gives, receives, fee, waiting, atOnce } = waitingAt(side, Decimal.from("1000"), Decimal.from("2"), { maker: 3900, taker: 6800 });
    return [gives, receives, fee, waiting, atOnce].map(({ text }) => text);
  };
  assert.deepEqual(at("buy"), ["2000", "1.9922", "0.0078", "2", "0"]);
  assert.deepEqual(at("sell"), ["2", "1992.2", "7.8", "2", "0"]);
});
