import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../Tests/ExposureWireTests/Fixtures/reportcodes.json";
import { hasRightCheckDigit, readCode } from "../src/visitor/health/reportcode";

const cases = fixture as unknown as { typed: string; kind: string; digits?: string; missing?: number; reason: string }[];

test("a code is understood, offered or asked about, as the command does", () => {
  assert.ok(cases.length > 30);
  for (const { typed, kind, digits, missing, reason } of cases) {
    const found = readCode(typed);
    assert.equal(found.kind, kind, `${typed}: ${reason}`);
    if (digits !== undefined) assert.equal("digits" in found ? found.digits : "", digits, reason);
    if (missing !== undefined) assert.equal(found.kind === "short" ? found.missing : 0, missing, reason);
  }
  assert.equal(readCode("1 ".repeat(100_000)).kind, "unclear");
});

test("the check digit finds every wrong digit and every two neighbors that changed places", () => {
  const code = "105013872948";
  assert.ok(hasRightCheckDigit(code));
  for (let place = 0; place < code.length; place += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const other = `${code.slice(0, place)}${digit}${code.slice(place + 1)}`;
      assert.equal(hasRightCheckDigit(other), other === code);
    }
    const [one, two] = [code[place], code[place + 1]];
    if (two === undefined || one === two) continue;
    assert.ok(!hasRightCheckDigit(`${code.slice(0, place)}${two}${one}${code.slice(place + 2)}`));
  }
});
