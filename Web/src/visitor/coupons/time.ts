import type { MarketTransaction } from "../../api";

/** Of which day and venue a line of points for time tells; null for any other. */
export function timeOf({ kind, memo }: Pick<MarketTransaction, "kind" | "memo">): { day: string; venue: string } | null {
  const [, day, venue] = /^(\d{4}-\d{2}-\d{2}) (.+)$/.exec(memo ?? "") ?? [];
  return kind !== "time" || day === undefined || venue === undefined ? null : { day, venue };
}
