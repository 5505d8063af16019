/** What a shop may know of a visitor: each step has all of the one before. */
export const steps = ["nothing", "coupons", "visits", "habits"] as const;

export type Step = (typeof steps)[number];

/** What a shop that is chosen may know. */
export type Term = Exclude<Step, "nothing">;

export const terms: readonly Term[] = ["coupons", "visits", "habits"];

/** What somebody chose who said no term, as all did before there were terms. */
export const usualTerm: Term = "visits";

/** Whether a step allows what another one does. */
export function allows(step: Step, other: Step): boolean {
  return steps.indexOf(step) >= steps.indexOf(other);
}

/** The term that a choice has; one that an older page kept has none. */
export function termOf(term: string | undefined): Term {
  return terms.find((known) => known === term) ?? usualTerm;
}

/** A shop, and what it may know from now on. */
export interface TermChange {
  venue: string;
  major: number;
  step: Step;
}
