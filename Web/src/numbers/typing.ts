import { asciiDigits } from "../typed";
import { Decimal } from "./decimal";
import type { NumberSigns } from "./signs";

/** What a typed text was understood as. */
export type Understood =
  /** Nothing, or no digit yet. */
  | { kind: "empty" }
  /** A number, and the other one that its sign could mean: groups of thousands for decimal places, or the reverse. */
  | { kind: "number"; value: Decimal; other: Decimal | null; readAs: "plain" | "groups" | "decimals" }
  /** A character that no amount has: its first one. */
  | { kind: "foreign"; character: string }
  /** Digits and signs that make no number, as groups of two digits. */
  | { kind: "unclear" }
  | { kind: "long" };

/** More digits than any amount of an asset has. */
const mostCharacters = 64;

/** Blanks between groups, and signs that part groups and nothing else: Swiss apostrophes, the Arabic one. */
const grouping = /[\s\u00a0\u2007\u2009\u202f'\u2019\u02bc\uff07\u066c]/;
/** What a keyboard that writes from right to left, or a web page, adds to what is copied. */
export const invisible = /[\u200b-\u200f\u061c\u2060\u2066-\u2069\ufeff]/gu;

/**
 * Understands a typed or pasted number, with comma or point, by one rule; nothing is ever passed over.
 *
 * Where both signs occur the last one is the decimal sign. One that occurs once is the decimal sign where it can part no
 * groups. Where it could, as in `1.000`, it means what the reader's own sign means, and the other reading is told as well;
 * but where the number can have fewer than three decimal places it parts groups, whichever sign it is. One that occurs
 * several times parts groups, and so do blanks and apostrophes. Groups have three digits, or as many as the reader's
 * region writes. Digits of every script count by their value.
 *
 * @param places How many decimal places the number can have.
 */
export function understand(text: string, signs: NumberSigns, places = Number.POSITIVE_INFINITY): Understood {
  const typed = asciiDigits(text.replace(invisible, "")).replace(/\uff0e/g, ".").replace(/\uff0c/g, ",").trim();
  if (typed.length > mostCharacters) return { kind: "long" };
  for (const character of typed) {
    if (!/[0-9.,\u066b]/.test(character) && !grouping.test(character)) return { kind: "foreign", character };
  }
  if (!/[0-9]/.test(typed)) return /[.,\u066b].*[.,\u066b]/.test(typed) ? { kind: "unclear" } : { kind: "empty" };
  const plain = [...typed].map((character) => (grouping.test(character) ? " " : character)).join("");
  const points = plain.split(".").length - 1;
  const commas = plain.split(",").length - 1;
  const read = (decimal: string, group: string): Understood => numberOf(plain, decimal, group, signs);
  // The Arabic decimal sign is nothing else.
  if (plain.includes("\u066b")) return points > 0 && commas > 0 ? { kind: "unclear" } : read("\u066b", points > 0 ? "." : commas > 0 ? "," : " ");
  if (points > 0 && commas > 0) {
    const decimal = plain.lastIndexOf(".") > plain.lastIndexOf(",") ? "." : ",";
    return read(decimal, decimal === "." ? "," : ".");
  }
  const sign = points > 0 ? "." : commas > 0 ? "," : "";
  if (sign === "") return read(".", " ");
  const opposite = sign === "." ? "," : ".";
  if (points + commas > 1) return read(opposite, sign);
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return read(sign, " ");
  const [decimals, groups] = [read(sign, " "), read(opposite, sign)];
  if (decimals.kind !== "number" || groups.kind !== "number") return decimals;
  return sign === signs.decimal && places >= 3
    ? { ...decimals, other: groups.value, readAs: "decimals" }
    : { ...groups, other: decimals.value, readAs: "groups" };
}

/** The number of a text whose decimal sign and sign between groups are known. */
function numberOf(text: string, decimal: string, group: string, signs: NumberSigns): Understood {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return { kind: "unclear" };
  const groups = whole.split(group);
  const [last, others] = signs.groups;
  if (!(groups.length === 1 ? /^\d*$/.test(whole) : fit(groups, 3, 3) || fit(groups, last, others))) return { kind: "unclear" };
  const digits = `${groups.join("")}${fraction === "" ? "" : `.${fraction}`}`;
  const value = Decimal.parse(digits.startsWith(".") ? `0${digits}` : digits);
  return value === null ? { kind: "unclear" } : { kind: "number", value, other: null, readAs: "plain" };
}

/** Whether digits stand in groups of `last` at the end and of `others` before it; the first one may be shorter. */
function fit(groups: readonly string[], last: number, others: number): boolean {
  return groups.every((digits, place) => {
    if (!/^\d+$/.test(digits)) return false;
    if (place === 0) return digits.length <= others && !digits.startsWith("0");
    return digits.length === (place === groups.length - 1 ? last : others);
  });
}

/** A number with each digit, the reader's decimal sign and no groups, as it is copied. */
export function plainText(value: Decimal, signs: NumberSigns): string {
  // The few languages with another sign than these two can type and paste the point.
  return signs.decimal === "," ? value.text.replace(".", ",") : value.text;
}

/**
 * A number as it is written into a field: as it is copied, and with a zero behind three decimal places that could be taken
 * for a group.
 */
export function typedText(value: Decimal, signs: NumberSigns): string {
  const text = plainText(value, signs);
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? `${text}0` : text;
}
