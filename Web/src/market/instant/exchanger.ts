import type { MarketInstantRequest, MarketOrder } from "../../api";
import type { Failure } from "../../client";
import { Observable } from "../../observable";

/** How far an exchange is that was sent. */
export type Exchanging =
  | { state: "idle" }
  | { state: "sending" }
  /** No answer came: the same request is sent again under its key, which is answered with what it did. */
  | { state: "asking" }
  /** Still no answer; whoever wants to know presses. */
  | { state: "unknown" }
  | { state: "done"; order: MarketOrder }
  | { state: "refused"; failure: Failure };

export interface ExchangePost {
  /** Throws a `Failure`. */
  send: (request: MarketInstantRequest, key: string) => Promise<MarketOrder>;
  wait: (milliseconds: number) => Promise<void>;
  newKey: () => string;
  now: () => number;
}

/** After so long an exchange that did not arrive is no longer sent by itself: the price is another one by then. */
const patience = 20_000;
const quietMilliseconds = 700;

/** Exchanges once: one press has one key, whatever happens on the way. */
export class Exchanger {
  readonly observable = new Observable<Exchanging>({ state: "idle" });
  private intent: { request: MarketInstantRequest; key: string } | null = null;
  private answeredAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly post: ExchangePost) {}

  get isBusy(): boolean {
    const { state } = this.observable.value;
    return state === "sending" || state === "asking" || state === "unknown" || this.post.now() - this.answeredAt < quietMilliseconds;
  }

  async send(request: MarketInstantRequest): Promise<void> {
    if (this.isBusy) return;
    this.intent = { request, key: this.post.newKey() };
    await this.submit("sending");
  }

  /** Asks once more what became of it: the same request under the same key. */
  async askAgain(): Promise<void> {
    if (this.observable.value.state === "unknown") await this.submit("asking");
  }

  /** Forgets how the last exchange ended, as when the next one is typed. */
  rest(): void {
    // Who types means something new: the next press is no part of the last one.
    this.answeredAt = Number.NEGATIVE_INFINITY;
    const { state } = this.observable.value;
    if (state === "done" || state === "refused") this.observable.set({ state: "idle" });
  }

  private async submit(state: "sending" | "asking"): Promise<void> {
    const { intent } = this;
    if (intent === null) return;
    this.observable.set({ state });
    const until = this.post.now() + patience;
    for (let pause = 1000; ; pause *= 2) {
      try {
        const order = await this.post.send(intent.request, intent.key);
        return this.end({ state: "done", order });
      } catch (error) {
        const failure = error as Failure;
        const isKnown = failure.status >= 400 && failure.status < 500 && failure.status !== 408 && failure.code !== "request.key_in_use";
        if (isKnown || failure.code === "market.disabled") return this.end({ state: "refused", failure });
        if (this.post.now() + pause > until) return this.observable.set({ state: "unknown" });
        this.observable.set({ state: "asking" });
        await this.post.wait(pause);
      }
    }
  }

  private end(state: Exchanging): void {
    this.answeredAt = this.post.now();
    this.intent = null;
    this.observable.set(state);
  }
}
