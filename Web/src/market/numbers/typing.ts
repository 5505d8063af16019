import { Decimal } from "./decimal";
import type { NumberSigns } from "./signs";

/** What a typed text was understood as. */
export type Understood =
  /** Nothing, or no digit yet. */
  | { kind: "empty" }
  /** A number; `isAmbiguous` when other readers would take its one sign for the decimal one. */
  | { kind: "number"; value: Decimal; isAmbiguous: boolean }
  /** A character that no amount has: its first one. */
  | { kind: "foreign"; character: string }
  /** Digits and signs that make no number, as groups of two digits. */
  | { kind: "unclear" }
  | { kind: "long" };

/** More digits than any amount of an asset has. */
const mostCharacters = 64;

const blanks = /[\s\u00a0\u2007\u2009\u202f]/;

/**
 * Understands a typed or pasted number, with comma or point, by one rule; nothing is ever passed over.
 *
 * Where both signs occur the last one is the decimal sign. One that occurs once is the decimal sign if it is the reader's
 * own, or if what stands around it can be no group; else it parts groups, which a number may be mistaken in by a factor
 * of 1,000, so that it is marked. One that occurs several times parts groups, and so do blanks.
 */
export function understand(text: string, signs: NumberSigns): Understood {
  const typed = text.replace(/^[\s\u00a0\u2007\u2009\u202f]+|[\s\u00a0\u2007\u2009\u202f]+$/g, "");
  if (typed.length > mostCharacters) return { kind: "long" };
  for (const character of typed) {
    if (!/[0-9.,]/.test(character) && !blanks.test(character)) return { kind: "foreign", character };
  }
  if (!/[0-9]/.test(typed)) return /[.,].*[.,]/.test(typed) ? { kind: "unclear" } : { kind: "empty" };
  const plain = typed.replace(/[\u00a0\u2007\u2009\u202f\s]/g, " ");
  const points = plain.split(".").length - 1;
  const commas = plain.split(",").length - 1;
  if (points > 0 && commas > 0) {
    const decimal = plain.lastIndexOf(".") > plain.lastIndexOf(",") ? "." : ",";
    return numberOf(plain, decimal, decimal === "." ? "," : ".");
  }
  const sign = points > 0 ? "." : commas > 0 ? "," : "";
  if (sign === "") return numberOf(plain, ".", " ");
  if (points + commas > 1) return numberOf(plain, sign === "." ? "," : ".", sign);
  if (sign === signs.decimal || !/^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return numberOf(plain, sign, " ");
  const found = numberOf(plain, sign === "." ? "," : ".", sign);
  return found.kind === "number" ? { ...found, isAmbiguous: true } : found;
}

/** The number of a text whose decimal sign and sign between groups are known. */
function numberOf(text: string, decimal: string, group: string): Understood {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return { kind: "unclear" };
  const groups = whole.split(group);
  const areGroups = groups.length === 1
    ? /^\d*$/.test(whole)
    : groups.every((digits, place) => (place === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(digits));
  if (!areGroups) return { kind: "unclear" };
  const digits = `${groups.join("")}${fraction === "" ? "" : `.${fraction}`}`;
  const value = Decimal.parse(digits.startsWith(".") ? `0${digits}` : digits);
  return value === null ? { kind: "unclear" } : { kind: "number", value, isAmbiguous: false };
}

/** A number as somebody would type it: all digits, the reader's decimal sign, no groups. */
export function typedText(value: Decimal, signs: NumberSigns): string {
  // The few languages with another sign than these two can type and paste the point.
  return signs.decimal === "," ? value.text.replace(".", ",") : value.text;
}
