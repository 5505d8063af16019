import assert from "node:assert/strict";
import { test } from "node:test";
import { Decimal } from "../src/market/numbers/decimal";
import { signsOf } from "../src/market/numbers/signs";
import { typedText, understand } from "../src/market/numbers/typing";
import { Chance } from "./chance";

const locales = ["es-CL", "es-ES", "en", "pt-BR", "it"] as const;

/** What a text is understood as in one word: the number, with `?` when it is marked as ambiguous, or why it is none. */
function said(text: string, locale: string): string {
  const found = understand(text, signsOf(locale));
  return found.kind === "number" ? `${found.value.text}${found.isAmbiguous ? "?" : ""}` : found.kind;
}

/** What somebody typed, what it is where the comma is the decimal sign, and what where the point is. */
const table: readonly (readonly [string, string, string])[] = [
  ["", "empty", "empty"], [" ", "empty", "empty"], [".", "empty", "empty"], [",", "empty", "empty"],
  [",.", "unclear", "unclear"], ["..", "unclear", "unclear"],
  ["0", "0", "0"], ["7", "7", "7"], ["007", "7", "7"], ["1234567", "1234567", "1234567"],
  ["1,5", "1.5", "1.5"], ["1.5", "1.5", "1.5"], ["1,50", "1.5", "1.5"], ["12,5", "12.5", "12.5"],
  ["1,", "1", "1"], ["1.", "1", "1"], [",5", "0.5", "0.5"], [".5", "0.5", "0.5"], [",005", "0.005", "0.005"],
  ["0,5", "0.5", "0.5"], ["0.5", "0.5", "0.5"], ["0,240", "0.24", "0.24"], ["0.240", "0.24", "0.24"],
  ["0.001", "0.001", "0.001"], ["0,001", "0.001", "0.001"],
  ["1.234", "1234?", "1.234"], ["1,234", "1.234", "1234?"], ["12,001", "12.001", "12001?"], ["12.001", "12001?", "12.001"],
  ["123.456", "123456?", "123.456"], ["123,456", "123.456", "123456?"],
  ["1234.567", "1234.567", "1234.567"], ["1234,567", "1234.567", "1234.567"],
  ["1.2345", "1.2345", "1.2345"], ["1,2345", "1.2345", "1.2345"], ["1.23", "1.23", "1.23"], ["1,23", "1.23", "1.23"],
  ["1.234,5", "1234.5", "1234.5"], ["1,234.5", "1234.5", "1234.5"],
  ["1.234.567", "1234567", "1234567"], ["1,234,567", "1234567", "1234567"],
  ["1.234.567,89", "1234567.89", "1234567.89"], ["1,234,567.89", "1234567.89", "1234567.89"],
  ["1.23.456", "unclear", "unclear"], ["1.234.56", "unclear", "unclear"], ["12,34,567", "unclear", "unclear"],
  ["1.234,567.8", "unclear", "unclear"], ["1,23.5", "unclear", "unclear"], ["0.123.456", "unclear", "unclear"],
  ["1.234,", "1234", "1234"], [".123.456", "unclear", "unclear"],
  [" 1 000,5", "1000.5", "1000.5"], [" 1 000.5 ", "1000.5", "1000.5"], ["1 000", "1000", "1000"],
  ["1\u00a0000,5", "1000.5", "1000.5"], ["1\u202f234\u202f567", "1234567", "1234567"], ["1 5", "unclear", "unclear"],
  ["1 000 00", "unclear", "unclear"], ["1\t000", "1000", "1000"], ["5\n", "5", "5"], ["1 234.567", "1234.567", "1234.567"],
  ["1 234,567", "1234.567", "1234.567"], ["1,5 6", "unclear", "unclear"],
  ["1e3", "foreign", "foreign"], ["-1", "foreign", "foreign"], ["+1", "foreign", "foreign"], ["１", "foreign", "foreign"],
  ["١", "foreign", "foreign"], ["1'000", "foreign", "foreign"], ["$1000", "foreign", "foreign"], ["1 CLP", "foreign", "foreign"],
  ["∞", "foreign", "foreign"], ["1−2", "foreign", "foreign"], ["0x10", "foreign", "foreign"],
  ["1234567890123456789.123456789012345678", "1234567890123456789.123456789012345678", "1234567890123456789.123456789012345678"],
  ["9".repeat(65), "long", "long"],
];

test("every writing of an amount is understood by one rule, in each language and region", () => {
  assert.ok(table.length >= 60);
  for (const locale of locales) {
    for (const [typed, comma, point] of table) {
      assert.equal(said(typed, locale), locale === "en" ? point : comma, `${locale}: ${JSON.stringify(typed)}`);
    }
  }
});

test("a text is never a thousand or ten times another reading of it without being marked", () => {
  // Whoever reads the one sign as the decimal one must get that number, or see that it was taken for something else.
  const chance = new Chance(7);
  for (let round = 0; round < 20_000; round += 1) {
    const length = chance.whole(1, 9);
    const typed = Array.from({ length }, () => chance.one([..."0123456789012345678901234567.,."])).join("");
    for (const locale of locales) {
      const found = understand(typed, signsOf(locale));
      if (found.kind !== "number" || found.isAmbiguous) continue;
      const signs = typed.replace(/\d/g, "");
      const naive = signs.length === 1 ? typed.replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "") : null;
      if (naive !== null) assert.equal(found.value.text, Decimal.from(naive).text, `${locale}: ${typed}`);
      if (signs === "") assert.equal(found.value.text, Decimal.from(typed).text);
    }
  }
});

test("what the page itself writes into a field is understood as the same number", () => {
  const chance = new Chance(8);
  for (let round = 0; round < 5000; round += 1) {
    const value = Decimal.of(chance.digits(30), chance.whole(0, 18));
    for (const locale of locales) {
      const found = understand(typedText(value, signsOf(locale)), signsOf(locale));
      assert.ok(found.kind === "number" && !found.isAmbiguous && found.value.equals(value), `${locale}: ${value.text}`);
    }
  }
});

test("any text at all has an answer", () => {
  const chance = new Chance(9);
  for (let round = 0; round < 5000; round += 1) {
    const typed = Array.from({ length: chance.whole(0, 70) }, () => String.fromCodePoint(chance.whole(1, 0x2fff))).join("");
    const found = understand(typed, signsOf("es-CL"));
    assert.ok(["empty", "number", "foreign", "unclear", "long"].includes(found.kind));
  }
});
