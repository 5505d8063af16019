import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import fixture from "../../Tests/ExposureTests/Fixtures/days.json";
import { dayOfUTC, personDay, utcDayOf } from "../src/personday";
import { day } from "../src/visitor/security/words";

interface Shown {
  zone: string;
  day: string;
  now: string;
  shown: string;
  daysAgo: number;
  begin: string;
  end: string;
  isOfTwoDays: boolean;
  reason: string;
}

const { shown, given } = fixture as unknown as {
  shown: Shown[];
  given: { zone: string; date: string; day: string; reason: string }[];
};

test("a UTC day is shown as the command shows it", () => {
  assert.ok(shown.length > 15);
  for (const each of shown) {
    const found = personDay(each.day, Date.parse(each.now), each.zone);
    const text = ({ day, time }: { day: string; time: string }): string => `${day} ${time}`;
    assert.deepEqual(
      [found.day, found.daysAgo, text(found.begin), text(found.end), found.isOfTwoDays],
      [each.shown, each.daysAgo, each.begin, each.end, each.isOfTwoDays],
      each.reason,
    );
  }
});

test("the number of days ago does not change within a person's day and is never negative", () => {
  for (const zone of ["America/Mexico_City", "Europe/Madrid", "Asia/Kolkata", "Pacific/Auckland", "UTC"]) {
    const seen = new Map<string, number>();
    for (let minute = 0; minute < 4 * 24 * 60; minute += 30) {
      const now = Date.parse("2026-11-28T00:00:00Z") + minute * 60_000;
      const { daysAgo } = personDay("2026-11-28", now, zone);
      assert.ok(daysAgo >= 0, zone);
      const local = new Date(now).toLocaleDateString("en-CA", { timeZone: zone });
      assert.equal(seen.get(local) ?? daysAgo, daysAgo, `${zone} ${new Date(now).toISOString()}`);
      seen.set(local, daysAgo);
    }
  }
});

test("a day that a person gives leaves nothing of it out, and comes back as given", () => {
  for (const { zone, date, day, reason } of given) {
    assert.equal(utcDayOf(date, zone), day, reason);
    assert.equal(dayOfUTC(day, zone), date, reason);
  }
});

test("devices, sessions and keys show days of the person's calendar, also those to come", () => {
  const zone = process.env["TZ"];
  const written = (begin: string, now: string): string => day(begin, Date.parse(now)).replace(/\D*(\d+).*/, "$1");
  try {
    // Most of that UTC day is the 29th in Auckland; an instant to come is on the day that clocks there show.
    process.env["TZ"] = "Pacific/Auckland";
    assert.equal(written("2026-11-28T00:00:00Z", "2026-11-30T12:00:00Z"), "29");
    assert.equal(written("2026-12-28T00:00:00Z", "2026-11-30T12:00:00Z"), "28");
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});
