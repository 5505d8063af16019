/**
 * The little of a browser that pure parts ask: a store, the reader's languages, a hash, timers that a test moves by hand.
 *
 * A test imports it before anything else, since some modules look at the browser when they are loaded.
 */

type Listener = (event: unknown) => void;

/** Something that listeners can be added to, as to a window or a document. */
class Target {
  private readonly listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  tell(type: string): void {
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener({ type });
  }

  count(type: string): number {
    return this.listeners.get(type)?.size ?? 0;
  }
}

/** A store that can be forbidden, as by a browser's settings. */
class Store {
  readonly kept = new Map<string, string>();
  isForbidden = false;

  getItem(name: string): string | null {
    this.check();
    return this.kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.check();
    this.kept.set(name, value);
  }

  removeItem(name: string): void {
    this.check();
    this.kept.delete(name);
  }

  private check(): void {
    if (this.isForbidden) throw new Error("SecurityError");
  }
}

/** Timers that run when a test lets time pass. */
class Clock {
  now = 0;
  private readonly waiting = new Map<number, { at: number; run: () => void; every: number | undefined }>();
  private last = 0;

  readonly setTimeout = (run: () => void, milliseconds = 0): number => this.add(run, milliseconds, undefined);
  readonly setInterval = (run: () => void, milliseconds: number): number => this.add(run, milliseconds, milliseconds);
  readonly clear = (timer: number | undefined): void => {
    if (timer !== undefined) this.waiting.delete(timer);
  };

  get pending(): number {
    return this.waiting.size;
  }

  pass(milliseconds: number): void {
    const until = this.now + milliseconds;
    while (true) {
      const due = [...this.waiting].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      const [timer, entry] = due;
      this.now = entry.at;
      if (entry.every === undefined) this.waiting.delete(timer);
      else entry.at += entry.every;
      entry.run();
    }
    this.now = until;
  }

  private add(run: () => void, milliseconds: number, every: number | undefined): number {
    this.last += 1;
    this.waiting.set(this.last, { at: this.now + milliseconds, run, every });
    return this.last;
  }
}

export const store = new Store();
/** What stays with the tab. */
export const tabStore = new Store();
export const clock = new Clock();
export const page = Object.assign(new Target(), { hidden: false, documentElement: { lang: "" } });
export const frame = Object.assign(new Target(), {
  localStorage: store, sessionStorage: tabStore, location: { hash: "", pathname: "/" }, setTimeout: clock.setTimeout,
  setInterval: clock.setInterval, clearTimeout: clock.clear, clearInterval: clock.clear,
  history: {
    replaceState: (_state: unknown, _title: string, address: string): void => {
      const [pathname = "", hash = ""] = address.split("#");
      frame.location = { pathname: pathname === "" ? frame.location.pathname : pathname, hash: hash === "" ? "" : `#${hash}` };
    },
  },
});
export const reader = { languages: ["es-MX", "en-GB"] as string[], onLine: true };

/** Puts `value` where a browser has `name`. */
export function give(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

give("window", frame);
give("document", page);
give("navigator", reader);
// Node's own would hear other tests, and keep the process from ending.
give("BroadcastChannel", undefined);

/** Lets everything run that waits for a promise that is settled already. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

// Node has one as well, and would wait for what other tabs tell for as long as it is open.
give("BroadcastChannel", undefined);
