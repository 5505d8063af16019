import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Json, type JsonObject, patched, PatchFault } from "../src/market/live/patch";
import { seeded } from "./seeded";

/** What a delta does, said once more and as plainly as can be: nothing is changed in place. */
function reference(value: Json | undefined, delta: Json): Json | undefined {
  if (Array.isArray(delta)) return delta.length === 3 ? undefined : delta[delta.length - 1];
  const changes = delta as JsonObject;
  if (changes["_t"] !== "a") {
    const result: JsonObject = { ...(value as JsonObject) };
    for (const [name, change] of Object.entries(changes)) {
      const next = reference(result[name], change);
      delete result[name];
      if (next !== undefined) result[name] = next;
    }
    return result;
  }
  const old = value as Json[];
  const result: (Json | undefined)[] = [];
  const fixed = new Map<number, Json>();
  for (const [name, change] of Object.entries(changes)) {
    const parts = change as Json[];
    if (/^\d+$/.test(name) && Array.isArray(change) && change.length === 1) fixed.set(Number(name), parts[0] as Json);
    else if (name.startsWith("_") && name !== "_t" && parts[2] === 3) {
      fixed.set(Number(parts[1]), old[Number(name.slice(1))] as Json);
    }
  }
  const left = old.filter((_, index) => changes[`_${index}`] === undefined);
  for (let place = 0; left.length > 0 || fixed.has(place); place += 1) {
    result.push(fixed.has(place) ? fixed.get(place) : left.shift());
  }
  return result.map((item, place) => {
    const change = changes[String(place)];
    return change === undefined || fixed.has(place) ? item : reference(item, change);
  }) as Json;
}

const { below, pick } = seeded(17);

function value(depth: number): Json {
  const kind = depth === 0 ? below(4) : below(6);
  if (kind === 0) return null;
  if (kind === 1) return below(2) === 0;
  if (kind === 2) return below(1000);
  if (kind === 3) return String(below(1_000_000));
  if (kind === 4) return Array.from({ length: below(6) }, () => value(depth - 1));
  return Object.fromEntries(Array.from({ length: below(6) }, () => [pick(["a", "b", "10", "2.5", "_t", "_0"]), value(depth - 1)]));
}

/** A delta that fits a value. */
function deltaOf(old: Json): Json {
  if (Array.isArray(old) && below(5) > 0) return arrayDelta(old);
  if (typeof old !== "object" || old === null || Array.isArray(old) || below(6) === 0) return [old, value(2)];
  const changes: JsonObject = {};
  for (const name of ["a", "b", "10", "2.5", "_0"]) {
    const known = old[name];
    if (known === undefined && below(2) === 0) changes[name] = [value(2)];
    else if (known !== undefined && below(3) === 0) changes[name] = below(3) === 0 ? [known, 0, 0] : deltaOf(known);
  }
  return changes;
}

function arrayDelta(old: Json[]): Json {
  const changes: JsonObject = { _t: "a" };
  const away = old.map((_, index) => index).filter(() => below(4) === 0);
  const coming = below(3);
  const length = old.length - away.length + coming;
  const places = new Set<number>();
  while (places.size < coming) places.add(below(length));
  const moved = [...places].filter(() => away.length > 0 && below(3) === 0);
  for (const place of places) {
    const from = moved.includes(place) ? away.shift() : undefined;
    if (from === undefined) changes[String(place)] = [value(1)];
    else changes[`_${from}`] = ["", place, 3];
  }
  for (const index of away) changes[`_${index}`] = [old[index] as Json, 0, 0];
  const before = reference(old, changes) as Json[];
  for (let place = 0; place < length; place += 1) {
    if (!places.has(place) && below(4) === 0) changes[String(place)] = deltaOf(before[place] as Json);
  }
  for (const [name, change] of Object.entries(changes)) {
    // What looks like an insertion must be none.
    if (!places.has(Number(name)) && Array.isArray(change) && change.length === 1) delete changes[name];
  }
  return changes;
}

const copy = (json: Json): Json => JSON.parse(JSON.stringify(json)) as Json;

test("10,000 deltas do what a plain reference does, one after the other on the same values", () => {
  let state: Json = {};
  let changed = 0;
  for (let round = 0; round < 10_000; round += 1) {
    if (round % 20 === 0) state = value(4);
    const delta = copy(deltaOf(state));
    const wanted = reference(copy(state), copy(delta)) as Json;
    if (JSON.stringify(wanted) !== JSON.stringify(state)) changed += 1;
    state = patched(state, delta);
    assert.deepEqual(state, wanted, `round ${round}`);
  }
  assert.ok(changed > 5000);
});

test("what is changed in its place is the same object afterwards", () => {
  const state: Json = { bids: { "10": "1", "11": "2" }, asks: {} };
  const { bids } = state;
  assert.equal(patched(state, { bids: { "10": ["1", "5"], "11": ["2", 0, 0] } }), state as Json);
  assert.deepEqual(bids, { "10": "5" });
});

test("a delta that does not fit is refused", () => {
  const broken: [Json, unknown][] = [
    [{}, { a: ["1", "2"] }], [{}, { a: ["1", 0, 0] }], [[], { _t: "a", _0: [1, 0, 0] }], [[1], { _t: "a", 3: [1] }],
    [[1], { _t: "a", 1: [1, 2] }], [[1], { _t: "b" }], [{}, { _t: "a" }], ["1", { a: [1] }], [{ a: "x" }, { a: ["@@", 0, 2] }],
    [{}, null], [{}, 3], [{}, "x"], [{ a: 1 }, [{ a: 1 }, 0, 0]], [{}, JSON.parse('{"__proto__":[1]}')],
    [[1], { _t: "a", "01": [1] }], [[1], { _t: "a", _0: ["", -1, 3] }], [[1], { _t: "a", x: [1] }], [{}, []],
  ];
  for (const [state, delta] of broken) {
    let fault: unknown;
    try {
      patched(state, delta);
    } catch (error) {
      fault = error;
    }
    assert.ok(fault instanceof PatchFault, JSON.stringify([state, delta]));
  }
});

/** Where a file of the server's own deltas is, one `[before, [delta, …], after]` a line; a test of the server has it made. */
const foreign = process.env["CERCA_DELTAS"];

if (foreign !== undefined) {
  test("the deltas that the server made lead from one of its states to the other", () => {
    const lines = readFileSync(foreign, "utf8").trim().split("\n");
    for (const line of lines) {
      const [before, deltas, after] = JSON.parse(line) as [Json, Json[], Json];
      assert.ok(deltas.length > 0);
      assert.deepEqual(deltas.reduce<Json>((state, delta) => patched(state, delta), before), after, line.slice(0, 200));
    }
  });
}
