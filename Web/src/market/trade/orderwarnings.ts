import type { MarketSide } from "../../api";
import type { Level } from "../live/store";
import type { Decimal } from "../../numbers/decimal";
import type { EntryType } from "./orderentry";

/** What is unusual about an order, so that it takes a second press; fractions for the reader to see. */
export type Warning =
  /** The limit goes past the best price of the other side by this much. */
  | { kind: "crossing"; fraction: number }
  /** It is so far from the last price, above or below. */
  | { kind: "far"; fraction: number }
  /** Without a limit it takes this part of what is offered in sight. */
  | { kind: "depth"; fraction: number }
  /** The book has no more than this. */
  | { kind: "incomplete"; amount: Decimal }
  /** The stop is reached already. */
  | { kind: "stopReached" }
  /** It would end where it meets an own order. */
  | { kind: "own" };

/** An order, and what is known of its market. */
export interface Weighed {
  side: MarketSide;
  type: EntryType;
  price: Decimal | null;
  stop: Decimal | null;
  amount: Decimal;
  last: Decimal | null;
  /** What the other side offers, best first. */
  opposite: readonly Level[];
  /** Of an order without a limit, what the book has for it when that is not all. */
  had: Decimal | null;
  meetsOwn: boolean;
}

const mostCrossing = 0.02;
const mostDistance = 0.1;
const mostOfDepth = 0.5;
/** How many prices a side are in sight. */
const sight = 20;

export function warningsOf(order: Weighed): Warning[] {
  const warnings: Warning[] = [];
  const { side, type, price, stop, amount, last, opposite, had } = order;
  const sign = side === "buy" ? 1 : -1;
  const best = opposite[0]?.price;
  if (type === "limit" && price !== null && best !== undefined) {
    const fraction = sign * part(price, best);
    if (fraction > mostCrossing) warnings.push({ kind: "crossing", fraction });
  }
  if (price !== null && last !== null && !last.isZero) {
    const fraction = part(price, last);
    if (Math.abs(fraction) > mostDistance) warnings.push({ kind: "far", fraction });
  }
  if (type === "market" && had !== null) warnings.push({ kind: "incomplete", amount: had });
  else if (type === "market") {
    const visible = opposite.slice(0, sight).reduce((sum, level) => sum + level.amount.approximate, 0);
    const fraction = visible === 0 ? 0 : amount.approximate / visible;
    if (fraction > mostOfDepth) warnings.push({ kind: "depth", fraction: Math.min(1, fraction) });
  }
  if ((type === "stop-limit" || type === "pair") && stop !== null && last !== null && sign * stop.compare(last) <= 0) {
    warnings.push({ kind: "stopReached" });
  }
  if (order.meetsOwn) warnings.push({ kind: "own" });
  return warnings;
}

/** By which part of `from` a price is above it. */
function part(price: Decimal, from: Decimal): number {
  // Of the difference, not of two rounded numbers: near one another they would lose it.
  return price.minus(from).approximate / from.approximate;
}
