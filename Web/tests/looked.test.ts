import "./browser";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { graphOf } from "../circles.mjs";
import { lookedAt, type Looking, mostTags, nothingLooked, suggestions, weightOn } from "../src/visitor/looked/tags";
import { byDay } from "../src/visitor/coupons/days";

const look = (tags: readonly string[], day = 100, from: Looking = nothingLooked): Looking =>
  tags.reduce((looking, tag) => lookedAt(looking, tag, day), from);
const shops = [
  { major: 1, name: "Nimbo", category: "toys" }, { major: 2, name: "Faro", category: "books" },
  { major: 3, name: "Almendra", category: "toys" }, { major: 4, name: "Sol", category: "optician" },
];

test("what is kept is bounded, has no time of day, and fades", () => {
  const many = look(Array.from({ length: 100 }, (_, index) => `tag ${index}`));
  assert.equal(many.looked.length, mostTags);
  const [one] = look(Array.from({ length: 100 }, () => "books")).looked;
  assert.deepEqual(one, { tag: "books", weight: 20, day: 100 });
  assert.ok(one !== undefined && weightOn(one, 114) === 10 && weightOn(one, 90) === 20);
  assert.deepEqual(look(["toys"], 300, look(["books"])).looked.map(({ tag }) => tag), ["toys"], "a glance is forgotten");
  assert.deepEqual(look(["", "x".repeat(101)]).looked, []);
});

test("nothing is noticed and nothing suggested once it is switched off", () => {
  const off = { ...look(["toys", "toys"]), isOn: false };
  assert.equal(lookedAt(off, "books", 100), off);
  assert.deepEqual(suggestions(shops, off, 100), []);
});

test("shops are suggested by what was looked at more than once, three at most", () => {
  const looking = look(["toys", "books", "toys", "books", "toys", "optician"]);
  assert.deepEqual(suggestions(shops, looking, 100).map(({ name }) => name), ["Almendra", "Nimbo", "Faro"]);
  const crowd = Array.from({ length: 9 }, (_, major) => ({ major, name: `Shop ${major}`, category: "toys" }));
  assert.equal(suggestions(crowd, looking, 100).length, 3);
  assert.deepEqual(suggestions(shops, nothingLooked, 100), []);
});

/** All that a module needs, itself and through others. */
function needs(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of graphOf(join(process.cwd(), "src")).get(file) ?? []) needs(next, found);
  return found;
}

test("what was looked at is kept and weighed by modules that cannot send it", () => {
  const tags = needs("visitor/looked/tags.ts");
  assert.deepEqual([...tags], ["visitor/looked/tags.ts"]);
  assert.deepEqual([...(graphOf(join(process.cwd(), "src")).get("visitor/looked/looking.ts") ?? [])].sort(), [
    "observable.ts", "visitor/looked/tags.ts", "visitor/offline/copies.ts",
  ]);
});

test("points stand by the day of the venue, in their order", () => {
  const lines = ["2026-11-22T23:00:00Z", "2026-11-22T22:59:00Z", "2026-11-21T23:00:00Z"].map((at) => ({ at }));
  const days = byDay(lines, "Europe/Madrid");
  assert.deepEqual(days.map(({ lines: own }) => own.length), [1, 2]);
});
