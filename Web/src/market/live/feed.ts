import { Observable } from "../../observable";
import { BookLevels } from "./booklevels";
import type { Book, LiveTrade, MarketFeed, Phase, RunningCandle } from "./store";
import { candlesOf, phaseOf, tradesOf } from "./stream";
import { Topic } from "./topic";

/** Sends an event on the connection. */
export type Emit = (name: string, argument?: unknown) => void;

/** What is followed of one market: its book, its last trades, its newest candles and what it does with orders, each an event of the stream. */
export class Feed implements MarketFeed {
  readonly book = new Observable<Book | null>(null);
  readonly trades = new Observable<readonly LiveTrade[] | null>(null);
  readonly candles = new Observable<ReadonlyMap<number, RunningCandle>>(new Map());
  readonly phase = new Observable<Phase | null>(null);
  /** By the name of the event. */
  readonly topics: ReadonlyMap<string, Topic>;
  private readonly levels = new BookLevels();

  constructor(market: string, emit: Emit, now: () => number) {
    const ask = (name: string) => () => emit(name, { stockId: market });
    this.topics = new Map([
      ["depth", new Topic({
        ask: ask("depth"),
        whole: (data) => {
          this.levels.takeWhole(data);
          this.book.set(this.levels.book(false));
        },
        changed: (data, delta) => {
          this.levels.takeChange(data, delta);
          this.book.set(this.levels.book(false));
        },
        stale: () => {
          const { value } = this.book;
          if (value !== null && !value.isStale) this.book.set({ ...value, isStale: true });
        },
      }, now)],
      ["historical-book", new Topic({
        ask: ask("historical-book"),
        whole: (data) => this.trades.set(tradesOf(data)),
        changed: (data) => this.trades.set(tradesOf(data)),
        stale: () => undefined,
      }, now)],
      ["running-candles", new Topic({
        ask: ask("running-candles"),
        whole: (data) => this.candles.set(candlesOf(data)),
        changed: (data) => this.candles.set(candlesOf(data)),
        stale: () => undefined,
      }, now)],
      ["auction", new Topic({
        ask: ask("auction"),
        whole: (data) => this.phase.set(phaseOf(data)),
        changed: (data) => this.phase.set(phaseOf(data)),
        // An auction ends without a word to those who are not there.
        stale: () => this.phase.value !== null && this.phase.set(null),
      }, now)],
    ]);
  }
}
