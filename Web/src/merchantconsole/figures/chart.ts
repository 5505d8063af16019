import { el } from "../../dom";

/** A bar of a chart: what it stands for, how high it is, and between what the truth lies where that is not the same. */
export interface Bar {
  /** What its place on the axis is called; not every bar's is written. */
  label: string;
  /** Null where nothing is known: no bar stands there, which is another thing than a bar of 0. */
  value: number | null;
  low?: number | null | undefined;
  high?: number | null | undefined;
}

/** Where a bar is drawn, in units of the view box. */
export interface PlacedBar {
  x: number;
  width: number;
  y: number;
  height: number;
  /** The line from the least to the greatest that the truth can be. */
  whisker: { x: number; top: number; bottom: number } | null;
}

/** A chart as numbers: what is drawn from it says the same at any size. */
export interface BarChart {
  width: number;
  height: number;
  bars: readonly (PlacedBar | null)[];
  /** The lines across, with what they stand for. */
  ticks: readonly { value: number; y: number }[];
  /** Which bars' names are written, so that they do not run into each other. */
  labels: readonly { text: string; x: number }[];
}

/** Room for numbers at the left, and for names below. */
const margin = { left: 36, right: 4, top: 8, bottom: 20 };

/** A number such as 1, 2 or 5 times a power of ten, of which at most `most` reach `top`. */
export function stepFor(top: number, most: number): number {
  if (!(top > 0)) return 1;
  const rough = top / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= rough) return Math.max(factor * power, 1);
  return Math.max(10 * power, 1);
}

/** Places bars in a box of `width` and `height`, `most` names at most below them. */
export function barChart(bars: readonly Bar[], width = 640, height = 180, most = 8): BarChart {
  const top = Math.max(1, ...bars.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)));
  const step = stepFor(top, 4);
  const full = Math.ceil(top / step) * step;
  const [inner, tall] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const y = (value: number): number => margin.top + tall * (1 - Math.min(Math.max(value, 0), full) / full);
  const slot = bars.length === 0 ? inner : inner / bars.length;
  const gap = Math.min(slot * 0.25, 6);
  const placed = bars.map(({ value, low, high }, index): PlacedBar | null => {
    if (value === null) return null;
    const x = margin.left + slot * index + gap / 2;
    const hasWhisker = low != null && high != null && high > low;
    return {
      x, width: slot - gap, y: y(value), height: y(0) - y(value),
      whisker: hasWhisker ? { x: x + (slot - gap) / 2, top: y(high), bottom: y(low) } : null,
    };
  });
  const every = Math.max(1, Math.ceil(bars.length / most));
  const labels = bars.flatMap(({ label }, index) =>
    // What would be cut off at the edge is not written.
    index % every === 0 && (index === 0 || slot * (bars.length - index - 0.5) > label.length * 3)
      ? [{ text: label, x: margin.left + slot * (index + 0.5) }] : []);
  const ticks = [];
  for (let value = 0; value <= full; value += step) ticks.push({ value, y: y(value) });
  return { width, height, bars: placed, ticks, labels };
}

const space = "http://www.w3.org/2000/svg";

function shape(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** Draws bars; `write` writes a number of the axis. The table beside it says the same to who does not see it. */
export function drawBars(bars: readonly Bar[], write: (value: number) => string, isNoised: boolean): HTMLElement {
  // The numbers of a narrow screen stay as large as those of a wide one.
  const chart = barChart(bars, window.innerWidth < 600 ? 360 : 640, 180, window.innerWidth < 600 ? 5 : 10);
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", `0 0 ${chart.width} ${chart.height}`);
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("class", isNoised ? "figure-bars is-noised" : "figure-bars");
  for (const { value, y } of chart.ticks) {
    picture.append(
      shape("line", { class: "figure-grid", x1: margin.left, x2: chart.width - margin.right, y1: y, y2: y }),
      shape("text", { class: "figure-number", x: margin.left - 6, y: y + 4, "text-anchor": "end" }, write(value)));
  }
  for (const bar of chart.bars) {
    if (bar === null) continue;
    picture.append(shape("rect", { class: "figure-bar", x: bar.x, y: bar.y, width: bar.width, height: bar.height, rx: 2 }));
    if (bar.whisker === null) continue;
    const { x, top, bottom } = bar.whisker;
    picture.append(shape("path", {
      class: "figure-whisker", d: `M${x} ${top}V${bottom}M${x - 3} ${top}h6M${x - 3} ${bottom}h6`,
    }));
  }
  for (const { text, x } of chart.labels) {
    picture.append(shape("text", { class: "figure-number", x, y: chart.height - 5, "text-anchor": "middle" }, text));
  }
  return el("div", { class: "figure-chart" }, picture);
}
