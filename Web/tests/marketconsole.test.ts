import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionOf, sections } from "../src/marketconsole/address";
import { amountText, losesFee, partsOf, percentOfParts } from "../src/marketconsole/amounts";
import { Intent } from "../src/marketconsole/intent";
import { Decimal } from "../src/numbers/decimal";

test("an amount is shown digit for digit, however many it has", () => {
  const digits = (text: string): string => amountText(text).replace(/[^\d-]/g, "");
  for (const text of ["0", "12", "1234.5", "0.000000000000000001", "123456789012345678901234.000000000000000001", "-1.50"]) {
    assert.equal(digits(text), text.replace(".", ""), text);
  }
});

test("a percentage and parts per million are each other, and nothing between four decimals is lost", () => {
  for (let parts = 0; parts <= 1_000_000; parts += 37) assert.equal(partsOf(Decimal.from(percentOfParts(parts))), parts);
  assert.equal(percentOfParts(3900), "0.39");
  assert.equal(percentOfParts(1_000_000), "100");
  assert.equal(percentOfParts(1), "0.0001");
  assert.equal(partsOf(Decimal.from("0.68")), 6800);
});

test("what is sent again unchanged has the same key, anything else a new one", () => {
  const intent = new Intent();
  const first = intent.keyFor({ reason: "no" });
  assert.ok(/^[!-~]{16,64}$/.test(first));
  assert.equal(intent.keyFor({ reason: "no" }), first);
  const second = intent.keyFor({ reason: "never" });
  assert.notEqual(second, first);
  assert.notEqual(new Intent().keyFor({ reason: "never" }), second);
});

test("an address names a section, and the requests when it names none", () => {
  for (const name of sections) assert.equal(sectionOf(`#/${name}`), name);
  for (const hash of ["", "#", "#/", "#/nothing", "#/Markets"]) assert.equal(sectionOf(hash), "requests");
});

test("a fee that rounds to nothing in the smallest trade is found, in either asset", () => {
  const trade = (tick: string, minimum: string, baseExponent: number, quoteExponent: number) =>
    ({ tick: Decimal.from(tick), minimum: Decimal.from(minimum), baseExponent, quoteExponent });
  // Ten buys of one piece paid nothing, one of 200 paid one.
  assert.equal(losesFee(trade("1", "1", 0, 0), [5000]), true);
  assert.equal(losesFee(trade("1", "200", 0, 18), [5000]), false);
  assert.equal(losesFee(trade("1", "199", 0, 18), [5000]), true);
  assert.equal(losesFee(trade("0.01", "0.0001", 18, 18), [3900, 6800]), false);
  assert.equal(losesFee(trade("0.01", "0.0001", 18, 2), [3900]), true, "the seller's fee, in the quote asset");
  assert.equal(losesFee(trade("1", "1", 0, 0), [0, 0]), false, "a market without fees loses none");
});
