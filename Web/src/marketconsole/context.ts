import * as api from "../api";
import type { CallOptions, ConsoleAudit, ConsoleCatalogue, ConsoleHealth, ConsoleRequests } from "../api";
import { ask, Failure } from "../client";
import { known, t } from "../i18n";
import type { Scope } from "../observable";
import { Resource } from "../remote";
import { Toasts } from "../ui/toasts";
import type { Section } from "./address";
import { DeskSession } from "./session";

/** What the console's sections share: who is signed in, and what was fetched. */
export class DeskContext {
  readonly session = new DeskSession();
  readonly toasts = new Toasts();
  readonly requests = new Resource<ConsoleRequests>(() => ask((options) => api.consoleRequests({}, options)));
  readonly catalogue = new Resource<ConsoleCatalogue>(() => ask(api.consoleCatalogue));
  readonly audit = new Resource<ConsoleAudit>(() => ask(api.consoleAudit));
  readonly health = new Resource<ConsoleHealth>(() => ask(api.consoleHealth));

  /** What a failure says to the staff: in the console's own words where it has some. */
  explain(failure: Failure): string {
    return known(`desk.problem.${failure.code}`) ?? failure.explanation;
  }

  /** Tells of a failed action; an ended session is ended here too. */
  report(error: unknown, again?: () => void): void {
    const failure = Failure.from(error);
    // An answer that never came does not say whether it was done: the same key asks for the same thing once more.
    const canRepeat = again !== undefined && failure.code.startsWith("network.");
    this.toasts.show({
      text: this.explain(failure), tone: "bad", ...(canRepeat ? { action: { label: t("retry"), run: again } } : {}),
    });
    this.session.endIfRefused(failure);
  }

  /** Makes a change once, under one key however often it has to be sent; `done` follows when it was made. */
  async change<Answer>(
    key: string, call: (options: CallOptions) => Promise<Answer>, done: (answer: Answer) => unknown,
  ): Promise<void> {
    let answer: Answer;
    try {
      answer = await ask((options) => call({ ...options, key }));
    } catch (error) {
      this.report(error, () => void this.change(key, call, done));
      // Somebody else may have been quicker: what is shown should be what is.
      if (Failure.from(error).status === 409 || Failure.from(error).status === 404) await this.requests.load();
      return;
    }
    await done(answer);
  }

  /** Fetches a list again, and shows it only when it is another one: nobody's place in it is lost for nothing. */
  async renew<Value>(resource: Resource<Value>, call: (options: CallOptions) => Promise<Value>): Promise<void> {
    if (document.querySelector("dialog[open]") !== null) return;
    try {
      const value = await ask(call);
      if (JSON.stringify(value) !== JSON.stringify(resource.value)) resource.set(value);
    } catch (error) {
      this.session.endIfRefused(Failure.from(error));
      if (resource.value === undefined) await resource.load();
    }
  }

  /** Forgets everything that the last person on this page has seen. */
  clear(): void {
    for (const resource of [this.requests, this.catalogue, this.audit, this.health]) resource.clear();
  }
}

/** What a section is given. */
export interface SectionInput {
  context: DeskContext;
  scope: Scope;
  go: (section: Section) => void;
}
