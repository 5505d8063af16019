import { el } from "../../dom";
import { dayName, dayShort, number } from "../../format";
import { t } from "../../i18n";
import type { AreaCases, AreaData } from "./areas";

const [width, height] = [320, 120];

/** The cases of an area day by day as bars, their mean of seven days as a line, and the chosen day. */
export function dayChart(data: AreaData, cases: AreaCases, day: number): HTMLElement {
  const top = Math.max(1, ...cases.counts);
  const step = width / data.days;
  const y = (value: number): number => height - (value / top) * (height - 8);
  const bars = cases.counts.map((count, index) => {
    const x = index * step + step * 0.1;
    return count === 0 ? "" : `M${fixed(x)} ${height}V${fixed(y(count))}H${fixed(x + step * 0.8)}V${height}Z`;
  });
  const mean = cases.counts.map((_, index) => {
    const value = cases.cases(index, "week") / Math.min(7, index + 1);
    return `${index === 0 ? "M" : "L"}${fixed((index + 0.5) * step)} ${fixed(y(value))}`;
  });
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("class", "zone-chart");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", summary(data, cases, day));
  const middle = fixed((day + 0.5) * step);
  for (const [name, path] of [["bars", bars.join("")], ["day", `M${middle} 0V${height}`], ["mean", mean.join("")]]) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("class", `zone-chart-${name}`);
    line.setAttribute("d", path ?? "");
    line.setAttribute("vector-effect", "non-scaling-stroke");
    drawing.append(line);
  }
  const [first, last] = [dayShort(data.date(0), "month"), dayShort(data.date(data.days - 1), "month")];
  return el(
    "figure",
    { class: "zone-figure" },
    drawing,
    el("div", { class: "zone-axis", "aria-hidden": "true" }, el("span", {}, first), el("span", {}, last)),
    el("figcaption", { class: "quiet" }, t("zones.chart.caption", { top: number(top) })),
  );
}

function summary(data: AreaData, cases: AreaCases, day: number): string {
  const highest = cases.counts.indexOf(Math.max(...cases.counts));
  return t("zones.chart.summary", {
    day: dayName(data.date(day)), count: number(cases.counts[day] ?? 0),
    peak: number(cases.counts[highest] ?? 0), peakDay: dayName(data.date(highest)),
  });
}

function fixed(value: number): string {
  return value.toFixed(1);
}
