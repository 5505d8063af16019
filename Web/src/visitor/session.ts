import * as api from "../api";
import type { Account, ArrivalProof, Credentials, DeviceApproval, MailboxProof, PasskeyAssertion } from "../api";
import { ask, Failure } from "../client";
import { Resource } from "../remote";
import { forget, recall, remember } from "../storage";
import { tellTabs } from "../tabs";
import { copyOf, orCopy } from "./offline/copies";
import { forgetAll, forgetFiles } from "./offline/database";

/** Who is signed in; null is nobody. */
export class Session {
  readonly account = new Resource<Account | null>(() => this.resume());

  async signUp(credentials: Credentials): Promise<void> {
    await ask((options) => api.signUp(credentials, options));
    await this.begin();
  }

  async signIn(credentials: Credentials): Promise<void> {
    await ask((options) => api.signIn(credentials, options));
    await this.begin();
  }

  /** Signs in with a passkey alone. */
  async signInWithPasskey(assertion: PasskeyAssertion): Promise<void> {
    await ask((options) => api.signInWithPasskey(assertion, options));
    await this.begin();
  }

  /** Makes the account that waits for the code from the mail, which signs in. */
  async confirmSignUp(proof: MailboxProof): Promise<void> {
    await ask((options) => api.confirmSignUp(proof, options));
    await this.begin();
  }

  /** Finishes a sign-in by a provider, with what the account wants to see. */
  async arrive(proof: ArrivalProof): Promise<void> {
    await ask((options) => api.finishArrival(proof, options));
    await this.begin();
  }

  /** Approves this device with the code from the mail, which signs in on it. */
  async approveDevice(approval: DeviceApproval): Promise<void> {
    await ask((options) => api.approveDevice(approval, options));
    await this.begin();
  }

  /** Ends the session and leaves nothing of it in this browser but the language, which is the reader's own. */
  async signOut(): Promise<void> {
    const language = recall("language");
    // The browser forgets by the server's word; here too, since not every one listens to it.
    await ask(api.signOut);
    await Promise.all([forgetAll(), forgetFiles()]);
    if (language !== null) remember("language", language);
    this.end();
    tellTabs({ kind: "signed-out" });
  }

  /** Fetches the account anew, after a change of it. */
  async reload(): Promise<void> {
    this.account.set(await ask(api.account));
  }

  /** Asks whether the session still holds, and ends it here when the server says that it does not. */
  async check(): Promise<void> {
    try {
      await ask(api.account);
    } catch (error) {
      this.endIfRefused(Failure.from(error));
    }
  }

  /** Ends the session on the page when a failure says that the server knows it no more. */
  endIfRefused(failure: Failure): void {
    // A password that was asked for once more and is wrong has the same status, and ends nothing.
    if (failure.status === 401 && failure.code !== "accounts.wrong_credentials") this.end();
  }

  /** Nothing is asked in a browser where nobody had signed in: the answer would be an error for certain. */
  private async resume(): Promise<Account | null> {
    if (recall("signed-in") === null) return null;
    const before = await copyOf<Account>("account");
    try {
      const account = await orCopy("account", () => ask(api.account));
      // Staff sign in at their own page, and the browser has one session.
      if (before !== undefined && before.email !== account.email) await forgetAll();
      return account;
    } catch (error) {
      if (Failure.from(error).status !== 401) throw error;
      forgetSession();
      await forgetAll();
      return null;
    }
  }

  private async begin(): Promise<void> {
    remember("signed-in", "yes");
    // Whose session ended without a word may have left something.
    await forgetAll();
    this.account.set(await orCopy("account", () => ask(api.account)));
  }

  private end(): void {
    forgetSession();
    void forgetAll();
    this.account.set(null);
  }
}

function forgetSession(): void {
  forget("signed-in");
  forget("guest");
}
