import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../Tests/TypedTextTests/Fixtures/number-signs.json";
import { signsOf } from "../src/numbers/signs";

const cases = fixture as unknown as { tag: string; decimal: string }[];

test("the server's table has the decimal sign that the browser writes", () => {
  assert.ok(cases.length > 50);
  for (const { tag, decimal } of cases) assert.equal(signsOf(tag).decimal, decimal, tag);
});
