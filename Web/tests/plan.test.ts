import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demo, Venue as VenueBody, ZoneAreas, Zones, ZoneSeries } from "../src/api";
import { Crowd } from "../src/visitor/crowd";
import { middle, Venue } from "../src/visitor/venue";
import { AreaCases, AreaData } from "../src/visitor/zones/areas";
import { choice, choose, fitting } from "../src/visitor/zones/choice";

const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, ${expected}`);

test("the middle of a shop is that of its floor, whichever way its corners go round", () => {
  const square: [number, number][] = [[0, 0], [4, 0], [4, 2], [0, 2]];
  assert.deepEqual(middle(square), { x: 2, y: 1 });
  assert.deepEqual(middle([...square].reverse()), { x: 2, y: 1 });
  // An L of three unit squares: the mean of their middles.
  const corner = middle([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]);
  near(corner.x, (0.5 + 1.5 + 0.5) / 3);
  near(corner.y, (0.5 + 0.5 + 1.5) / 3);
  const far = middle(square.map(([x, y]) => [x + 1000, y - 500] as [number, number]));
  near(far.x, 1002);
  near(far.y, -499);
});

test("a venue has its shops and beacons at hand", () => {
  const body = {
    uuid: "u", name: "Centro", timeZone: "Europe/Madrid",
    shops: [{ major: 3, name: "Nimbo" }], beacons: [{ major: 3, minor: 1 }, { major: 0, minor: 1 }, { major: 3, minor: 2 }],
  } as unknown as VenueBody;
  const venue = new Venue(body, null);
  assert.equal(venue.nameOf(3), "Nimbo");
  assert.equal(venue.nameOf(0), "Centro", "the centre's own entrances are the centre's");
  assert.equal(venue.beacon(3, 2), body.beacons[2]);
  assert.equal(venue.beacon(31, 2), undefined);
  assert.equal(venue.beaconsOf(3).length, 2);
  assert.equal(venue.sessionTimeZone, undefined);
  const demo = { now: "2026-11-22T10:00:00Z", speed: 0 } as Demo;
  const simulated = new Venue(body, demo);
  assert.equal(simulated.now(), Date.parse(demo.now));
  simulated.follow("2026-11-23T08:00:00Z");
  assert.equal(simulated.now(), Date.parse("2026-11-23T08:00:00Z"), "the simulated clock leaps over the nights");
  assert.equal(simulated.sessionTimeZone, "Europe/Madrid");
});

/** Where everybody of a crowd is at an instant. */
function places(crowd: Crowd<null>, now: number): Record<number, [number, number]> {
  const found: Record<number, [number, number]> = {};
  crowd.forEach(now, (x, y, _, id) => (found[id] = [x, y]));
  return found;
}

test("somebody glides from one place to the next for as long as the last pause lasted", () => {
  const crowd = new Crowd<null>();
  crowd.update([{ id: 1, x: 0, y: 0, kind: null }], 1000, false);
  assert.deepEqual(places(crowd, 1000), { 1: [0, 0] }, "who is new stands where they are");
  assert.equal(crowd.isMoving(1000), false);
  crowd.update([{ id: 1, x: 10, y: -4, kind: null }, { id: 2, x: 5, y: 5, kind: null }], 1200, false);
  assert.deepEqual(places(crowd, 1200), { 1: [0, 0], 2: [5, 5] });
  assert.deepEqual(places(crowd, 1300), { 1: [5, -2], 2: [5, 5] });
  assert.deepEqual(places(crowd, 5000), { 1: [10, -4], 2: [5, 5] });
  assert.deepEqual([crowd.isMoving(1399), crowd.isMoving(1400)], [true, false]);
  crowd.update([{ id: 1, x: 0, y: 0, kind: null }], 1300, false);
  assert.deepEqual(places(crowd, 1300), { 1: [5, -2] }, "a turn begins where one is, and who left is gone");
});

test("a long pause does not make a long glide, and nobody glides who does not want motion", () => {
  const crowd = new Crowd<null>();
  crowd.update([{ id: 1, x: 0, y: 0, kind: null }], 1, false);
  crowd.update([{ id: 1, x: 12, y: 0, kind: null }], 60_000, false);
  assert.deepEqual(places(crowd, 60_600), { 1: [6, 0] });
  crowd.update([{ id: 1, x: 50, y: 0, kind: null }], 60_700, true);
  assert.deepEqual(places(crowd, 60_700), { 1: [50, 0] });
  assert.equal(crowd.isMoving(60_700), false);
});

test("a week of cases is seven days, and fewer at the beginning", () => {
  const cases = new AreaCases([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1000, "0123xy");
  assert.equal(cases.cases(0, "week"), 1);
  assert.equal(cases.cases(6, "week"), 28);
  assert.equal(cases.cases(9, "week"), 4 + 5 + 6 + 7 + 8 + 9 + 10);
  assert.equal(cases.cases(9, "total"), 55);
  assert.deepEqual([0, 3, 4, 99].map((day) => cases.light(day)), ["green", "red", undefined, undefined]);
});

test("values are for 100,000 people where people are known, and fall into classes", () => {
  const shapes = { level: "state", areas: [{ code: "01", name: "A" }, { code: "02", name: "B" }] } as unknown as ZoneAreas;
  const series = {
    measure: "confirmed", firstDay: "2026-02-27", days: 3, isPerPopulation: true, weekBounds: [10, 50, 100], totalBounds: [],
    areas: [{ code: "01", counts: [0, 1, 4], population: 10_000, colours: ".." }],
  } as unknown as ZoneSeries;
  const data = new AreaData(shapes, series);
  assert.equal(data.value("01", 2, "week"), 50);
  assert.equal(data.value("02", 2, "week"), undefined, "of an area without cases nothing is known");
  assert.deepEqual([0, 0.1, 10, 10.1, 50, 100, 1000].map((value) => data.classOf(value, "week")), [0, 1, 1, 2, 2, 3, 3]);
  assert.equal(data.classOf(7, "total"), 0);
  assert.deepEqual([data.date(0), data.date(2)], ["2026-02-27", "2026-03-01"]);
  assert.equal(data.hasLights, false);
});

test("a choice that there is not moves to one that there is", () => {
  const zones = (levels: object[]): Zones => ({ levels }) as unknown as Zones;
  assert.equal(fitting(zones([])), undefined);
  assert.equal(fitting(zones([{ level: "state", measures: [] }])), undefined);
  choose({ level: "state", measure: "deaths", daysBack: 3 });
  const moved = fitting(zones([
    { level: "state", measures: [] }, { level: "municipality", measures: [{ measure: "confirmed" }, { measure: "deaths" }] },
  ]));
  assert.deepEqual([moved?.level, moved?.measure, moved?.daysBack], ["municipality", "deaths", 3]);
  choose({ measure: "suspected" as typeof choice.value.measure });
  assert.equal(fitting(zones([{ level: "state", measures: [{ measure: "confirmed" }] }]))?.measure, "confirmed");
});
