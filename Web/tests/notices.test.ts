import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PushRules } from "../src/api";
import { isQuiet, momentOf, mostADay, type ToldToday, toTell } from "../src/visitor/notices/bounds";

const rules: PushRules = { isSilent: false, timeZone: "Europe/Madrid", mutedShops: [] };
const noon = { day: "2026-11-23", minute: 720 };
const shop = (major: number) => ({ venue: "v", major });

test("three things are told in a day over all shops, one of each, and the next day begins anew", () => {
  let told: ToldToday | undefined;
  const tell = (what: string, moment = noon): boolean => {
    const after = toTell(told, rules, what, moment, shop(Number(what)));
    told = after ?? told;
    return after !== null;
  };
  assert.deepEqual(["1", "1", "2", "3", "4"].map((what) => tell(what)), [true, false, true, true, false]);
  assert.equal(told?.told.length, mostADay);
  assert.equal(tell("1", { day: "2026-11-24", minute: 0 }), true);
  assert.deepEqual(told?.told, ["1"], "what was told yesterday is not kept");
});

test("nothing is told in silence, in quiet hours over midnight, or of a shop that is muted", () => {
  const at = (minute: number, more: Partial<PushRules>, major = 1): boolean =>
    toTell(undefined, { ...rules, ...more }, "x", { day: noon.day, minute }, shop(major)) !== null;
  assert.equal(at(720, { isSilent: true }), false);
  const night = { quietFrom: 22 * 60, quietUntil: 8 * 60 };
  const quiet = [[1319, true], [1320, false], [0, false], [479, false], [480, true]] as const;
  for (const [minute, told] of quiet) assert.equal(at(minute, night), told, String(minute));
  assert.equal(isQuiet({ ...rules, quietFrom: 60, quietUntil: 60 }, 60), false, "no hours at all");
  const muted = { mutedShops: [shop(1)] };
  assert.deepEqual([at(720, muted, 1), at(720, muted, 2)], [false, true]);
  assert.ok(toTell(undefined, { ...rules, ...muted }, "v", noon) !== null, "a welcome is the venue's");
});

test("a welcome comes once a day and counts among the three", () => {
  const first = toTell(undefined, rules, "v", noon);
  assert.equal(toTell(first ?? undefined, rules, "v", noon), null);
  const full = ["v", "v/1", "v/2"].reduce<ToldToday | undefined>((told, what) => toTell(told, rules, what, noon) ?? told, undefined);
  assert.equal(toTell(full, rules, "v/3", noon, shop(3)), null);
});

test("the day is the account's own, and an unknown zone is UTC", () => {
  const late = Date.parse("2026-11-23T23:30:00Z");
  assert.deepEqual(momentOf(late, "Europe/Madrid"), { day: "2026-11-24", minute: 30 });
  assert.deepEqual(momentOf(late, "Atlantis/Capital"), { day: "2026-11-23", minute: 1410 });
});
