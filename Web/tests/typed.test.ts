import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../Tests/TypedTextTests/Fixtures/codes.json";
import { codeCharacters } from "../src/typed";

const cases = fixture as unknown as { typed: string; characters: string; reason: string }[];

test("codes are normalized as the server does", () => {
  assert.ok(cases.length > 10);
  for (const { typed, characters, reason } of cases) assert.equal(codeCharacters(typed), characters, reason);
});

test("every decimal digit has the value that its script gives it", () => {
  for (let point = 0; point < 0x110000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const character = String.fromCodePoint(point);
    if (!/\p{Nd}/u.test(character)) continue;
    assert.ok(/^[0-9]$/.test(codeCharacters(character)), point.toString(16));
  }
});
