import type { MarketTimeInForce } from "../../api";

/** How long an order lasts: as the server names it, or until an instant that is sent beside it. */
export type Lasting = MarketTimeInForce | "good-till-date";

/** What is wrong with the end of an order; null when nothing is, or it has none. */
export function untilFault(timeInForce: Lasting, until: Date | null, now: number): "missing" | "past" | null {
  if (timeInForce !== "good-till-date") return null;
  return until === null ? "missing" : until.getTime() <= now ? "past" : null;
}

/** Whether an order that lasts so long may wait. */
export function isWaiting(timeInForce: Lasting): boolean {
  return timeInForce === "good-till-cancelled" || timeInForce === "good-till-date";
}
