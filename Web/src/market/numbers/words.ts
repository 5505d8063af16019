import { t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { exactFigure, fieldText } from "./format";
import type { Understood } from "../../numbers/typing";

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
  if (found.other === null) return t("number.understood", values);
  // Whoever meant the other number sees how to write it.
  return found.readAs === "groups"
    ? t("number.ambiguous", { ...values, other: fieldText(found.other) })
    : t("number.decimals", { ...values, other: exactFigure(found.other) });
}
