import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanDocument } from "../src/api";
import { check, opens, refOf, withServer } from "../src/operatorconsole/plan/check";
import { changes } from "../src/operatorconsole/plan/differ";
import { areaOf, crossesItself, crossing, inside, contains, nests, opened, overlaps, type Point, type Segment } from "../src/operatorconsole/plan/geometry";
import { merged } from "../src/operatorconsole/plan/merge";
import {
  after, begun, type Command, emptyPlan, exists, type History, nextMajor, nextMinor, perform, redone, undone,
} from "../src/operatorconsole/plan/model";
import { fittedArea, scaledArea } from "../src/operatorconsole/plan/picture";
import { snap } from "../src/operatorconsole/plan/snap";
import { fitting, panned, pointAt, zoomed } from "../src/operatorconsole/plan/view";
import { seeded } from "./seeded";

/** Numbers from 0 to 1 that are the same each time. */
function numbers(seed: number): () => number {
  const { below } = seeded(seed);
  return () => below(1_000_000) / 1_000_000;
}

/** Two shops over a walk, with a door each. */
function small(): PlanDocument {
  return {
    ...emptyPlan("6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01", "Galería", "Europe/Madrid"),
    plan: { width: 20, height: 10, walls: [[0, 5, 20, 5], [10, 0, 10, 5]], doors: [[3, 5, 5, 5]] },
    shops: [
      { major: 100, name: "Uno", category: "books", area: [[0, 0], [10, 0], [10, 5], [0, 5]] },
      { major: 101, name: "Dos", category: "toys", area: [[10, 0], [20, 0], [20, 5], [10, 5]] },
    ],
    beacons: [
      { major: 1, minor: 1, x: 10, y: 9, zone: "entrance", measuredPower: -59, period: 8, neighbours: [[100, 1]] },
      { major: 100, minor: 1, x: 4, y: 4, zone: "door", measuredPower: -59, period: 8, neighbours: [] },
      { major: 101, minor: 1, x: 16, y: 4, zone: "door", measuredPower: -59, period: 8, neighbours: [[100, 1], [1, 1]] },
    ],
  };
}

/** A command of any kind, which may name what is not there. */
function anyCommand(random: () => number, document: PlanDocument): Command {
  const below = (limit: number): number => Math.floor(random() * limit);
  const point = (): Point => [below(2000) / 100, below(1000) / 100];
  const kind = random() < 0.5 ? "wall" as const : "door" as const;
  const index = below(4);
  const major = below(3) === 0 ? nextMajor(document) : document.shops[below(document.shops.length)]?.major ?? 1;
  switch (below(11)) {
    case 0: return { do: "addSegment", kind, segment: [...point(), ...point()] };
    case 1: return { do: "setSegment", kind, index, segment: [...point(), ...point()] };
    case 2: return { do: "addShop", shop: { major: nextMajor(document), name: "N", category: "c", area: [point(), point(), point()] } };
    case 3: return { do: "setShop", index, fields: random() < 0.5 ? { name: `n${below(9)}` } : { major: below(200) } };
    case 4: return { do: "addBeacon", beacon: { major, minor: nextMinor(document, major), x: below(20), y: below(10), zone: "aisle", measuredPower: -59, period: 8, neighbours: [] } };
    case 5: return { do: "setBeacon", index, fields: random() < 0.5 ? { x: below(20) } : { minor: below(9) } };
    case 6: return { do: "move", ref: { kind: (["wall", "door", "shop", "beacon"] as const)[below(4)] ?? "wall", index }, by: point() };
    case 7: return { do: "remove", ref: { kind: (["wall", "door", "shop", "beacon"] as const)[below(4)] ?? "wall", index } };
    case 8: return { do: "setVenue", fields: { name: `v${below(9)}` } };
    case 9: return { do: "setFloor", fields: random() < 0.5 ? { width: 20 + below(9) } : { image: undefined as unknown as string } };
    default: return { do: "setFloor", fields: { image: `/p${below(3)}.jpg`, imageArea: [0, 0, 10, 10] } };
  }
}

test("going back undoes any commands exactly, and going forward does them again", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = numbers(seed);
    let history: History = begun(small());
    const states: PlanDocument[] = [history.present];
    for (let step = 0; step < 40; step += 1) {
      const before = JSON.stringify(history.present);
      const next = after(history, anyCommand(random, history.present));
      assert.equal(JSON.stringify(history.present), before, "a command changes no earlier state");
      if (next !== history) states.push(next.present);
      history = next;
    }
    for (const state of [...states].reverse().slice(1)) {
      history = undone(history);
      assert.deepEqual(history.present, state);
    }
    assert.equal(undone(history), history);
    for (const state of states.slice(1)) {
      history = redone(history);
      assert.deepEqual(history.present, state);
    }
    assert.equal(redone(history), history);
  }
});

test("the commands of one gesture are undone together; what changes nothing is no step; a new command ends what was undone", () => {
  let history = begun(small());
  for (const name of ["A", "Ab", "Abc"]) history = after(history, { do: "setVenue", fields: { name } }, "name");
  history = after(history, { do: "setVenue", fields: { name: "Abc" } });
  assert.equal(history.past.length, 1);
  history = after(undone(history), { do: "setVenue", fields: { name: "B" } }, "name");
  assert.equal(history.past.length, 1);
  assert.equal(history.future.length, 0);
  assert.equal(undone(history).present.name, "Galería");
});

test("a shop takes its beacons along, and nobody names as a neighbour what is gone", () => {
  const gone = perform(small(), { do: "remove", ref: { kind: "shop", index: 0 } });
  assert.deepEqual(gone.beacons.map(({ major, neighbours }) => [major, neighbours]), [[1, []], [101, [[1, 1]]]]);
  const other = perform(small(), { do: "setShop", index: 0, fields: { major: 200 } });
  assert.deepEqual(other.beacons.map(({ major }) => major), [1, 200, 101]);
  assert.deepEqual(other.beacons[2]?.neighbours, [[200, 1], [1, 1]]);
  const renamed = perform(small(), { do: "setBeacon", index: 0, fields: { minor: 7 } });
  assert.deepEqual(renamed.beacons[2]?.neighbours, [[100, 1], [1, 7]]);
  assert.equal(exists(gone, { kind: "shop", index: 1 }), false);
});

test("points are drawn to ends, edges, right angles and the grid, in this order, or to nothing", () => {
  const plan = small();
  const at = (point: Point, from?: Point): unknown => {
    const { point: found, kind } = snap(point, plan, { reach: 0.3, isOn: true, ...(from && { from }) });
    return [found, kind];
  };
  assert.deepEqual(at([10.2, 4.9]), [[10, 5], "end"]);
  assert.deepEqual(at([7.31, 5.2]), [[7.31, 5], "edge"]);
  assert.deepEqual(at([7.31, 7.4]), [[7.5, 7.5], "grid"]);
  // Level with where the line began, in steps of half a metre; and as far as the wall that it meets.
  assert.deepEqual(at([14.1, 7.9], [11, 8]), [[14, 8], "right"]);
  assert.deepEqual(at([14.13, 5.2], [14, 8]), [[14, 5], "edge"]);
  const free = snap([7.313, 5.2], plan, { reach: 0.3, isOn: false });
  assert.deepEqual([free.point, free.kind], [[7.31, 5.2], null]);
  // What is moved is not drawn to itself.
  const moved = snap([10.1, 2.6], plan, { reach: 0.3, isOn: true, moving: { kind: "wall", index: 1 } });
  assert.equal(moved.kind, "edge");
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = numbers(seed);
    const point: Point = [random() * 20, random() * 10];
    const { point: found } = snap(point, plan, { reach: 0.4, isOn: true });
    assert.ok(Math.hypot(found[0] - point[0], found[1] - point[1]) <= 0.42, `${point} ${found}`);
  }
});

test("geometry: crossings, shapes that cross themselves, areas and overlaps", () => {
  assert.deepEqual(crossing([0, 0, 2, 2], [0, 2, 2, 0]), [1, 1]);
  assert.equal(crossing([0, 0, 2, 0], [1, 0, 1, 2]), null);
  const square: Point[] = [[0, 0], [2, 0], [2, 2], [0, 2]];
  assert.equal(crossesItself(square), false);
  assert.equal(crossesItself([[0, 0], [2, 2], [2, 0], [0, 2]]), true);
  assert.equal(areaOf(square), 4);
  assert.equal(overlaps(square, [[2, 0], [4, 0], [4, 2], [2, 2]]), false);
  assert.equal(overlaps(square, [[1.5, 0], [4, 0], [4, 2], [1.5, 2]]), true);
  assert.equal(overlaps(square, [[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]]), true);
  assert.equal(overlaps(square, square), true);
  assert.deepEqual(opened([...square, [0, 0.004]]), square);
  assert.deepEqual(opened(square), square);
  assert.equal(nests(square, square), false);
  assert.equal(nests([[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]], square), true);
  assert.equal(nests(square, [[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]]), false);
  assert.equal(nests([[0, 0], [1, 0], [1, 2], [0, 2]], square), true);
  assert.equal(nests([[1.5, 0], [2.5, 0], [2.5, 1], [1.5, 1]], square), false);
  const hook: Point[] = [[0, 0], [6, 0], [6, 1], [1, 1], [1, 5], [6, 5], [6, 6], [0, 6]];
  assert.ok(contains(hook, inside(hook)));
});

/** A plain reference: each thing by its name in both plans, one after the other. */
function reference(old: PlanDocument, plan: PlanDocument): string[] {
  const found: string[] = [];
  const lists: [string, readonly object[], readonly object[]][] = [["shop", old.shops, plan.shops], ["beacon", old.beacons, plan.beacons]];
  for (const [part, before, now] of lists) {
    const name = (item: object): string => ("minor" in item ? `${(item as { major: number }).major}.${(item as { minor: number }).minor}` : String((item as { major: number }).major));
    for (const item of before) if (!now.some((one) => name(one) === name(item))) found.push(`${part} removed ${name(item)}`);
    for (const item of now) {
      const was = before.find((one) => name(one) === name(item)) as Record<string, unknown> | undefined;
      if (was === undefined) found.push(`${part} added ${name(item)}`);
      else for (const [key, value] of Object.entries(item)) {
        if (JSON.stringify(was[key]) === JSON.stringify(value)) continue;
        const kind = key === "name" ? "renamed" : ["area", "x", "y"].includes(key) ? "moved" : "changed";
        if (!found.includes(`${part} ${kind} ${name(item)}`)) found.push(`${part} ${kind} ${name(item)}`);
      }
    }
  }
  return found.sort();
}

test("differences of random plans are those of a plain comparison", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = numbers(seed);
    let plan = small();
    for (let step = 0; step < 12; step += 1) {
      const next = perform(plan, anyCommand(random, plan));
      // Two of one name are a fault, and have no differences.
      const names = [...next.shops.map(({ major }) => `${major}`), ...next.beacons.map(({ major, minor }) => `${major}.${minor}`)];
      if (new Set(names).size === names.length) plan = next;
    }
    const told = changes(small(), plan).filter(({ part }) => part === "shop" || part === "beacon")
      .map(({ part, kind, major, minor }) => `${part} ${kind} ${major}${minor === undefined ? "" : `.${minor}`}`);
    assert.deepEqual(told.sort(), reference(small(), plan));
  }
  assert.deepEqual(changes(small(), small()), []);
});

test("what two changed apart from each other holds; what both changed stays theirs and is named", () => {
  const base = small();
  const mine = perform(perform(perform(base, { do: "setShop", index: 0, fields: { name: "Mine" } }),
    { do: "addSegment", kind: "wall", segment: [1, 6, 2, 6] }), { do: "remove", ref: { kind: "beacon", index: 0 } });
  const theirs = perform(perform(base, { do: "setShop", index: 1, fields: { name: "Theirs" } }),
    { do: "remove", ref: { kind: "wall", index: 1 } });
  const apart = merged(base, mine, theirs);
  assert.deepEqual(apart.clashes, []);
  assert.deepEqual(apart.document.shops.map(({ name }) => name), ["Mine", "Theirs"]);
  assert.deepEqual(apart.document.plan.walls, [[0, 5, 20, 5], [1, 6, 2, 6]]);
  assert.equal(apart.document.beacons.length, 2);
  const clashing = merged(base, mine, perform(base, { do: "setShop", index: 0, fields: { name: "Other" } }));
  assert.deepEqual(clashing.clashes, [{ part: "shop", name: "Mine" }]);
  assert.equal(clashing.document.shops[0]?.name, "Other");
  const paying = perform(base, { do: "setVenue", fields: { pointsForTime: 5 } });
  assert.equal(merged(base, mine, paying).document.pointsForTime, 5, "what the server knows and I did not touch stays");
  assert.equal(merged(base, paying, theirs).document.pointsForTime, 5);
  assert.deepEqual(changes(paying, base), changes(base, paying));
  assert.deepEqual(changes(base, paying).map(({ fields }) => fields), [["pointsForTime"]]);
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = numbers(seed);
    let plan = base;
    for (let step = 0; step < 6; step += 1) plan = perform(plan, anyCommand(random, plan));
    // Whoever changes alone is taken whole, on either side.
    assert.deepEqual(changes(plan, merged(base, plan, base).document), []);
    assert.deepEqual(changes(plan, merged(base, base, plan).document), []);
  }
});

test("what is wrong is told with its place; what the server alone knows is added to it", () => {
  assert.deepEqual(check(small()), []);
  const troubles = (change: (plan: PlanDocument) => PlanDocument): string[] =>
    check(change(small())).map(({ trouble, path, place }) => `${trouble} ${path} ${place?.join(" ") ?? ""}`);
  assert.deepEqual(troubles((plan) => ({ ...plan, name: " " })), ["noName $.name "]);
  assert.deepEqual(
    troubles((plan) => perform(plan, { do: "addSegment", kind: "wall", segment: [5, 3, 5, 8] })),
    ["crossing $.plan.walls[2] 5 5"]);
  assert.deepEqual(
    troubles((plan) => perform(plan, { do: "addSegment", kind: "door", segment: [5, 8, 6, 8] })),
    ["doorAlone $.plan.doors[1] 5.5 8"]);
  assert.deepEqual(
    troubles((plan) => perform(plan, { do: "setShop", index: 1, fields: { area: [[9, 0], [20, 0], [20, 5], [9, 5]] } })),
    ["overlap $.shops[1].area 14.5 2.5"]);
  assert.deepEqual(
    troubles((plan) => perform(plan, { do: "setShop", index: 1, fields: { area: [[2, 1], [4, 1], [4, 3], [2, 3]] } }))
      .filter((trouble) => trouble.startsWith("overlap")), []);
  assert.deepEqual(
    troubles((plan) => perform(plan, { do: "setBeacon", index: 1, fields: { x: 40, y: 4 } })),
    ["outside $.beacons[1].x 40 4", "away $.beacons[1] 40 4"]);
  assert.ok(opens([3, 5.2, 5, 4.9], [0, 5, 20, 5]) && !opens([3, 4, 3, 6], [0, 5, 20, 5]));
  const told = withServer(check({ ...small(), name: "" }), [
    { path: "$.name", message: "is empty" }, { path: "$.beacons[2].neighbours[0]", message: "does not exist", x: 16, y: 4 },
  ]);
  assert.deepEqual(told.map(({ trouble, path }) => [trouble, path]), [["noName", "$.name"], ["other", "$.beacons[2].neighbours[0]"]]);
  assert.deepEqual(told[1]?.ref, { kind: "beacon", index: 2 });
  assert.deepEqual(refOf("$.plan.doors[4]"), { kind: "door", index: 4 });
  const shape: Segment = [0, 0, 1, 1];
  assert.equal(refOf("$.plan.width"), null);
  assert.equal(shape.length, 4);
});

test("what is under the finger stays there when one zooms, and moves with it when one pans", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = numbers(seed);
    const view = { scale: 1 + random() * 50, left: random() * 40 - 20, top: random() * 40 - 20 };
    const at: Point = [random() * 800, random() * 600];
    const before = pointAt(view, at);
    const after = pointAt(zoomed(view, 0.5 + random() * 2, at), at);
    assert.ok(Math.abs(before[0] - after[0]) < 1e-9 && Math.abs(before[1] - after[1]) < 1e-9);
    const pulled = pointAt(panned(view, [30, -20]), [at[0] + 30, at[1] - 20]);
    assert.ok(Math.abs(before[0] - pulled[0]) < 1e-9 && Math.abs(before[1] - pulled[1]) < 1e-9);
  }
  const whole = fitting(100, 20, { width: 532, height: 400 });
  assert.equal(whole.scale, 5);
  assert.deepEqual(pointAt(whole, [266, 200]), [50, 10]);
});

test("a picture gets the scale that was measured in it, and lies there with its own proportions", () => {
  assert.deepEqual(fittedArea({ width: 1000, height: 500 }, small().plan), [0, 0, 20, 10]);
  assert.deepEqual(fittedArea({ width: 500, height: 1000 }, small().plan), [0, 0, 5, 10]);
  const area = scaledArea([0, 0, 20, 10], [2, 2], [6, 2], 8);
  assert.deepEqual(area, [-2, -2, 38, 18]);
  assert.equal((area[2] - area[0]) / (area[3] - area[1]), 2);
});
