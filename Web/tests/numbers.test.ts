import "../src/strings/catalogues-further";
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage, speak } from "../src/i18n";
import { countdown } from "../src/vault/countdown";
import { isConcealed, isSameKind, span } from "../src/vault/words";
import { grouped, isComplete } from "../src/visitor/health/codefield";
import { readCode } from "../src/visitor/health/reportcode";
import { verdict } from "../src/visitor/words";

test("digits stand in groups of four, without a blank at the end", () => {
  const cases = { "": "", "123": "123", "1234": "1234", "12345": "1234 5", "12345678": "1234 5678", "123456789012": "1234 5678 9012" };
  for (const [digits, text] of Object.entries(cases)) {
    assert.equal(grouped(digits), text);
    const reading = readCode(grouped(digits));
    assert.equal("digits" in reading ? reading.digits : "", digits);
  }
  assert.deepEqual([isComplete("12345678901"), isComplete("123456789012")], [false, true]);
});

test("a wait is shown as a clock", () => {
  assert.deepEqual([0, 9, 60, 249, 3600, 3729, 36_000].map(countdown), ["0:00", "0:09", "1:00", "4:09", "1:00:00", "1:02:09", "10:00:00"]);
});

test("a span is told in its two largest units", async () => {
  await speak(["common", "vault"]);
  await chooseLanguage("en");
  const parts = (seconds: number): number => span(seconds).match(/\d+/g)?.length ?? 0;
  assert.deepEqual(span(250).match(/\d+/g), ["4", "10"]);
  assert.deepEqual(span(86_400 + 3600 + 61).match(/\d+/g), ["1", "1"]);
  assert.deepEqual([span(0), span(-5)].map((text) => text.match(/\d+/g)?.[0]), ["0", "0"]);
  assert.equal(parts(3601), 2);
  assert.equal(parts(60), 1);
});

test("what must not be seen over a shoulder is hidden", () => {
  for (const kind of ["password", "pin", "secret-number", "otp", "concealed"] as const) {
    assert.ok(isConcealed({ kind }), kind);
  }
  assert.equal(isConcealed({ kind: "user" }), false);
  assert.ok(isSameKind({ kind: "user" }, { kind: "user" }));
  assert.equal(isSameKind({ kind: "user" }, { kind: "user", name: "Login" }), false);
});

test("a refusal that protects the visitor is no failure", () => {
  assert.deepEqual(
    ["accepted", "loyalty.not_chosen", "presence.code_mismatch", "made.up"].map(verdict),
    ["accepted", "kept", "refused", "refused"],
  );
});
