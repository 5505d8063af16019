import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkOf, scanned } from "../src/market/pay/link";
import { timeLeft } from "../src/market/pay/status";

const here = "https://cerca.example";
const id = "0123456789abcdef0123456789abcdef";

test("a link of ours leads to its request, from a picture, pasted with blanks, or as the number alone", () => {
  assert.equal(linkOf(here, id), `${here}/market#/pay/${id}`);
  for (const text of [linkOf(here, id), `  ${linkOf(here, id)}\n`, id]) assert.deepEqual(scanned(text, here), { kind: "request", id }, text);
});

test("what is somebody else's is named, and what is nothing is nothing", () => {
  assert.deepEqual(scanned(id.toUpperCase(), here), { kind: "request", id });
  assert.deepEqual(scanned(linkOf("https://other.example", id), here), { kind: "elsewhere", host: "other.example" });
  assert.deepEqual(scanned(linkOf("http://cerca.example", id), here), { kind: "elsewhere", host: "cerca.example" });
  assert.deepEqual(scanned("bitcoin:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh?amount=0.1&req-x=1", here), { kind: "foreign", scheme: "bitcoin" });
  assert.deepEqual(scanned("ETHEREUM:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7", here), { kind: "foreign", scheme: "ethereum" });
  assert.deepEqual(scanned("https://pay.example/checkout/1", here), { kind: "foreign", scheme: "pay.example" });
  assert.deepEqual(scanned("javascript:alert(1)", here), { kind: "foreign", scheme: "javascript" });
  const nothing = ["", "hello", `${here}/`, `${here}/market#/pay/`, `${here}/market#/pay/${id}0`, `${here}/market?x=1#/pay/${id}`, `${here}/other#/pay/${id}`, "x".repeat(3000), id.slice(1), "https://"];
  for (const text of nothing) assert.deepEqual(scanned(text, here), { kind: "nothing" }, text);
});

test("an address of somebody here is one also in groups", () => {
  const address = "cajgzm2jewc4a7jxbfuk9zs9kkhsstzyf";
  assert.deepEqual(scanned("cajg zm2j ewc4 a7jx bfuk 9zs9 kkhs stzy f", here), { kind: "address", address });
  assert.deepEqual(scanned(address.replace("9", "0"), here), { kind: "nothing" });
  assert.deepEqual(scanned(address.toUpperCase(), here), { kind: "address", address });
  assert.deepEqual(scanned(`${address}?amount=0.25&label=Ana`, here), { kind: "address", address, amount: "0.25" });
  for (const wrong of ["1e3", "-1", "1,5", "", "x"]) assert.deepEqual(scanned(`${address}?amount=${wrong}`, here), { kind: "address", address }, wrong);
});

test("the time that is left is a clock, and never below nothing", () => {
  assert.deepEqual([-5000, 0, 1, 59_000, 900_000, 3_600_000, 90_061_000].map(timeLeft), ["0:00", "0:00", "0:01", "0:59", "15:00", "1:00:00", "25:01:01"]);
});
