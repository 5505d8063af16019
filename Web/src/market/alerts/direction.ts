import type { AlertDirection, MarketTicker } from "../../api";
import { Decimal } from "../../numbers/decimal";

/** What a market's price is taken for now: that of the last trade, else the middle of what is bid and asked. */
export function presentPrice(ticker: MarketTicker | undefined): Decimal | null {
  if (ticker === undefined) return null;
  if (ticker.last !== undefined) return Decimal.from(ticker.last);
  if (ticker.bid === undefined || ticker.ask === undefined) return null;
  return Decimal.from(ticker.bid).plus(Decimal.from(ticker.ask)).times(Decimal.of(5n, 1));
}

/** From which side a price is reached, seen from the present one; null when it is the present one or none is known. */
export function directionTo(price: Decimal, present: Decimal | null): AlertDirection | null {
  const order = present === null ? 0 : price.compare(present);
  return order > 0 ? "above" : order < 0 ? "below" : null;
}

/** How far a price is from the present one, as a fraction of that; null when there is none. */
export function distanceTo(price: Decimal, present: Decimal | null): number | null {
  if (present === null || present.isZero) return null;
  return price.minus(present).dividedBy(present, 6).approximate;
}
