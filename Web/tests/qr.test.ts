import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeQR } from "../src/qr/encode";
import { blocksOf, type Correction, mostVersion, patternOf, sideOf, textPath } from "../src/qr/layout";
import { codes } from "./qrcodes";

/** Four modules in a digit, as the known codes have them. */
function packed(modules: Uint8Array): string {
  const bits = Array.from(modules).join("");
  return (bits.padEnd(Math.ceil(bits.length / 4) * 4, "0").match(/.{4}/g) ?? []).map((four) => parseInt(four, 2).toString(16)).join("");
}

test("a text is the same code that libqrencode makes of it, module by module", () => {
  for (const { text, correction, version, mask, modules } of codes) {
    const code = encodeQR(text, correction, mask);
    assert.equal(code?.version, version, text);
    assert.equal(packed(code?.modules ?? new Uint8Array()), modules, text);
  }
});

test("what is too long for the largest code is none", () => {
  assert.equal(encodeQR("x".repeat(2331))?.version, 40);
  assert.equal(encodeQR("x".repeat(2332)), null);
  assert.equal(encodeQR("")?.version, 1);
});

test("in each version the text has as many modules as its blocks need, and up to seven more", () => {
  for (let version = 1; version <= mostVersion; version += 1) {
    const modules = textPath(version).length;
    assert.equal(modules, patternOf(version).reduce((sum, taken) => sum + 1 - taken, 0));
    assert.equal(patternOf(version).length, sideOf(version) ** 2);
    for (const correction of ["L", "M", "Q", "H"] as Correction[]) {
      const { data, correcting } = blocksOf(version, correction);
      const bytes = data.reduce((sum, count) => sum + count + correcting, 0);
      assert.ok(modules - bytes * 8 >= 0 && modules - bytes * 8 < 8, `${version} ${correction}`);
    }
  }
});
