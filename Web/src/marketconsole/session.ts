import * as api from "../api";
import type { Account, RoleCredentials } from "../api";
import { ask, Failure } from "../client";
import { Resource } from "../remote";
import { forget, recall, remember } from "../storage";

/** Who of the staff is signed in; null is nobody. A visitor's session is nobody here. */
export class DeskSession {
  readonly account = new Resource<Account | null>(() => this.resume());

  async signIn(credentials: RoleCredentials): Promise<void> {
    await ask((options) => api.signInToMarketConsole(credentials, options));
    remember("signed-in", "yes");
    this.account.set(await ask(api.account));
  }

  async signOut(): Promise<void> {
    await ask(api.signOut);
    this.end();
  }

  /** Ends the session on the page when the server knows it no more, or not for this. */
  endIfRefused(failure: Failure): void {
    if (failure.status === 401 || failure.code === "accounts.wrong_role") this.end();
  }

  private end(): void {
    forget("signed-in");
    this.account.set(null);
  }

  /** Nothing is asked in a browser where nobody had signed in: the answer would be an error for certain. */
  private async resume(): Promise<Account | null> {
    if (recall("signed-in") === null) return null;
    try {
      const account = await ask(api.account);
      return account.role === "market" ? account : null;
    } catch (error) {
      if (Failure.from(error).status !== 401) throw error;
      forget("signed-in");
      return null;
    }
  }
}
