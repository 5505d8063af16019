import type { MarketPortfolio, MarketPortfolioPoint, PortfolioRange } from "../../api";
import { Decimal } from "../../numbers/decimal";

/** What all was worth at an instant, and what had been put in by then. */
export interface PerformancePoint {
  at: string;
  value: Decimal;
  /** All that came less all that went, otherwise than by trades. */
  deposits: Decimal;
  unpriced: number;
}

/** How somebody's money has done. */
export interface Performance {
  points: readonly PerformancePoint[];
  /** What was won, in the base: a deposit is no gain, a withdrawal no loss. */
  gain: Decimal;
  /** The time-weighted return as a fraction; null while there is only one point with something at it. */
  rate: Decimal | null;
}

/** Points that a range has when something was held at its beginning: ends of days, the one before them, and now. */
const whole: Record<PortfolioRange, number> = { day: 3, week: 9, month: 32, year: 367, all: 1502 };

/** Decimal places that the return is worked out with. */
const places = 18;

/** How money has done over a range. */
export function performance({ points, isComplete }: MarketPortfolio, range: PortfolioRange): Performance {
  const [first] = points;
  if (first === undefined) return { points: [], gain: Decimal.zero, rate: null };
  // Where the line begins with what was first held, all of it came; else it begins with what was there.
  const isBeginning = isComplete && points.length < (whole[range] ?? Infinity);
  let deposits = Decimal.from(isBeginning ? first.flow : first.value);
  const found = points.map((point, index) => {
    if (index > 0) deposits = deposits.plus(Decimal.from(point.flow));
    return { at: point.at, value: Decimal.from(point.value), deposits, unpriced: point.unpriced };
  });
  const last = found[found.length - 1]?.value ?? Decimal.zero;
  return { points: found, gain: last.minus(deposits), rate: timeWeighted(points) };
}

/** The product of (value − flow) / value of the point before, less 1; a step that begins with nothing counts for nothing. */
export function timeWeighted(points: readonly Pick<MarketPortfolioPoint, "value" | "flow">[]): Decimal | null {
  let product = Decimal.of(1n);
  let before: Decimal | null = null;
  let steps = 0;
  for (const point of points) {
    const value = Decimal.from(point.value);
    if (before !== null && !before.isZero) {
      product = product.times(value.minus(Decimal.from(point.flow))).dividedBy(before, places);
      steps += 1;
    }
    before = value;
  }
  return steps === 0 ? null : product.minus(Decimal.of(1n));
}
