import type { DeploymentAction, DeploymentReceipt, DeploymentRefusal } from "../../api";

/** An action before it has a number. */
export type NewAction = Omit<DeploymentAction, "number" | "at">;

/** What is kept of a walk: the random number that names it, the last number given, and what the server has not acknowledged. */
export interface WalkState {
  walk: string;
  last: number;
  waiting: DeploymentAction[];
}

/** Where a walk is kept. */
export interface WalkStore {
  read: () => WalkState | null;
  write: (state: WalkState) => void;
}

/** How many actions are sent at once. */
const batch = 100;

/**
 * What is done on a walk, numbered when it is done and sent in order when there is a network.
 *
 * It is written down before it is sent, and taken away when the server has said that it has seen it: whatever ends in
 * between, the server is told again, and does what it has done before not once more.
 */
export class Walk {
  private state: WalkState;
  private sending: Promise<void> | null = null;

  constructor(
    private readonly store: WalkStore, private readonly draw: () => string,
    private readonly send: (walk: string, actions: DeploymentAction[]) => Promise<DeploymentReceipt>,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.state = store.read() ?? { walk: draw(), last: 0, waiting: [] };
  }

  /** How many actions wait. */
  get waiting(): number {
    return this.state.waiting.length;
  }

  /** Writes down an action; it is sent by `flush`. */
  add(action: NewAction): void {
    const number = this.state.last + 1;
    this.change({
      ...this.state, last: number,
      waiting: [...this.state.waiting, { ...action, number, at: this.now().toISOString() }],
    });
  }

  /** Sends what waits; answers what was refused, and the last receipt. Throws what the network or the server says. */
  async flush(): Promise<{ receipt: DeploymentReceipt | null; refused: DeploymentRefusal[] }> {
    // One at a time: two would send the same numbers.
    while (this.sending !== null) await this.sending.catch(() => undefined);
    let receipt: DeploymentReceipt | null = null;
    const refused: DeploymentRefusal[] = [];
    const work = async (): Promise<void> => {
      while (this.state.waiting.length > 0) {
        receipt = await this.send(this.state.walk, this.state.waiting.slice(0, batch));
        for (const { refusal } of receipt.results) if (refusal !== undefined) refused.push(refusal);
        const { done } = receipt;
        this.change({ ...this.state, waiting: this.state.waiting.filter(({ number }) => number > done) });
      }
    };
    this.sending = work();
    try {
      await this.sending;
    } finally {
      this.sending = null;
    }
    return { receipt, refused };
  }

  /** Begins anew under another name with what waits: the server knows nothing of the walk any more. */
  restart(): void {
    const waiting = this.state.waiting.map((action, index) => ({ ...action, number: index + 1 }));
    this.change({ walk: this.draw(), last: waiting.length, waiting });
  }

  private change(state: WalkState): void {
    this.state = state;
    this.store.write(state);
  }
}

/** A walk in this browser's storage, or in memory where that is forbidden. */
export function keptWalk(venue: string, account: string): WalkStore {
  const name = `cerca.walk.${venue}.${account}`;
  let fallback: WalkState | null = null;
  return {
    read: () => {
      try {
        const text = window.localStorage.getItem(name);
        return text === null ? fallback : readWalk(text);
      } catch {
        return fallback;
      }
    },
    write: (state) => {
      fallback = state;
      try {
        window.localStorage.setItem(name, JSON.stringify(state));
      } catch {
        // It lasts as long as the page.
      }
    },
  };
}

/** A stored walk; what is none is as if it were not there. */
export function readWalk(text: string): WalkState | null {
  try {
    const state = JSON.parse(text) as Partial<WalkState>;
    const isWalk = /^[0-9a-f]{32}$/.test(state.walk ?? "") && Number.isSafeInteger(state.last) && Array.isArray(state.waiting);
    return isWalk ? (state as WalkState) : null;
  } catch {
    return null;
  }
}
