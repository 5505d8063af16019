import assert from "node:assert/strict";
import { test } from "node:test";
import type { Palette } from "../src/market/chart/colours";
import { arrowsOf, ownTradesOf, ownWithin } from "../src/market/chart/owntrades";
import type { Point } from "../src/market/chart/points";

const hour = 3_600_000;
const begin = Date.UTC(2026, 3, 4, 12);
const at = (milliseconds: number): string => new Date(begin + milliseconds).toISOString();
const executions = [
  { side: "buy", amount: "0.1", at: at(2 * hour) }, { side: "sell", amount: "0.25", at: at(hour + 59 * 60_000) },
  { side: "buy", amount: "0.2", at: at(hour) }, { side: "buy", amount: "0.1", at: at(2 * hour - 1) },
  { side: "buy", amount: "1", at: "never" }, { side: "buy", amount: "much", at: at(0) },
] as const;

test("own trades are summed exactly, each in the frame that it fell into", () => {
  const own = ownTradesOf(60, executions);
  assert.deepEqual([...own.keys()].sort(), [begin + hour, begin + 2 * hour]);
  assert.equal(own.get(begin + hour)?.bought.text, "0.3");
  assert.equal(own.get(begin + hour)?.sold.text, "0.25");
  assert.equal(own.get(begin + 2 * hour)?.bought.text, "0.1");
  const within = ownWithin(own, begin, begin + 2 * hour);
  assert.deepEqual([within.bought.text, within.sold.text], ["0.4", "0.25"]);
  assert.equal(ownWithin(own, begin, begin + hour - 1).bought.text, "0");
});

test("arrows are in the order of time, a side each, and only where there is a candle", () => {
  const drawn = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const candle = { open: "1", high: "1", low: "1", close: "1", volume: "1", drawn };
  const points: Point[] = [0, 1, 2].map((number) => ({ start: begin + number * hour, candle: number === 2 ? null : candle }));
  const arrows = arrowsOf(ownTradesOf(60, executions), points, { up: "green", down: "red" } as Palette);
  assert.deepEqual(arrows.map(({ time, shape, color }) => [time * 1000, shape, color]), [
    [begin + hour, "arrowUp", "green"], [begin + hour, "arrowDown", "red"],
  ]);
});
