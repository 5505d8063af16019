import "../src/strings/catalogues-further";
import { reader } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock, dayAndTime, dayName, dayShort, daysAgo, decimal, megabytes, metres, number, percent, timeUntil,
} from "../src/format";
import { chooseLanguage, speak } from "../src/i18n";

/** A text with plain blanks: languages write narrow and unbreakable ones. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

test("numbers, in English and as Spaniards and Brazilians write them", async () => {
  reader.languages = ["en-GB"];
  await speak(["common"]);
  await chooseLanguage("en");
  assert.equal(number(1234567), "1,234,567");
  assert.equal(number(2.345, 1), "2.3");
  assert.equal(number(-0.5, 2), "-0.50");
  assert.equal(percent(1, 3), "33%");
  assert.equal(percent(1, 0), "0%", "of nothing, nothing");
  await chooseLanguage("pt");
  assert.equal(number(1234567.5, 1), "1.234.567,5");
  await chooseLanguage("es");
  assert.equal(plain(number(1234567)), "1.234.567");
  assert.equal(plain(percent(1, 2)), "50 %");
});

test("a decimal of the API keeps each digit, beyond what a number could hold", async () => {
  await chooseLanguage("es");
  assert.equal(decimal("12345678901234567.000000000000000001"), "12345678901234567,000000000000000001");
  assert.equal(decimal("-0.10"), "-0,10");
  assert.equal(decimal("7"), "7");
  await chooseLanguage("en");
  assert.equal(decimal("0.10"), "0.10");
  assert.equal(decimal(""), "");
});

test("sizes and lengths", async () => {
  await chooseLanguage("en");
  assert.equal(megabytes(0), "0.1 KiB", "a file is never nothing");
  assert.equal(megabytes(10 * 1024), "10.0 KiB");
  assert.equal(megabytes(1_048_576), "1.0 MiB");
  assert.equal(megabytes(25 * 1_048_576), "25.0 MiB");
  assert.equal(metres(4.26), "4.3 m");
  assert.equal(metres(1234.5), "1,235 m");
});

test("a clock shows the time of the place, on both sides of a change of the clocks", async () => {
  await chooseLanguage("en");
  assert.equal(clock("2026-03-29T00:59:59Z", "Europe/Madrid"), "01:59:59");
  assert.equal(clock("2026-03-29T01:00:00Z", "Europe/Madrid"), "03:00:00");
  assert.equal(clock("2026-11-21T23:30:00Z", "Europe/Madrid"), "00:30:00", "midnight is 0 and not 24");
  assert.equal(clock("2026-11-21T12:00:00Z", "America/Sao_Paulo"), "09:00:00");
});

test("a day that is near has its weekday, one that is far its year", async () => {
  await chooseLanguage("en");
  const today = new Date().toISOString().slice(0, 10);
  assert.ok(/day/.test(dayName(today)));
  assert.ok(!dayName(today).includes(today.slice(0, 4)));
  assert.equal(dayName("2001-02-03"), "3 February 2001");
  assert.equal(dayName("soon"), "soon");
  assert.equal(dayName("2026-02-31x"), "2026-02-31x");
  assert.ok(dayAndTime("2001-02-03T04:05:06Z", "UTC").includes("2001"));
  assert.ok(/\d\d:\d\d/.test(dayAndTime(new Date().toISOString(), "UTC")));
  assert.equal(dayShort("2026-11-21", "number"), "21");
  assert.equal(dayShort("2026-11-21", "month"), "21 Nov");
  assert.equal(dayShort("", "number"), "");
});

test("spans in the words of the language", async () => {
  await chooseLanguage("en");
  assert.deepEqual([0, 1, 3].map(daysAgo), ["today", "yesterday", "3 days ago"]);
  const minute = 60_000;
  assert.equal(timeUntil(0), "in 1 minute");
  assert.equal(timeUntil(59.9 * minute), "in 59 minutes");
  assert.equal(timeUntil(60 * minute), "in 1 hour");
  assert.equal(timeUntil(24 * 60 * minute - 1), "in 23 hours");
  assert.equal(timeUntil(24 * 60 * minute), "tomorrow");
  await chooseLanguage("it");
  assert.equal(daysAgo(1), "ieri");
});
