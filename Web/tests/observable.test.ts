import { clock, page } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Observable, Scope } from "../src/observable";

test("a listener hears the value at once and each change, and nothing when it stays", () => {
  const value = new Observable(1);
  const heard: number[] = [];
  const stop = value.subscribe((next) => heard.push(next));
  value.set(2);
  value.set(2);
  value.set(Number.NaN);
  value.set(Number.NaN);
  stop();
  value.set(3);
  assert.deepEqual(heard, [1, 2, Number.NaN]);
  assert.equal(value.value, 3);
});

test("a listener may leave while it is told, and others still hear", () => {
  const value = new Observable("a");
  const heard: string[] = [];
  const stop = value.subscribe((next) => {
    heard.push(`first ${next}`);
    if (next === "b") stop();
  });
  value.subscribe((next) => heard.push(`second ${next}`));
  value.set("b");
  value.set("c");
  assert.deepEqual(heard, ["first a", "second a", "first b", "second b", "second c"]);
});

test("a scope ends what began in it, the last first, and once", () => {
  const scope = new Scope();
  const ended: string[] = [];
  scope.add(() => ended.push("first"));
  scope.add(() => ended.push("second"));
  assert.equal(scope.isEnded, false);
  scope.end();
  scope.end();
  assert.deepEqual(ended, ["second", "first"]);
  scope.add(() => ended.push("late"));
  assert.deepEqual(ended, ["second", "first", "late"], "what comes after the end is ended at once");
});

test("a scope ends subscriptions, listeners and timers", () => {
  const scope = new Scope();
  const value = new Observable(0);
  const heard: number[] = [];
  let ticks = 0;
  scope.watch(value, (next) => heard.push(next));
  scope.listen(document, "visibilitychange", () => (ticks += 100));
  scope.every(10, () => (ticks += 1));
  clock.pass(25);
  page.tell("visibilitychange");
  assert.equal(ticks, 102);
  scope.end();
  value.set(1);
  clock.pass(100);
  page.tell("visibilitychange");
  assert.equal(ticks, 102);
  assert.deepEqual(heard, [0]);
  assert.equal(page.count("visibilitychange"), 0);
  assert.equal(clock.pending, 0);
});
