import type { Market, MarketAsset, MarketBalance, MarketOrder, MarketTicker, MarketTrade } from "../../api";
import { Observable, type Scope } from "../../observable";
import { Resource } from "../../remote";
import type { MarketSession } from "../session";
import type { Connection } from "./connection";
import * as rest from "./rest";
import type { Book, MarketFeed, MarketStore, RunningCandle } from "./store";

/** The store, filled by the server's streams. */
export class LiveStore implements MarketStore {
  readonly connection = new Observable<Connection>({ state: "connecting" });
  readonly markets = new Resource<Market[]>(rest.markets);
  readonly assets = new Resource<MarketAsset[]>(rest.assets);
  readonly tickers = new Observable<ReadonlyMap<string, MarketTicker>>(new Map());
  readonly balances = new Resource<ReadonlyMap<string, MarketBalance>>(rest.balances);
  readonly openOrders = new Resource<MarketOrder[]>(rest.openOrders);
  private readonly feeds = new Map<string, Feed>();

  start(session: MarketSession): void {
    void this.markets.load();
    void this.assets.load();
    session.account.observable.subscribe((remote) => {
      this.balances.clear();
      this.openOrders.clear();
      if (remote.state !== "ready" || remote.value === null) return;
      void this.balances.load();
      void this.openOrders.load();
    });
  }

  follow(market: string, _scope: Scope): MarketFeed {
    const feed = this.feeds.get(market) ?? new Feed();
    this.feeds.set(market, feed);
    return feed;
  }
}

class Feed implements MarketFeed {
  readonly book = new Observable<Book | null>(null);
  readonly trades = new Observable<readonly MarketTrade[]>([]);
  readonly candles = new Observable<ReadonlyMap<number, RunningCandle>>(new Map());
}
