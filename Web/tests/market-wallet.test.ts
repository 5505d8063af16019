import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketAsset, MarketBalance, MarketPortfolioPoint, MarketValuation } from "../src/api";
import { Decimal } from "../src/numbers/decimal";
import { apportioned } from "../src/market/wallet/apportion";
import { performance, timeWeighted } from "../src/market/wallet/performance";
import { balanceSheet, isSmall } from "../src/market/wallet/valuation";

/** Numbers that look random and are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const sum = (values: readonly Decimal[]): Decimal => values.reduce((all, one) => all.plus(one), Decimal.zero);
const asset = (name: string, decimals: number): MarketAsset =>
  ({ name, kind: "crypto", title: name, prefix: "", postfix: ` ${name}`, decimals, exponent: 18, isActive: true });
const balance = (name: string, total: string, available = total): [string, MarketBalance] => [name, { asset: name, total, available }];

test("rows add up to the total that is read, and none is a whole step from what it is", () => {
  const next = seeded(7);
  for (let turn = 0; turn < 500; turn += 1) {
    const places = Math.floor(next() * 4);
    const values = Array.from({ length: 1 + Math.floor(next() * 12) }, () => Decimal.of(BigInt(Math.floor(next() * 1e12)), Math.floor(next() * 9)));
    const { shown, total } = apportioned(values, places);
    const step = Decimal.of(1n, places);
    assert.equal(sum(shown).text, total.text);
    assert.equal(total.text, sum(values).floor(step).text, "rounded once, and down");
    shown.forEach((one, index) => {
      const away = one.minus(values[index] ?? Decimal.zero);
      assert.ok(away.compare(step) < 0 && away.negated.compare(step) < 0);
      assert.ok(one.scale <= places);
    });
  }
});

test("a balance in orders is part of the total, what has no price is counted and left out, nothing is nothing", () => {
  const assets = [asset("CLP", 0), asset("ETH", 8), asset("PTS", 0), asset("XLM", 7)];
  const balances = new Map([balance("CLP", "1000.6", "900"), balance("ETH", "2"), balance("PTS", "50"), balance("XLM", "0")]);
  const valuation: MarketValuation = {
    base: "CLP", total: "3001.2", unpriced: 1, at: "2026-11-23T00:00:00Z",
    balances: [
      { asset: "CLP", total: "1000.6", available: "900", held: "100.6", price: "1", value: "1000.6" },
      { asset: "ETH", total: "2", available: "2", held: "0", price: "1000.3", value: "2000.6", markets: ["ETHCLP"] },
      { asset: "PTS", total: "50", available: "50", held: "0" },
    ],
  };
  const sheet = balanceSheet(assets, balances, valuation, assets[0]);
  assert.deepEqual(sheet.rows.map(({ asset: { name }, value }) => [name, value?.text ?? null]),
    [["ETH", "2000"], ["CLP", "1001"], ["PTS", null], ["XLM", "0"]]);
  assert.equal(sheet.total?.text, "3001");
  assert.equal(sheet.unpriced, 1);
  assert.equal(sheet.rows[1]?.held.text, "100.6");
  assert.deepEqual(sheet.rows[0]?.markets, ["ETHCLP"]);
  assert.deepEqual(sheet.rows.map((row) => isSmall(row, sheet.total)), [false, false, false, true], "without a price is not small");
});

test("a balance that changed is valued by the price that was told last", () => {
  const assets = [asset("CLP", 0), asset("ETH", 8)];
  const valuation: MarketValuation = {
    base: "CLP", total: "100", unpriced: 0, at: "2026-11-23T00:00:00Z",
    balances: [{ asset: "ETH", total: "1", available: "1", held: "0", price: "100", value: "100" }],
  };
  const sheet = balanceSheet(assets, new Map([balance("ETH", "2.5")]), valuation, assets[0]);
  assert.equal(sheet.total?.text, "250");
  assert.equal(balanceSheet(assets, new Map([balance("ETH", "2.5")]), null, assets[0]).total, null, "unknown is not 0");
});

const point = (day: number, value: string, flow: string): MarketPortfolioPoint =>
  ({ at: new Date(Date.UTC(2026, 0, day)).toISOString(), value, flow, unpriced: 0 });

test("a deposit is no gain and a withdrawal no loss", () => {
  const found = performance({ base: "CLP", isComplete: true, points: [point(1, "100000", "100000")] }, "month");
  assert.deepEqual([found.gain.text, found.rate], ["0", null]);
  const more = performance({ base: "CLP", isComplete: true, points: [point(1, "100", "100"), point(2, "300", "200"), point(3, "50", "-250")] }, "month");
  assert.deepEqual([more.gain.text, more.rate?.text], ["0", "0"]);
  assert.deepEqual(more.points.map(({ deposits }) => deposits.text), ["100", "300", "50"]);
});

test("the return is the product of the steps, whatever came and went between them", () => {
  // 10 % up, then 50 % down, with deposits before each: 1.1 × 0.5 − 1.
  const points = [point(1, "100", "100"), point(2, "1110", "1000"), point(3, "655", "100")];
  assert.equal(timeWeighted(points)?.text, "-0.45");
  const all = performance({ base: "CLP", isComplete: true, points }, "all");
  assert.equal(all.gain.text, "-545");
  const next = seeded(11);
  for (let turn = 0; turn < 100; turn += 1) {
    const factors = Array.from({ length: 10 }, () => 0.9 + next() * 0.2);
    let value = 1000;
    const series = [point(1, "1000", "1000")];
    factors.forEach((factor, index) => {
      const flow = Math.round((next() - 0.3) * 400);
      value = Math.max(1, Math.round(value * factor)) + flow;
      if (value < 1) value = 1;
      series.push(point(index + 2, String(value), String(flow)));
    });
    const plain = series.slice(1).reduce((all, { value: now, flow }, index) =>
      all * ((Number(now) - Number(flow)) / Number(series[index]?.value)), 1) - 1;
    assert.ok(Math.abs((timeWeighted(series)?.approximate ?? NaN) - plain) < 1e-9);
  }
});

test("a step that begins with nothing counts for nothing, and a range that begins amid things with what was there", () => {
  assert.equal(timeWeighted([point(1, "0", "0"), point(2, "500", "500")]), null);
  assert.equal(timeWeighted([point(1, "0", "0"), point(2, "500", "500"), point(3, "550", "0")])?.text, "0.1");
  const amid = { base: "CLP", isComplete: true, points: [point(1, "100", "5"), point(2, "110", "0"), point(3, "121", "0")] };
  assert.equal(performance(amid, "day").gain.text, "21", "three points are all of a day: it began before");
  assert.equal(performance(amid, "week").gain.text, "116", "here it began with the first point, with the 5 that came");
  assert.equal(performance({ ...amid, isComplete: false }, "week").gain.text, "21");
});
