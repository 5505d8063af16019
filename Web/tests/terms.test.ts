import { settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Coupon, Visit } from "../src/api";
import { Choices } from "../src/visitor/choices";
import { knowledge, ofShop } from "../src/visitor/consent/knowledge";
import { allows, steps, termOf } from "../src/visitor/consent/term";

const venue = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01";
const visit = (until: string, disputed = false): Visit => ({ until, disputed, shop: { venue, major: 1, name: "" } }) as Visit;
const coupon = (major: number): Coupon => ({ shop: { venue, major, name: "" } }) as Coupon;

test("each step allows all that the ones before it do, and a choice without a term is of visits", () => {
  steps.forEach((step, index) => {
    assert.deepEqual(steps.filter((other) => allows(step, other)), steps.slice(0, index + 1));
  });
  assert.deepEqual([termOf(undefined), termOf("coupons"), termOf("more than we know")], ["visits", "coupons", "visits"]);
});

test("a shop knows more with each step and keeps fewer secrets, but never a name or another shop", () => {
  const known = { coupons: [coupon(1)], visits: [visit("2026-11-22T10:00:00Z")] };
  const told = steps.map((step) => knowledge(step, known));
  const kinds = told.map(({ facts }) => facts.map(({ kind }) => kind));
  assert.deepEqual(kinds[0], ["nothing", "before"]);
  assert.deepEqual(kinds[1], ["coupons", "till"]);
  assert.deepEqual(kinds[2], [...(kinds[1] ?? []), "visits", "pseudonym"]);
  assert.deepEqual(kinds[3], [...(kinds[2] ?? []), "habits"]);
  for (const { never } of told) {
    assert.deepEqual(never.slice(1), ["name", "others", "path", "phone"]);
  }
  assert.equal(new Set(told.map(({ never }) => never[0])).size, steps.length, "each step keeps a secret of its own");
});

test("visits are told only while their term holds, with the last of them and what is disputed", () => {
  const visits = [visit("2026-11-22T12:00:00Z", true), visit("2026-11-22T10:00:00Z")];
  const [fact] = knowledge("visits", { coupons: [], visits }).facts.filter(({ kind }) => kind === "visits");
  assert.deepEqual(fact, { kind: "visits", count: 2, disputed: 1, until: "2026-11-22T12:00:00Z" });
  const none = knowledge("coupons", { coupons: [], visits }).facts;
  assert.ok(none.every(({ kind }) => kind !== "visits"));
  const empty = knowledge("visits", { coupons: [], visits: [] }).facts;
  assert.deepEqual(empty.find(({ kind }) => kind === "visits"), { kind: "visits", count: 0, disputed: 0, until: null });
});

test("what belongs to one shop is that shop's of that venue", () => {
  const list = [coupon(1), coupon(2), { ...coupon(1), shop: { venue: "another", major: 1, name: "" } }];
  assert.equal(ofShop(list, venue, 1).length, 1);
});

test("stopping everything takes one change, and what takes it back has each shop's own term", async () => {
  const sent: unknown[] = [];
  const choices = new Choices({
    send: async (_act, waiting) => {
      sent.push(waiting);
      return "waits";
    },
  });
  choices.resource.set(new Map([[`${venue}/1`, "habits"], ["other/7", "coupons"]]));
  const stop = choices.all().map((one) => ({ ...one, step: "nothing" as const }));
  const undo = choices.before(stop);
  const stopped = choices.change(stop);
  assert.deepEqual(choices.all(), [], "at once");
  await stopped;
  await settle();
  assert.deepEqual(sent, [[
    { kind: "choice", venue, major: 1, chosen: false }, { kind: "choice", venue: "other", major: 7, chosen: false },
  ]]);
  await choices.change(undo);
  assert.deepEqual([choices.step(venue, 1), choices.step("other", 7)], ["habits", "coupons"]);
  assert.deepEqual(sent[1], [
    { kind: "choice", venue, major: 1, chosen: true, term: "habits" },
    { kind: "choice", venue: "other", major: 7, chosen: true, term: "coupons" },
  ]);
});
