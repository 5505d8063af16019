import type { MarketQuote, MarketQuoteRequest } from "../../api";
import { Failure } from "../../client";
import { Observable } from "../../observable";

/** What the server says of an order that is thought of. */
export type Quoted =
  | { state: "none" }
  /** Asked; `last` is what was said of what was asked before. */
  | { state: "asking"; last: MarketQuote | null }
  | { state: "ready"; quote: MarketQuote; key: string }
  | { state: "failed"; failure: Failure };

/** What a quoter is given of the page around it. */
export interface QuoteSource {
  fetch: (request: MarketQuoteRequest) => Promise<MarketQuote>;
  /** Runs something later; what it gives stops that. */
  later: (run: () => void, milliseconds: number) => () => void;
}

/** While somebody types, nothing is asked. */
const pauseMilliseconds = 250;

/** The name of a request: equal ones are one. */
export function keyOf(request: MarketQuoteRequest): string {
  const { market, side, price, amount, spend, share } = request;
  return [market, side, price ?? "", amount ?? "", spend ?? "", share ?? ""].join(" ");
}

/** Asks what an order would do, once for each that is thought of for a moment; the last answer counts. */
export class Quoter {
  readonly observable = new Observable<Quoted>({ state: "none" });
  private wanted: MarketQuoteRequest | null = null;
  private turn = 0;
  private stop: () => void = () => undefined;

  constructor(private readonly source: QuoteSource) {}

  /** Wants to know about an order, or about none; the one that is known or asked for already is not asked for again. */
  want(request: MarketQuoteRequest | null): void {
    if (request === null && this.wanted === null) return;
    if (request !== null && this.wanted !== null && keyOf(request) === keyOf(this.wanted)) return;
    this.wanted = request;
    this.ask(pauseMilliseconds);
  }

  /** Asks once more for the same, because the book or a balance has changed. */
  refresh(): void {
    if (this.wanted !== null) this.ask(pauseMilliseconds);
  }

  /** The answer for just this request; null until it is here. */
  answerTo(request: MarketQuoteRequest | null): MarketQuote | null {
    const now = this.observable.value;
    return request !== null && now.state === "ready" && now.key === keyOf(request) ? now.quote : null;
  }

  end(): void {
    this.turn += 1;
    this.stop();
  }

  private ask(pause: number): void {
    this.end();
    const { turn, wanted } = this;
    if (wanted === null) {
      this.observable.set({ state: "none" });
      return;
    }
    const now = this.observable.value;
    // An answer to this very question stays until the newer one is here: what is shown does not flicker.
    if (!(now.state === "ready" && now.key === keyOf(wanted))) {
      this.observable.set({ state: "asking", last: now.state === "ready" ? now.quote : now.state === "asking" ? now.last : null });
    }
    this.stop = this.source.later(() => void this.fetch(wanted, turn), pause);
  }

  private async fetch(request: MarketQuoteRequest, turn: number): Promise<void> {
    try {
      const quote = await this.source.fetch(request);
      if (turn === this.turn) this.observable.set({ state: "ready", quote, key: keyOf(request) });
    } catch (error) {
      if (turn === this.turn) this.observable.set({ state: "failed", failure: Failure.from(error) });
    }
  }
}
