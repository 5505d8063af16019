import type { MarketOrder } from "../../api";

/** What became of an order that was open. */
export type Ending = "filled" | "cancelled" | "replaced" | "gone";

/** An order in the list of open ones, or one that was open until just now. */
export interface OrderRow {
  order: MarketOrder;
  /** Null while it is open. */
  ending: Ending | null;
  /** When it ended, in milliseconds. */
  endedAt: number;
}

/** Milliseconds for which an order that ended stays where it was. */
export const stays = 3000;

/**
 * The rows of the list after a change. What ended stays in its place for a moment, and as long as the list is held: while
 * the pointer or the focus is in it no row moves, so that a press never meets another row than the one that was aimed at.
 */
export function nextRows(
  rows: readonly OrderRow[], open: readonly MarketOrder[], endings: ReadonlyMap<string, Ending>, isHeld: boolean, now: number,
): OrderRow[] {
  const byId = new Map(open.map((order) => [order.id, order]));
  const next: OrderRow[] = [];
  for (const row of rows) {
    const order = byId.get(row.order.id);
    if (order !== undefined && row.ending === null) next.push(row.order === order ? row : { ...row, order });
    else if (row.ending !== null) {
      if (!isHeld && now - row.endedAt >= stays) continue;
      // That an order is gone may be known before what became of it.
      const known = row.ending === "gone" ? endings.get(row.order.id) : undefined;
      next.push(known === undefined ? row : ended(row.order, known, row.endedAt));
    } else {
      next.push(ended(row.order, endings.get(row.order.id) ?? "gone", now));
    }
  }
  const shown = new Set(next.map(({ order }) => order.id));
  const fresh = open.filter(({ id }) => !shown.has(id)).map((order): OrderRow => ({ order, ending: null, endedAt: 0 }));
  if (fresh.length === 0) return next;
  if (isHeld) return [...next, ...fresh];
  // Newest first, as the server lists them; what has ended stays below the row that it stood below.
  const turn = new Map(open.map(({ id }, place) => [id, place]));
  const sorted: OrderRow[] = [...next.filter(({ ending }) => ending === null), ...fresh]
    .sort((left, right) => (turn.get(left.order.id) ?? 0) - (turn.get(right.order.id) ?? 0));
  for (const row of next.filter(({ ending }) => ending !== null)) {
    const before = next.slice(0, next.indexOf(row)).reverse().find((each) => sorted.includes(each));
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, row);
  }
  return sorted;
}

/** An order that ended like that. */
function ended(order: MarketOrder, ending: Ending, endedAt: number): OrderRow {
  return { order: ending === "filled" ? { ...order, executed: order.amount, remaining: "0" } : order, ending, endedAt };
}

/** Whether rows have ended that are to go, or stand in another order than the server's, once nothing holds the list. */
export function isSettled(rows: readonly OrderRow[], open: readonly MarketOrder[]): boolean {
  return rows.length === open.length && rows.every(({ order }, place) => order.id === open[place]?.id);
}

/** The rows as they are once nothing holds the list: what ended long enough ago is gone, the rest as the server lists it. */
export function released(rows: readonly OrderRow[], open: readonly MarketOrder[], now: number): OrderRow[] {
  const kept = rows.filter(({ ending, endedAt }) => ending === null || now - endedAt < stays);
  if (kept.some(({ ending }) => ending !== null)) return kept;
  const turn = new Map(open.map(({ id }, place) => [id, place]));
  return [...kept].sort((left, right) => (turn.get(left.order.id) ?? 0) - (turn.get(right.order.id) ?? 0));
}
