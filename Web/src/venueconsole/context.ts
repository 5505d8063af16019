import type { Account, CallOptions, VenuePlace, VenuePlaceShop } from "../api";
import { ask, Failure } from "../client";
import { known, t } from "../i18n";
import type { Scope } from "../observable";
import type { Toasts } from "../ui/toasts";
import { Fetched } from "./fetched";
import type { ConsoleSession } from "./session";

/** What the console's frame and its pages share for as long as somebody is signed in. */
export interface Desk {
  session: ConsoleSession;
  toasts: Toasts;
  account: Account;
  /** All venues that are looked after. */
  places: readonly VenuePlace[];
}

/**
 * What a page of a venue's console is given: the venue, and what it talks to the server and its reader with.
 *
 * Every call of the server goes through `ask`, `change` or a `fetched` value of it, so that a session or a role that has
 * ended is noticed wherever it happens.
 */
export class VenueContext {
  constructor(
    readonly desk: Desk,
    /** The venue with its name, its zone and its shops: for an operator all, for a merchant those looked after. */
    readonly venue: VenuePlace,
    /** What stands in the address after the page's name: the page's own, such as which offer is open. */
    readonly rest: string,
    /** Lives as long as the page is shown. */
    readonly scope: Scope,
    private readonly goTo: (page: string, rest: string) => void,
  ) {}

  /** Who is signed in. */
  get account(): Account {
    return this.desk.account;
  }

  /** The zone in which the venue's days begin and its hours are told. */
  get timeZone(): string {
    return this.venue.timeZone;
  }

  /** What time it is by the server's clock, in milliseconds since 1970. */
  now(): number {
    return this.desk.session.clock.now();
  }

  get toasts(): Toasts {
    return this.desk.toasts;
  }

  /** Shows another page of this venue and shop, or another part of the same one. */
  go(page: string, rest = ""): void {
    this.goTo(page, rest);
  }

  /** Makes one call; a session or a role that has ended is noticed. Whatever goes wrong is thrown as a `Failure`. */
  async ask<Answer>(call: (options: CallOptions) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(call);
    } catch (error) {
      const failure = Failure.from(error);
      this.desk.session.heed(failure);
      throw failure;
    }
  }

  /** A value of the server that the page shows, fetched at once; `steady` shows it with all of its states. */
  fetched<Value>(call: (options: CallOptions) => Promise<Value>): Fetched<Value> {
    const value = new Fetched(() => this.ask(call));
    void value.load();
    return value;
  }

  /** What a failure says: in the console's own words where it has some. */
  explain(failure: Failure): string {
    return known(`work.problem.${failure.code}`) ?? failure.explanation;
  }

  /** Tells of a failed action. */
  report(error: unknown, again?: () => void): void {
    const failure = Failure.from(error);
    const canRepeat = again !== undefined && failure.code.startsWith("network.");
    this.toasts.show({
      text: this.explain(failure), tone: "bad", ...(canRepeat ? { action: { label: t("retry"), run: again } } : {}),
    });
    this.desk.session.heed(failure);
  }

  /**
   * Makes a change under one key however often it has to be sent: an answer that never came does not say whether it was
   * done. False when it failed, which has been told.
   */
  async change<Answer>(
    key: string, call: (options: CallOptions) => Promise<Answer>, done: (answer: Answer) => unknown,
  ): Promise<boolean> {
    let answer: Answer;
    try {
      answer = await ask((options) => call({ ...options, key }));
    } catch (error) {
      this.report(error, () => void this.change(key, call, done));
      return false;
    }
    await done(answer);
    return true;
  }
}

/** The same for a page about one shop. */
export class ShopContext extends VenueContext {
  constructor(
    readonly shop: VenuePlaceShop, ...others: ConstructorParameters<typeof VenueContext>
  ) {
    super(...others);
  }
}
