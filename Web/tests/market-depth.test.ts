import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Book, Level } from "../src/market/live/store";
import { Decimal } from "../src/numbers/decimal";
import { type Depth, depthOf, depthZooms, distanceFromMiddle, outlineOf, pointAt, pointsOf, shareOf } from "../src/market/trade/depthsteps";
import { seeded } from "./seeded";

const level = (price: number, amount: number): Level => ({ price: Decimal.from(String(price)), amount: Decimal.from(String(amount)) });
const book = (bids: Level[], asks: Level[]): Book => ({ bids, asks, isWhole: true, isStale: false });
const three = book([level(99, 1), level(98, 2.5), level(80, 4)], [level(101, 0.5), level(104, 3)]);

test("totals are added up exactly from the best price outwards, as far as the zoom reaches", () => {
  const depth = depthOf(three, 5)!;
  assert.deepEqual([depth.middle.text, depth.from.text, depth.to.text], ["100", "95", "105"]);
  assert.deepEqual(depth.bids.steps.map(({ price, total, value }) => [price.text, total.text, value.text]), [["99", "1", "99"], ["98", "3.5", "344"]]);
  assert.deepEqual(depth.asks.steps.map(({ price, total, value }) => [price.text, total.text, value.text]), [["101", "0.5", "50.5"], ["104", "3.5", "362.5"]]);
  assert.deepEqual([depth.bids.seen.text, depth.bids.known.text, depth.asks.known.text, depth.most.text], ["3.5", "7.5", "3.5", "3.5"]);
  assert.equal(depthOf(three, 25)!.bids.seen.text, "7.5");
  assert.equal(depthOf(three, 1)!.asks.steps.length, 1);
});

test("a book with one side is drawn around its best price, an empty one not at all", () => {
  assert.equal(depthOf(book([], []), 5), null);
  const depth = depthOf(book([level(50, 2)], []), 10)!;
  assert.deepEqual([depth.middle.text, depth.asks.steps.length, depth.most.text], ["50", 0, "2"]);
  assert.deepEqual(outlineOf(depth, "asks"), []);
  assert.equal(pointAt(depth, 0.9), null);
});

test("the outline has steps and no slopes, and ends at the edge", () => {
  assert.deepEqual(outlineOf(depthOf(book([level(99, 1)], [level(101, 1)]), 2)!, "bids"), [[0.25, 0], [0.25, 1], [0, 1]]);
  const chance = seeded(17);
  for (let turn = 0; turn < 200; turn += 1) {
    const side = (sign: number): Level[] => Array.from({ length: chance.below(20) }, (_, place) => level(1000 + sign * (place * 7 + 1 + chance.below(7)), 1 + chance.below(99)));
    const depth = depthOf(book(side(-1), side(1)), chance.pick(depthZooms));
    if (depth === null) continue;
    for (const name of ["bids", "asks"] as const) {
      const corners = outlineOf(depth, name);
      corners.slice(1).forEach(([across, up], place) => {
        const [before, height] = corners[place]!;
        assert.ok(across === before || up === height, "each piece is level or upright");
        assert.ok(up >= height && (name === "bids" ? across <= before : across >= before));
        assert.ok(across >= 0 && across <= 1 && up <= 1);
      });
      if (corners.length > 0) assert.equal(corners[corners.length - 1]![0], name === "bids" ? 0 : 1);
    }
    checkPoints(depth, chance.below(1001) / 1000);
  }
});

/** What is pointed at is what somebody finds who goes from the middle there. */
function checkPoints(depth: Depth, across: number): void {
  const steps = across < shareOf(depth, depth.middle) ? depth.bids.steps : depth.asks.steps;
  const isBid = steps === depth.bids.steps;
  let expected: string | null = null;
  for (const { price } of steps) {
    const there = shareOf(depth, price);
    if (isBid ? there >= across : there <= across) expected = price.text;
  }
  assert.equal(pointAt(depth, across)?.step.price.text ?? null, expected);
  const prices = pointsOf(depth).map(({ step }) => step.price.approximate);
  assert.deepEqual(prices, [...prices].sort((one, other) => one - other));
}

test("distances are told from the middle", () => {
  const depth = depthOf(three, 5)!;
  assert.equal(distanceFromMiddle(depth, Decimal.from("98")), -0.02);
  assert.equal(distanceFromMiddle(depth, Decimal.from("104")), 0.04);
});
