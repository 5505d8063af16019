import { el, fill } from "../../dom";
import { number } from "../../format";
import { t } from "../../i18n";
import { table } from "../../ui/table";
import type { AreaData } from "./areas";
import type { Choice } from "./choice";
import { unitOf } from "./legend";

export interface AreaTable {
  element: HTMLDetailsElement;
  show: (data: AreaData, choice: Choice, day: number) => void;
}

/** The map as a table: what a screen reader reads and a keyboard chooses from. */
export function areaTable(onArea: (code: string) => void): AreaTable {
  const place = el("div", { class: "zone-table-place" });
  let waiting: (() => void) | null = null;
  const element = el("details", { class: "zone-details" }, el("summary", {}, t("zones.table")), place);
  // A closed table is not made again for every day that passes by.
  element.addEventListener("toggle", () => {
    if (element.open) waiting?.();
  });

  function show(data: AreaData, choice: Choice, day: number): void {
    waiting = () => render(data, choice, day);
    if (element.open) waiting();
  }

  function render(data: AreaData, choice: Choice, day: number): void {
    const focused = document.activeElement?.getAttribute("data-area") ?? null;
    const value = (code: string): number => data.value(code, day, choice.span) ?? -1;
    const sorted = [...data.areas].sort((a, b) => value(b.code) - value(a.code) || a.name.localeCompare(b.name));
    const rows = sorted.map((area) => {
      const cases = data.cases(area.code);
      const known = data.value(area.code, day, choice.span);
      const light = cases?.light(day);
      const cells = [
        known === undefined ? "–" : number(known, data.isPerPopulation ? 1 : 0),
        cases === undefined ? "–" : number(cases.cases(day, "week")),
      ];
      if (data.hasLights) cells.push(light === undefined ? "–" : t(`zones.light.${light}`));
      const head = el(
        "button",
        {
          type: "button", class: "zone-name", "data-area": area.code,
          "aria-pressed": String(area.code === choice.area), onclick: () => onArea(area.code),
        },
        area.name,
      );
      return { code: area.code, head, cells };
    });
    const heads = [t("zones.table.area"), unitOf(data, choice), t("zones.fact.week")];
    if (data.hasLights) heads.push(t("zones.fact.light"));
    fill(place, table(heads, rows));
    if (focused !== null) place.querySelector<HTMLElement>(`[data-area="${CSS.escape(focused)}"]`)?.focus();
  }

  return { element, show };
}
