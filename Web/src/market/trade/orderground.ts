import type { MarketSide } from "../../api";
import { isFresh } from "../live/connection";
import type { Phase } from "../live/store";
import { Decimal } from "../../numbers/decimal";
import { numberSigns, placesIn } from "../numbers/format";
import type { TradeInput } from "./input";
import { type EntryContext, numberIn, type OrderEntry, type Worked } from "./orderentry";
import { quoteOf } from "./orderfaults";
import { type Warning, warningsOf } from "./orderwarnings";
import { isTaken, marketNow, phaseNow } from "./phase";
import { estimated, type Preview, previewOf, waitingAt } from "./preview";
import type { Quoter } from "./quoting";

/** What an order stands on: the market as it is now, and what its sender has. */
export class OrderGround {
  constructor(private readonly input: TradeInput) {}

  /** Whether somebody is signed in. */
  get isKnown(): boolean {
    return Boolean(this.input.context.session.account.value);
  }

  get phase(): Phase {
    const { context: { store }, feed, market } = this.input;
    return phaseNow(store, feed, market);
  }

  /** Whether an order that waits is collected for an auction instead of trading. */
  get isCollected(): boolean {
    return this.phase.kind === "auction";
  }

  /** The best price of a side, or the middle between both on a step that is not against whoever chooses it. */
  bestPrice(kind: "bid" | "middle" | "ask", side: MarketSide): Decimal | null {
    const book = this.input.feed.book.value;
    const ticker = this.input.context.store.tickers.value.get(this.input.market.name);
    const bid = book?.bids[0]?.price ?? decimalOf(ticker?.bid);
    const ask = book?.asks[0]?.price ?? decimalOf(ticker?.ask);
    if (kind !== "middle") return kind === "bid" ? bid : ask;
    if (bid === null || ask === null) return null;
    const middle = bid.plus(ask).dividedBy(Decimal.of(2n), 40);
    const { tick } = this.steps;
    return side === "buy" ? middle.floor(tick) : middle.ceiling(tick);
  }

  private get steps(): EntryContext["steps"] {
    const { tick, lot, minimum } = this.input.market;
    return { tick: Decimal.from(tick), lot: Decimal.from(lot), minimum: Decimal.from(minimum) };
  }

  /** What is available of what a side gives; null while nobody is signed in, or it is not known. */
  available(side: MarketSide): Decimal | null {
    if (!this.isKnown) return null;
    const asset = side === "buy" ? this.input.quote : this.input.base;
    const balances = this.input.context.store.balances.value;
    return balances === undefined ? null : (decimalOf(balances.get(asset.name)?.available) ?? Decimal.zero);
  }

  /** What an entry is understood by; `worked` is what an order without a limit comes to. */
  context(worked: Worked | null): EntryContext {
    const { quote } = this.input;
    return {
      steps: this.steps, signs: numberSigns(), available: (side) => this.available(side), totalPlaces: placesIn(quote),
      exponent: (side) => (side === "buy" ? this.input.quote : this.input.base).exponent, worked,
    };
  }

  /** The question what an order would do; null while too little of it is known. */
  wanted(entry: OrderEntry): ReturnType<typeof quoteOf> {
    return quoteOf(entry, this.input.market.name, this.context(null));
  }

  /** What an order would do, as the server says it, or as the book does for those whom the server does not know. */
  preview(entry: OrderEntry, quoter: Quoter): Preview | null {
    const wanted = this.wanted(entry);
    if (wanted === null) return null;
    const { side } = entry;
    const isLimit = this.isCollected || entry.type === "pair";
    if (this.isKnown) {
      const quote = quoter.answerTo(wanted);
      if (quote === null) return null;
      const rates = { maker: quote.makerRate, taker: quote.takerRate };
      return isLimit && wanted.price !== undefined
        ? waitingAt(side, Decimal.from(wanted.price), Decimal.from(quote.order), rates) : previewOf(side, quote);
    }
    const book = this.input.feed.book.value;
    const [tier] = this.input.market.fees;
    if (book === null || tier === undefined || wanted.share !== undefined) return null;
    const number = (text: string | undefined): Decimal | null => (text === undefined ? null : Decimal.from(text));
    const imagined = { side, price: number(wanted.price), amount: number(wanted.amount), spend: number(wanted.spend) };
    return estimated(imagined, book, this.steps.lot, tier);
  }

  /** Why no order of this kind is taken now; null when it is. */
  closedWhy(entry: OrderEntry): "paused" | "halted" | "auction" | "stale" | null {
    const { context: { store }, market } = this.input;
    if (!marketNow(store, market).isActive) return "paused";
    const { phase } = this;
    if (phase.kind === "halted") return "halted";
    if (!isTaken(phase, entry)) return "auction";
    const isStale = !navigator.onLine || (!isFresh(store.connection.value) && store.connection.value.state !== "connecting");
    return isStale && entry.type === "market" ? "stale" : null;
  }

  /** What is unusual about an order. */
  weighed(entry: OrderEntry, preview: Preview | null, context: EntryContext): Warning[] {
    const amount = numberIn(entry, "amount", context);
    if (amount === null) return [];
    const { side, type } = entry;
    const { feed, market, context: { store } } = this.input;
    const book = feed.book.value;
    const isShort = type === "market" && preview !== null && !preview.isComplete;
    return warningsOf({
      side, type, amount, price: type === "market" ? null : numberIn(entry, "price", context),
      stop: numberIn(entry, "stop", context), last: decimalOf(store.tickers.value.get(market.name)?.last),
      // Orders of an auction may cross.
      opposite: this.isCollected ? [] : ((side === "buy" ? book?.asks : book?.bids) ?? []), had: isShort ? preview.atOnce : null,
      meetsOwn: preview?.meetsOwn === true && type !== "stop-limit" && type !== "pair",
    });
  }
}

/** The number of a text that the server or a part of the page gave. */
export function decimalOf(text: string | undefined): Decimal | null {
  return text === undefined ? null : Decimal.parse(text);
}
