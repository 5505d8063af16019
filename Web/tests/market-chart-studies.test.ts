import assert from "node:assert/strict";
import { test } from "node:test";
import { bandPlan, marginsOf } from "../src/market/chart/bands";
import { candleOf, type Point } from "../src/market/chart/points";
import { type StudyName, studyNames, studyPlans, StudyRun } from "../src/market/chart/studyset";
import { seeded } from "./seeded";

/** Candles by chance, some frames without one. */
function walk(seed: number, count: number): Point[] {
  const chance = seeded(seed);
  let price = 1000;
  return Array.from({ length: count }, (_, place) => {
    const start = Date.UTC(2026, 0, 1) + place * 3_600_000;
    if (chance.below(10) === 0) return { start, candle: null };
    const open = price;
    price = Math.max(10, price + chance.below(41) - 20);
    const [high, low] = [Math.max(open, price) + chance.below(9), Math.min(open, price) - chance.below(9)];
    return { start, candle: candleOf({ open: `${open}`, high: `${high}`, low: `${low}`, close: `${price}`, volume: `${1 + chance.below(50)}` }) };
  });
}

type Drawn = { high: number; low: number; close: number; volume: number; day: number };

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]): number => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const last = <Value>(values: Value[], count: number): Value[] => values.slice(values.length - count);

/** Exponential averages by their definition, from the first one that there is. */
function exponential(values: number[], count: number): number[] {
  const found: number[] = [];
  for (let end = count; end <= values.length; end += 1) {
    const before = found[found.length - 1];
    found.push(before === undefined ? mean(values.slice(0, count)) : (values[end - 1]! * 2) / (count + 1) + before * (1 - 2 / (count + 1)));
  }
  return found;
}

/** What each study says of the last of some candles, worked out from all of them anew. */
const references: Record<StudyName, (candles: Drawn[]) => (number | null)[]> = {
  sma9: simple(9), sma21: simple(21), sma50: simple(50), ema9: smoothed(9), ema21: smoothed(21), ema50: smoothed(50),
  bands: (candles) => {
    const values = last(candles.map(({ close }) => close), 20);
    if (candles.length < 20) return [null, null, null];
    return [mean(values) + 2 * deviation(values), mean(values), mean(values) - 2 * deviation(values)];
  },
  vwap: (candles) => {
    const today = candles.filter(({ day }) => day === candles[candles.length - 1]!.day);
    const weight = today.reduce((sum, { volume }) => sum + volume, 0);
    return [today.reduce((sum, { high, low, close, volume }) => sum + ((high + low + close) / 3) * volume, 0) / weight];
  },
  rsi: (candles) => {
    const changes = candles.slice(1).map(({ close }, place) => close - candles[place]!.close);
    if (changes.length < 14) return [null];
    const average = (part: (change: number) => number): number =>
      changes.slice(14).reduce((before, change) => (before * 13 + part(change)) / 14, mean(changes.slice(0, 14).map(part)));
    const [up, down] = [average((change) => Math.max(change, 0)), average((change) => Math.max(-change, 0))];
    return [up + down === 0 ? 50 : down === 0 ? 100 : 100 - 100 / (1 + up / down)];
  },
  macd: (candles) => {
    const values = candles.map(({ close }) => close);
    const [fast, slow] = [exponential(values, 12), exponential(values, 26)];
    const lines = slow.map((value, place) => fast[place + 14]! - value);
    const signals = exponential(lines, 9);
    const [line, signal] = [lines[lines.length - 1] ?? null, signals[signals.length - 1] ?? null];
    return [line === null || signal === null ? null : line - signal, line, signal];
  },
};

function simple(count: number) {
  return (candles: Drawn[]) => [candles.length < count ? null : mean(last(candles, count).map(({ close }) => close))];
}

function smoothed(count: number) {
  return (candles: Drawn[]) => [exponential(candles.map(({ close }) => close), count).pop() ?? null];
}

function near(one: number | null, other: number | null, what: string): void {
  if (one === null || other === null) assert.equal(one, other, what);
  else assert.ok(Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other)), `${what}: ${one}, not ${other}`);
}

test("each indicator says what its definition says, at every candle, and nothing before it can", () => {
  const points = walk(3, 160);
  for (const name of studyNames) {
    const run = new StudyRun(name);
    run.follow(points);
    const candles: Drawn[] = [];
    let said = 0;
    points.forEach(({ start, candle }, place) => {
      if (candle !== null) candles.push({ ...candle.drawn, day: Math.floor(start / 86_400_000) });
      const expected = candle === null ? studyPlans[name].traces.map(() => null) : references[name](candles);
      expected.forEach((value, trace) => {
        near(run.values[place]?.[trace] ?? null, value, `${name} ${trace} at ${place}`);
        if (value !== null) said += 1;
      });
    });
    assert.ok(said > 80, name);
  }
});

test("kept up step by step, with a last candle that changes, it says what it says of the whole", () => {
  const points = walk(5, 120);
  const chance = seeded(5);
  for (const name of studyNames) {
    const run = new StudyRun(name);
    for (let count = 1; count <= points.length; count += 1) {
      // A state of the last candle before the one that it ends with.
      const draft = candleOf({ open: "900", high: "2000", low: "500", close: String(600 + chance.below(900)), volume: "3" });
      run.follow([...points.slice(0, count - 1), { start: points[count - 1]!.start, candle: draft }]);
      const first = run.follow(points.slice(0, count));
      assert.equal(first, count - 1, "only the last one is worked out again");
    }
    const whole = new StudyRun(name);
    whole.follow(points);
    assert.deepEqual(run.values, whole.values, name);
  }
});

test("older candles before what is there change everything after them", () => {
  const points = walk(9, 90);
  const run = new StudyRun("ema21");
  run.follow(points.slice(40));
  assert.equal(run.follow(points), 0);
  const whole = new StudyRun("ema21");
  whole.follow(points);
  assert.deepEqual(run.values, whole.values);
  assert.equal(run.follow([]), 0);
  assert.deepEqual(run.values, []);
});

test("what never moves is in the middle, and what only rises is at the top", () => {
  const flat = (step: number): Point[] => Array.from({ length: 40 }, (_, place) => {
    const close = String(100 + place * step);
    return { start: place * 60_000, candle: candleOf({ open: close, high: close, low: close, close, volume: "1" }) };
  });
  for (const [step, expected] of [[0, 50], [1, 100], [-1, 0]] as const) {
    const run = new StudyRun("rsi");
    run.follow(flat(step));
    assert.equal(run.values[39]?.[0], expected);
  }
});

test("bands below the candles never overlap, and share the whole height", () => {
  for (const hasVolume of [false, true]) {
    for (const studies of [[], ["rsi"], ["macd"], ["rsi", "macd", "sma9"]] as StudyName[][]) {
      const { price, bands } = bandPlan(hasVolume, studies);
      let end = price.bottom;
      for (const share of bands.values()) {
        assert.ok(share.top >= end && share.bottom > share.top);
        end = share.bottom;
        const { top, bottom } = marginsOf(share);
        assert.ok(top >= 0 && bottom >= 0 && top + bottom < 1);
      }
      assert.ok(Math.abs(end - (bands.size > 0 ? 1 : 0.97)) < 1e-9 && price.bottom - price.top > 0.3);
      assert.equal(bands.size, Number(hasVolume) + studies.filter((name) => studyPlans[name].band !== "price").length);
    }
  }
});
