import type { MarketOrder, MarketOrderRequest, MarketPairRequest } from "../../api";
import type { Failure } from "../../client";
import { Observable } from "../../observable";

/** How far an order is that was sent. */
export type Sending =
  | { state: "idle" }
  | { state: "sending" }
  /** No answer came, so that nobody here knows whether it was placed: it is asked for by its name. */
  | { state: "asking" }
  /** It was not placed; sent again it is the same order. */
  | { state: "absent" }
  | { state: "done"; order: MarketOrder }
  /** It was refused, and has done nothing. */
  | { state: "refused"; failure: Failure };

/** What is sent: an order, or a pair, which goes by the name of its limit order. */
export type Wanted = MarketOrderRequest | MarketPairRequest;

/** One order that somebody means, however often it is sent. */
export interface Intent {
  request: Wanted;
  /** What makes the request happen once. */
  key: string;
}

/** What a sender is given of the page around it, so that it can be tried without one. */
export interface Post {
  /** Both throw a `Failure`. */
  place: (intent: Intent) => Promise<MarketOrder>;
  /** The order of a name; null when there is none. */
  find: (clientId: string) => Promise<MarketOrder | null>;
  wait: (milliseconds: number) => Promise<void>;
  /** A number that nobody has had, of so many hexadecimal digits. */
  random: (digits: number) => string;
  now: () => number;
}

/** Presses within this time after an answer belong to the order that was answered. */
const quietMilliseconds = 700;
const firstWait = 1000;
const longestWait = 8000;

/**
 * Sends an order once: one intent has one name and one key, and whatever happens on the way it is that order that is
 * asked for or sent again. While it is under way nothing else is sent.
 */
export class OrderSender {
  readonly observable = new Observable<Sending>({ state: "idle" });
  private intent: Intent | null = null;
  private answeredAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly post: Post) {}

  /** Whether a press now would be part of what was pressed before. */
  get isBusy(): boolean {
    const { state } = this.observable.value;
    return state === "sending" || state === "asking" || this.post.now() - this.answeredAt < quietMilliseconds;
  }

  /** Sends an order; nothing happens while another one is under way. */
  async send(request: Wanted): Promise<void> {
    if (this.isBusy) return;
    // The same order that has not arrived is not a second one.
    const isSame = this.intent !== null && this.observable.value.state === "absent"
      && JSON.stringify({ ...this.intent.request, clientId: undefined }) === JSON.stringify({ ...request, clientId: undefined });
    if (!isSame) {
      this.intent = { request: { ...request, clientId: `web-${this.post.random(24)}` }, key: this.post.random(32) };
    }
    await this.submit();
  }

  /** Sends what has not arrived once more, as the same order. */
  async again(): Promise<void> {
    if (this.isBusy || this.observable.value.state !== "absent") return;
    await this.submit();
  }

  /** Forgets how the last order ended, as when the next one is typed. */
  rest(): void {
    // Who types means something new: the next press is no part of the last one.
    this.answeredAt = Number.NEGATIVE_INFINITY;
    const { state } = this.observable.value;
    if (state === "done" || state === "refused") this.observable.set({ state: "idle" });
  }

  private async submit(): Promise<void> {
    const { intent } = this;
    if (intent === null) return;
    this.observable.set({ state: "sending" });
    try {
      this.end({ state: "done", order: await this.post.place(intent) });
    } catch (error) {
      const failure = error as Failure;
      if (isAnswer(failure)) this.end({ state: "refused", failure });
      else await this.inquire(intent);
    }
  }

  /** Asks for the order by its name until somebody knows. */
  private async inquire(intent: Intent): Promise<void> {
    this.observable.set({ state: "asking" });
    for (let pause = firstWait; ; pause = Math.min(longestWait, pause * 2)) {
      await this.post.wait(pause);
      try {
        const order = await this.post.find(intent.request.clientId ?? "");
        this.end(order === null ? { state: "absent" } : { state: "done", order });
        return;
      } catch (error) {
        const failure = error as Failure;
        if (failure.status === 401) {
          this.end({ state: "refused", failure });
          return;
        }
      }
    }
  }

  private end(state: Sending): void {
    this.answeredAt = this.post.now();
    if (state.state !== "absent") this.intent = null;
    this.observable.set(state);
  }
}

/** Whether the server said that it did nothing; a failure on the way, or in the server, says nothing about that. */
function isAnswer({ status, code }: Failure): boolean {
  if (code === "request.key_in_use" || status === 0 || status === 408) return false;
  return status < 500 || code === "market.disabled" || code === "request.overloaded";
}
