import type { MarketOrder, MarketSide } from "../../api";
import type { Level } from "../live/store";
import { Decimal } from "../../numbers/decimal";

/** How many ticks one row of the book can be. */
export const groupings = [1, 10, 100, 1000] as const;

export type Grouping = (typeof groupings)[number];

/** A row of the book: what is offered at its price, or between it and the row before. */
export interface BookRow {
  price: Decimal;
  amount: Decimal;
  /** What is offered up to here, from the best price on. */
  total: Decimal;
  /** Whether an order of the reader's is in it. */
  isOwn: boolean;
}

/** Which prices a row stands for: sells go up and buys down, so that no row is better than what there is. */
export function groupPrice(price: Decimal, step: Decimal, side: MarketSide): Decimal {
  return side === "sell" ? price.ceiling(step) : price.floor(step);
}

/** The first rows of a side, best first, each of `step`; no more is worked out than is shown. */
export function rowsOf(
  levels: readonly Level[], side: MarketSide, step: Decimal, isGrouped: boolean, own: ReadonlySet<string>, most: number,
): BookRow[] {
  const rows: BookRow[] = [];
  let total = Decimal.zero;
  for (const { price, amount } of levels) {
    const at = isGrouped ? groupPrice(price, step, side) : price;
    const last = rows[rows.length - 1];
    const isSame = last !== undefined && last.price.equals(at);
    if (!isSame && rows.length === most) break;
    total = total.plus(amount);
    const isOwn = own.has(price.text);
    if (isSame) Object.assign(last, { amount: last.amount.plus(amount), total, isOwn: last.isOwn || isOwn });
    else rows.push({ price: at, amount, total, isOwn });
  }
  return rows;
}

/** The prices at which somebody's own orders of a side wait in a market's book. */
export function ownPrices(orders: readonly MarketOrder[], market: string, side: MarketSide): ReadonlySet<string> {
  const waiting = orders.filter((order) => order.market === market && order.side === side && order.price !== undefined);
  // Those that wait for their stop are not in the book yet.
  return new Set(waiting.filter(({ status }) => status !== "waiting").map(({ price = "0" }) => Decimal.from(price).text));
}

/** The distance between the best prices, and its part of the middle between them, for showing alone. */
export function spreadOf(bid: Decimal, ask: Decimal): { size: Decimal; part: number } {
  const size = ask.minus(bid);
  const middle = ask.plus(bid);
  return { size, part: middle.isZero ? 0 : size.times(Decimal.of(2n)).dividedBy(middle, 8).approximate };
}
