import type { CouponShown, Redemption } from "../../api";
import { Failure } from "../../client";

/** A coupon that was shown and that the server has not answered for yet. */
export interface Showing {
  /** This showing's own random number: however often it is sent, it redeems once. */
  key: string;
  code: string;
  till: string;
  /** When it was shown, by this device's clock, in milliseconds. */
  shownAt: number;
}

/** What became of a showing. */
export interface Answered {
  showing: Showing;
  /** What the server said, or why it would not. */
  answer: Redemption | Failure;
  /** Whether it had waited for a network. */
  hasWaited: boolean;
}

/** Where a queue is kept, so that a page that is closed loses nothing. */
export interface Keeping {
  read: () => string | null;
  write: (text: string) => void;
}

/** The most that wait: a till that was offline for longer than this is no till any more. */
export const mostWaiting = 200;

/**
 * The coupons that a till has taken and the server has not answered for: in their order, each with its key, kept in the
 * browser before anything is sent, so that neither a page that is closed nor an answer that is lost loses one or redeems it
 * twice.
 *
 * Without a network nothing is checked here: only the server knows what was redeemed.
 */
export class TillQueue {
  private showings: Showing[];
  private sending: Promise<void> | null = null;

  constructor(
    private readonly keeping: Keeping,
    private readonly send: (shown: CouponShown) => Promise<Redemption>,
    private readonly tell: (answered: Answered) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.showings = readShowings(keeping.read());
  }

  /** What waits, the first one first. */
  get waiting(): readonly Showing[] {
    return this.showings;
  }

  get isFull(): boolean {
    return this.showings.length >= mostWaiting;
  }

  /** Takes a coupon that is shown; false when there is no room or it waits already. */
  take(showing: Showing): boolean {
    if (this.isFull || this.showings.some(({ code }) => code === showing.code)) return false;
    this.keep([...this.showings, showing]);
    return true;
  }

  /** Gives up one that waits. */
  drop(key: string): void {
    this.keep(this.showings.filter((showing) => showing.key !== key));
  }

  /** Puts one back in its place by the time at which it was shown. */
  restore(showing: Showing): void {
    const others = this.showings.filter(({ key }) => key !== showing.key);
    this.keep([...others, showing].sort((a, b) => a.shownAt - b.shownAt));
  }

  /** Sends what waits, in order, until there is nothing more or no answer comes; done then. */
  replay(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    for (let first = this.showings[0]; first !== undefined; first = this.showings[0]) {
      const showing = first;
      const sentAt = this.now();
      let answer: Redemption | Failure;
      try {
        answer = await this.send({
          code: showing.code, key: showing.key, till: showing.till,
          shownAt: new Date(showing.shownAt).toISOString(), sentAt: new Date(sentAt).toISOString(),
        });
      } catch (error) {
        answer = Failure.from(error);
        // No answer, a server that cannot, a session or a role that has ended: it waits on, and is sent again.
        if (!isFinal(answer)) return;
      }
      this.drop(showing.key);
      this.tell({ showing, answer, hasWaited: sentAt - showing.shownAt > 20_000 });
    }
  }

  private keep(showings: Showing[]): void {
    this.showings = showings;
    this.keeping.write(JSON.stringify(showings));
  }
}

/** Whether a failure is the server's last word on a showing. */
function isFinal(failure: Failure): boolean {
  return failure.status === 422 || failure.status === 400;
}

/** What was kept, without what is none. */
function readShowings(text: string | null): Showing[] {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return (found as Partial<Showing>[]).filter((one): one is Showing =>
    typeof one === "object" && one !== null && /^[0-9a-f]{32}$/.test(one.key ?? "") && typeof one.code === "string"
      && typeof one.till === "string" && Number.isFinite(one.shownAt)).slice(0, mostWaiting);
}
