import type { CallOptions } from "../api";
import { ask, Failure } from "../client";

/** How long to wait before the same is sent again when no answer came, in milliseconds. */
const pauses = [700, 2500];

/** Answers that leave open whether it has happened. */
const unknown: readonly string[] = [
  "network.unreachable", "network.slow", "request.key_in_use", "request.overloaded", "request.outcome_unknown",
];

/**
 * One thing that somebody wants to happen once: however often it is sent, at once or after a lost answer, it has one key.
 *
 * Something else has another key, and so has the same once more after it was done.
 */
export class Intent {
  private said = "";
  private key = "";

  constructor(private readonly wait: (milliseconds: number) => Promise<void> = pause) {}

  /** Sends it, again with the same key while no answer comes; what it says for certain is answered or thrown. */
  async send<Body extends object, Answer>(body: Body, call: (options: CallOptions) => Promise<Answer>): Promise<Answer> {
    // A code counts once, so that the same intent has another one each time.
    const said = JSON.stringify({ ...body, code: undefined });
    if (said !== this.said) {
      this.said = said;
      this.key = newKey();
    }
    const key = this.key;
    for (let turn = 0; ; turn += 1) {
      try {
        const answer = await ask((options) => call({ ...options, key }));
        this.said = "";
        return answer;
      } catch (error) {
        const failure = Failure.from(error);
        const rest = pauses[turn];
        if (!unknown.includes(failure.code)) throw failure;
        // Whoever sends it again sends the same: it is said that nobody knows, and that it cannot happen twice.
        if (rest === undefined) throw new Failure("money.unknown", failure.status);
        await this.wait(rest);
      }
    }
  }
}

/** A key that nobody else has. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
