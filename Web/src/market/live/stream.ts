import type { MarketBalance, MarketSide, MarketTicker } from "../../api";
import { Decimal } from "../../numbers/decimal";
import { isObject, type Json, type JsonObject, PatchFault } from "./patch";
import type { LiveTrade, Phase, RunningCandle } from "./store";

/** What the streams' events hold, read as strictly as what comes from elsewhere must be. */

/** A decimal number as it is written without zeros at the end; streams of the original's contract have 36 digits. */
export function plain(value: unknown): string {
  const number = typeof value === "string" && value.length <= 100 ? Decimal.parse(value) : null;
  if (number === null) throw new PatchFault("no number");
  return number.text;
}

function entriesOf(data: Json): [string, JsonObject][] {
  if (!isObject(data)) throw new PatchFault("no object");
  return Object.entries(data).map(([name, value]) => {
    if (!isObject(value)) throw new PatchFault("no object");
    return [name, value];
  });
}

/** The members of `values` that are numbers of money, by the names of `fields`. */
function numbers<Name extends string>(values: JsonObject, fields: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const field of fields) if (values[field] !== undefined) found[field] = plain(values[field]);
  return found;
}

/** Every market of `tickers`, as of `at`; those that `isChanged` denies stay the same objects. */
export function tickersOf(
  data: Json, at: string, known: ReadonlyMap<string, MarketTicker>, isChanged: (market: string) => boolean,
): ReadonlyMap<string, MarketTicker> {
  return new Map(entriesOf(data).map(([market, values]) => {
    const before = known.get(market);
    if (before !== undefined && !isChanged(market)) return [market, before];
    const ticker: MarketTicker = {
      market, at, volume: plain(values["volume"]), ...numbers(values, ["last", "bid", "ask", "high", "low"] as const),
    };
    for (const change of ["change1d", "change7d"] as const) {
      const fraction = values[change];
      if (typeof fraction === "number") ticker[change] = fraction;
    }
    return [market, ticker];
  }));
}

/** What somebody has, of `balance`. */
export function balancesOf(data: Json): ReadonlyMap<string, MarketBalance> {
  return new Map(entriesOf(data).map(([asset, values]) => [
    asset, { asset, total: plain(values["countable"]), available: plain(values["available"]) },
  ]));
}

/** The newest candle of each frame, of `running-candles`. */
export function candlesOf(data: Json): ReadonlyMap<number, RunningCandle> {
  return new Map(entriesOf(data).map(([frame, values]) => {
    const start = typeof values["start"] === "string" ? Date.parse(values["start"]) : Number.NaN;
    if (!/^\d{1,6}$/.test(frame) || Number.isNaN(start)) throw new PatchFault("no frame");
    const [open, high, low, close, volume] = [
      plain(values["open"]), plain(values["high"]), plain(values["low"]), plain(values["close"]), plain(values["volume"]),
    ];
    return [Number(frame), { start, open, high, low, close, volume }];
  }));
}

/** What a market does with orders, of `auction`. */
export function phaseOf(data: Json): Phase {
  if (!isObject(data)) throw new PatchFault("no phase");
  const { phase: kind, price, surplusSide } = data;
  if (kind === "trading" || kind === "halted") return { kind };
  const until = new Date(typeof data["until"] === "string" ? data["until"] : Number.NaN);
  if (kind !== "auction" || Number.isNaN(until.getTime())) throw new PatchFault("no phase");
  if (price === undefined) return { kind, until, outlook: { price: null, amount: Decimal.zero, surplus: Decimal.zero, surplusSide: null } };
  return {
    kind, until,
    outlook: {
      price: Decimal.from(plain(price)), amount: Decimal.from(plain(data["amount"])), surplus: Decimal.from(plain(data["surplus"])),
      surplusSide: surplusSide === "buy" || surplusSide === "sell" ? surplusSide : null,
    },
  };
}

/** The most trades of a market that are kept. */
export const mostTrades = 100;

/** A market's last trades, newest first, of `historical-book`: each is told as the order that came later. */
export function tradesOf(data: Json): LiveTrade[] {
  if (!Array.isArray(data)) throw new PatchFault("no trades");
  const seen = new Map<string, number>();
  // Counted from the oldest, so that a trade keeps its name when newer ones come.
  return data.slice(0, mostTrades).reverse().map((values) => tradeOf(values, seen)).reverse();
}

function tradeOf(values: Json, seen: Map<string, number>): LiveTrade {
  if (!isObject(values)) throw new PatchFault("no trade");
  const { tradeId: order, executed_date: milliseconds, side: kind } = values;
  const isSide = kind === 1 || kind === 2;
  if (typeof order !== "string" || typeof milliseconds !== "number" || !isSide) throw new PatchFault("no trade");
  const [price, amount] = [plain(values["executed_price"]), plain(values["executed_amount"])];
  // One order can trade several times in a millisecond, also with the same numbers.
  const name = `${order}-${milliseconds}-${price}-${amount}`;
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  const takerSide: MarketSide = kind === 1 ? "buy" : "sell";
  return { id: `${name}-${count}`, order, price, amount, takerSide, at: new Date(milliseconds).toISOString() };
}

/** What is left of each of somebody's open orders, of `open-orders`, by the order's number. */
export function remainingOf(data: Json): ReadonlyMap<string, string> {
  if (!Array.isArray(data)) throw new PatchFault("no orders");
  return new Map(data.map((values) => {
    if (!isObject(values) || typeof values["tradeId"] !== "string") throw new PatchFault("no order");
    return [values["tradeId"], plain(values["amount"])];
  }));
}
