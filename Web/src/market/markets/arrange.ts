import type { Market, MarketAsset, MarketTicker } from "../../api";
import { Decimal } from "../../numbers/decimal";

/** What is known of a market when its place in the list is looked for. */
export interface Entry {
  market: Market;
  ticker: MarketTicker | undefined;
  /** What the base and the quote are called. */
  titles: string;
  isFavourite: boolean;
  hasOrders: boolean;
  /** Whether one has something of its base. */
  isHeld: boolean;
}

/** What the list is sorted by. */
export const columns = ["name", "price", "change", "volume"] as const;

export type Column = (typeof columns)[number];

/** A chosen order; null is the one that the list has by itself. */
export type Sorting = { column: Column; isReversed: boolean } | null;

/** Which markets are listed. */
export interface Filter {
  search: string;
  which: "all" | "favourites" | "own";
  /** The asset that prices are in; empty for all. */
  quote: string;
}

/** Letters without their accents, small. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a market is meant by a search: by its names, however they are parted. */
function isFound({ market, titles }: Entry, search: string): boolean {
  const parted = (text: string): string => folded(text).replace(/[\s/\-_.]+/g, "");
  const names = `${market.base}${market.quote}`;
  return parted(names).includes(parted(search)) || folded(titles).includes(folded(search).trim());
}

/** Whether a market is listed. */
export function isListed(entry: Entry, { search, which, quote }: Filter): boolean {
  if (quote !== "" && entry.market.quote !== quote) return false;
  if (which === "favourites" && !entry.isFavourite) return false;
  if (which === "own" && !entry.hasOrders && !entry.isHeld) return false;
  return search.trim() === "" || isFound(entry, search);
}

/** What was traded of a market in 24 hours, in the asset that its prices are in. */
export function turnover(ticker: MarketTicker | undefined): Decimal {
  if (ticker?.last === undefined) return Decimal.zero;
  return Decimal.from(ticker.volume).times(Decimal.from(ticker.last));
}

/** The next order when a column is chosen: as one expects it, the other way round, and then the list's own again. */
export function nextSorting(sorting: Sorting, column: Column): Sorting {
  if (sorting?.column !== column) return { column, isReversed: false };
  return sorting.isReversed ? null : { column, isReversed: true };
}

/**
 * Markets in the order of the list.
 *
 * By itself it has those with own orders first, then favourites, then by what was traded. Amounts of different
 * currencies are not compared: the markets of `counter` come before the others, each currency apart.
 */
export function arranged(entries: readonly Entry[], sorting: Sorting, counter: string): Entry[] {
  const rank = (is: boolean): number => (is ? 0 : 1);
  const byName = (a: Entry, b: Entry): number => (a.market.name < b.market.name ? -1 : a.market.name > b.market.name ? 1 : 0);
  const byQuote = (a: Entry, b: Entry): number => {
    const first = rank(a.market.quote === counter) - rank(b.market.quote === counter);
    return first !== 0 ? first : a.market.quote < b.market.quote ? -1 : a.market.quote > b.market.quote ? 1 : 0;
  };
  const price = ({ ticker }: Entry): Decimal => (ticker?.last === undefined ? Decimal.zero : Decimal.from(ticker.last));
  const ways: Record<Column, (a: Entry, b: Entry) => number> = {
    name: byName,
    price: (a, b) => price(b).compare(price(a)),
    change: (a, b) => (b.ticker?.change1d ?? -Infinity) - (a.ticker?.change1d ?? -Infinity) || 0,
    volume: (a, b) => turnover(b.ticker).compare(turnover(a.ticker)),
  };
  const own = (a: Entry, b: Entry): number =>
    rank(a.hasOrders) - rank(b.hasOrders) || rank(a.isFavourite) - rank(b.isFavourite) || byQuote(a, b) || ways.volume(a, b);
  const chosen = (a: Entry, b: Entry): number => {
    if (sorting === null) return own(a, b);
    const apart = sorting.column === "price" || sorting.column === "volume" ? byQuote(a, b) : 0;
    return apart || (sorting.isReversed ? -1 : 1) * ways[sorting.column](a, b);
  };
  return [...entries].sort((a, b) => chosen(a, b) || byName(a, b));
}

/** The title of an asset, or its name where it has none. */
export function titleOf(assets: readonly MarketAsset[], name: string): string {
  return assets.find((asset) => asset.name === name)?.title ?? name;
}
