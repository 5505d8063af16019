import * as api from "../api";
import type { ConsoleEntrances } from "../api";
import { ask } from "../client";

/**
 * The time by which the days of a console go: the server's.
 *
 * A device's clock may be wrong, and a demo's day is another one, on which more than a second goes by in one.
 */
export class ConsoleClock {
  private told: { at: number; read: number; speed: number } | null = null;

  /** Asks the server what time it is, and who can enter without a password. */
  async ask(): Promise<ConsoleEntrances> {
    const sent = performance.now();
    const answer = await ask(api.consoleEntrances);
    this.told = { at: Date.parse(answer.now), read: (sent + performance.now()) / 2, speed: answer.speed };
    return answer;
  }

  /** What time it is, in milliseconds since 1970: this device's as long as the server has not said it. */
  now(): number {
    if (this.told === null) return Date.now();
    return this.told.at + (performance.now() - this.told.read) * this.told.speed;
  }
}
