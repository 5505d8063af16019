import * as api from "../../api";
import type { Market, MarketAsset, MarketTicker } from "../../api";
import { ask } from "../../client";
import { Observable, type Scope } from "../../observable";
import { Resource } from "../../remote";
import type { MarketSession } from "../session";
import { Feed } from "./feed";
import { Link, type LinkParts, openWire } from "./link";
import { Own, type OwnSource } from "./own";
import { isObject, type Json } from "./patch";
import * as rest from "./rest";
import type { MarketFeed, MarketStore } from "./store";
import { tickersOf } from "./stream";
import { Topic } from "./topic";

/** What the store takes from outside; a test gives its own. */
export interface StoreParts extends LinkParts, OwnSource {
  markets: () => Promise<Market[]>;
  assets: () => Promise<MarketAsset[]>;
  tickers: () => Promise<ReadonlyMap<string, MarketTicker>>;
}

const browser: StoreParts = {
  open: openWire, now: Date.now, chance: Math.random, ...rest, ticket: () => ask(api.marketSocketTicket),
};

/** Milliseconds for which a market is followed after nothing shows it any more, since people go back and forth. */
const lingers = 15_000;

/** Milliseconds between two looks at which markets there are and whether they take orders, which no event tells. */
const betweenLooks = 30_000;

/** Milliseconds between two looks for a market that is heard of and not known. */
const betweenSearches = 2000;

interface Followed {
  feed: Feed;
  count: number;
  timer?: number | undefined;
}

/** The store, filled by the server's streams. */
export class LiveStore implements MarketStore {
  readonly markets: Resource<Market[]>;
  readonly assets: Resource<MarketAsset[]>;
  readonly tickers = new Observable<ReadonlyMap<string, MarketTicker>>(new Map());
  private readonly link: Link;
  private readonly own: Own;
  private readonly all: Topic;
  private readonly feeds = new Map<string, Followed>();
  private session: MarketSession | undefined;
  private isConnected = false;
  private searchedAt = Number.NEGATIVE_INFINITY;
  private searchTimer: number | undefined;
  private hasStreamed = false;

  constructor(private readonly parts: StoreParts = browser) {
    this.markets = new Resource(parts.markets);
    this.assets = new Resource(parts.assets);
    this.link = new Link(parts, {
      connected: () => this.begin(),
      event: (name, argument) => this.take(name, argument),
      disconnected: () => this.end(),
    });
    const emit = (name: string, argument?: unknown): void => this.link.emit(name, argument);
    this.own = new Own(parts, emit, parts.now, (failure) => this.session?.endIfRefused(failure));
    this.all = new Topic({
      ask: () => emit("tickers"),
      whole: (data) => this.takeTickers(data, () => true),
      changed: (data, delta) => this.takeTickers(data, (market) => isObject(delta) && delta[market] !== undefined),
      stale: () => undefined,
    }, parts.now);
  }

  get connection(): Link["connection"] {
    return this.link.connection;
  }

  get balances(): Own["balances"] {
    return this.own.balances;
  }

  get openOrders(): Own["openOrders"] {
    return this.own.openOrders;
  }

  get ended(): Own["ended"] {
    return this.own.ended;
  }

  start(session: MarketSession): void {
    this.session = session;
    this.search();
    // Also for those to whom nothing lets a socket through.
    this.parts.tickers().then(
      (tickers) => !this.hasStreamed && this.tickers.set(tickers),
      () => undefined,
    );
    window.setInterval(() => !document.hidden && void this.markets.load(), betweenLooks);
    this.link.start();
    let known: string | null = null;
    session.account.observable.subscribe((remote) => {
      if (remote.state === "loading") return;
      const email = remote.state === "ready" ? (remote.value?.email ?? null) : null;
      if (email === known) return;
      const hadSomebody = known !== null;
      known = email;
      this.own.forget();
      // A socket that knows somebody goes on telling of them.
      if (hadSomebody) this.link.reconnect();
      else if (this.isConnected) this.own.begin();
      else this.own.refresh();
    });
  }

  follow(market: string, scope: Scope): MarketFeed {
    const followed = this.feeds.get(market) ?? this.open(market);
    window.clearTimeout(followed.timer);
    followed.count += 1;
    scope.add(() => {
      followed.count -= 1;
      if (followed.count === 0) followed.timer = window.setTimeout(() => this.close(market), lingers);
    });
    return followed.feed;
  }

  private open(market: string): Followed {
    const feed = new Feed(market, (name, argument) => this.link.emit(name, argument), this.parts.now);
    const followed = { feed, count: 0 };
    this.feeds.set(market, followed);
    if (this.isConnected) for (const topic of feed.topics.values()) topic.begin();
    return followed;
  }

  private close(market: string): void {
    for (const topic of this.feeds.get(market)?.feed.topics.values() ?? []) topic.end();
    this.feeds.delete(market);
    this.link.emit("unsubscribe", market);
  }

  private begin(): void {
    this.isConnected = true;
    this.all.begin();
    for (const { feed } of this.feeds.values()) for (const topic of feed.topics.values()) topic.begin();
    if (this.session?.account.value) this.own.begin();
    // What happened while nobody told of it.
    if (this.hasStreamed) this.search();
  }

  private end(): void {
    this.isConnected = false;
    this.all.end();
    this.own.end();
    for (const { feed } of this.feeds.values()) for (const topic of feed.topics.values()) topic.end();
  }

  private take(name: string, argument: unknown): void {
    if (name === "user-auth") return this.own.ticketRefused();
    if (name === "orders-ended") return this.own.takeEnded(argument);
    const isDelta = name.endsWith("-delta");
    const event = isDelta ? name.slice(0, -"-delta".length) : name;
    const topic = event === "tickers" ? this.all : this.topic(event, argument);
    if (isDelta) topic?.takeDelta(argument);
    else topic?.takeWhole(argument);
  }

  private topic(event: string, argument: unknown): Topic | undefined {
    const market = isObject(argument) ? argument["stock_id"] : undefined;
    if (typeof market === "string") return this.feeds.get(market)?.feed.topics.get(event);
    // After signing out nothing of the account is taken any more, whatever is still on its way.
    return this.session?.account.value ? this.own.topics.get(event) : undefined;
  }

  private takeTickers(data: Json, isChanged: (market: string) => boolean): void {
    const at = new Date(this.parts.now()).toISOString();
    this.hasStreamed = true;
    this.tickers.set(tickersOf(data, at, this.tickers.value, isChanged));
    const known = new Set(this.markets.value?.map(({ name }) => name) ?? []);
    const hasNew = [...this.tickers.value.keys()].some((market) => !known.has(market));
    if (!hasNew || this.searchTimer !== undefined) return;
    const wait = Math.max(0, this.searchedAt + betweenSearches - this.parts.now());
    this.searchTimer = window.setTimeout(() => this.search(), wait);
  }

  /** Looks which markets and assets there are. */
  private search(): void {
    window.clearTimeout(this.searchTimer);
    this.searchTimer = undefined;
    this.searchedAt = this.parts.now();
    void this.markets.load();
    void this.assets.load();
  }
}
