import { Failure } from "../client";
import { Toasts } from "../ui/toasts";
import type { MarketStore } from "./live/store";
import { MarketSession } from "./session";

/** What all views of the market share: who is signed in, what is known of the markets, and short notices. */
export class MarketContext {
  readonly session = new MarketSession();
  readonly toasts = new Toasts();

  constructor(readonly store: MarketStore) {}

  /** Tells of a failed action; an ended session is ended here too. */
  report(error: unknown): void {
    const failure = Failure.from(error);
    this.toasts.show({ text: failure.explanation, tone: "bad" });
    this.session.endIfRefused(failure);
  }
}
