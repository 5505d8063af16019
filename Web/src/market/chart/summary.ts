import { lastTraded, type Candle, type Point } from "./points";

/** What happened in a span of frames, exact as text. */
export interface Summary {
  from: number;
  to: number;
  open: string;
  close: string;
  high: string;
  low: string;
  /** From the first price to the last one, as a fraction. */
  change: number;
  /** How many frames had trades. */
  count: number;
}

/** What is said of the frames from one place to another, both in it; null when nothing was traded there. */
export function summaryOf(points: readonly Point[], first: number, last: number): Summary | null {
  const shown = points.slice(Math.max(0, first), Math.max(0, last + 1)).filter(({ candle }) => candle !== null);
  const [begin, end] = [shown[0], shown[shown.length - 1]];
  if (begin === undefined || end === undefined || begin.candle === null || end.candle === null) return null;
  let [highest, lowest] = [begin.candle, begin.candle];
  for (const { candle } of shown) {
    if (candle === null) continue;
    if (candle.drawn.high > highest.drawn.high) highest = candle;
    if (candle.drawn.low < lowest.drawn.low) lowest = candle;
  }
  return {
    from: begin.start, to: end.start, open: begin.candle.open, close: end.candle.close, high: highest.high, low: lowest.low,
    change: end.candle.drawn.close / begin.candle.drawn.open - 1, count: shown.length,
  };
}

/** By how much a candle closed above what was paid last before it, as a fraction. */
export function changeAt(points: readonly Point[], place: number, candle: Candle): number {
  const before = lastTraded(points, place)?.candle?.drawn.close ?? candle.drawn.open;
  return candle.drawn.close / before - 1;
}
