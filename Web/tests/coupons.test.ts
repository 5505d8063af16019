import "../src/strings/catalogues-further";
import "./browser";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Coupon } from "../src/api";
import { couponCode, grouped, halfMinuteOf } from "../src/coupon/code";
import { cardWords, stateAt } from "../src/coupon/words";
import { dayName } from "../src/format";
import { chooseLanguage, languages, speak, t } from "../src/i18n";
import { behindBy, clockBehind, tolerated } from "../src/visitor/coupons/clock";
import { timeOf } from "../src/visitor/coupons/time";

interface Vectors {
  codes: { coupon: string; secret: string; at: number; halfMinute: number; code: string }[];
}

const folder = join(process.cwd(), "..", "Tests", "LoyaltyTests", "Fixtures", "coupon-codes");
const { codes } = JSON.parse(readFileSync(join(folder, "vectors.json"), "utf8")) as Vectors;

test("a code is the one that the server makes, at every instant of its half minute and at no other", async () => {
  assert.ok(codes.length > 5);
  for (const { coupon, secret, at, halfMinute, code } of codes) {
    assert.equal(halfMinuteOf(at), halfMinute);
    assert.equal(await couponCode(coupon, secret, halfMinute), code);
    assert.notEqual(await couponCode(coupon, secret, halfMinute + 1), code);
  }
});

test("a code is read in five groups of four, and loses nothing by it", () => {
  const code = codes[0]?.code ?? "";
  assert.ok(/^(?:[0-9A-HJKMNP-TV-Z]{4} ){4}[0-9A-HJKMNP-TV-Z]{4}$/.test(grouped(code)));
  assert.equal(grouped(code).replaceAll(" ", ""), code);
});

test("a clock is put right only where it is wrong by more than the server bears", () => {
  const device = 1_795_458_600_000;
  const date = (milliseconds: number): string => new Date(milliseconds).toUTCString();
  assert.equal(behindBy(null, device, device), null);
  assert.equal(behindBy("soon", device, device), null);
  assert.equal(behindBy(date(device + 60_000), device, device), 60_500, "the header has whole seconds");
  assert.equal(behindBy(date(device), device - 200, device + 1200), 0, "the answer took time, half of it each way");
  for (const [wrong, put] of [[0, 0], [tolerated, 0], [-tolerated, 0], [tolerated + 1, tolerated + 1], [-90_000, -90_000]] as const) {
    const clock = clockBehind(wrong, () => device);
    assert.deepEqual([clock.behind, clock.now()], [put, device + put]);
  }
});

const end = "2026-12-20T20:00:00Z";
const now = Date.parse("2026-12-18T19:00:00Z");
const coupon = (more: object): Coupon => ({
  id: "c", shop: { venue: "v", major: 1, name: "Nimbo" }, text: { en: "Ten", es: "Diez" }, points: 20, receivedAt: end,
  validUntil: end, state: "open", pointsPaid: "received", ...more,
}) as Coupon;

test("what is used stays used, and what was kept open ends when its time is over", () => {
  assert.equal(stateAt(coupon({}), now), "open");
  assert.equal(stateAt(coupon({}), Date.parse(end)), "expired");
  assert.equal(stateAt(coupon({ state: "used" }), Date.parse(end)), "used");
  assert.equal(stateAt(coupon({ state: undefined }), now), "open", "one that was kept before there were states");
});

test("a card has words for each state in each language, and leaves no brace or key in them", async () => {
  await speak(["common", "visitor-coupons"]);
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    await chooseLanguage(language);
    const cards = [
      coupon({}), coupon({ pointsPaid: "redeemed", points: 1 }), coupon({ state: "used", usedOn: "2026-12-17T23:00:00Z" }),
      coupon({ state: "used" }), coupon({ validUntil: "2026-12-01T00:00:00Z" }), coupon({ validUntil: "2027-12-01T00:00:00Z" }),
    ].map((one) => cardWords(one, now, "Europe/Madrid"));
    assert.equal(new Set(cards.map(({ ending }) => ending)).size, 5, "two of them are open until the same time");
    for (const { ending, points } of cards) assert.ok(!/[{}]|coupon\.|offers\./.test(ending + points), ending + points);
    assert.equal(cards[0]?.language, language === "en" || language === "es" ? undefined : cards[0]?.language);
  }
  await chooseLanguage("en");
  const paid = [coupon({ pointsPaid: "redeemed" }), coupon({ pointsPaid: "redeemed", state: "used" }),
    coupon({ pointsPaid: "redeemed", validUntil: "2026-12-01T00:00:00Z" })].map((one) => cardWords(one, now, "Europe/Madrid").points);
  assert.deepEqual(paid, ["20 points at the till", "20 points", ""]);
  const [card] = [cardWords(coupon({ points: 0 }), now, "Europe/Madrid")];
  assert.equal(card.points, "");
  assert.ok(/^Ends in 2 days, .*21:00$/.test(card.ending), card.ending);
});

test("points for time are told by venue and day in each language, and other lines are not", async () => {
  assert.deepEqual(timeOf({ kind: "time", memo: "2026-11-21 Galerías 2026 del Faro" }), { day: "2026-11-21", venue: "Galerías 2026 del Faro" });
  for (const memo of [undefined, "", "2026-11-21", "Galerías 2026-11-21", " 2026-11-21 x"]) {
    assert.equal(timeOf(memo === undefined ? { kind: "time" } : { kind: "time", memo }), null);
  }
  assert.equal(timeOf({ kind: "points", memo: "2026-11-21 Galerías" }), null);
  await speak(["common", "visitor-coupons"]);
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    await chooseLanguage(language);
    const told = t("points.time", { venue: "Faro", day: dayName("2026-11-21") });
    assert.ok(told.includes("Faro") && told.includes("21") && !told.includes("{"), told);
  }
  await chooseLanguage("en");
});
