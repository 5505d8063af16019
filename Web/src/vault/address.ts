/** What the page shows, as in the address after `#/`: identifiers are random, and no title or search is in it. */
export type Place =
  | { kind: "items"; filter: Filter }
  | { kind: "item"; id: string }
  | { kind: "edit"; id: string }
  | { kind: "new"; category: string | null }
  | { kind: "check" }
  | { kind: "settings" };

/** Which items a list shows. */
export type Filter = "all" | "favourites" | "trash" | { category: string };

/** The sections with a tab, in the order of the tabs. */
export const sections = ["items", "check", "trash", "settings"] as const;

export type Section = (typeof sections)[number];

const identifier = /^[0-9a-f]{32}$/;

/** The place that an address names; an unknown one is the list of all items. */
export function placeOf(hash: string): Place {
  const [name = "", id = ""] = hash.replace(/^#\/?/, "").split("/");
  const isRecord = identifier.test(id);
  if (name === "category" && isRecord) return { kind: "items", filter: { category: id } };
  if (name === "item" && isRecord) return { kind: "item", id };
  if (name === "edit" && isRecord) return { kind: "edit", id };
  if (name === "new") return { kind: "new", category: isRecord ? id : null };
  if (name === "check") return { kind: "check" };
  if (name === "settings") return { kind: "settings" };
  if (name === "all" || name === "favourites" || name === "trash") return { kind: "items", filter: name };
  return { kind: "items", filter: "all" };
}

/** The address of a list. */
export function addressOf(filter: Filter): string {
  return typeof filter === "string" ? `#/${filter}` : `#/category/${filter.category}`;
}

/** The tab that is lit for a place. */
export function sectionOf(place: Place): Section {
  if (place.kind === "check" || place.kind === "settings") return place.kind;
  return place.kind === "items" && place.filter === "trash" ? "trash" : "items";
}

/** Where a passkey is added: settings, with the form open. */
export const addPasskey = "#/settings/passkey";

/** Whether a place is the overview, which on a telephone shows the categories. */
export function isOverview(hash: string): boolean {
  return /^#?\/?$/.test(hash);
}

/**
 * The one-time token that the address carries, as the link of `cerca vault open` has it: `#t=…`; null without one.
 * That of `cerca vault slot add passkey` ends in `&add=passkey`, and leads there.
 *
 * It lets whoever has it in. It is taken out of the address bar and of the tab's history at once, and travels in the
 * body of one request.
 */
export function takeTokenFromAddress(): string | null {
  const { hash, pathname } = window.location;
  if (!hash.startsWith("#t=")) return null;
  const [token = "", wish] = hash.slice("#t=".length).split("&");
  window.history.replaceState(null, "", wish === "add=passkey" ? pathname + addPasskey : pathname);
  return identifier.test(token) ? token : null;
}
