import "./browser";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CouponShown, Redemption, ShopHours } from "../src/api";
import { Failure } from "../src/client";
import { dayText, hourState, minutesOf, painted, stretchesOf, typedDay, withDay } from "../src/merchantconsole/offers/hours";
import { dayIn, differences, emptyTerms, endOfDay, instantOf, isSame, languagesOf, lengthOf, missingIn } from "../src/merchantconsole/offers/terms";
import { type Answered, mostWaiting, TillQueue } from "../src/merchantconsole/till/queue";
import { typedCode } from "../src/merchantconsole/till/typed";

const vectors = JSON.parse(
  readFileSync(join(process.cwd(), "..", "Tests/LoyaltyTests/Fixtures/coupon-codes/vectors.json"), "utf8"),
) as { typed: { text: string; code: string | null }[] };

test("what is typed at a till is read as the server reads it", () => {
  for (const { text, code } of vectors.typed) assert.equal(typedCode(text), code, JSON.stringify(text));
});

test("hours that are painted and hours that are typed are the same stretches, past midnight too", () => {
  const night: ShopHours[] = [{ day: "sat", from: 1320, to: 1590 }];
  assert.deepEqual(stretchesOf(minutesOf(night)), night);
  const overWeek: ShopHours[] = [{ day: "sun", from: 1380, to: 1500 }];
  assert.deepEqual(stretchesOf(minutesOf(overWeek)), overWeek);
  assert.equal(hourState(minutesOf(overWeek), 0, 0), "open");
  assert.equal(hourState(minutesOf(night), 6, 2), "partly");
  assert.deepEqual(typedDay("22:00-02:30", "sat"), night);
  assert.equal(dayText(night, "sat"), "22:00-02:30");
  assert.deepEqual(typedDay("10-14, 16:30 – 20.00", "mon"), [
    { day: "mon", from: 600, to: 840 }, { day: "mon", from: 990, to: 1200 },
  ]);
  assert.deepEqual(typedDay("", "mon"), []);
  for (const wrong of ["10:00", "25:00-26:00", "10:60-11:00", "10:00-10:00", "ten to two", "24:00-25:00"]) {
    assert.equal(typedDay(wrong, "mon"), null, wrong);
  }
  const painting = painted(painted(new Uint8Array(7 * 1440), 0, 600, 660, true), 0, 660, 720, true);
  assert.deepEqual(stretchesOf(painting), [{ day: "mon", from: 600, to: 720 }]);
  assert.deepEqual(stretchesOf(painted(painting, 0, 600, 720, false)), []);
  assert.deepEqual(withDay(night, "sun", [{ day: "sun", from: 60, to: 240 }]), [{ day: "sat", from: 1320, to: 1680 }]);
  const always = stretchesOf(new Uint8Array(7 * 1440).fill(1));
  assert.equal(always.length, 7);
  const long = stretchesOf(minutesOf([{ day: "mon", from: 600, to: 1440 }, { day: "tue", from: 0, to: 1440 }, { day: "wed", from: 0, to: 60 }]));
  assert.ok(long.every(({ from, to }) => to - from <= 1440 && from < 1440));
  assert.deepEqual(minutesOf(long).reduce((sum, minute) => sum + minute, 0), 840 + 1440 + 60);
});

test("an offer tells what it lacks and in what two versions differ", () => {
  assert.equal(lengthOf("Café 🎁"), 6);
  assert.deepEqual(missingIn({ es: "Café", en: "  " }), ["en", "pt", "it"]);
  const one = { ...emptyTerms(), text: { es: "Café" }, points: 5 };
  const other = { ...one, text: { es: "Té", en: "Tea" }, limit: 3, hours: [{ day: "mon" as const, from: 0, to: 60 }] };
  assert.deepEqual(differences(one, other).map(({ part }) => part), ["text.es", "text.en", "hours", "limit"]);
  assert.ok(isSame(one, { ...one, text: { es: "Café", en: "" } }));
});

test("an offer of the venue file keeps the languages that it came with", () => {
  assert.deepEqual(languagesOf({}), ["es", "en", "pt", "it"]);
  assert.deepEqual(languagesOf({ en: "Tea", fr: "Thé", "pt-BR": "Chá", ca: "Te" }), ["es", "en", "pt", "it", "ca", "fr", "pt-BR"]);
});

test("wall clocks of the venue are instants, also where clocks change", () => {
  const madrid = "Europe/Madrid";
  assert.equal(instantOf("2026-12-01T09:30", madrid), Date.parse("2026-12-01T08:30:00Z"));
  assert.equal(instantOf("2027-03-28T03:00", madrid), Date.parse("2027-03-28T01:00:00Z"));
  assert.equal(instantOf("2027-03-28T01:59", madrid), Date.parse("2027-03-28T00:59:00Z"));
  assert.equal(endOfDay("2026-10-25", madrid), Date.parse("2026-10-25T23:00:00Z"));
  assert.equal(endOfDay("2026-12-31", "America/Santiago"), Date.parse("2027-01-01T03:00:00Z"));
  assert.equal(dayIn(Date.parse("2026-11-21T23:30:00Z"), madrid), "2026-11-22");
});

/** A queue over a text that is kept, with a server that answers what `answers` says. */
function till(answers: (shown: CouponShown) => Redemption | Failure, kept: { text: string | null } = { text: null }) {
  const sent: CouponShown[] = [];
  const told: Answered[] = [];
  const queue = new TillQueue(
    { read: () => kept.text, write: (text) => (kept.text = text) },
    (shown) => {
      sent.push(shown);
      const answer = answers(shown);
      return answer instanceof Failure ? Promise.reject(answer) : Promise.resolve(answer);
    },
    (answered) => told.push(answered), () => 1_000_000);
  return { queue, sent, told, kept };
}

const ok: Redemption = { outcome: "redeemed", clockSeconds: 0 };
const showing = (number: number, shownAt = 990_000) => ({
  key: number.toString(16).padStart(32, "0"), code: `CODE${number}`, till: "Till 1", shownAt,
});

test("a till that is offline keeps what it took, in order, and sends each with its key once there is a network", async () => {
  let isOnline = false;
  const used: Redemption = { outcome: "used", clockSeconds: 0 };
  const { queue, sent, told, kept } = till(({ code }) =>
    isOnline ? (code === "CODE2" ? used : ok) : new Failure("network.unreachable", 0));
  for (const number of [1, 2, 3]) assert.ok(queue.take(showing(number, 100_000 + number)));
  assert.ok(!queue.take({ ...showing(9), code: "CODE1" }), "the same code does not wait twice");
  await queue.replay();
  assert.deepEqual([queue.waiting.length, told.length, sent.length], [3, 0, 1]);
  // The page is closed and opened again.
  const again = till(({ code }) => (code === "CODE2" ? used : ok), kept);
  assert.equal(again.queue.waiting.length, 3);
  isOnline = true;
  await again.queue.replay();
  assert.deepEqual(again.sent.map(({ key }) => Number.parseInt(key, 16)), [1, 2, 3]);
  assert.deepEqual(again.sent.map(({ shownAt }) => Date.parse(shownAt)), [100_001, 100_002, 100_003]);
  assert.ok(again.sent.every(({ sentAt }) => Date.parse(sentAt) === 1_000_000));
  assert.deepEqual(again.told.map(({ answer, hasWaited }) => [(answer as Redemption).outcome, hasWaited]),
    [["redeemed", true], ["used", true], ["redeemed", true]]);
  assert.equal(again.kept.text, "[]");
});

test("an answer that is lost is asked for again with the same key; what the server refuses for good goes", async () => {
  let tries = 0;
  const { queue, sent, told } = till(() => {
    tries += 1;
    return tries === 1 ? new Failure("network.slow", 0) : tries === 2 ? new Failure("shop.key_reused", 422) : ok;
  });
  queue.take(showing(1));
  await queue.replay();
  assert.equal(queue.waiting.length, 1);
  queue.take(showing(2));
  await queue.replay();
  assert.deepEqual(sent.map(({ key }) => Number.parseInt(key, 16)), [1, 1, 2]);
  assert.deepEqual(told.map(({ answer }) => (answer instanceof Failure ? answer.code : answer.outcome)), ["shop.key_reused", "redeemed"]);
});

test("a role that has ended loses nothing, a full queue takes nothing, and what is given up comes back in its place", async () => {
  const { queue, told } = till(() => new Failure("staff.not_yours", 403));
  for (let number = 0; number < mostWaiting; number += 1) assert.ok(queue.take(showing(number, number)));
  assert.ok(queue.isFull && !queue.take(showing(mostWaiting)));
  await queue.replay();
  assert.deepEqual([queue.waiting.length, told.length], [mostWaiting, 0]);
  queue.drop(showing(5).key);
  queue.restore(showing(5, 5));
  assert.deepEqual(queue.waiting.slice(4, 7).map(({ shownAt }) => shownAt), [4, 5, 6]);
});

test("what was kept and is nothing is nothing", () => {
  for (const text of ["", "{", "null", "[1, null, {}]", '[{"key":"x","code":"c","till":"t","shownAt":1}]']) {
    assert.equal(till(() => ok, { text }).queue.waiting.length, 0);
  }
});
