import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAt } from "../src/ui/toasts";

test("a notice that leads to a page ends there, whatever part of the page is open, and on no other", () => {
  assert.ok(isAt("#/health/contact", "#/health/contact"));
  assert.ok(isAt("#/health/contact", "#/health/contact?day=2026-11-28"));
  assert.ok(!isAt("#/health/contact", "#/health"));
  assert.ok(!isAt("#/health/contact", "#/health/contacts"));
  assert.ok(!isAt("#/me/inbox", ""));
});
