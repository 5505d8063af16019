import { el } from "../../dom";
import type { PerformancePoint } from "./performance";

/** Width and height of the drawing's own units; it is stretched to its place. */
const [width, height] = [1000, 300];

const namespace = "http://www.w3.org/2000/svg";

/** Two lines over time: what all was worth, and in steps what was put in. */
export interface LineChart {
  element: HTMLElement;
  /** Marks one of the points. */
  mark: (index: number) => void;
}

/** Draws points that are in order; `label` says the whole in a sentence, since a drawing says nothing to a screen reader. */
export function lineChart(points: readonly PerformancePoint[], label: string): LineChart {
  const times = points.map(({ at }) => Date.parse(at));
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const amounts = points.flatMap(({ value, deposits }) => [value.approximate, deposits.approximate]);
  // What is worth something is seen against nothing, unless it has hardly changed.
  const top = Math.max(...amounts, 0);
  const bottom = Math.min(...amounts);
  const low = top - bottom < 0.2 * top ? bottom - (top - bottom || top || 1) * 0.5 : Math.min(0, bottom);
  const x = (index: number): number => (end === start ? width : (((times[index] ?? start) - start) / (end - start)) * width);
  const y = (amount: number): number => height - ((amount - low) / (top - low || 1)) * (height - 12) - 6;
  const value = points.map((point, index) => `${index === 0 ? "M" : "L"}${round(x(index))} ${round(y(point.value.approximate))}`);
  const steps = points.map((point, index) =>
    index === 0 ? `M${round(x(0))} ${round(y(point.deposits.approximate))}` : `H${round(x(index))}V${round(y(point.deposits.approximate))}`);
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("aria-hidden", "true");
  // One point alone is drawn as a level.
  const level = (amount: number): string => `M0 ${round(y(amount))}H${width}`;
  const only = points.length === 1 ? points[0] : undefined;
  path(drawing, "chart-deposits", only === undefined ? steps.join("") : level(only.deposits.approximate));
  path(drawing, "chart-value", only === undefined ? value.join("") : level(only.value.approximate));
  const cursor = path(drawing, "chart-cursor", "");
  return {
    element: el("div", { class: "portfolio-drawing", role: "img", "aria-label": label }, drawing as unknown as HTMLElement),
    mark: (index) => cursor.setAttribute("d", `M${round(x(index))} 0V${height}`),
  };
}

function path(drawing: SVGSVGElement, name: string, data: string): SVGPathElement {
  const line = document.createElementNS(namespace, "path");
  line.setAttribute("class", name);
  line.setAttribute("d", data);
  drawing.append(line);
  return line;
}

function round(coordinate: number): string {
  return coordinate.toFixed(1);
}
