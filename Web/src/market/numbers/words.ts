import { t } from "../../i18n";
import { Decimal } from "./decimal";
import { exactFigure, numberSigns } from "./format";
import type { Understood } from "./typing";

/** What is wrong with a typed number, in words; null when nothing is, or nothing was typed. */
export function writingFault(found: Understood): string | null {
  switch (found.kind) {
    case "foreign": return t("number.foreign", { character: found.character });
    case "unclear": return t("number.unclear", { example: exactFigure(Decimal.from("1234.5")) });
    case "long": return t("number.long");
    default: return null;
  }
}

/** What a typed number was understood as; empty where only digits were typed, which everybody understands alike. */
export function understanding(text: string, found: Understood, unit: string): string {
  if (found.kind !== "number" || /^\s*\d{0,4}\s*$/.test(text)) return "";
  const values = { value: exactFigure(found.value), unit };
  if (!found.isAmbiguous) return t("number.understood", values);
  // Whoever meant decimals sees how to write them.
  return t("number.ambiguous", { ...values, other: text.trim().split(/[.,]/).join(numberSigns().decimal) });
}
