import { settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Later } from "../src/later";

test("a part is fetched once, however often it is asked for", async () => {
  let count = 0;
  const part = new Later(() => {
    count += 1;
    return Promise.resolve("here");
  });
  assert.equal(part.ready, undefined);
  const both = await Promise.all([part.load(), part.load()]);
  assert.deepEqual(both, ["here", "here"]);
  assert.equal(part.ready, "here");
  await part.load();
  assert.equal(count, 1);
});

test("a part that did not come is asked for again", async () => {
  let isAway = true;
  const part = new Later(() => (isAway ? Promise.reject(new TypeError("away")) : Promise.resolve(7)));
  await assert.rejects(part.load(), (error) => error instanceof TypeError);
  assert.equal(part.ready, undefined);
  isAway = false;
  assert.equal(await part.load(), 7);
});

test("what is taken from a part comes with it", async () => {
  let count = 0;
  const whole = new Later(() => {
    count += 1;
    return Promise.resolve({ left: 1, right: 2 });
  });
  const left = whole.map((parts) => parts.left);
  const right = whole.map((parts) => parts.right);
  assert.equal(await left.load(), 1);
  assert.equal(await right.load(), 2);
  assert.equal(count, 1);
  assert.equal(Later.of("at hand").ready, "at hand");
  assert.equal(await Later.of("at hand").load(), "at hand");
  await settle();
});
