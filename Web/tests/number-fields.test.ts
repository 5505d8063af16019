import { page, reader } from "./browser";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { graphOf } from "../circles.mjs";
import { type Language, language, languages, locale } from "../src/i18n";
import { mostPoints } from "../src/merchantconsole/offers/terms";
import { type NumberRule, readNumber } from "../src/numbers/entry";
import * as rules from "../src/numbers/rules";
import { signsOf } from "../src/numbers/signs";
import { understand } from "../src/numbers/typing";
import { field } from "../src/ui/field";
import { numberField } from "../src/ui/numberfield";
import { FakeElement, focused, giveElements } from "./elements";

giveElements(page);

/** Where the comma is the decimal sign, and where the point is. */
const comma = ["es-CL", "es-419", "pt-BR", "it", "de"] as const;
const point = ["en-US", "en-IN"] as const;

/** Chooses a reader's language and region, and answers the locale whose signs a page uses for them. */
function reads(tag: string): string {
  reader.languages = [tag];
  const ours = tag.slice(0, 2);
  if (!(ours in languages)) return tag;
  language.set(ours as Language);
  return locale();
}

/** What a field does with a text in one word: the number, `empty`, or why it refuses it. */
function done(text: string, rule: NumberRule, tag: string): string {
  const entry = readNumber(text, rule, signsOf(reads(tag)));
  return entry.kind === "number" ? entry.value.text : entry.kind === "empty" ? "empty" : entry.refusal.why;
}

/** What no number field takes, whatever its rule is. */
const never: readonly (readonly [string, string])[] = [
  ["1e3", "foreign"], ["12abc", "foreign"], ["0x10", "foreign"], ["∞", "foreign"], ["½", "foreign"], ["1 5", "unclear"],
  [".", "unclear"], ["--1", "foreign"], ["1-", "foreign"], ["NaN", "foreign"], ["1.2.3", "unclear"], ["9".repeat(65), "long"],
];

const odd = ["", " 12 ", "١٢", "１２", "1.000", "1,5", "-1", "+5", "9007199254740993"] as const;

/** What a field does with each of `odd`; with a bar between where the comma and where the point is the decimal sign. */
type Row = readonly [empty: string, twelve: string, thousand: string, oneAndAHalf: string, minusOne: string, plusFive: string, great: string];

const table: Record<string, readonly [NumberRule, Row]> = {
  offerPoints: [rules.offerPoints, ["missing", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  offerLimit: [rules.offerLimit, ["missing", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  visitShare: [rules.visitShare, ["missing", "12", "doubtful|1", "1.5", "range", "foreign", "range"]],
  weeklyPeople: [rules.weeklyPeople, ["missing", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  campaignWeeks: [rules.campaignWeeks, ["missing", "12", "doubtful|1", "whole", "range", "foreign", "range"]],
  doorCount: [rules.doorCount, ["missing", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  planSide: [rules.planSide, ["missing", "12", "doubtful", "1.5", "range", "foreign", "range"]],
  planPlace: [rules.planPlace, ["missing", "12", "doubtful", "1.5", "-1", "5", "range"]],
  planLength: [rules.planLength, ["missing", "12", "doubtful", "1.5", "range", "foreign", "range"]],
  latitude: [rules.latitude, ["missing", "12", "doubtful|1", "1.5", "-1", "5", "range"]],
  longitude: [rules.longitude, ["missing", "12", "doubtful|1", "1.5", "-1", "5", "range"]],
  pointsForTime: [rules.pointsForTime, ["missing", "12", "doubtful|1", "whole", "range", "foreign", "range"]],
  beaconNumber: [rules.beaconNumber, ["missing", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  measuredPower: [rules.measuredPower, ["missing", "range", "range", "range", "-1", "range", "range"]],
  codePeriod: [rules.codePeriod, ["missing", "12", "1000|doubtful", "range", "range", "foreign", "range"]],
  accountsPerWindow: [rules.accountsPerWindow, ["empty", "12", "1000|doubtful", "whole", "range", "foreign", "range"]],
  beaconHeight: [rules.beaconHeight, ["empty", "12", "doubtful|1", "1.5", "range", "foreign", "range"]],
  measuredSeconds: [rules.measuredSeconds, ["missing", "12", "doubtful", "1.5", "range", "foreign", "range"]],
  signalReading: [rules.signalReading, ["missing", "12", "doubtful|1", "whole", "-1", "5", "range"]],
  withinPlan: [rules.withinPlan(40), ["missing", "12", "doubtful|1", "1.5", "range", "foreign", "range"]],
  deskAmount: [rules.deskAmount, ["missing", "12", "1000|doubtful", "1.5", "range", "foreign", "9007199254740993"]],
  deskBound: [rules.deskBound, ["empty", "12", "1000|doubtful", "1.5", "range", "foreign", "9007199254740993"]],
  feePercent: [rules.feePercent, ["missing", "12", "doubtful|1", "1.5", "range", "foreign", "range"]],
  assetDecimals: [rules.assetDecimals, ["missing", "12", "doubtful|1", "whole", "range", "foreign", "range"]],
};

test("each number field takes what is one number for certain, and refuses everything else with its reason", () => {
  assert.deepEqual(Object.keys(table).sort(), Object.keys(rules).sort(), "each rule has a row");
  for (const [name, [rule, [empty, twelve, thousand, half, minusOne, plusFive, great]]] of Object.entries(table)) {
    const expected = [empty, twelve, twelve, twelve, thousand, half, minusOne, plusFive, great];
    for (const tag of [...comma, ...point]) {
      for (const [index, text] of odd.entries()) {
        const parts = (expected[index] ?? "").split("|");
        const wanted = point.includes(tag as "en-US") ? (parts[1] ?? parts[0]) : parts[0];
        assert.equal(done(text, rule, tag), wanted, `${name}, ${tag}: ${JSON.stringify(text)}`);
      }
      for (const [text, wanted] of never) assert.equal(done(text, rule, tag), wanted, `${name}, ${tag}: ${JSON.stringify(text)}`);
    }
  }
});

test("a field takes the form in which the page writes numbers, and its own unit", () => {
  assert.equal(done("12.345", rules.doorCount, "es-CL"), "12345");
  assert.equal(done("12,345", rules.doorCount, "en-US"), "12345");
  assert.equal(done("1,23,456", rules.doorCount, "en-IN"), "123456");
  assert.equal(done("1,23,456", rules.doorCount, "en-US"), "unclear");
  assert.equal(done("1 250", rules.doorCount, "it"), "1250");
  assert.equal(done("1.234,5", rules.deskAmount, "pt-BR"), "1234.5");
  assert.equal(done("12,5 %", rules.visitShare, "es-CL"), "12.5");
  assert.equal(done("-59 dBm", rules.measuredPower, "en-US"), "-59");
  assert.equal(done("−59", rules.measuredPower, "en-US"), "-59");
  assert.equal(done("-3.7687", rules.longitude, "es-CL"), "-3.7687");
  assert.equal(done("40.417", rules.latitude, "en-US"), "40.417");
  assert.equal(done("+90", rules.latitude, "it"), "90");
  assert.equal(done("100.0001", rules.feePercent, "en-US"), "range");
  assert.equal(done("0.00001", rules.feePercent, "en-US"), "places");
  assert.equal(done("1.0000000000000000001", rules.deskAmount, "en-US"), "places");
});

test("what was lost before is refused: a door count of 1.5, a limit of nothing, points below 0 and above the most", () => {
  for (const tag of [...comma, ...point]) {
    for (const text of ["1.5", "10.5", "1,5"]) assert.equal(done(text, rules.doorCount, tag), "whole", `${tag}: ${text}`);
    for (const [text, why] of [["0", "range"], ["-3", "range"], ["1.5", "whole"], ["", "missing"]] as const) {
      assert.equal(done(text, rules.offerLimit, tag), why, `${tag}: ${text}`);
    }
    for (const [text, why] of [["-5", "range"], ["1.5", "whole"], ["1001", "range"]] as const) {
      assert.equal(done(text, rules.offerPoints, tag), why, `${tag}: ${text}`);
    }
  }
  assert.equal(rules.offerPoints.most, String(mostPoints));
});

test("the market's fields, which show what they understood and both readings, read by the same signs", () => {
  for (const places of [0, 2, 8, 18]) {
    for (const tag of [...comma, ...point]) {
      const said = (text: string): string => {
        const found = understand(text, signsOf(reads(tag)), places);
        return found.kind === "number" ? `${found.value.text}${found.other === null ? "" : "?"}` : found.kind;
      };
      const thousand = places < 3 || comma.includes(tag as "it") ? "1000?" : "1?";
      const wanted = ["empty", "12", "12", "12", thousand, "1.5", "foreign", "foreign", "9007199254740993"];
      for (const [index, text] of odd.entries()) assert.equal(said(text), wanted[index], `${places}, ${tag}: ${JSON.stringify(text)}`);
    }
  }
});

/** Files that read digits or numbers from inputs in another way, and why. */
const others: Record<string, string> = {
  "ui/numberbox.ts": "the field itself", "numbers/rules.ts": "the rules",
  "market/wallet/amountfield.ts": "an amount with what was understood below it", "market/trade/formparts.ts": "the share beside its slider",
  "market/alerts/ask.ts": "a price with its steps", "venueconsole/signin.ts": "a code", "owner/proof.ts": "a code",
  "marketconsole/signin.ts": "a code", "console/signin.ts": "a code", "visitor/health/codefield.ts": "a code",
  "visitor/security/address.ts": "a code", "visitor/security/devicestep.ts": "a code", "vault/fieldlist.ts": "a PIN, which is a text",
  "operatorconsole/plan/picture.ts": "a slider", "vault/generator.ts": "a slider", "visitor/zones/slider.ts": "a slider",
  "market/wallet/portfolio.ts": "a slider", "market/trade/book.ts": "a choice", "visitor/security/keys.ts": "a choice", "market/pay/receive.ts": "a choice",
};

test("no page reads a number from an input in its own way, and each rule is that of a field", () => {
  const sources = join(process.cwd(), "src");
  const raw = [
    /inputmode: *"(?:numeric|decimal)"/, /inputmode: *(?!")\w/, /\binputmode, autocap/, /inputMode = "(?:numeric|decimal)"/, /type: *"number"/, /parseFloat\(/, /valueAsNumber/,
    /\b(?:Number|BigInt|parseInt)\((?:\w+\.)+value(?:\)|\.trim|\.replace)/, /kind: "(?:count|amount|measure)", places/, /\.value\.trim\(\)\.replace\("?[,.]/,
  ];
  const found = new Set<string>();
  const used = new Set<string>();
  let count = 0;
  for (const file of graphOf(sources).keys()) {
    const source = readFileSync(join(sources, file), "utf8");
    if (raw.some((form) => form.test(source))) found.add(file);
    if (source.includes('ui/numberfield"')) count += 1;
    for (const [, names = ""] of source.matchAll(/import \{([^}]*)\} from "[./]*numbers\/rules"/g)) {
      for (const name of names.split(",")) used.add(name.trim());
    }
  }
  used.delete("");
  assert.deepEqual([...found].filter((file) => !(file in others)).sort(), []);
  assert.deepEqual(Object.keys(others).filter((file) => !found.has(file)), [], "the list is no longer than it has to be");
  assert.deepEqual([...used].sort(), Object.keys(rules).sort());
  assert.ok(count >= 8, `${count} files have number fields`);
});

/** Everything that an element and its parts say to the reader, hidden parts left out. */
function told(element: FakeElement): string {
  if (element.hidden) return "";
  return element.children.map((child) => (typeof child === "string" ? child : told(child))).join(" ").replace(/\s+/g, " ").trim();
}

test("what is wrong stands beside the field until the next keystroke", () => {
  const input = new FakeElement("input");
  const made = field("name", input as unknown as HTMLInputElement, "");
  const shown = (): string => told(made.element as unknown as FakeElement);
  made.blame("Give it a name.");
  assert.equal(shown(), "name Give it a name.");
  assert.equal(input.getAttribute("aria-invalid"), "true");
  assert.equal(focused.element, input);
  input.type("C");
  assert.equal(shown(), "name");
  assert.equal(input.hasAttribute("aria-invalid"), false);
});

test("a number field says what it refuses when it is left or read, and what it understood while somebody types", () => {
  reads("es-CL");
  const typed: string[] = [];
  const made = numberField({ label: "limit", rule: rules.offerLimit, value: 1200, onType: (entry) => typed.push(entry.kind) });
  const input = made.input as unknown as FakeElement;
  const shown = (): string => told(made.element as unknown as FakeElement);
  assert.equal(input.value, "1200");
  assert.equal(made.read()?.text, "1200");
  input.type("0");
  assert.equal(shown(), "limit");
  input.send("change");
  assert.equal(shown(), "limit number.range");
  input.type("1.000");
  assert.equal(shown(), "limit number.understood");
  assert.equal(made.read()?.text, "1000");
  input.type("1,5");
  assert.equal(made.read(), undefined);
  assert.equal(shown(), "limit number.whole");
  made.set(7);
  assert.equal(shown(), "limit");
  assert.deepEqual(typed, ["refused", "number", "refused"]);
  const optional = numberField({ label: "height", rule: rules.beaconHeight });
  assert.equal(optional.read(), null);
  // What a venue file has is never more than the field takes, and is written so that it is read as the same number.
  for (const value of [12.345, 0.000001, 33.333333333]) {
    optional.set(value);
    assert.equal(optional.read()?.approximate, value);
  }
});
