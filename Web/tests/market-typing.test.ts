import assert from "node:assert/strict";
import { test } from "node:test";
import { Decimal } from "../src/numbers/decimal";
import { inGroups, signsOf } from "../src/numbers/signs";
import { typedText, understand } from "../src/numbers/typing";
import { Chance } from "./chance";

const locales = ["es-CL", "es-ES", "en", "pt-BR", "it"] as const;

/** What a text is understood as in one word: the number, with `?` when it is marked as ambiguous, or why it is none. */
function said(text: string, locale: string): string {
  const found = understand(text, signsOf(locale));
  return found.kind === "number" ? `${found.value.text}${found.other !== null ? "?" : ""}` : found.kind;
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
  ["1.234", "1234?", "1.234?"], ["1,234", "1.234?", "1234?"], ["12,001", "12.001?", "12001?"], ["12.001", "12001?", "12.001?"],
  ["123.456", "123456?", "123.456?"], ["123,456", "123.456?", "123456?"],
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
  ["1e3", "foreign", "foreign"], ["-1", "foreign", "foreign"], ["+1", "foreign", "foreign"], ["²", "foreign", "foreign"], ["½", "foreign", "foreign"],
  ["１", "1", "1"], ["１．５", "1.5", "1.5"], ["١", "1", "1"], ["۱٬۲۳۴٫۵", "1234.5", "1234.5"], ["١٫٢٣٤", "1.234", "1.234"], ["\u200e1.5\u200f", "1.5", "1.5"],
  ["1'000", "1000", "1000"], ["1’234’567.5", "1234567.5", "1234567.5"], ["1'234,5", "1234.5", "1234.5"], ["1'23", "unclear", "unclear"], ["$1000", "foreign", "foreign"], ["1 CLP", "foreign", "foreign"],
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

test("groups are those of the reader's region", () => {
  assert.equal(said("12,34,567.5", "en-IN"), "1234567.5");
  assert.equal(said("12,34,567", "en-IN"), "1234567");
  assert.equal(said("1,234,567", "en-IN"), "1234567", "groups of three are read everywhere");
  assert.equal(said("12,34,567.5", "en-US"), "unclear");
  assert.equal(said("1’234.5", "de-CH"), "1234.5");
  assert.equal(said("1’234.5", "it-CH"), "1234.5");
});

test("where fewer than three decimal places can be, three digits after a sign are a group, and both readings are told", () => {
  for (const locale of ["es-419", "es-MX", "en", "es-CL"]) {
    for (const [typed, value, other] of [["1.000", "1000", "1"], ["25,000", "25000", "25"], ["1.234", "1234", "1.234"]] as const) {
      const found = understand(typed, signsOf(locale), 2);
      assert.ok(found.kind === "number" && found.value.text === value && found.other?.text === other, `${locale}: ${typed}`);
    }
  }
});

test("what a page writes for a reader of any region is read as the same number", () => {
  for (const locale of ["en-IN", "de-CH", "it-CH", "es-AR", "pt-PT", "en-ZA", "fr", "hi"]) {
    const signs = signsOf(locale);
    for (const text of ["1234567.5", "1234", "1000", "12345678901.25", "0.5"]) {
      const value = Decimal.from(text);
      const [whole = "", fraction] = text.split(".");
      const shown = inGroups(whole, signs) + (fraction === undefined ? "" : signs.decimal + fraction);
      const found = understand(shown, signs);
      assert.ok(found.kind === "number" && (found.value.equals(value) || (found.other?.equals(value) ?? false)), `${locale}: ${shown}`);
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
      if (found.kind !== "number" || found.other !== null) continue;
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
      assert.ok(found.kind === "number" && found.other === null && found.value.equals(value), `${locale}: ${value.text}`);
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
