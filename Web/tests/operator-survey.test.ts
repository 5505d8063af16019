import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DemoSurvey, Venue } from "../src/api";
import { Floor } from "../src/operatorconsole/survey/floor";
import { keptSurvey, mostTakes, readSurvey, stepped, type SurveyState, SurveyWalk } from "../src/operatorconsole/survey/walk";

const plan = "ab".repeat(32);

/** What a server tells that was heard. */
function heard(count = 2, of = plan): DemoSurvey {
  return {
    plan: of, scans: 5,
    heard: Array.from({ length: count }, (_, index) => ({ major: 100, minor: index, x: index, y: 1, scans: 4, sum: -240, squares: 14_400 })),
  };
}

/** A store in memory, as a browser keeps it: as text. */
function store(text: string | null = null): { read: () => SurveyState | null; write: (state: SurveyState | null) => void; text: () => string | null } {
  let kept = text;
  return {
    read: () => (kept === null ? null : readSurvey(kept)), text: () => kept,
    write: (state) => {
      kept = state === null ? null : JSON.stringify(state);
    },
  };
}

/** Two rooms of 10 by 10 metres beside one another, with a door of two metres at the lower end of the wall between them. */
function rooms(door = 2): Pick<Venue, "plan" | "shops" | "beacons"> {
  const walls: [number, number, number, number][] = [
    [1, 1, 21, 1], [21, 1, 21, 11], [21, 11, 1, 11], [1, 11, 1, 1], [11, 1, 11, 11 - door],
  ];
  return { plan: { width: 22, height: 12, walls }, shops: [], beacons: [{ major: 1, minor: 1, x: 1, y: 6, zone: "door", neighbours: [] } as never] };
}

test("a survey is kept as it goes, and goes on after a reload", () => {
  const kept = store();
  const walk = new SurveyWalk(kept);
  assert.equal(walk.take([3, 4], heard()), "taken");
  assert.equal(walk.take([6, 4], heard(3)), "taken");
  const again = new SurveyWalk(store(kept.text()));
  assert.deepEqual(again.places, walk.places);
  assert.equal(again.plan, plan);
  assert.deepEqual(again.undo()?.x, 6);
  assert.deepEqual(again.places.map(({ x }) => x), [3]);
  again.undo();
  assert.equal(again.plan, null);
  assert.equal(again.undo(), undefined);
});

test("who taps near a place listens there once more, and its counts add up", () => {
  const walk = new SurveyWalk(store());
  walk.take(walk.placeAt([3.04, 4.01]), heard());
  assert.deepEqual(walk.placeAt([3.3, 4.3]), [3, 4]);
  assert.deepEqual(walk.placeAt([3.5, 4.4]), [3.5, 4.4]);
  walk.take(walk.placeAt([3.3, 4.3]), heard(3));
  const [place, ...others] = walk.places;
  assert.equal(others.length, 0);
  assert.equal(place?.times, 2);
  assert.equal(place?.scans, 10);
  assert.deepEqual(place?.heard, [[100, 0, 8, -480, 28_800], [100, 1, 8, -480, 28_800], [100, 2, 4, -240, 14_400]]);
});

test("a place is removed with all that was heard there, and comes back", () => {
  const walk = new SurveyWalk(store());
  for (const x of [1, 5, 1]) walk.take([x, 2], heard());
  const back = walk.remove([1, 2]);
  assert.deepEqual(walk.places.map(({ x, times }) => [x, times]), [[5, 1]]);
  back();
  assert.deepEqual(walk.places.map(({ x, times }) => [x, times]), [[5, 1], [1, 2]]);
  const only = new SurveyWalk(store());
  only.take([1, 2], heard());
  const again = only.remove([1, 2]);
  assert.equal(only.plan, null);
  again();
  assert.equal(only.file("v", "2026-11-28").includes('"beacons":[{"major":100,"minor":0,"x":0,"y":1}'), true);
});

test("nothing is taken of another plan, from a silent place, or beyond what a browser keeps", () => {
  const walk = new SurveyWalk(store());
  assert.equal(walk.take([1, 1], heard(0)), "silent");
  assert.equal(walk.plan, null);
  for (let index = 0; index < mostTakes; index += 1) assert.equal(walk.take([index, 1], heard(1)), "taken");
  assert.equal(walk.take([1, 9], heard()), "full");
  walk.undo();
  assert.equal(walk.take([1, 9], heard(1, "cd".repeat(32))), "other-plan");
  assert.equal(walk.takes.length, mostTakes - 1);
  walk.clear();
  assert.equal(walk.take([1, 9], heard(1, "cd".repeat(32))), "taken");
});

test("the file is the radio map's: beacons and places in their order, and no order of taps", () => {
  const file = (points: readonly (readonly [number, number])[]): string => {
    const walk = new SurveyWalk(store());
    for (const [x, y] of points) walk.take([x, y], heard(y + 1));
    return walk.file("6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01", "2026-11-28");
  };
  assert.equal(file([[3, 2], [1, 2], [9, 1]]), file([[9, 1], [1, 2], [3, 2]]));
  const map = JSON.parse(file([[3, 2], [9, 1]])) as { beacons: { minor: number }[]; places: { x: number; scans: number; heard: number[][] }[] };
  assert.deepEqual(map.beacons.map(({ minor }) => minor), [0, 1, 2]);
  assert.deepEqual(map.places.map(({ x }) => x), [9, 3]);
  assert.deepEqual(map.places[0]?.heard, [[0, 4, -240, 14_400], [1, 4, -240, 14_400]]);
  assert.deepEqual(Object.keys(JSON.parse(file([[1, 1]])) as object), ["format", "version", "venue", "plan", "number", "day", "beacons", "places"]);
});

test("what is stored and no survey is as if it were not there", () => {
  const kept = store();
  new SurveyWalk(kept).take([3, 4], heard(1));
  const text = kept.text() ?? "";
  assert.notEqual(readSurvey(text), null);
  for (const broken of [
    "", "null", "[]", "{}", text.replace(plan, "ab"), text.replace('"x":3', '"x":"3"'), text.replace('"takes":[', '"takes":[7,'),
    text.replace('"100.0":[0,1]', '"100.1":[0,1]'), text.replace(',14400]', "]"), text.replace('"takes"', '"other"'),
  ]) assert.equal(readSurvey(broken), null, broken);
});

test("a browser that forbids storage keeps a survey as long as the page", () => {
  const { localStorage } = window as unknown as { localStorage: { isForbidden: boolean; kept: Map<string, string> } };
  const walk = new SurveyWalk(keptSurvey("one"));
  walk.take([3, 4], heard());
  assert.equal(localStorage.kept.has("cerca.survey.one"), true);
  assert.equal(new SurveyWalk(keptSurvey("other")).plan, null);
  walk.clear();
  assert.equal(localStorage.kept.has("cerca.survey.one"), false);
  localStorage.isForbidden = true;
  try {
    const forbidden = keptSurvey("one");
    new SurveyWalk(forbidden).take([3, 4], heard());
    assert.equal(new SurveyWalk(forbidden).places.length, 1);
  } finally {
    localStorage.isForbidden = false;
  }
});

test("one can stand on the floor, and neither in a wall nor outside", () => {
  const floor = new Floor(rooms() as Venue);
  assert.equal(floor.obstacle([6, 6]), null);
  assert.equal(floor.obstacle([16, 6]), null);
  assert.equal(floor.obstacle([11, 5]), "wall");
  assert.equal(floor.obstacle([0.25, 6]), "outside");
  for (const point of [[-1, 6], [6, -0.1], [22.1, 6], [6, 12.1], [Number.NaN, 6], [Infinity, 6]] as const) {
    assert.equal(floor.obstacle([point[0], point[1]]), "outside");
  }
  const closed = new Floor(rooms(0) as Venue);
  assert.equal(closed.obstacle([6, 6]), null);
  assert.equal(closed.obstacle([16, 6]), "outside", "no way leads into a room without a door");
});

test("a place speaks for what is three metres away on foot, and for nothing behind a wall", () => {
  const floor = new Floor(rooms() as Venue);
  assert.deepEqual(floor.covered([]), { share: 0, cells: [] });
  const { share, cells } = floor.covered([[9.25, 4.25]]);
  assert.ok(share > 0.05 && share < 0.15, `${share}`);
  assert.ok(cells.every(([x]) => x < 11), "behind the wall it is metres to the door and back");
  assert.ok(cells.every(([x, y]) => Math.hypot(x + 0.25 - 9.25, y + 0.25 - 4.25) <= 3 + 1e-9));
  const everywhere: [number, number][] = [];
  for (let x = 1.5; x < 21; x += 1) for (let y = 1.5; y < 11; y += 1) everywhere.push([x, y]);
  assert.equal(floor.covered(everywhere).share, 1);
});

test("arrow keys move a point within the plan, with Shift farther; others do not", () => {
  const size = { width: 10, height: 8 };
  assert.deepEqual(stepped([5, 5], "ArrowLeft", false, size), [4.5, 5]);
  assert.deepEqual(stepped([5, 5], "ArrowDown", true, size), [5, 8]);
  assert.deepEqual(stepped([0.2, 0.1], "ArrowUp", false, size), [0.2, 0]);
  assert.equal(stepped([5, 5], "Tab", false, size), null);
});
