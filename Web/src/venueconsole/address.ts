/** What an address of a venue's console names: `#/offers/7?at=UUID.101`. */
export interface ConsoleAddress {
  /** The name of the page; empty when the address names none. */
  page: string;
  /** What stands between the page and `?`: a page's own, without a slash at its beginning. */
  rest: string;
  /** The venue's UUID, small letters; null when the address names none. */
  venue: string | null;
  /** The shop's number; null when the address names none. */
  major: number | null;
}

const place = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(\d{1,5}))?$/i;

/** Reads what stands after `#`; what makes no sense in it is as if it were not there. */
export function consoleAddress(hash: string): ConsoleAddress {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/");
  const found = place.exec(new URLSearchParams(query).get("at") ?? "");
  const major = found?.[2] === undefined ? null : Number(found[2]);
  return {
    page, rest: rest.join("/"), venue: found?.[1]?.toLowerCase() ?? null,
    major: major !== null && major <= 65_535 ? major : null,
  };
}

/** The address that names a page of a venue, or of a shop; nothing is named where there is but one. */
export function hashOf(page: string, rest: string, at: { venue: string; major?: number } | null): string {
  const path = rest === "" ? `#/${page}` : `#/${page}/${rest}`;
  if (at === null) return path;
  return `${path}?at=${at.venue}${at.major === undefined ? "" : `.${at.major}`}`;
}
