import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../Tests/TypedTextTests/Fixtures/codes.json";
import secrets from "../../Tests/TypedTextTests/Fixtures/secrets.json";
import { codeCharacters, secretCharacters } from "../src/typed";
import { invitationSecret } from "../src/venueconsole/pending";

interface Case {
  typed: string;
  characters: string;
  reason: string;
}

const cases = fixture as unknown as Case[];
const secretCases = secrets as unknown as Case[];

test("codes are normalized as the server does", () => {
  assert.ok(cases.length > 10);
  for (const { typed, characters, reason } of cases) assert.equal(codeCharacters(typed), characters, reason);
});

test("secrets keep their hyphens as the server does", () => {
  assert.ok(secretCases.length >= 10);
  for (const { typed, characters, reason } of secretCases) assert.equal(secretCharacters(typed), characters, reason);
});

test("the secret of an invitation is read from what a link was made into", () => {
  for (const { typed, characters, reason } of secretCases) {
    assert.equal(invitationSecret(`#invitation=${typed}`), characters, reason);
    // A browser writes what is not ASCII as escapes.
    assert.equal(invitationSecret(`#invitation=${encodeURIComponent(typed)}`), characters, reason);
  }
  assert.equal(invitationSecret("#invitation=100%"), "100%");
  assert.equal(invitationSecret("#/"), null);
  assert.equal(invitationSecret(""), null);
});

test("every decimal digit has the value that its script gives it", () => {
  for (let point = 0; point < 0x110000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const character = String.fromCodePoint(point);
    if (!/\p{Nd}/u.test(character)) continue;
    assert.ok(/^[0-9]$/.test(codeCharacters(character)), point.toString(16));
  }
});
