import { Decimal } from "./decimal";
import { inGroups, type NumberSigns } from "./signs";
import { invisible, plainText, typedText, understand } from "./typing";

/** The numbers that a field takes. The bounds are decimal texts, as the API writes them. */
export interface NumberRule {
  /** People type counts and amounts in groups of thousands, and measures, shares and degrees without groups. */
  kind: "count" | "amount" | "measure";
  /** The most decimal places. */
  places: number;
  /** The least number; 0 without it. */
  least?: string;
  most?: string;
  /** The unit behind the field, which may also be typed behind the number. */
  unit?: string;
  /** Whether the field may be empty. */
  isOptional?: boolean;
}

/** Why a typed text is not taken. */
export type Refusal =
  | { why: "missing" | "unclear" | "long" | "whole" | "places" | "range" }
  | { why: "foreign"; character: string }
  /** Two readings are possible, and each is written here as the field takes it. */
  | { why: "doubtful"; readings: readonly [string, string] };

/** A typed text as a field reads it. */
export type Entry = { kind: "empty" } | { kind: "number"; value: Decimal } | { kind: "refused"; refusal: Refusal };

const minus = /^[-\u2212\ufe63\uff0d]/;

/**
 * Reads a typed number by the rule of its field, and refuses each text that is not one number for certain.
 *
 * Three digits after one sign, as in `1.000`, have two readings. The one by the reader's own signs is taken where the page
 * itself would write the number so; otherwise it is taken only when the field cannot have the other one.
 */
export function readNumber(text: string, rule: NumberRule, signs: NumberSigns): Entry {
  let typed = text.replace(invisible, "").trim();
  if (typed === "") return rule.isOptional === true ? { kind: "empty" } : refused("missing");
  const isSigned = rule.least?.startsWith("-") === true;
  const isNegative = minus.test(typed);
  if (isNegative || (isSigned && typed.startsWith("+"))) typed = typed.slice(1);
  const { unit = "" } = rule;
  if (unit !== "" && typed.endsWith(unit)) typed = typed.slice(0, -unit.length);
  const found = understand(typed, signs);
  switch (found.kind) {
    case "foreign": return { kind: "refused", refusal: { why: "foreign", character: found.character } };
    case "empty": return refused("unclear");
    case "unclear": case "long": return refused(found.kind);
    case "number": break;
  }
  const signed = (value: Decimal): Decimal => (isNegative ? value.negated : value);
  const value = signed(found.value);
  const why = misfit(value, rule);
  if (found.other === null) return why === null ? { kind: "number", value } : refused(why);
  const other = signed(found.other);
  const isOtherPossible = misfit(other, rule) === null;
  if (why !== null && !isOtherPossible) return refused(why);
  const isGrouped = found.readAs === "groups" && typed.includes(signs.group);
  const isCertain = why === null && (isGrouped ? rule.kind !== "measure" : found.readAs === "decimals" && !isOtherPossible);
  if (isCertain) return { kind: "number", value };
  const [whole, parted] = found.readAs === "groups" ? [value, other] : [other, value];
  return { kind: "refused", refusal: { why: "doubtful", readings: [plainText(whole, signs), typedText(parted, signs)] } };
}

/** Why a number does not fit a rule, or null. */
function misfit(value: Decimal, { places, least = "0", most }: NumberRule): "whole" | "places" | "range" | null {
  if (value.compare(Decimal.from(least)) < 0) return "range";
  if (most !== undefined && value.compare(Decimal.from(most)) > 0) return "range";
  if (value.scale <= places) return null;
  return places === 0 ? "whole" : "places";
}

function refused(why: "missing" | "unclear" | "long" | "whole" | "places" | "range"): Entry {
  return { kind: "refused", refusal: { why } };
}

/** A number in groups with the reader's signs and each of its digits. */
export function groupedText(value: Decimal, signs: NumberSigns): string {
  const [whole = "", fraction = ""] = value.text.replace("-", "").split(".");
  return `${value.isNegative ? "-" : ""}${inGroups(whole, signs)}${fraction === "" ? "" : signs.decimal + fraction}`;
}
