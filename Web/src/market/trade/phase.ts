import type { Market } from "../../api";
import type { MarketFeed, MarketStore, Phase } from "../live/store";
import { isWaiting, type Lasting } from "./lasting";

/** The market as the list of all says it now; the one that a view began with until then. */
export function marketNow(store: MarketStore, market: Market): Market {
  return store.markets.value?.find(({ name }) => name === market.name) ?? market;
}

/** What a market does with orders: as its stream tells it, else as the list of markets did. */
export function phaseOf(market: Market, told: Phase | null): Phase {
  if (told !== null) return told;
  const { phase, auctionUntil } = market;
  if (phase !== "auction") return { kind: phase };
  return { kind: phase, until: new Date(auctionUntil ?? Date.now()), outlook: null };
}

/** The same of a market that is followed. */
export function phaseNow(store: MarketStore, feed: MarketFeed, market: Market): Phase {
  return phaseOf(marketNow(store, market), feed.phase.value);
}

/** An order as far as it matters whether a market takes it. */
export interface Kind {
  type: "limit" | "market" | "stop-limit" | "pair";
  timeInForce: Lasting;
  isPostOnly: boolean;
}

/** Whether a market takes an order of this kind: an auction only those that wait, and that may cross others. */
export function isTaken(phase: Phase, { type, timeInForce, isPostOnly }: Kind): boolean {
  if (phase.kind !== "auction") return phase.kind === "trading";
  return (type === "limit" || type === "stop-limit") && isWaiting(timeInForce) && !isPostOnly;
}
