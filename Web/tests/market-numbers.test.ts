import "../src/strings/catalogues-further";
import { reader } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage, speak } from "../src/i18n";
import { Decimal } from "../src/numbers/decimal";
import {
  amountOf, change as changeText, costOf, exactFigure, figure, figureUp, hiddenText, numberLocale, ownAmount, percentage,
  plainText, priceOf, written,
} from "../src/market/numbers/format";
import { endOfDay, instantOf, moment, periodLabel, shortTime, startOfDay, zoneIdentifier, zoneName } from "../src/market/numbers/instants";
import { change, settings, understood } from "../src/market/settings/settings";
import { Chance } from "./chance";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
const pesos = {
  name: "CLP", kind: "currency", title: "Peso Chileno", prefix: "$", postfix: "", decimals: 0, exponent: 18, isActive: true,
} as const;
const ether = {
  name: "ETH", kind: "crypto", title: "Ethereum", prefix: "", postfix: " ETH", decimals: 4, exponent: 18, isActive: true,
} as const;
const points = { ...pesos, name: "PTS", prefix: "" };

test("decimals are added, multiplied and cut as whole numbers are", () => {
  const chance = new Chance(1);
  for (let round = 0; round < 5000; round += 1) {
    const [left, right] = [chance.digits(25), chance.digits(25)].map((units) => (chance.whole(0, 1) === 0 ? units : -units)) as [bigint, bigint];
    const [a, b] = [Decimal.of(left, 9), Decimal.of(right, 9)];
    assert.ok(a.plus(b).equals(Decimal.of(left + right, 9)));
    assert.ok(a.minus(b).equals(Decimal.of(left - right, 9)));
    assert.ok(a.times(b).equals(Decimal.of(left * right, 18)));
    assert.equal(Math.sign(a.compare(b)), left < right ? -1 : left > right ? 1 : 0);
    assert.ok(Decimal.from(a.text).equals(a));
    if (right !== 0n) assert.ok(a.dividedBy(b, 6).equals(Decimal.of((left * 1_000_000n) / right, 6)));
    const step = Decimal.of(chance.digits(6) + 1n, chance.whole(0, 9));
    const [floor, ceiling] = [a.floor(step), a.ceiling(step)];
    assert.ok(floor.compare(a) <= 0 && ceiling.compare(a) >= 0 && a.minus(floor).compare(step) < 0 && ceiling.minus(a).compare(step) < 0);
    assert.ok(floor.floor(step).equals(floor) && ceiling.floor(step).equals(ceiling));
  }
});

test("figures are written as each region writes them, with groups from four digits on in every one", async () => {
  reader.languages = ["es-CL"];
  await speak(["common"]);
  const written = { "es-CL": "1.234,50", "es-ES": "1.234,50", "pt-BR": "1.234,50", "it-IT": "1.234,50", "en-US": "1,234.50" } as const;
  for (const [region, text] of Object.entries(written)) {
    change({ numbers: region as keyof typeof written });
    assert.equal(figure(Decimal.from("1234.5"), 2), text);
    assert.equal(numberLocale(), region);
  }
  change({ numbers: null });
});

test("the region is the reader's own, and Chile's where only Spanish is known and pesos are counted in", async () => {
  await chooseLanguage("es");
  reader.languages = ["es-ES"];
  assert.equal(numberLocale(), "es-ES");
  reader.languages = ["es"];
  assert.equal(numberLocale(), "es-CL");
  reader.languages = ["es-419"];
  assert.equal(numberLocale(), "es-CL", "Latin America is no country");
  change({ counter: "EUR" });
  assert.equal(numberLocale(), "es");
  reader.languages = ["es"];
  assert.equal(numberLocale(), "es");
  change({ counter: null });
  reader.languages = ["es-CL"];
});

test("balances are cut, what is given is rounded up, and no digit is lost on the way", () => {
  assert.equal(figure(Decimal.from("0.99999"), 4), "0,9999");
  assert.equal(figureUp(Decimal.from("0.99991"), 4), "1,0000");
  assert.equal(figureUp(Decimal.from("-0.99991"), 4), "-1,0000");
  assert.equal(amountOf(Decimal.from("1999.99"), pesos), "$1.999");
  assert.equal(amountOf(Decimal.from("-1999.99"), pesos), "-$1.999");
  assert.equal(costOf(Decimal.from("1999.01"), pesos), "$2.000");
  assert.equal(amountOf(Decimal.from("0.43379"), ether), "0,4337 ETH");
  assert.equal(amountOf(Decimal.from("12"), points), "12 PTS", "an amount is never without its asset");
  assert.equal(exactFigure(Decimal.from("123456789012345678.123456789012345678")), "123.456.789.012.345.678,123456789012345678");
  assert.equal(priceOf(Decimal.from("350000"), pesos, Decimal.from("10")), "$350.000");
  assert.equal(priceOf(Decimal.from("0.5"), pesos, Decimal.from("0.001")), "$0,500");
  assert.equal(plainText(Decimal.from("1234567.125")), "1234567,125", "what is copied has no groups");
  change({ isHidingAmounts: true });
  assert.equal(ownAmount(Decimal.from("1"), pesos), hiddenText);
  change({ isHidingAmounts: false });
  assert.equal(ownAmount(Decimal.from("1"), pesos), "$1");
});

test("a browser that takes no texts for numbers is written the same", () => {
  const chance = new Chance(2);
  for (const region of ["es-CL", "es-ES", "en-US", "pt-BR", "it-IT"] as const) {
    change({ numbers: region });
    for (let round = 0; round < 500; round += 1) {
      const value = Decimal.of(chance.whole(0, 1) === 0 ? chance.digits(24) : -chance.digits(24), chance.whole(0, 18));
      assert.equal(written(value, 2), exactFigure(value, 2));
    }
  }
  change({ numbers: null });
});

test("percentages have a sign where they are changes", () => {
  assert.equal(plain(changeText(0.0213)), "+2,13%");
  assert.equal(plain(percentage(0.0068)), "0,68%");
});

test("instants follow the chosen zone, and have 24 hours in every language", () => {
  process.env["TZ"] = "America/Santiago";
  // The night in which Chile's clocks go back: two instants of one time on the clock, told apart by the zone's name.
  const [before, after] = [new Date("2026-04-05T02:30:00Z"), new Date("2026-04-05T03:30:00Z")];
  assert.equal(shortTime(before), "23:30");
  assert.equal(shortTime(after), "23:30");
  assert.notEqual(zoneName(before), zoneName(after));
  assert.equal(shortTime(new Date("2026-07-01T17:05:00Z")), "13:05");
  assert.equal(startOfDay("2026-04-05")?.toISOString(), "2026-04-05T04:00:00.000Z");
  assert.equal(endOfDay("2026-04-04")?.toISOString(), "2026-04-05T04:00:00.000Z", "that day has 25 hours");
  assert.equal(startOfDay("2026-04-04")?.toISOString(), "2026-04-04T03:00:00.000Z");
  assert.equal(startOfDay("yesterday"), null);
  assert.equal(instantOf("2026-07-01T13:05")?.toISOString(), "2026-07-01T17:05:00.000Z");
  assert.equal(instantOf("2026-04-04T23:30")?.toISOString(), before.toISOString(), "of an hour that comes twice, the first one");
  for (const text of ["", "2026-07-01", "2026-07-01 13:05", "soon"]) assert.equal(instantOf(text), null);
  assert.equal(zoneIdentifier(), "America/Santiago");
});

test("a day begins with its first instant and ends where the next one begins, wherever clocks are turned", () => {
  // Zone, day, its beginning in UTC, and its hours: clocks are turned at midnight, at 01:00 or around it.
  const days = [
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", 23], ["America/Santiago", "2026-04-04", "2026-04-04T03:00:00.000Z", 25],
    ["America/Santiago", "2026-09-05", "2026-09-05T04:00:00.000Z", 24], ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z", 23],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", 23], ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
    ["America/Asuncion", "2023-10-01", "2023-10-01T04:00:00.000Z", 23], ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z", 23],
    ["Africa/Cairo", "2026-10-29", "2026-10-28T21:00:00.000Z", 25], ["America/Nuuk", "2026-03-28", "2026-03-28T02:00:00.000Z", 23],
    ["America/Nuuk", "2026-10-24", "2026-10-24T01:00:00.000Z", 25], ["Europe/Madrid", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5], ["Asia/Kolkata", "2026-04-04", "2026-04-03T18:30:00.000Z", 24],
  ] as const;
  for (const [zone, day, start, hours] of days) {
    process.env["TZ"] = zone;
    const [begin, end] = [startOfDay(day), endOfDay(day)];
    assert.equal(begin?.toISOString(), start, `${zone} ${day}`);
    assert.equal(((end?.getTime() ?? 0) - (begin?.getTime() ?? 0)) / 3_600_000, hours, `${zone} ${day}`);
  }
  assert.equal(startOfDay("2026-02-30"), null);
});

test("of a time that clocks show twice it is said which one it is, and of no other", () => {
  process.env["TZ"] = "America/Santiago";
  change({ zone: "utc" });
  change({ zone: "device" });
  const [first, second] = [new Date("2026-04-05T02:30:00Z"), new Date("2026-04-05T03:30:00Z")];
  assert.notEqual(moment(first), moment(second));
  assert.ok(moment(first).includes("23:30:00") && moment(second).includes("23:30:00"), moment(second));
  for (const other of ["2026-04-05T01:59:59Z", "2026-04-05T04:00:00Z", "2026-07-01T03:30:00Z"]) {
    assert.ok(!/GMT|UTC/.test(moment(new Date(other))), other);
  }
});

test("days, weeks and months are named by UTC's date, wherever the reader is", () => {
  const start = new Date("2026-04-05T00:00:00Z");
  for (const zone of ["America/Santiago", "Asia/Kolkata"]) {
    process.env["TZ"] = zone;
    assert.ok(periodLabel(start, 1440).includes("5"), periodLabel(start, 1440));
    assert.ok(!periodLabel(start, 1440).includes("4 "), periodLabel(start, 1440));
  }
  change({ zone: "utc" });
  assert.equal(shortTime(new Date("2026-04-05T02:30:00Z")), "02:30");
  assert.equal(moment(new Date("2026-04-05T02:30:09Z")).includes("02:30:09"), true);
  assert.equal(startOfDay("2026-04-05")?.toISOString(), "2026-04-05T00:00:00.000Z");
  assert.equal(endOfDay("2026-04-05")?.toISOString(), "2026-04-06T00:00:00.000Z");
  assert.equal(zoneIdentifier(), "UTC");
  change({ zone: "device" });
});

test("settings that an older page or a hand wrote are taken as far as they are understood", () => {
  const first = understood({});
  for (const nonsense of [null, 7, "x", [], { counter: 7, numbers: "tlh", zone: {}, colours: "pink", isConfirming: "yes" }, { counter: "<b>" }]) {
    assert.deepEqual(understood(nonsense), first);
  }
  const chosen = { counter: "EUR", numbers: "it-IT", zone: "utc", colours: "blue-orange", isConfirming: true, isHidingAmounts: true } as const;
  assert.deepEqual(understood({ ...chosen, other: 1 }), { ...chosen });
  change(chosen);
  assert.equal(settings.value.colours, "blue-orange");
  change(first);
});
