import * as api from "../../api";
import { ask } from "../../client";

/** A clock that is wrong by more than this is put right, in milliseconds: codes are taken 5 s before and 60 s after. */
export const tolerated = 20_000;

/** How long the server's time is waited for, in milliseconds. */
const patience = 3000;

/** The time by which codes are made. */
export interface CodeClock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** By how many milliseconds this device's clock is behind the server's, where that was too much; else 0. */
  behind: number;
  /** How many times faster than real time it runs. */
  speed: number;
}

/**
 * By how much the clock of this device is behind a server's that said `date` between two readings of it.
 *
 * The header has whole seconds: the middle of the second is meant. Null when the server said none.
 */
export function behindBy(date: string | null, sent: number, received: number): number | null {
  const told = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(told)) return null;
  return told + 500 - (sent + received) / 2;
}

/** What the last answer said: without a network it still holds. */
let known = 0;

/** This device's clock, put right by the server's where it is too wrong and an answer comes. */
export async function deviceClock(): Promise<CodeClock> {
  try {
    const sent = Date.now();
    const abort = new AbortController();
    const timer = window.setTimeout(() => abort.abort(), patience);
    const answer = await fetch("/healthz", { cache: "no-store", signal: abort.signal });
    window.clearTimeout(timer);
    known = behindBy(answer.headers.get("date"), sent, Date.now()) ?? known;
  } catch {
    // The codes are made without a network too.
  }
  return clockBehind(known, Date.now);
}

/** A device's clock that is behind by so much; what is tolerated is left as it is. */
export function clockBehind(milliseconds: number, device: () => number): CodeClock {
  const behind = Math.abs(milliseconds) > tolerated ? milliseconds : 0;
  return { now: () => device() + behind, behind, speed: 1 };
}

/** The clock of a simulated day, as the server tells it now. */
export async function simulatedClock(): Promise<CodeClock> {
  const begun = performance.now();
  const { now, speed } = await ask(api.demo);
  const middle = (begun + performance.now()) / 2;
  return { now: () => Date.parse(now) + (performance.now() - middle) * speed, behind: 0, speed };
}
