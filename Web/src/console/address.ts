/** The sections of the console, as in the address after `#/`. */
export const sections = ["codes", "cases", "zones", "texts", "brake", "trail", "staff"] as const;

export type Section = (typeof sections)[number];

/** The section that the address names; the first one when it names none. */
export function sectionOfAddress(): Section {
  const name = window.location.hash.replace(/^#\/?/, "");
  return sections.find((known) => known === name) ?? "codes";
}

/**
 * The case that the address carries, as a phone's QR code has it: `#case=V1.…`; null when there is none.
 *
 * It holds a key. It is taken out of the address bar and of the tab's history at once, so that nobody reads it over a
 * shoulder, goes back to it or copies it with the address; from here on it travels in the body of one request alone.
 */
export function takeCaseFromAddress(): string | null {
  const { hash, pathname } = window.location;
  if (!hash.startsWith("#case=")) return null;
  window.history.replaceState(null, "", `${pathname}#/cases`);
  return hash.slice("#case=".length);
}
