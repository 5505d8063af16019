import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../src/client";
import { Intent, newKey } from "../src/market/intent";
import { inGroups } from "../src/market/wallet/copyfield";
import { isIBAN, usesIBAN } from "../src/market/wallet/iban";
import { checkDigit, checkedRUT } from "../src/market/wallet/rut";

test("a RUT is taken however it is written, and only with its own check digit", () => {
  for (const text of ["12.345.678-5", "12345678-5", "123456785", " 12.345.678-5 "]) assert.equal(checkedRUT(text), "12.345.678-5", text);
  assert.equal(checkedRUT("6-k"), null);
  assert.equal(checkedRUT("1.000.005-k"), "1.000.005-K");
  assert.equal(checkedRUT("1009-K"), checkDigit("1009") === "K" ? "1.009-K" : null);
  for (const wrong of ["", "12.345.678-4", "12.345.678-K", "012345678-5", "12345678", "1-9", "123456789-2", "12.345.678-55", "abc"]) {
    assert.equal(checkedRUT(wrong), null, wrong);
  }
});

test("each number has one check digit, worked out as the rule says", () => {
  // The rule by itself: weights 2 to 7 from the right.
  const plain = (number: number): string => {
    let [rest, weight, sum] = [number, 2, 0];
    while (rest > 0) {
      sum += (rest % 10) * weight;
      rest = Math.floor(rest / 10);
      weight = weight === 7 ? 2 : weight + 1;
    }
    return ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "K", "0"][11 - (sum % 11)] ?? "";
  };
  const seen = new Set<string>();
  for (let number = 1000; number < 100_000_000; number = Math.floor(number * 1.01) + 1) {
    const digit = checkDigit(String(number));
    assert.equal(digit, plain(number));
    seen.add(digit);
    for (const other of "0123456789K") assert.equal(checkedRUT(`${number}-${other}`) !== null, other === digit);
  }
  assert.equal(seen.size, 11, "0 and K are among them");
});

test("an IBAN is one of its country, with its check", () => {
  assert.ok(isIBAN("ES91 2100 0418 4502 0005 1332", "ES"));
  assert.ok(isIBAN("de89370400440532013000", "DE"));
  assert.ok(!isIBAN("ES91 2100 0418 4502 0005 1333", "ES"));
  assert.ok(!isIBAN("ES91 2100 0418 4502 0005 1332", "IT"));
  assert.ok(!isIBAN("", "ES"));
  assert.deepEqual([usesIBAN("IT"), usesIBAN("CL")], [true, false]);
});

test("a long text stands in groups of four, and nothing of it is lost", () => {
  assert.equal(inGroups("cvuiybbfv5si3"), "cvui ybbf v5si 3");
  assert.equal(inGroups("abcd"), "abcd");
  assert.equal(inGroups(""), "");
});

test("one intent has one key until it was answered, and another one has another", async () => {
  const keys: string[] = [];
  let fails = 2;
  const intent = new Intent(() => Promise.resolve());
  const call = ({ key = "" }): Promise<string> => {
    keys.push(key);
    if (fails > 0) {
      fails -= 1;
      return Promise.reject(new TypeError("no network"));
    }
    return Promise.resolve("done");
  };
  assert.equal(await intent.send({ amount: "1", code: "123456" }, call), "done");
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1, "a lost answer is asked for with the same key");
  fails = 3;
  await assert.rejects(intent.send({ amount: "2" }, call), (error: unknown) => (error as Failure).code === "money.unknown");
  assert.equal(await intent.send({ amount: "2", code: "654321" }, call), "done");
  assert.equal(new Set(keys.slice(3)).size, 1, "and so is one that was given up, also with another code");
  assert.notEqual(keys[0], keys[3]);
  await intent.send({ amount: "2" }, call);
  assert.notEqual(keys[keys.length - 1], keys[keys.length - 2], "the same once more is a new one");
  assert.ok(/^[0-9a-f]{32}$/.test(newKey()));
});

test("what is refused for certain is thrown at once", async () => {
  let calls = 0;
  const intent = new Intent(() => Promise.resolve());
  await assert.rejects(intent.send({}, () => {
    calls += 1;
    return Promise.reject(new Failure("market.daily_limit", 422));
  }), (error: unknown) => (error as Failure).code === "market.daily_limit");
  assert.equal(calls, 1);
});
