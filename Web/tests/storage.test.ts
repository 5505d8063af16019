import { store } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { forget, recall, remember } from "../src/storage";

test("a preference is kept under a name of our own", () => {
  assert.equal(recall("guest"), null);
  remember("guest", "17");
  assert.equal(recall("guest"), "17");
  assert.deepEqual([...store.kept], [["cerca.guest", "17"]]);
  forget("guest");
  assert.equal(recall("guest"), null);
  assert.equal(store.kept.size, 0);
});

test("where storage is forbidden it lasts as long as the page", () => {
  store.isForbidden = true;
  assert.equal(recall("language"), null);
  remember("language", "it");
  assert.equal(recall("language"), "it");
  forget("language");
  assert.equal(recall("language"), null);
  store.isForbidden = false;
});
