import type { ShopHours, ShopOfferTerms } from "../../api";

/** The longest text of an offer, in characters. */
export const longestText = 160;
/** The most points that are paid when a coupon is redeemed. */
export const mostPoints = 1000;
/** The languages in which visitors read, in the order of the editor. */
export const tongues = ["es", "en", "pt", "it"] as const;

export type Tongue = (typeof tongues)[number];

/** How many characters a text has, as the server counts them at most: an emoji of several parts may count as more here. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The languages in which an offer says nothing. */
export function missingIn(text: Record<string, string>): Tongue[] {
  return tongues.filter((tongue) => (text[tongue] ?? "").trim() === "");
}

/** The languages of an offer's text in the editor: those of readers, and those that the venue file brought besides. */
export function languagesOf(text: Record<string, string>): string[] {
  return [...tongues, ...Object.keys(text).filter((tag) => !tongues.includes(tag as Tongue)).sort()];
}

/** An offer about which nothing has been said. */
export function emptyTerms(): ShopOfferTerms {
  return { text: {}, hours: [], points: 0 };
}

/** Whether two offers say the same. */
export function isSame(one: ShopOfferTerms, other: ShopOfferTerms): boolean {
  return differences(one, other).length === 0;
}

/** What of an offer can differ: a text by its language, or another of its parts. */
export type Part = `text.${string}` | "validFrom" | "validUntil" | "hours" | "points" | "limit";

/** A part in which two versions of an offer differ; what is not there is undefined. */
export interface Difference {
  part: Part;
  before: string | undefined;
  after: string | undefined;
}

/** In what two versions of an offer differ, in the order of the editor. */
export function differences(before: ShopOfferTerms, after: ShopOfferTerms): Difference[] {
  const languages = [...new Set([...tongues, ...Object.keys(before.text), ...Object.keys(after.text)])];
  const parts: [Part, string | undefined, string | undefined][] = [
    ...languages.map((tongue): [Part, string | undefined, string | undefined] =>
      [`text.${tongue}`, before.text[tongue] || undefined, after.text[tongue] || undefined]),
    ["validFrom", before.validFrom, after.validFrom],
    ["validUntil", before.validUntil, after.validUntil],
    ["hours", hoursKey(before.hours), hoursKey(after.hours)],
    ["points", String(before.points), String(after.points)],
    ["limit", before.limit?.toString(), after.limit?.toString()],
  ];
  return parts.filter(([, one, other]) => one !== other).map(([part, one, other]) => ({ part, before: one, after: other }));
}

function hoursKey(hours: readonly ShopHours[]): string | undefined {
  return hours.length === 0 ? undefined : hours.map(({ day, from, to }) => `${day} ${from}-${to}`).join(", ");
}

/** The instant of a wall clock such as `2026-12-01T09:30` in a time zone, in milliseconds; one that a change of clocks
 * skips is as much later. */
export function instantOf(local: string, timeZone: string): number {
  const wanted = Date.parse(`${local.slice(0, 16)}:00Z`);
  let instant = wanted;
  // The second step is right where the first one landed on the other side of a change of clocks.
  for (let step = 0; step < 2; step += 1) instant = wanted - offsetAt(instant, timeZone);
  return instant;
}

/** How far clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    second: "numeric",
  }).formatToParts(new Date(instant));
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? "0");
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}

/** The instant at which a day's successor begins in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return instantOf(`${next}T00:00`, timeZone);
}

/** The day of an instant in a time zone, as `2026-12-01`. */
export function dayIn(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);
}
