import { el, setText } from "../dom";
import { locale, t } from "../i18n";
import { Decimal } from "../numbers/decimal";
import { type Entry, groupedText, type NumberRule, readNumber, type Refusal } from "../numbers/entry";
import { type NumberSigns, signsOf } from "../numbers/signs";
import { typedText } from "../numbers/typing";
import { type Field, field } from "./field";
import { numberBox } from "./numberbox";

/** A field for a number, which says why it does not take what was typed. */
export interface NumberField extends Field {
  input: HTMLInputElement;
  /** What the field says now, without a word about what is wrong. */
  entry: () => Entry;
  /** The number, null for an empty field that may be empty, or undefined after saying what is wrong beside the field. */
  read: () => Decimal | null | undefined;
  /** Writes a number; null empties the field. */
  set: (value: Decimal | string | number | null) => void;
}

/** What a field for a number is made of. */
export interface NumberFieldInput {
  label: string;
  rule: NumberRule;
  value?: Decimal | string | number | null | undefined;
  hint?: string;
  /** What follows from each keystroke. */
  onType?: (entry: Entry) => void;
  /** Attributes of the input. */
  attributes?: Record<string, string>;
}

/** The signs of numbers of the reader's language and region. */
function ownSigns(): NumberSigns {
  return signsOf(locale());
}

/** Makes a field for a number that a rule reads. */
export function numberField({ label, rule, value = null, hint = "", onType, attributes = {} }: NumberFieldInput): NumberField {
  const { element, input } = numberBox(keypad(rule), rule.unit, attributes);
  // A screen reader hears the unit with the label.
  if (rule.unit !== undefined) input.setAttribute("aria-label", `${label} (${rule.unit})`);
  const box = field(label, input, hint, element);
  const heard = el("p", { class: "field-hint", id: `${input.id}-heard`, "aria-live": "polite" });
  input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby") ?? ""} ${heard.id}`);
  box.element.append(heard);
  const entry = (): Entry => readNumber(input.value, rule, ownSigns());
  const follow = (): void => setText(heard, heardText(input.value, entry(), rule));
  input.addEventListener("input", () => {
    follow();
    onType?.(entry());
  });
  input.addEventListener("change", () => {
    const found = entry();
    // Leaving an empty field is no mistake yet: somebody may only look around.
    if (found.kind === "refused" && input.value.trim() !== "") box.mark(refusalText(found.refusal, rule));
  });
  const set = (next: Decimal | string | number | null): void => {
    input.value = next === null ? "" : typedText(decimalOf(next), ownSigns());
    box.forgive();
    follow();
  };
  if (value !== null && value !== undefined) set(value);
  return {
    ...box, input, entry, set,
    read: () => {
      const found = entry();
      if (found.kind === "number") return found.value;
      if (found.kind === "empty") return null;
      box.blame(refusalText(found.refusal, rule));
      return undefined;
    },
  };
}

/** The keys of a telephone that the number needs; only the whole keyboard has a minus sign everywhere. */
function keypad({ places, least = "0" }: NumberRule): string {
  if (least.startsWith("-")) return "text";
  return places === 0 ? "numeric" : "decimal";
}

/** A `number` in whole digits, without the exponent with which JavaScript writes small ones. */
function decimalOf(value: Decimal | string | number): Decimal {
  if (value instanceof Decimal) return value;
  const text = String(value);
  return Decimal.parse(text) ?? Decimal.parse(Number(text).toFixed(15)) ?? Decimal.zero;
}

/** How a number was understood, where its text has more than digits. */
function heardText(text: string, entry: Entry, { unit = "" }: NumberRule): string {
  if (entry.kind !== "number" || /^\s*-?\d{0,4}\s*$/.test(text)) return "";
  return t("number.understood", { value: groupedText(entry.value, ownSigns()), unit }).trim();
}

/** Why a number is not taken, in words. */
export function refusalText(refusal: Refusal, { places, least = "0", most }: NumberRule): string {
  const signs = ownSigns();
  const shown = (text: string): string => groupedText(Decimal.from(text), signs);
  switch (refusal.why) {
    case "missing": return t("number.missing");
    case "foreign": return t("number.foreign", { character: refusal.character });
    case "unclear": return t("number.unclear", { example: shown(places === 0 ? "12" : "12.5") });
    case "long": return t("number.long");
    case "whole": return t("number.whole");
    case "places": return t("number.places", { places });
    case "range": return most === undefined ? t("number.least", { least: shown(least) }) : t("number.range", { least: shown(least), most: shown(most) });
    case "doubtful": return t("number.doubtful", { one: refusal.readings[0], other: refusal.readings[1] });
  }
}
