import type { Figure, FigureName } from "../../api";
import { type Child, el } from "../../dom";
import { number } from "../../format";
import { locale, t } from "../../i18n";
import { table, type TableRow } from "../../ui/table";
import { type Bar, drawBars } from "./chart";
import type { Difference } from "./reckoning";

/** The figures that are shares, told in percent. */
const shares: readonly FigureName[] = ["capture", "bounce", "engagement", "returning", "coverage"];

/** A figure's number as people read it. */
export function written(name: FigureName, value: number): string {
  if (!shares.includes(name)) return number(Math.round(value));
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(value);
}

/** "between 33 and 51", or nothing where a figure is exact. */
export function between(figure: Figure): string {
  const { name, value, low, high } = figure;
  if (low === null || high === null || low === high || value === null) return "";
  return t("figures.between", { low: written(name, low), high: written(name, high) });
}

/** How a figure compares with the one before, in words. */
export function changeInWords(name: FigureName, found: Difference | null): string {
  if (found === null) return t("figures.change.unknown");
  if (!found.isSure) return t("figures.change.unsure");
  const isShare = shares.includes(name);
  const size = isShare ? t("figures.points", { count: number(Math.abs(found.change) * 100, 0) })
    : number(Math.round(Math.abs(found.change)));
  return found.change > 0 ? t("figures.change.more", { size }) : t("figures.change.less", { size });
}

/** What a figure means, under its name; a tap opens it. */
export function defined(title: string, definition: string): HTMLElement {
  return el("details", { class: "figure-meaning" }, el("summary", {}, title), el("p", {}, definition));
}

/** A chart with its table: who does not see the one reads the other. */
export function charted(
  bars: readonly Bar[], heads: readonly string[], rows: readonly TableRow[], isNoised: boolean, ...notes: Child[]
): HTMLElement {
  return el(
    "div", { class: "figure-charted" },
    drawBars(bars, (value) => number(value), isNoised), ...notes,
    el("details", { class: "figure-table" }, el("summary", {}, t("figures.asTable")),
      el("div", { class: "figure-scroll", tabindex: 0, role: "group", "aria-label": heads[0] ?? "" }, table(heads, rows))),
  );
}
