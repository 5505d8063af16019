import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketTicker, Notification } from "../src/api";
import { directionTo, distanceTo, presentPrice } from "../src/market/alerts/direction";
import { toldPrice, ToldPrices } from "../src/market/alerts/told";
import { Decimal } from "../src/numbers/decimal";

const ticker = (parts: Partial<MarketTicker>): MarketTicker => ({ market: "ETHCLP", volume: "0", at: "", ...parts });
const notice = (parts: Partial<Notification>): Notification => ({
  id: "1", kind: "price.reached", at: "2026-11-23T00:00:00Z", isRead: false, market: "ETHCLP", price: "10", direction: "above", ...parts,
});

test("the present price is that of the last trade, else the middle of the book, else unknown", () => {
  assert.equal(presentPrice(ticker({ last: "10", bid: "1", ask: "2" }))?.text, "10");
  assert.equal(presentPrice(ticker({ bid: "1", ask: "2" }))?.text, "1.5");
  assert.equal(presentPrice(ticker({ bid: "1" })), null);
  assert.equal(presentPrice(undefined), null);
});

test("from which side a price is reached follows from the present one, exactly", () => {
  const present = Decimal.from("0.1");
  assert.equal(directionTo(Decimal.from("0.100000000000000001"), present), "above");
  assert.equal(directionTo(Decimal.from("0.099999999999999999"), present), "below");
  assert.equal(directionTo(Decimal.from("0.10"), present), null);
  assert.equal(directionTo(Decimal.from("1"), null), null);
  assert.equal(distanceTo(Decimal.from("110"), Decimal.from("100")), 0.1);
  assert.equal(distanceTo(Decimal.from("95"), Decimal.from("100")), -0.05);
  assert.equal(distanceTo(Decimal.from("95"), Decimal.zero), null);
});

test("only notices of prices are taken, and each of them once", () => {
  assert.equal(toldPrice(notice({ kind: "order.executed" })), null);
  assert.equal(toldPrice(notice({ direction: "deposit" })), null);
  const told = new ToldPrices();
  const first = toldPrice(notice({}))!;
  assert.ok(told.add(first));
  assert.ok(!told.add(first));
  assert.ok(told.add({ ...first, id: "2" }));
  assert.deepEqual(told.resource.value?.map(({ id }) => id), ["2", "1"]);
});
