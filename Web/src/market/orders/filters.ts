import type { MarketSide, TableSeparator } from "../../api";
import { endOfDay, startOfDay } from "../numbers/instants";

/** How far back a list goes. */
export const periods = ["week", "month", "year", "all", "days"] as const;
export type Period = (typeof periods)[number];

/** What a list of past orders or executions is cut down to. */
export interface Filter {
  market: string;
  side: MarketSide | "";
  period: Period;
  /** The first and the last day of `days`, as a date field writes them; empty for none. */
  first: string;
  last: string;
}

export const noFilter: Filter = { market: "", side: "", period: "month", first: "", last: "" };

/** What the server is asked for. */
export interface FilterQuery {
  market?: string;
  side?: MarketSide;
  from?: number;
  to?: number;
}

const day = 86_400_000;
const lengths: Partial<Record<Period, number>> = { week: 7 * day, month: 30 * day, year: 365 * day };

/** The query of a filter: instants in milliseconds, `to` not in it. Null when the last day is before the first. */
export function queryOf(filter: Filter, now: number): FilterQuery | null {
  const query: FilterQuery = {};
  if (filter.market !== "") query.market = filter.market;
  if (filter.side !== "") query.side = filter.side;
  const length = lengths[filter.period];
  if (length !== undefined) query.from = now - length;
  if (filter.period === "days") {
    const [from, to] = [startOfDay(filter.first), endOfDay(filter.last)];
    if (from !== null) query.from = from.getTime();
    if (to !== null) query.to = to.getTime();
    if (from !== null && to !== null && to <= from) return null;
  }
  return query;
}

export type Table = "orders" | "fills" | "statement";

/** The address of a table of the whole period; a statement has no side. */
export function exportAddress(table: Table, query: FilterQuery, language: string, separator: TableSeparator | "auto"): string {
  const { side, ...others } = query;
  const values: Record<string, string | number | undefined> = {
    ...others, ...(table !== "statement" && { side }), language, ...(separator !== "auto" && { separator }),
  };
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return `/api/market/exports/${table}?${said.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")}`;
}
