import { settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../src/client";
import { Resource } from "../src/remote";

/** A resource whose answers a test gives by hand, in the order in which they were asked for. */
function byHand(): { resource: Resource<string>; answers: { give: (value: string) => void; fail: () => void }[] } {
  const answers: { give: (value: string) => void; fail: () => void }[] = [];
  const resource = new Resource<string>(
    () => new Promise((resolve, reject) => answers.push({ give: resolve, fail: () => reject(new TypeError("away")) })),
  );
  return { resource, answers };
}

test("a value is loading, then ready", async () => {
  const { resource, answers } = byHand();
  assert.equal(resource.value, undefined);
  void resource.load();
  answers[0]?.give("one");
  await settle();
  assert.deepEqual(resource.observable.value, { state: "ready", value: "one" });
});

test("an answer that was overtaken is dropped, whether it came or failed", async () => {
  const { resource, answers } = byHand();
  void resource.load();
  void resource.load();
  answers[1]?.give("newer");
  await settle();
  answers[0]?.give("older");
  await settle();
  assert.equal(resource.value, "newer");
  void resource.load();
  resource.set("changed here");
  answers[2]?.fail();
  await settle();
  assert.equal(resource.value, "changed here");
});

test("an answer to somebody who has left is dropped", async () => {
  const { resource, answers } = byHand();
  void resource.load();
  resource.clear();
  answers[0]?.give("private");
  await settle();
  assert.deepEqual(resource.observable.value, { state: "loading" });
});

test("a list that is there outlives a failed refresh; a first failure is told, and another try loads again", async () => {
  const { resource, answers } = byHand();
  void resource.load();
  answers[0]?.fail();
  await settle();
  const failed = resource.observable.value;
  assert.ok(failed.state === "failed" && failed.failure instanceof Failure);
  assert.equal(failed.failure.code, "network.unreachable");
  void resource.load();
  assert.equal(resource.observable.value.state, "loading");
  answers[1]?.give("there");
  await settle();
  void resource.load();
  answers[2]?.fail();
  await settle();
  assert.equal(resource.value, "there");
});
