import * as api from "../api";
import type { Choices as ChoicesBody } from "../api";
import { ask } from "../client";
import { Resource } from "../remote";
import { isAway, orCopy } from "./offline/copies";
import { atOnce, type Sender } from "./offline/waiting";

/** The shops that may know of this person's visits, over all venues. */
export class Choices {
  readonly resource = new Resource(async () => {
    const { shops } = await orCopy("choices", () => ask(api.choices));
    return new Set(shops.map((shop) => key(shop.venue, shop.major)));
  });
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly sender: Sender = atOnce) {}

  /** The choices as they travel. */
  static body(chosen: ReadonlySet<string>): ChoicesBody {
    return { shops: [...chosen].map(choice) };
  }

  /** How many shops of a venue are chosen. */
  count(venue: string): number {
    return [...(this.resource.value ?? [])].filter((text) => choice(text).venue === venue).length;
  }

  has(venue: string, major: number): boolean {
    return this.resource.value?.has(key(venue, major)) ?? false;
  }

  /**
   * Changes choices at once on the page and then on the server, one change after the other.
   *
   * When the server does not take a change, just that one is undone on the page and the failure is thrown; one that gets
   * no answer waits.
   */
  async change(venue: string, majors: readonly number[], chosen: boolean): Promise<void> {
    const changed = majors.filter((major) => this.has(venue, major) !== chosen);
    this.show(venue, changed, chosen);
    const changes = changed.map((major) => ({ kind: "choice" as const, venue, major, chosen }));
    const save = async (): Promise<void> => {
      // What another device chose since the copy was made stays chosen.
      if (isAway.value) return changeChoices(changes);
      // What the page shows now, so that changes made while an earlier one was under way go along.
      const body = Choices.body(this.resource.value ?? new Set());
      await ask((options) => api.setChoices(body, options));
    };
    const saved = this.saving.then(() => this.sender.send(save, changes));
    this.saving = saved.catch(() => undefined);
    try {
      await saved;
    } catch (error) {
      this.show(venue, changed, !chosen);
      throw error;
    }
  }

  private show(venue: string, majors: readonly number[], chosen: boolean): void {
    const next = new Set(this.resource.value ?? []);
    for (const major of majors) {
      if (chosen) next.add(key(venue, major));
      else next.delete(key(venue, major));
    }
    this.resource.set(next);
  }
}

/** Makes single changes to what the server knows now. */
export async function changeChoices(
  changes: readonly { venue: string; major: number; chosen: boolean }[],
): Promise<void> {
  const { shops } = await ask(api.choices);
  const next = new Set(shops.map((shop) => key(shop.venue, shop.major)));
  for (const { venue, major, chosen } of changes) {
    if (chosen) next.add(key(venue, major));
    else next.delete(key(venue, major));
  }
  await ask((options) => api.setChoices(Choices.body(next), options));
}

function key(venue: string, major: number): string {
  return `${venue}/${major}`;
}

function choice(text: string): { venue: string; major: number } {
  const slash = text.lastIndexOf("/");
  return { venue: text.slice(0, slash), major: Number(text.slice(slash + 1)) };
}
