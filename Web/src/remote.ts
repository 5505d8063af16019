import { Failure } from "./client";
import { Observable } from "./observable";

/** A value that comes from the server. */
export type Remote<T> =
  | { state: "loading" }
  | { state: "ready"; value: T }
  | { state: "failed"; failure: Failure };

/** A value that can be fetched again; what it last was stays visible while it is. */
export class Resource<T> {
  readonly observable = new Observable<Remote<T>>({ state: "loading" });
  private turn = 0;

  constructor(private readonly fetchValue: () => Promise<T>) {}

  /** The value, once there is one. */
  get value(): T | undefined {
    const remote = this.observable.value;
    return remote.state === "ready" ? remote.value : undefined;
  }

  /** Replaces the value, as after a change that the server took or will take. */
  set(value: T): void {
    this.turn += 1;
    this.observable.set({ state: "ready", value });
  }

  /** Forgets the value; an answer still under way is dropped. */
  clear(): void {
    this.turn += 1;
    this.observable.set({ state: "loading" });
  }

  /** Fetches the value. An answer that was overtaken by a newer change is dropped. */
  async load(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    if (this.observable.value.state === "failed") this.observable.set({ state: "loading" });
    try {
      const value = await this.fetchValue();
      if (turn === this.turn) this.observable.set({ state: "ready", value });
    } catch (error) {
      if (turn !== this.turn) return;
      // A list that is already on the page is worth more than the news that it could not be refreshed.
      if (this.value === undefined) this.observable.set({ state: "failed", failure: Failure.from(error) });
    }
  }
}
