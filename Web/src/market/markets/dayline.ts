import * as api from "../../api";
import { ask } from "../../client";
import { el, fill, svg } from "../../dom";
import type { Scope } from "../../observable";

/** The width and height of a line, in the units of its drawing. */
const [width, height] = [64, 24];
const hour = 3_600_000;

/** How long a line that was fetched is good for. */
const keptFor = 300_000;

const kept = new Map<string, { at: number; closes: Promise<number[]> }>();

/** Waits for its turn: lines are for later, and two at a time leave room for everything else. */
let turn: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];

/** Milliseconds by which the server's clock is ahead of this one, which may be wrong; a demo's is in a time of its own. */
let ahead = 0;

/** When the frame began from which the last 24 hours are shown. */
const dayBefore = (): number => Math.floor((Date.now() + ahead) / hour) * hour - 24 * hour;

function chartFrom(market: string, from: number): Promise<api.MarketChart> {
  return ask((options) => api.marketChart(market, { kind: "last", frame: 60, from }, options));
}

/** The prices at the ends of the last 24 hours, for drawing alone. */
function closesOf(market: string): Promise<number[]> {
  const known = kept.get(market);
  if (known !== undefined && Date.now() - known.at < keptFor) return known.closes;
  const [first = Promise.resolve(), ...others] = turn;
  const closes = first.then(async () => {
    const from = dayBefore();
    let chart = await chartFrom(market, from);
    ahead = Date.parse(chart.at) - Date.now();
    if (dayBefore() !== from) chart = await chartFrom(market, dayBefore());
    let last = chart.closeBefore;
    return chart.points.flatMap(({ close }) => {
      last = close ?? last;
      return last === undefined ? [] : [Number(last)];
    });
  });
  turn = [...others, closes.catch(() => undefined)];
  kept.set(market, { at: Date.now(), closes });
  // What could not be fetched is tried again when the line is shown the next time.
  closes.catch(() => kept.delete(market));
  return closes;
}

/** The path of a line through values, as wide and as high as its place; without a change it runs through the middle. */
export function linePath(values: readonly number[]): string {
  if (values.length < 2) return "";
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = high === low ? height / 2 : 2 + (1 - (value - low) / (high - low)) * (height - 4);
      return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** A small line of a market's last 24 hours, fetched once it is seen; a decoration of the change that stands beside it. */
export function dayLine(scope: Scope, market: string): HTMLElement {
  const place = el("span", { class: "day-line", "aria-hidden": "true" });
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    closesOf(market).then(
      (closes) => {
        const path = linePath(closes);
        if (!scope.isEnded && path !== "") fill(place, svg(`0 0 ${width} ${height}`, "day-line-drawing", [path]));
      },
      () => undefined,
    );
  });
  seen.observe(place);
  scope.add(() => seen.disconnect());
  return place;
}
