import { isObject, type Json, patched } from "./patch";

/** What a topic says to the server, and whom it tells of what came. */
export interface TopicOwner {
  /** Asks for the whole state by the event's name. */
  ask: () => void;
  /** The state is whole and new. */
  whole: (data: Json) => void;
  /** The state has changed by `delta`, which is applied already. */
  changed: (data: Json, delta: unknown) => void;
  /** Something was missed: what is known is old until the whole is here. */
  stale: () => void;
}

/** Milliseconds between two questions for the whole of one event. */
const betweenAsks = 2000;

/** Milliseconds after which a question that was not answered is asked again. */
const unanswered = 5000;

/**
 * One event of a stream: its state, which came whole and then by changes that follow one another by number.
 *
 * A change that does not follow, or cannot be applied, makes the state stale, and the whole is asked for, at most once
 * in two seconds.
 */
export class Topic {
  private data: Json | undefined;
  private number: number | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;
  private timer: number | undefined;
  private isStale = true;

  constructor(private readonly owner: TopicOwner, private readonly now: () => number = Date.now) {}

  /** A connection is there, which knows nothing of this yet. */
  begin(): void {
    this.lose();
    this.askNow();
  }

  /** The connection is gone. */
  end(): void {
    this.lose();
    window.clearTimeout(this.timer);
    this.askedAt = Number.NEGATIVE_INFINITY;
  }

  /** The event with the whole state. */
  takeWhole(message: unknown): void {
    if (!isObject(message) || typeof message["to_tx"] !== "number" || message["data"] === undefined) return this.resync();
    window.clearTimeout(this.timer);
    this.data = message["data"];
    this.number = message["to_tx"];
    this.isStale = false;
    this.guarded(this.data, (data) => this.owner.whole(data));
  }

  /** The event with a change, or with several in an array. */
  takeDelta(message: unknown): void {
    for (const one of Array.isArray(message) ? message : [message]) this.takeOne(one);
  }

  private takeOne(message: unknown): void {
    // What was on its way when the whole was asked for is in the whole.
    if (this.isStale) return;
    if (!isObject(message) || message["from_tx"] !== this.number || typeof message["to_tx"] !== "number") return this.resync();
    this.guarded(this.data as Json, (data) => {
      const delta = message["delta_data"];
      this.data = patched(data, delta);
      this.number = message["to_tx"] as number;
      this.owner.changed(this.data, delta);
    });
  }

  /** Does something with the state that fails when it is not as it should be; then the whole is asked for again. */
  private guarded(data: Json, work: (data: Json) => void): void {
    try {
      work(data);
    } catch {
      this.resync();
    }
  }

  private lose(): void {
    this.isStale = true;
    this.number = undefined;
    this.data = undefined;
    this.owner.stale();
  }

  private resync(): void {
    this.lose();
    window.clearTimeout(this.timer);
    const wait = this.askedAt + betweenAsks - this.now();
    if (wait <= 0) this.askNow();
    else this.timer = window.setTimeout(() => this.askNow(), wait);
  }

  private askNow(): void {
    window.clearTimeout(this.timer);
    this.askedAt = this.now();
    this.timer = window.setTimeout(() => this.askNow(), unanswered);
    this.owner.ask();
  }
}
