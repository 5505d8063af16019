import * as api from "../api";
import type { Choices as ChoicesBody } from "../api";
import { ask } from "../client";
import { Resource } from "../remote";
import { type Step, type Term, type TermChange, termOf } from "./consent/term";
import { isAway, orCopy } from "./offline/copies";
import { atOnce, type Sender, type WaitingChoice } from "./offline/waiting";

/** What each chosen shop may know; a shop that is not here learns nothing. */
export type ChosenTerms = ReadonlyMap<string, Term>;

/** The shops that may know of this person, over all venues, and what. */
export class Choices {
  readonly resource = new Resource<ChosenTerms>(async () => chosenTerms(await orCopy("choices", () => ask(api.choices))));
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly sender: Sender = atOnce) {}

  /** The choices as they travel. */
  static body(chosen: ChosenTerms): ChoicesBody {
    return { shops: [...chosen].map(([text, term]) => ({ ...shopOf(text), term })) };
  }

  /** How many shops of a venue are chosen. */
  count(venue: string): number {
    return [...(this.resource.value?.keys() ?? [])].filter((text) => shopOf(text).venue === venue).length;
  }

  has(venue: string, major: number): boolean {
    return this.step(venue, major) !== "nothing";
  }

  /** What a shop may know. */
  step(venue: string, major: number): Step {
    return this.resource.value?.get(key(venue, major)) ?? "nothing";
  }

  /** All that is chosen, over all venues. */
  all(): TermChange[] {
    return [...(this.resource.value ?? [])].map(([text, step]) => ({ ...shopOf(text), step }));
  }

  /** What would take changes back. */
  before(changes: readonly TermChange[]): TermChange[] {
    return changes.map(({ venue, major }) => ({ venue, major, step: this.step(venue, major) }));
  }

  /**
   * Changes choices at once on the page and then on the server, one change after the other.
   *
   * When the server does not take a change, just that one is undone on the page and the failure is thrown; one that gets
   * no answer waits.
   */
  async change(wanted: readonly TermChange[]): Promise<void> {
    const changed = wanted.filter(({ venue, major, step }) => this.step(venue, major) !== step);
    const undo = this.before(changed);
    this.show(changed);
    const changes = changed.map(waitingOf);
    const save = async (): Promise<void> => {
      // What another device chose since the copy was made stays chosen.
      if (isAway.value) return changeChoices(changes);
      // What the page shows now, so that changes made while an earlier one was under way go along.
      const body = Choices.body(this.resource.value ?? new Map());
      await ask((options) => api.setChoices(body, options));
    };
    const saved = this.saving.then(() => this.sender.send(save, changes));
    this.saving = saved.catch(() => undefined);
    try {
      await saved;
    } catch (error) {
      this.show(undo);
      throw error;
    }
  }

  private show(changes: readonly TermChange[]): void {
    const next = new Map(this.resource.value ?? []);
    for (const { venue, major, step } of changes) put(next, venue, major, step);
    this.resource.set(next);
  }
}

/** Makes single changes to what the server knows now. */
export async function changeChoices(changes: readonly WaitingChoice[]): Promise<void> {
  const next = new Map(chosenTerms(await ask(api.choices)));
  for (const { venue, major, chosen, term } of changes) put(next, venue, major, chosen ? termOf(term) : "nothing");
  await ask((options) => api.setChoices(Choices.body(next), options));
}

function waitingOf({ venue, major, step }: TermChange): WaitingChoice {
  return step === "nothing" ? { kind: "choice", venue, major, chosen: false }
    : { kind: "choice", venue, major, chosen: true, term: step };
}

function put(chosen: Map<string, Term>, venue: string, major: number, step: Step): void {
  if (step === "nothing") chosen.delete(key(venue, major));
  else chosen.set(key(venue, major), step);
}

function chosenTerms({ shops }: { shops: readonly { venue: string; major: number; term?: string }[] }): ChosenTerms {
  return new Map(shops.map(({ venue, major, term }) => [key(venue, major), termOf(term)]));
}

function key(venue: string, major: number): string {
  return `${venue}/${major}`;
}

function shopOf(text: string): { venue: string; major: number } {
  const slash = text.lastIndexOf("/");
  return { venue: text.slice(0, slash), major: Number(text.slice(slash + 1)) };
}
