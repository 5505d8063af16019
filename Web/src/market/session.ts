import * as api from "../api";
import type { Account } from "../api";
import { ask, Failure } from "../client";
import { Resource } from "../remote";
import { forget, recall } from "../storage";
import { hearTabs, tellTabs } from "../tabs";

/** Who is signed in, as on the visitor's page, whose session this is; null is nobody. */
export class MarketSession {
  readonly account = new Resource<Account | null>(() => this.resume());

  constructor() {
    hearTabs(({ kind }) => {
      if (kind === "signed-out") this.account.set(null);
    });
  }

  async signOut(): Promise<void> {
    await ask(api.signOut);
    this.end();
  }

  /** Ends the session on the page when the server knows it no more. */
  endIfRefused(failure: Failure): void {
    if (failure.status === 401 && failure.code !== "accounts.wrong_credentials") this.end();
  }

  private end(): void {
    forget("signed-in");
    this.account.set(null);
    tellTabs({ kind: "signed-out" });
  }

  /** Nothing is asked in a browser where nobody had signed in: the answer would be an error for certain. */
  private async resume(): Promise<Account | null> {
    if (recall("signed-in") === null) return null;
    try {
      return await ask(api.account);
    } catch (error) {
      if (Failure.from(error).status !== 401) throw error;
      forget("signed-in");
      return null;
    }
  }
}
