import type { Coupon, Visit } from "../../api";
import { allows, type Step } from "./term";

/** One thing that a shop knows of the reader now, as far as this page can tell. */
export type Fact =
  | { kind: "nothing" | "before" | "till" | "pseudonym" | "habits" }
  | { kind: "coupons"; count: number }
  | { kind: "visits"; count: number; disputed: number; until: string | null };

/** What a shop never learns by a step. */
export type Secret = "name" | "others" | "path" | "phone" | "passing" | "coming" | "sessions" | "alone";

/** What the page has at hand of one shop. */
export interface Known {
  coupons: readonly Coupon[];
  /** The visits of this session. */
  visits: readonly Visit[];
}

/**
 * What a shop knows of the reader at a step, and what it never learns.
 *
 * Coupons are counted at each step but none, visits only while their term holds: of an earlier term the page knows
 * nothing any more, and says that it stays.
 */
export function knowledge(step: Step, { coupons, visits }: Known): { facts: Fact[]; never: Secret[] } {
  if (step === "nothing") return { facts: [{ kind: "nothing" }, { kind: "before" }], never: ["passing", ...always] };
  const facts: Fact[] = [{ kind: "coupons", count: coupons.length }, { kind: "till" }];
  if (!allows(step, "visits")) return { facts, never: ["coming", ...always] };
  const [latest = null] = visits.map(({ until }) => until).sort().reverse();
  facts.push({
    kind: "visits", count: visits.length, disputed: visits.filter(({ disputed }) => disputed).length, until: latest,
  });
  facts.push({ kind: "pseudonym" });
  if (!allows(step, "habits")) return { facts, never: ["sessions", ...always] };
  facts.push({ kind: "habits" });
  return { facts, never: ["alone", ...always] };
}

/** What no shop ever learns. */
const always: readonly Secret[] = ["name", "others", "path", "phone"];

/** What of a list belongs to one shop. */
export function ofShop<T extends { shop: { venue: string; major: number } }>(
  list: readonly T[], venue: string, major: number,
): T[] {
  return list.filter(({ shop }) => shop.venue === venue && shop.major === major);
}
