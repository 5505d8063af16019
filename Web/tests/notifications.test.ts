import "../src/strings/catalogues-further";
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notification } from "../src/api";
import { chooseLanguage, languages, speak } from "../src/i18n";
import { deviceName, notificationNote, notificationTitle } from "../src/visitor/security/words";

const told = (body: object): Notification => ({ id: "1", at: "2026-11-22T10:00:00Z", isRead: false, ...body }) as Notification;

test("a notification says side, amount, price and market, and leaves no brace open in any language", async () => {
  await speak(["common", "security"]);
  const sale = told({
    kind: "order.executed", side: "sell", market: "BTC/EUR", order: "17", amount: "0.50", price: "61000.10",
  });
  const all = [
    sale, told({ kind: "order.executed", side: "buy", market: "BTC/EUR", order: "17", amount: "1" }),
    told({ kind: "price.reached", direction: "below", market: "BTC/EUR", price: "1" }),
    told({ kind: "device.approved", label: "Firefox" }), told({ kind: "made.up" }),
    ...["settled", "refused"].flatMap((end) => ["withdrawal", "deposit"].map((direction) =>
      told({ kind: `request.${end}`, direction, amount: "3", asset: "EUR", request: "9" }))),
    ...["delayed", "changed", "kept"].map((end) => told({ kind: `invoice.${end}`, amount: "3", asset: "EUR", invoice: "4" })),
  ];
  for (const chosen of Object.keys(languages) as (keyof typeof languages)[]) {
    await chooseLanguage(chosen);
    const titles = all.map(notificationTitle);
    for (const text of [...titles, ...all.map(notificationNote)]) {
      assert.ok(!/[{}]/.test(text) && !/^inbox\./.test(text), `${chosen}: ${text}`);
    }
    assert.equal(new Set(titles).size, titles.length, `${chosen}: each says something of its own`);
  }
  await chooseLanguage("pt");
  assert.ok(notificationTitle(sale).includes("0,50") && notificationTitle(sale).includes("61000,10"));
});

test("a device that said nothing of itself has a name too", async () => {
  await chooseLanguage("en");
  assert.equal(deviceName("Firefox"), "Firefox");
  assert.equal(new Set([deviceName(undefined), deviceName(""), deviceName("?")]).size, 1);
  assert.ok(deviceName("?").length > 1);
});
