import type { Market, MarketAsset, MarketBalance, MarketOrder, MarketSide, MarketTicker, MarketTrade } from "../../api";
import type { Observable, Scope } from "../../observable";
import type { Resource } from "../../remote";
import type { Decimal } from "../../numbers/decimal";
import type { MarketSession } from "../session";
import type { Connection } from "./connection";

/** What is offered at one price. */
export interface Level {
  price: Decimal;
  amount: Decimal;
}

/** A book as it was told last, best price first on both sides. */
export interface Book {
  bids: readonly Level[];
  asks: readonly Level[];
  /** Whether all orders are in it. */
  isWhole: boolean;
  /** Whether something between was missed, and the whole has been asked for: nothing of it may be acted on. */
  isStale: boolean;
}

/** A trade as the stream tells it: its `id` names it in the list alone. */
export interface LiveTrade extends MarketTrade {
  /** The order that came later, by which somebody finds the trades of their own. */
  order: string;
}

/** What became of an order that was open. */
export interface EndedOrder {
  id: string;
  market: string;
  status: "filled" | "cancelled";
  clientId?: string;
}

/** What a market does with orders, as it was told last. */
export type Phase =
  | { kind: "trading" | "halted" }
  /** What trades does so at one price at `until`; `outlook` is what that would be now, and null while nobody knows. */
  | { kind: "auction"; until: Date; outlook: Outlook | null };

/** What an auction would come to if it ended now. */
export interface Outlook {
  /** Null where nothing would trade. */
  price: Decimal | null;
  amount: Decimal;
  /** How much more is wanted or offered at that price. */
  surplus: Decimal;
  surplusSide: MarketSide | null;
}

/** What is followed of one market while something shows it. */
export interface MarketFeed {
  /** Null until the first one is here. */
  readonly book: Observable<Book | null>;
  /** Newest first, at most 100; null until they are here. */
  readonly trades: Observable<readonly LiveTrade[] | null>;
  /** The newest candle of each frame in minutes, by its beginning in milliseconds. */
  readonly candles: Observable<ReadonlyMap<number, RunningCandle>>;
  /** Null while the stream does not tell it. */
  readonly phase: Observable<Phase | null>;
}

/** The candle of a frame that has not ended; money as decimal text. */
export interface RunningCandle {
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
}

/**
 * All that the page knows of the markets, once: each value is what the server told last, views only read.
 *
 * What is the account's own is empty while nobody is signed in.
 */
export interface MarketStore {
  /** Fetches what everybody may see, and what is the account's own once somebody is signed in; called once. */
  start(session: MarketSession): void;
  readonly connection: Observable<Connection>;
  readonly markets: Resource<Market[]>;
  readonly assets: Resource<MarketAsset[]>;
  readonly tickers: Observable<ReadonlyMap<string, MarketTicker>>;
  /** By asset. */
  readonly balances: Resource<ReadonlyMap<string, MarketBalance>>;
  /** Newest first. */
  readonly openOrders: Resource<MarketOrder[]>;
  /** The orders of the account that ended last, each time a new list. */
  readonly ended: Observable<readonly EndedOrder[]>;
  /** Follows a market until the scope ends; all who follow one share one feed. */
  follow(market: string, scope: Scope): MarketFeed;
}
