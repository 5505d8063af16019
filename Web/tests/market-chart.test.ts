import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketChart, MarketChartPoint } from "../src/api";
import { understoodChoices } from "../src/market/chart/choices";
import { candleTable } from "../src/market/chart/csv";
import { type Frame, frames, frameStart, neighbours, nextStart } from "../src/market/chart/frames";
import { FrameHistory } from "../src/market/chart/history";
import { periodOf, rangeOf } from "../src/market/chart/period";
import { candleOf, merged, type Point, pointsOf } from "../src/market/chart/points";
import { changeAt, summaryOf } from "../src/market/chart/summary";
import { zoneNamed } from "../src/market/chart/zone";
import { seeded } from "./seeded";

const at = (text: string): number => Date.parse(text);

/** An answer's frame, with prices when there is one to close at. */
function frameOf(start: number, close?: string, volume = "1", isRunning = false): MarketChartPoint {
  const common = { start: new Date(start).toISOString(), count: close === undefined ? 0 : 1, isRunning };
  return close === undefined ? { ...common, volume: "0" } : { ...common, open: close, high: close, low: close, close, volume };
}

const closes = (points: readonly Point[]): (string | null)[] => points.map(({ candle }) => candle?.close ?? null);

test("frames are those of UTC: weeks begin on Monday, months by the calendar", () => {
  const instant = at("2026-04-05T02:47:13.5Z");
  const starts: Record<Frame, string> = {
    1: "2026-04-05T02:47:00.000Z", 5: "2026-04-05T02:45:00.000Z", 15: "2026-04-05T02:45:00.000Z", 60: "2026-04-05T02:00:00.000Z",
    240: "2026-04-05T00:00:00.000Z", 1440: "2026-04-05T00:00:00.000Z", 10080: "2026-03-30T00:00:00.000Z",
    44640: "2026-04-01T00:00:00.000Z",
  };
  for (const frame of frames) assert.equal(new Date(frameStart(frame, instant)).toISOString(), starts[frame]);
  assert.equal(new Date(nextStart(44640, at("2026-01-01T00:00Z"))).toISOString(), "2026-02-01T00:00:00.000Z");
  assert.equal(new Date(nextStart(44640, at("2026-12-01T00:00Z"))).toISOString(), "2027-01-01T00:00:00.000Z");
  assert.deepEqual([neighbours(5), neighbours(1), neighbours(44640)], [[15, 1], [5], [10080]]);
});

test("what frame an instant is in: it begins not after it, the next one after it", () => {
  const chance = seeded(7);
  for (let turn = 0; turn < 2000; turn += 1) {
    const instant = chance.below(2_000_000_000) * 1000 + chance.below(1000);
    const frame = chance.pick(frames);
    const start = frameStart(frame, instant);
    assert.ok(start <= instant && instant < nextStart(frame, start));
    assert.equal(frameStart(frame, start), start);
    assert.equal(frameStart(frame, nextStart(frame, start)), nextStart(frame, start));
  }
});

test("what can be no candle is never drawn", () => {
  const good = { open: "10", high: "12", low: "9", close: "11", volume: "0.5" };
  assert.equal(candleOf(good)?.drawn.close, 11);
  const bad = [
    { close: "13" }, { open: "8.9" }, { low: "0" }, { low: "-1" }, { high: "abc" }, { close: "1e3" }, { volume: "-1" }, { open: "" },
    { close: "NaN" },
  ];
  for (const change of bad) assert.equal(candleOf({ ...good, ...change }), null, JSON.stringify(change));
});

test("frames that are off their step, doubled or out of order are left out", () => {
  const begin = at("2026-11-23T00:00Z");
  const minutes = (count: number): number => begin + count * 60_000;
  const answered = [
    frameOf(minutes(0), "10"), frameOf(minutes(5), "11"), frameOf(minutes(5), "99"), frameOf(minutes(7), "12"),
    frameOf(minutes(10)), frameOf(minutes(0), "98"), { ...frameOf(minutes(15), "13"), start: "soon" },
    { ...frameOf(minutes(15), "13"), high: "1" }, frameOf(minutes(20), "14"),
  ];
  const points = pointsOf(5, answered);
  assert.deepEqual(points.map(({ start }) => (start - begin) / 60_000), [0, 5, 10, 15, 20]);
  assert.deepEqual(closes(points), ["10", "11", null, null, "14"]);
});

test("lists of frames are joined without gaps or doubles, and the state with more trades counts", () => {
  const begin = at("2026-11-23T00:00Z");
  const point = (place: number, volume: number): Point => ({
    start: begin + place * 300_000,
    candle: volume === 0 ? null : candleOf({ open: "5", high: "9", low: "1", close: "5", volume: String(volume) }),
  });
  const chance = seeded(11);
  for (let turn = 0; turn < 300; turn += 1) {
    // The reference: the most that any list says of each frame, over all frames from the first to the last.
    const reference = new Map<number, number>();
    const list = (): Point[] => {
      const first = chance.below(30);
      return Array.from({ length: chance.below(12) }, (_, place) => {
        const volume = chance.below(4);
        reference.set(first + place, Math.max(volume, reference.get(first + place) ?? 0));
        return point(first + place, volume);
      });
    };
    const joined = merged(5, list(), list());
    const places = [...reference.keys()];
    const expected: number[] = [];
    if (places.length > 0) for (let place = Math.min(...places); place <= Math.max(...places); place += 1) expected.push(reference.get(place) ?? 0);
    assert.deepEqual(joined.map(({ candle }) => candle?.drawn.volume ?? 0), expected);
    joined.forEach((one, place) => assert.equal(one.start, joined[0]!.start + place * 300_000));
  }
  assert.deepEqual(merged(5, [point(0, 1)], [point(5000, 1)]).length, 1, "what is too far apart is not filled");
});

/** A server whose answers a test writes, and what it was asked. */
function server(answers: (MarketChart | Error)[]): { asked: object[]; history: FrameHistory } {
  const asked: object[] = [];
  const history = new FrameHistory(5, async (query) => {
    asked.push(query);
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError("no answer");
    return answer;
  });
  return { asked, history };
}

const begin = at("2026-11-23T10:00Z");
const frame = (place: number): number => begin + place * 300_000;
const running = (place: number, close: string, volume: string) => ({ start: frame(place), open: close, high: close, low: close, close, volume });

test("the newest frames come first, then what is new since the one that ran, then older pieces", async () => {
  const { asked, history } = server([
    { points: [frameOf(frame(0), "1"), frameOf(frame(1), "2", "1", true)], olderTo: frame(0), at: "" },
    { points: [frameOf(frame(1), "3", "4"), frameOf(frame(2), "4", "1", true)], at: "" },
    { points: [frameOf(frame(-2), "8"), frameOf(frame(-1))], at: "" },
  ]);
  assert.ok(history.isStale);
  await history.load();
  assert.deepEqual(closes(history.state.points), ["1", "2"]);
  assert.ok(!history.isStale && !history.state.isWhole);
  history.doubt();
  await history.load();
  assert.deepEqual(asked[1], { frame: 5, from: frame(1) });
  assert.deepEqual(closes(history.state.points), ["1", "3", "4"]);
  await Promise.all([history.loadOlder(), history.loadOlder()]);
  assert.deepEqual(asked.slice(2), [{ frame: 5, to: frame(0) }]);
  assert.deepEqual(closes(history.state.points), ["8", null, "1", "3", "4"]);
  assert.ok(history.state.isWhole);
  await history.loadOlder();
  assert.equal(asked.length, 3);
});

test("a running candle replaces itself, and the next one makes the one before doubtful", async () => {
  const { asked, history } = server([
    { points: [frameOf(frame(0), "1"), frameOf(frame(1), "2", "1", true)], at: "" },
    { points: [frameOf(frame(1), "7", "9"), frameOf(frame(2)), frameOf(frame(3), "6", "2", true)], at: "" },
  ]);
  history.run(running(1, "5", "5"));
  assert.deepEqual(history.state.points, [], "before the first answer nothing is known");
  await history.load();
  history.run(running(1, "5", "3"));
  assert.deepEqual(closes(history.state.points), ["1", "5"]);
  const before = history.state;
  history.run(running(1, "5", "3"));
  assert.equal(history.state, before, "what is known already changes nothing");
  history.run(running(0, "9", "9"));
  history.run({ ...running(1, "9", "9"), start: frame(1) + 1 });
  history.run(running(1, "-9", "9"));
  assert.equal(history.state, before, "nor does what is over, off the step, or no candle");
  assert.ok(!history.isStale);
  history.run(running(3, "6", "1"));
  assert.deepEqual(closes(history.state.points), ["1", "5", null, "6"]);
  assert.ok(history.isStale);
  await history.load();
  assert.deepEqual(asked[1], { frame: 5, from: frame(1) });
  assert.deepEqual(closes(history.state.points), ["1", "7", null, "6"]);
});

test("after a gap of more than an answer holds the past is asked for anew", async () => {
  const { history } = server([
    { points: [frameOf(frame(0), "1"), frameOf(frame(1), "2", "1", true)], at: "" },
    { points: [frameOf(frame(900), "3"), frameOf(frame(901), "4", "1", true)], olderTo: frame(900), at: "" },
  ]);
  await history.load();
  assert.ok(history.state.isWhole);
  history.doubt();
  await history.load();
  assert.deepEqual(closes(history.state.points), ["3", "4"]);
  assert.ok(!history.state.isWhole);
});

test("a failure keeps what is there, says why, and leaves it to be asked for again", async () => {
  const { history } = server([
    new TypeError("away"), { points: [frameOf(frame(0), "1", "1", true)], olderTo: frame(0), at: "" }, new TypeError("away"), new TypeError("away"),
  ]);
  await history.load();
  assert.deepEqual([history.state.status, history.state.failure?.code, history.isStale], ["failed", "network.unreachable", true]);
  await history.load();
  assert.deepEqual([history.state.status, history.state.failure], ["ready", null]);
  history.doubt();
  await history.load();
  assert.deepEqual([history.state.status, history.state.failure?.code], ["ready", "network.unreachable"]);
  assert.deepEqual(closes(history.state.points), ["1"]);
  await history.loadOlder();
  assert.ok(!history.state.isLoadingOlder && !history.state.isWhole);
});

test("the period in sight stays when frames change, as far as candles can be told apart", () => {
  const list = (of: Frame, first: string, count: number): Point[] => {
    const points: Point[] = [];
    for (let start = at(first); points.length < count; start = nextStart(of, start)) points.push({ start, candle: null });
    return points;
  };
  const hours = list(60, "2026-11-01T00:00Z", 500);
  const quarters = list(15, "2026-11-01T00:00Z", 2000);
  const period = periodOf(60, hours, { from: 100, to: 148 });
  assert.deepEqual([period.from, period.to, period.isAtEnd], [at("2026-11-05T04:00Z"), at("2026-11-07T04:00Z"), false]);
  assert.deepEqual(rangeOf(15, quarters, period), { from: 400, to: 592 });
  assert.deepEqual(periodOf(15, quarters, rangeOf(15, quarters, period)), period, "there and back is the same");
  const weeks = rangeOf(10080, list(10080, "2026-03-30T00:00Z", 34), period);
  assert.equal(weeks.to - weeks.from, 15, "never fewer than can be looked at");
  const wide = periodOf(60, hours, { from: 0, to: 499 });
  assert.equal(rangeOf(1, list(1, "2026-11-20T00:00Z", 1600), wide).to - rangeOf(1, list(1, "2026-11-20T00:00Z", 1600), wide).from, 1500);
  assert.ok(wide.isAtEnd && rangeOf(15, quarters, wide).to > 1999, "whoever sees the newest candle goes on seeing it");
});

test("a summary and the changes say what happened in sight", () => {
  const points = pointsOf(5, [
    { ...frameOf(frame(0), "10"), high: "14", low: "8" }, frameOf(frame(1)), { ...frameOf(frame(2), "12"), high: "13", low: "7.5" }, frameOf(frame(3)),
  ]);
  assert.deepEqual(summaryOf(points, -5, 3), {
    from: frame(0), to: frame(2), open: "10", close: "12", high: "14", low: "7.5", change: 12 / 10 - 1, count: 2,
  });
  assert.equal(summaryOf(points, 3, 9), null);
  assert.equal(summaryOf([], 0, 0), null);
  assert.equal(changeAt(points, 2, points[2]!.candle!), 12 / 10 - 1, "frames without trades are passed over");
  assert.equal(changeAt(points, 0, points[0]!.candle!), 0);
});

test("a table of candles is one of RFC 4180, with the clock's distance from UTC where an hour comes twice", () => {
  const start = at("2026-04-05T02:30Z");
  const points = pointsOf(15, [frameOf(start, "1234.5", "0.00000001"), frameOf(start + 900_000), frameOf(start + 3_600_000, "10")]);
  const heads = ["UTC", "here", "o", "h", "l", "c", "volume, all"];
  const text = candleTable(15, points, { decimal: ".", zone: zoneNamed("America/Santiago"), heads });
  assert.deepEqual(text.split("\r\n"), [
    '\ufeffUTC,here,o,h,l,c,"volume, all"', "2026-04-05T02:30:00Z,2026-04-04T23:30:00-03:00,1234.5,1234.5,1234.5,1234.5,0.00000001",
    "2026-04-05T03:30:00Z,2026-04-04T23:30:00-04:00,10,10,10,10,1", "",
  ]);
  const spanish = candleTable(15, points, { decimal: ",", zone: zoneNamed("Asia/Kolkata"), heads: heads.slice(0, 6) });
  assert.equal(spanish.split("\r\n")[1], "2026-04-05T02:30:00Z;2026-04-05T08:00:00+05:30;1234,5;1234,5;1234,5;1234,5;0,00000001");
  const days = candleTable(1440, pointsOf(1440, [frameOf(at("2026-04-05T00:00Z"), "1")]), { decimal: ".", zone: zoneNamed("America/Santiago"), heads });
  assert.ok(/2026-04-05T00:00:00Z,2026-04-05,1/.test(days), "days are those of UTC");
});

test("what a browser kept is taken as far as it is understood", () => {
  const first = understoodChoices(null);
  assert.deepEqual([first.frame, first.hasVolume, first.isHollow, first.studies.length], [60, true, true, 0]);
  for (const text of ["", "no", "[]", "null", "7", '{"frame":7,"studies":"sma9","hasVolume":1}', '{"studies":[{"a":1},null]}']) {
    assert.deepEqual(understoodChoices(text), first, text);
  }
  const kept = understoodChoices('{"frame":44640,"studies":["rsi","sma9","x","rsi"],"isLogarithmic":true,"hasVolume":false}');
  assert.deepEqual([kept.frame, kept.studies, kept.isLogarithmic, kept.hasVolume], [44640, ["sma9", "rsi"], true, false]);
});
