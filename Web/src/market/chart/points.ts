import type { MarketChartPoint } from "../../api";
import { Decimal } from "../../numbers/decimal";
import { type Frame, frameStart, nextStart } from "./frames";

/** What the trades of a frame came to, exact as text, and the same as near as it can be drawn. */
export interface Candle {
  open: string;
  high: string;
  low: string;
  close: string;
  /** In the base asset. */
  volume: string;
  drawn: { open: number; high: number; low: number; close: number; volume: number };
}

/** One frame of time; without a candle nothing was traded in it. */
export interface Point {
  /** When it begins, in milliseconds. */
  start: number;
  candle: Candle | null;
}

/** The numbers of a candle as texts, wherever they come from. */
interface Prices {
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
}

/** A candle of decimal texts; null for what can be none, so that nothing else is ever drawn. */
export function candleOf({ open, high, low, close, volume }: Prices): Candle | null {
  const parsed = [open, high, low, close, volume].map((text) => Decimal.parse(text));
  const [first, highest, lowest, last, amount] = parsed;
  if (first == null || highest == null || lowest == null || last == null || amount == null) return null;
  if (amount.isNegative || lowest.isNegative || lowest.isZero) return null;
  const isWithin = (value: Decimal): boolean => value.compare(lowest) >= 0 && value.compare(highest) <= 0;
  if (!isWithin(first) || !isWithin(last)) return null;
  const drawn = {
    open: first.approximate, high: highest.approximate, low: lowest.approximate, close: last.approximate,
    volume: amount.approximate,
  };
  return { open: first.text, high: highest.text, low: lowest.text, close: last.text, volume: amount.text, drawn };
}

/**
 * The frames of an answer, oldest first.
 *
 * The library that draws them checks nothing: what does not begin where a frame does, comes twice or goes back in time is
 * left out here, and a frame with prices that cannot be is one without any.
 */
export function pointsOf(frame: Frame, answered: readonly MarketChartPoint[]): Point[] {
  const points: Point[] = [];
  let last = -Infinity;
  for (const { start, open, high, low, close, volume } of answered) {
    const instant = Date.parse(start);
    if (!Number.isSafeInteger(instant) || frameStart(frame, instant) !== instant || instant <= last) continue;
    last = instant;
    const isTraded = open !== undefined && high !== undefined && low !== undefined && close !== undefined;
    points.push({ start: instant, candle: isTraded ? candleOf({ open, high, low, close, volume }) : null });
  }
  return points;
}

/** The later of two states of one candle: trades only ever add to what was traded. */
function later(one: Candle | null, other: Candle | null): Candle | null {
  if (one === null || other === null) return one ?? other;
  return Decimal.from(one.volume).compare(Decimal.from(other.volume)) > 0 ? one : other;
}

/**
 * Two lists of frames as one, oldest first and without gaps: of a frame in both, the later state counts.
 *
 * Frames between the lists are taken for ones without trades, up to `most` of them; with more between, the older list is
 * let go, and is asked for again when somebody looks there.
 */
export function merged(frame: Frame, older: readonly Point[], newer: readonly Point[], most = 2000): Point[] {
  const [oldest] = newer;
  if (oldest === undefined) return [...older];
  const result: Point[] = [];
  let next = 0;
  for (const point of older) {
    while (next < newer.length && newer[next]!.start < point.start) result.push(newer[next++]!);
    const twin = newer[next];
    if (twin !== undefined && twin.start === point.start) {
      result.push({ start: point.start, candle: later(point.candle, twin.candle) });
      next += 1;
    } else result.push(point);
  }
  result.push(...newer.slice(next));
  return withoutGaps(frame, result, most);
}

function withoutGaps(frame: Frame, points: readonly Point[], most: number): Point[] {
  let result: Point[] = [];
  for (const point of points) {
    const last = result[result.length - 1];
    if (last !== undefined) {
      const between: Point[] = [];
      for (let start = nextStart(frame, last.start); start < point.start; start = nextStart(frame, start)) {
        if (between.length === most) {
          result = [];
          between.length = 0;
          break;
        }
        between.push({ start, candle: null });
      }
      for (const one of between) result.push(one);
    }
    result.push(point);
  }
  return result;
}

/** The place of the first frame that does not begin before an instant. */
export function placeOf(points: readonly Point[], instant: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.start < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last frame with trades among the first `count`. */
export function lastTraded(points: readonly Point[], count = points.length): Point | undefined {
  for (let place = count - 1; place >= 0; place -= 1) if (points[place]!.candle !== null) return points[place];
  return undefined;
}
