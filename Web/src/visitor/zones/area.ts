import { el } from "../../dom";
import { dayName, number } from "../../format";
import { t } from "../../i18n";
import { AreaCases, type AreaData } from "./areas";
import { dayChart } from "./chart";
import type { Choice } from "./choice";

/** What is known of the area that was chosen, or of the whole country. */
export function areaPanel(data: AreaData, choice: Choice, day: number): HTMLElement {
  const area = data.areas.find(({ code }) => code === choice.area);
  const cases = area === undefined ? data.nation ?? sumOf(data) : data.cases(area.code);
  const name = area?.name ?? t("zones.nation");
  const heading = el("h2", { id: "zone-area-title" }, name);
  const section = el("section", { class: "zone-panel", "aria-labelledby": "zone-area-title", "aria-live": "off" }, heading);
  if (cases === undefined) {
    section.append(el("p", { class: "quiet" }, t("zones.area.unknown")));
    return section;
  }
  section.append(el("p", { class: "quiet" }, dayName(data.date(day))), facts(cases, day), dayChart(data, cases, day));
  if (area === undefined) section.append(el("p", { class: "quiet" }, t("zones.area.hint")));
  return section;
}

function facts(cases: AreaCases, day: number): HTMLElement {
  const rows: [string, string][] = [
    [t("zones.fact.day"), number(cases.counts[day] ?? 0)],
    [t("zones.fact.week"), number(cases.cases(day, "week"))],
    [t("zones.fact.total"), number(cases.cases(day, "total"))],
  ];
  const { population } = cases;
  if (population !== undefined) {
    const incidence = (cases.cases(day, "week") * 100_000) / population;
    rows.splice(2, 0, [t("zones.fact.incidence", { population: number(100_000) }), number(incidence, incidence < 100 ? 1 : 0)]);
    rows.push([t("zones.fact.population"), number(population)]);
  }
  const light = cases.light(day);
  if (light !== undefined) rows.push([t("zones.fact.light"), t(`zones.light.${light}`)]);
  const entries = rows.map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value)));
  return el("dl", { class: "zone-facts" }, ...entries);
}

let kept: { data: AreaData; cases: AreaCases } | undefined;

/** The areas together, where the file has no line for the whole country. */
function sumOf(data: AreaData): AreaCases {
  if (kept?.data === data) return kept.cases;
  const counts = new Array<number>(data.days).fill(0);
  for (const area of data.series.areas) area.counts.forEach((count, day) => (counts[day] = (counts[day] ?? 0) + count));
  const population = data.isPerPopulation
    ? data.series.areas.reduce((sum, area) => sum + (area.population ?? 0), 0)
    : undefined;
  kept = { data, cases: new AreaCases(counts, population, undefined) };
  return kept.cases;
}
