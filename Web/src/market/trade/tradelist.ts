import type { LiveTrade } from "../live/store";

/** What is new at the head of a list of trades. */
export interface Arrival {
  fresh: readonly LiveTrade[];
  /** Whether the rest is as it was; otherwise the list begins anew. */
  goesOn: boolean;
}

/** What came since `shown` was the newest trade. */
export function arrivalOf(trades: readonly LiveTrade[], shown: string | null): Arrival {
  const place = shown === null ? -1 : trades.findIndex(({ id }) => id === shown);
  return place < 0 ? { fresh: trades, goesOn: false } : { fresh: trades.slice(0, place), goesOn: true };
}

/** What a trade and an execution of one's own have in common, by which the own ones are found. */
export function keyOf({ price, amount, at }: { price: string; amount: string; at: string }): string {
  return `${Date.parse(at)} ${price} ${amount}`;
}
