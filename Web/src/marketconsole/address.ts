/** The sections of the console, as in the address after `#/`. */
export const sections = ["requests", "markets", "limits", "ledger", "health", "journal", "staff"] as const;

export type Section = (typeof sections)[number];

/** The section that an address names; the first one when it names none. */
export function sectionOf(hash: string): Section {
  const name = hash.replace(/^#\/?/, "");
  return sections.find((known) => known === name) ?? "requests";
}
