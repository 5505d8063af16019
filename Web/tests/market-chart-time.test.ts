import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { HorizontalTimes } from "../src/market/chart/horizontal";
import type { Frame } from "../src/market/chart/frames";
import { markText, momentText, remainingText, weightBetween, weights } from "../src/market/chart/timescale";
import { offsetName, zoneNamed } from "../src/market/chart/zone";

const at = (text: string): number => Date.parse(text);
const [santiago, kolkata, utc] = [zoneNamed("America/Santiago"), zoneNamed("Asia/Kolkata"), zoneNamed("UTC")];

/** The marks of an axis: what each weighs and says. */
function axis(frame: Frame, zone: typeof utc, first: string, step: number, count: number): { time: number; weight: number; text: string }[] {
  const times = new HorizontalTimes(() => ({ frame, zone, locale: "en-GB" }));
  const points = Array.from({ length: count }, (_, place) => ({ time: at(first) / 1000 + place * step * 60, timeWeight: -1 }));
  times.fillWeightsForPoints(points, 0);
  return points.map(({ time, timeWeight }) => ({ time, weight: timeWeight, text: times.formatTickmark({ time, weight: timeWeight }) }));
}

test("a zone's distance from UTC is right on both sides of a turn of its clocks", () => {
  assert.equal(santiago.offset(at("2026-04-05T02:30Z")), -3 * 3_600_000);
  assert.equal(santiago.offset(at("2026-04-05T03:30Z")), -4 * 3_600_000);
  assert.deepEqual([offsetName(santiago, at("2026-04-05T03:30Z")), offsetName(kolkata, 0), offsetName(utc, 0)], ["UTC−4", "UTC+5:30", "UTC"]);
  assert.ok(santiago.isTurning(at("2026-04-05T03:30Z")) && !santiago.isTurning(at("2026-04-10T03:30Z")));
  assert.equal(zoneNamed("Moon/Crater").name, "UTC");
});

test("the hour that comes twice is two hours, in order, and told apart in full", () => {
  const marks = axis(60, santiago, "2026-04-05T00:00Z", 60, 8);
  assert.deepEqual(marks.map(({ text }) => text), ["21:00", "22:00", "23:00", "23:00", "5", "01:00", "02:00", "03:00"]);
  assert.equal(new Set(marks.map(({ time }) => time)).size, marks.length);
  const twice = ["2026-04-05T02:30Z", "2026-04-05T03:30Z"].map((text) => momentText(60, at(text), santiago, utc, "en-GB"));
  assert.ok(/4 Apr 2026,? (at )?23:30 UTC−3$/.test(twice[0]!));
  assert.ok(/4 Apr 2026,? (at )?23:30 UTC−4$/.test(twice[1]!));
  assert.ok(!/UTC/.test(momentText(60, at("2026-06-05T03:30Z"), santiago, utc, "en-GB")));
});

test("a day begins when the zone's clock says so, also at half past six in UTC", () => {
  const marks = axis(15, kolkata, "2026-04-04T17:00Z", 15, 20);
  const days = marks.filter(({ weight }) => weight >= weights.day);
  assert.deepEqual(days.map(({ time, text }) => [new Date(time * 1000).toISOString(), text]), [["2026-04-04T18:30:00.000Z", "5"]]);
});

test("candles of days are days of UTC, whatever the zone", () => {
  for (const zone of [santiago, kolkata, utc]) {
    assert.deepEqual(axis(1440, zone, "2026-03-31T00:00Z", 1440, 4).map(({ text }) => text), ["31", "Apr", "2", "3"]);
    assert.ok(/^Sun,? 5 Apr 2026$/.test(momentText(1440, at("2026-04-05T00:00Z"), zone, utc, "en-GB")));
    assert.equal(momentText(44640, at("2026-04-01T00:00Z"), zone, utc, "en-GB"), "April 2026");
  }
});

test("hours go from 0 to 23 in every language, and marks weigh what begins at them", () => {
  for (const locale of ["es-CL", "en-US", "pt-BR", "it"]) assert.equal(markText(at("2026-04-05T19:05Z"), weights.hour, utc, locale), "19:05");
  const weigh = (before: string, now: string): number => weightBetween(at(before), at(now));
  assert.equal(weigh("2025-12-31T23:59Z", "2026-01-01T00:00Z"), weights.year);
  assert.equal(weigh("2026-01-31T23:00Z", "2026-02-01T00:00Z"), weights.month);
  assert.equal(weigh("2026-01-01T11:00Z", "2026-01-01T12:00Z"), weights.hours12);
  assert.equal(weigh("2026-01-01T11:55Z", "2026-01-01T11:56Z"), weights.minute);
  assert.equal(weigh("2026-01-01T11:55Z", "2026-01-01T11:55:30Z"), weights.none);
});

test("labels are kept by instant until they are to be others", () => {
  const times = new HorizontalTimes(() => ({ frame: 60, zone: utc, locale: "en" }));
  const before = times.cacheKey(1_800_000_000);
  assert.equal(times.cacheKey(1_800_000_000), before);
  times.renew();
  assert.notEqual(times.cacheKey(1_800_000_000), before);
});

test("how long a candle lasts is said in few letters", () => {
  const cases: [number, string][] = [[0, "0:00"], [400, "0:01"], [247_000, "4:07"], [3_847_000, "1:04:07"], [273_600_000, "3d 4h"], [-5, "0:00"]];
  for (const [left, text] of cases) assert.equal(remainingText(left), text);
});
