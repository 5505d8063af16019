import assert from "node:assert/strict";
import { test } from "node:test";
import { BookLevels } from "../src/market/live/booklevels";
import { type Json, type JsonObject, patched } from "../src/market/live/patch";
import { tradesOf } from "../src/market/live/stream";
import { seeded } from "./seeded";

test("2,000 changes leave the book that the state says, in the order of its prices", () => {
  const { below } = seeded(3);
  const levels = new BookLevels();
  let state: Json = { bids: {}, asks: {}, isWhole: true };
  levels.takeWhole(state);
  const sideDelta = (side: JsonObject, first: number): JsonObject => {
    const changes: JsonObject = {};
    for (let count = 1 + below(8); count > 0; count -= 1) {
      const price = `${first + below(60)}${below(2) === 0 ? "" : ".5"}`;
      const old = side[price];
      const amount = `${1 + below(500)}.${1 + below(9)}`;
      if (old === undefined) changes[price] = [amount];
      else changes[price] = below(2) === 0 ? [old, 0, 0] : [old, amount];
    }
    return changes;
  };
  for (let round = 0; round < 2000; round += 1) {
    const known = state as JsonObject;
    const delta = { bids: sideDelta(known["bids"] as JsonObject, 900), asks: sideDelta(known["asks"] as JsonObject, 1000) };
    state = patched(state, JSON.parse(JSON.stringify(delta)));
    levels.takeChange(state, delta);
    const { bids, asks } = levels.book(false);
    const wanted = (name: string, direction: number): string[] =>
      Object.entries((state as JsonObject)[name] as JsonObject)
        .sort(([a], [b]) => direction * (Number(a) - Number(b)))
        .map(([price, amount]) => `${price} ${String(amount)}`);
    assert.deepEqual(bids.map(({ price, amount }) => `${price.text} ${amount.text}`), wanted("bids", -1));
    assert.deepEqual(asks.map(({ price, amount }) => `${price.text} ${amount.text}`), wanted("asks", 1));
  }
});

test("a book that was given out does not change any more", () => {
  const levels = new BookLevels();
  const state: Json = { bids: { "1": "1" }, asks: {}, isWhole: false };
  levels.takeWhole(state);
  const book = levels.book(false);
  levels.takeChange({ bids: {}, asks: {}, isWhole: true }, { bids: { "1": ["1", 0, 0] } });
  assert.equal(book.bids.length, 1);
  assert.equal(levels.book(true).bids.length, 0);
});

test("trades have names of their own, which stay when newer ones come, and numbers without zeros at the end", () => {
  const trade = (order: string, price: string): JsonObject => ({
    tradeId: order, executed_date: 1_600_000_000_000, side: 2, executed_price: price, executed_amount: "0.5000",
  });
  const old = tradesOf([trade("O1", "10.00"), trade("O1", "10.00")]);
  const all = tradesOf([trade("O2", "11"), trade("O1", "10.00"), trade("O1", "10.00")]);
  assert.deepEqual(all.slice(1), old);
  assert.equal(new Set(all.map(({ id }) => id)).size, 3);
  assert.deepEqual([all[1]?.price, all[1]?.amount, all[1]?.takerSide, all[1]?.order], ["10", "0.5", "sell", "O1"]);
});
