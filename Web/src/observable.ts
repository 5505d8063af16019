/** Values that tell when they change, and scopes that end what was begun for a view. */

export type Cleanup = () => void;

/** A value with listeners, which hear it at once when they subscribe and after each `set`. */
export class Observable<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  subscribe(listener: (value: T) => void): Cleanup {
    this.listeners.add(listener);
    listener(this.current);
    return () => this.listeners.delete(listener);
  }
}

/** What lives as long as a view: subscriptions, listeners, timers and streams, all ended together. */
export class Scope {
  private readonly cleanups: Cleanup[] = [];
  private ended = false;

  /** Whether the view is gone; answers that arrive later are then of no use. */
  get isEnded(): boolean {
    return this.ended;
  }

  add(cleanup: Cleanup): void {
    if (this.ended) cleanup();
    else this.cleanups.push(cleanup);
  }

  watch<T>(observable: Observable<T>, listener: (value: T) => void): void {
    this.add(observable.subscribe(listener));
  }

  listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener);
    this.add(() => target.removeEventListener(type, listener));
  }

  every(milliseconds: number, action: () => void): void {
    const timer = window.setInterval(action, milliseconds);
    this.add(() => window.clearInterval(timer));
  }

  end(): void {
    this.ended = true;
    for (const cleanup of this.cleanups.splice(0).reverse()) cleanup();
  }
}
