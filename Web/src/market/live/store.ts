import type { Market, MarketAsset, MarketBalance, MarketOrder, MarketTicker, MarketTrade } from "../../api";
import type { Observable, Scope } from "../../observable";
import type { Resource } from "../../remote";
import type { Decimal } from "../numbers/decimal";
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

/** What is followed of one market while something shows it. */
export interface MarketFeed {
  /** Null until the first one is here. */
  readonly book: Observable<Book | null>;
  /** Newest first, at most 100. */
  readonly trades: Observable<readonly MarketTrade[]>;
  /** The newest candle of each frame in minutes, by its beginning in milliseconds. */
  readonly candles: Observable<ReadonlyMap<number, RunningCandle>>;
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
  /** Follows a market until the scope ends; all who follow one share one feed. */
  follow(market: string, scope: Scope): MarketFeed;
}
