import * as api from "../../api";
import type { CaseCode, Tracing } from "../../api";
import { ask, Failure } from "../../client";
import type { Cleanup } from "../../observable";
import { Resource } from "../../remote";
import { recall } from "../../storage";

const tick = 2000;
/** A phone is asked again after so many ticks. */
const ticksBetween = 10;
/** So often a guest is asked for who has just come into the centre, whose phone may not be there at once. */
const mostTries = 5;

/** The tracing of the reader's own phone, as far as the server of this page runs one: null when it does not. */
export class OwnTracing {
  readonly resource = new Resource<Tracing | null>(() => this.fetch());
  /** The digits of a report that is being prepared; on this page only, and gone with it. */
  draft = "";
  private loadedAt = 0;
  private guest: string | null = null;
  private tries = 0;

  /** Follows the phone until the answer is called: a guest's from the start, any other once it has been asked for. */
  follow(): Cleanup {
    let ticks = 0;
    const look = (): void => {
      ticks += 1;
      if (!document.hidden && (this.awaitsGuest() || (this.hasPhone() && ticks % ticksBetween === 0))) {
        void this.resource.load();
      }
    };
    const timer = window.setInterval(look, tick);
    return () => window.clearInterval(timer);
  }

  private hasPhone(): boolean {
    return this.resource.value !== undefined && this.resource.value !== null;
  }

  /** Whether the reader is a guest of the centre whose phone has not been found yet; counts how often that was so. */
  private awaitsGuest(): boolean {
    const guest = recall("guest");
    if (guest !== this.guest) {
      // One who has just come in is given a moment.
      this.guest = guest;
      this.tries = 0;
      return false;
    }
    if (guest === null || this.hasPhone() || this.tries >= mostTries) return false;
    this.tries += 1;
    return true;
  }

  /** Forgets what belongs to somebody who is no longer signed in. */
  clear(): void {
    // A code that came with the address waits for whoever signs in first.
    if (this.resource.value !== undefined) this.draft = "";
    this.guest = null;
    this.resource.clear();
  }

  /** The phone's clock in milliseconds since 1970; a simulated phone's runs `speed` times as fast. */
  now(speed: number): number {
    const told = this.resource.value?.now;
    return told === undefined ? Date.now() : Date.parse(told) + (performance.now() - this.loadedAt) * speed;
  }

  async setOn(on: boolean): Promise<void> {
    this.take(await ask((options) => api.setTracing({ on }, options)));
  }

  async synchronise(): Promise<void> {
    this.take(await ask(api.syncTracing));
  }

  /** Reports with the digits of the draft, which are then forgotten; the venue learns of shops and days only if `venueDays`. */
  async report(venueDays: boolean): Promise<void> {
    this.take(await ask((options) => api.reportTracing({ code: this.draft, venueDays }, options)));
    this.draft = "";
  }

  async deleteEverything(): Promise<void> {
    this.take(await ask(api.deleteTracing));
    this.draft = "";
  }

  caseCode(): Promise<CaseCode> {
    return ask(api.caseCode);
  }

  private take(tracing: Tracing): void {
    this.loadedAt = performance.now();
    this.resource.set(tracing);
  }

  private async fetch(): Promise<Tracing | null> {
    try {
      const tracing = await ask(api.tracing);
      this.loadedAt = performance.now();
      return tracing;
    } catch (error) {
      if (Failure.from(error).status === 404) return null;
      throw error;
    }
  }
}
