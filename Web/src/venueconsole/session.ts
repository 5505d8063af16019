import * as api from "../api";
import type { Account, CallOptions, PasskeyAssertion, RoleCredentials, VenuePlace, VenuePlaces, VenueRoleName } from "../api";
import { ask, Failure } from "../client";
import { Observable } from "../observable";
import { Resource } from "../remote";
import { forget, recall, remember } from "../storage";
import { ConsoleClock } from "./clock";

/** How a role is signed in to, and what is asked of the server next. */
const calls: Record<VenueRoleName, {
  signIn: (body: RoleCredentials, options?: CallOptions) => Promise<unknown>;
  passkey: (body: PasskeyAssertion, options?: CallOptions) => Promise<unknown>;
  places: (options?: CallOptions) => Promise<VenuePlaces>;
}> = {
  merchant: {
    signIn: api.signInToMerchant, passkey: api.signInToMerchantWithPasskey, places: api.merchantPlaces,
  },
  operator: {
    signIn: api.signInToOperator, passkey: api.signInToOperatorWithPasskey, places: api.operatorPlaces,
  },
};

/** Somebody who is signed in to a venue's console, and what they look after. */
export interface Staff {
  account: Account;
  places: readonly VenuePlace[];
}

/** Who is signed in to the console; null is nobody. A session of everybody's, or of another role, is nobody here. */
export class ConsoleSession {
  readonly staff = new Resource<Staff | null>(() => this.resume());
  /** Whether what this session was for has been taken away while the page was open; it says whom to ask. */
  readonly isRefused = new Observable(false);

  /** The time by which the pages know what is today. */
  readonly clock = new ConsoleClock();

  constructor(readonly role: VenueRoleName) {}

  async signIn(credentials: RoleCredentials): Promise<void> {
    await ask((options) => calls[this.role].signIn(credentials, options));
    await this.begin();
  }

  async signInWithPasskey(assertion: PasskeyAssertion): Promise<void> {
    await ask((options) => calls[this.role].passkey(assertion, options));
    await this.begin();
  }

  /** Enters a demo's console without a password; no other server has such a door. */
  async enterDemo(): Promise<void> {
    await ask((options) => api.demoEnterConsole({ role: this.role }, options));
    await this.begin();
  }

  async signOut(): Promise<void> {
    await ask(api.signOut);
    this.end();
  }

  /** Draws the conclusion of a failure: a session that has ended is ended here, a role that has ended is told. */
  heed(failure: Failure): void {
    if (failure.code === "accounts.role_ended") {
      this.end();
      this.isRefused.set(true);
    } else if (failure.status === 401 || failure.code === "accounts.wrong_role") this.end();
    // One shop of several may be gone: the frame asks for what is left, and says so beside what is typed.
    else if (failure.code === "staff.not_yours") void this.staff.load();
  }

  /** What is looked after now, as after a role has been taken on. */
  async renew(): Promise<void> {
    await this.staff.load();
  }

  private async begin(): Promise<void> {
    remember("signed-in", "yes");
    this.isRefused.set(false);
    this.staff.set(await this.known(await ask(api.account)));
  }

  private end(): void {
    forget("signed-in");
    this.staff.set(null);
  }

  private async known(account: Account): Promise<Staff> {
    const [{ places }] = await Promise.all([
      ask(calls[this.role].places),
      // Without an answer the device's own clock does.
      this.clock.ask().catch(() => null),
    ]);
    return { account, places };
  }

  /** Nothing is asked in a browser where nobody had signed in: the answer would be an error for certain. */
  private async resume(): Promise<Staff | null> {
    if (recall("signed-in") === null) return null;
    try {
      const account = await ask(api.account);
      return account.role === this.role ? await this.known(account) : null;
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.code === "accounts.role_ended") this.isRefused.set(true);
      else if (failure.status !== 401) throw error;
      forget("signed-in");
      return null;
    }
  }
}
