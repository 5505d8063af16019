import { Observable } from "../../observable";
import { copyOf, keepCopy } from "../offline/copies";
import { lookedAt, type Looking, nothingLooked } from "./tags";

/** What this device noticed of what its reader looked at. It is sent nowhere. */
export class LookedAt {
  /** Undefined until the device was asked. */
  readonly observable = new Observable<Looking | undefined>(undefined);
  private turn: Promise<unknown> = this.load();

  /** Notices that something with this tag was looked at. */
  notice(tag: string): void {
    this.change((before) => lookedAt(before, tag, today()));
  }

  /** Whether anything is noticed from now on. */
  setOn(isOn: boolean): void {
    this.change((before) => ({ ...before, isOn }));
  }

  /** Forgets everything, and gives what would bring it back. */
  erase(): () => void {
    const { looked } = this.observable.value ?? nothingLooked;
    this.change((before) => ({ ...before, looked: [] }));
    return () => this.change((before) => ({ ...before, looked }));
  }

  /** Knows nothing any more, as after a sign-out, which leaves nothing in the browser. */
  forget(): void {
    this.observable.set(nothingLooked);
  }

  /** Reads what is kept anew. */
  async load(): Promise<void> {
    this.observable.set((await copyOf<Looking>("looked")) ?? nothingLooked);
  }

  /** What another page of this browser noticed meanwhile is not lost. */
  private change(next: (before: Looking) => Looking): void {
    this.turn = this.turn.then(async () => {
      const before = (await copyOf<Looking>("looked")) ?? this.observable.value ?? nothingLooked;
      const after = next(before);
      if (after === before) return;
      this.observable.set(after);
      await keepCopy("looked", after);
    });
  }
}

/** The number of the day, counted from 1970. */
export function today(): number {
  return Math.floor(Date.now() / 86_400_000);
}
