import { el } from "../../dom";

const namespace = "http://www.w3.org/2000/svg";

/** A point of a line: a day, counted from 1970-01-01, and a value. */
export interface LinePoint {
  day: number;
  value: number;
}

/** The day of a date as `2026-11-21`. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
}

/** Bounds of values with some room, and never of no height. */
export function bounds(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.1, 1);
  return [low - room, high + room];
}

/** A line over days, with another that goes on from it, and a level; a table beside it says the same. */
export function lineChart(
  label: string, points: readonly LinePoint[],
  options: { level?: number; ahead?: readonly LinePoint[] } = {},
): HTMLElement {
  const { level, ahead = [] } = options;
  const all = [...points, ...ahead];
  const [left, right] = [Math.min(...all.map(({ day }) => day)), Math.max(...all.map(({ day }) => day))];
  const [low, high] = bounds([...all.map(({ value }) => value), ...(level === undefined ? [] : [level])]);
  const [width, height] = [320, 120];
  const x = (day: number): string => ((width * (day - left)) / Math.max(right - left, 1)).toFixed(1);
  const y = (value: number): string => (height - (height * (value - low)) / (high - low)).toFixed(1);
  const path = (line: readonly LinePoint[]): string =>
    line.map(({ day, value }, index) => `${index === 0 ? "M" : "L"}${x(day)} ${y(value)}`).join("");
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 8}`);
  drawing.setAttribute("class", "fleet-line");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  const add = (className: string, data: string): void => {
    const line = document.createElementNS(namespace, "path");
    line.setAttribute("class", className);
    line.setAttribute("d", data);
    drawing.append(line);
  };
  if (level !== undefined) add("fleet-level", `M0 ${y(level)}H${width}`);
  if (ahead.length > 0) add("fleet-ahead", path(ahead));
  add("fleet-known", path(points));
  return el("div", { class: "fleet-chart" }, drawing as unknown as HTMLElement);
}
