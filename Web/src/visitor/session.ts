import { type Account, api, type Credentials, type DeviceApproval } from "../api";
import { ask, Failure } from "../client";
import { Resource } from "../remote";
import { forget, recall, remember } from "../storage";

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

  /** Approves this device with the code from the mail, which signs in on it. */
  async approveDevice(approval: DeviceApproval): Promise<void> {
    await ask((options) => api.approveDevice(approval, options));
    await this.begin();
  }

  async signOut(): Promise<void> {
    await ask(api.signOut);
    this.end();
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
    try {
      return await ask(api.account);
    } catch (error) {
      if (Failure.from(error).status !== 401) throw error;
      forgetSession();
      return null;
    }
  }

  private async begin(): Promise<void> {
    remember("signed-in", "yes");
    this.account.set(await ask(api.account));
  }

  private end(): void {
    forgetSession();
    this.account.set(null);
  }
}

function forgetSession(): void {
  forget("signed-in");
  forget("guest");
}
