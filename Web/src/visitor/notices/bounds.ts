import type { PushRules } from "../../api";

/** Of how many things of shops and venues the page tells in a day, as the server's messages do. */
export const mostADay = 3;

/** Of what the page told on one day: it is kept for that day alone. */
export interface ToldToday {
  /** The day in the account's time zone, such as `2026-11-23`. */
  day: string;
  /** What was told of, each once: a shop, or a venue for its welcome. */
  told: string[];
}

/** What an instant is in a time zone: the day, and the minute of it. */
export interface Moment {
  day: string;
  minute: number;
}

/** An instant in milliseconds since 1970 as people there read it; in UTC where the zone is none that is known. */
export function momentOf(now: number, timeZone: string): Moment {
  const shown = (zone: string): string => new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  }).format(new Date(now));
  let text: string;
  try {
    text = shown(timeZone);
  } catch {
    text = shown("UTC");
  }
  const [day = "", time = ""] = text.split(" ");
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return { day, minute: hours * 60 + minutes };
}

/** Whether a minute of the day lies in the quiet hours, which may go over midnight. */
export function isQuiet({ quietFrom, quietUntil }: PushRules, minute: number): boolean {
  if (quietFrom === undefined || quietUntil === undefined || quietFrom === quietUntil) return false;
  const length = (quietUntil - quietFrom + 1440) % 1440;
  return (minute - quietFrom + 1440) % 1440 < length;
}

/**
 * What is kept once the page has told of a shop or a venue; null when it must not tell now.
 *
 * `shop` is missing for a welcome, which is a venue's own: no shop can be muted for it, and all else holds.
 */
export function toTell(
  before: ToldToday | undefined, rules: PushRules, what: string, moment: Moment,
  shop?: { venue: string; major: number },
): ToldToday | null {
  if (rules.isSilent || isQuiet(rules, moment.minute)) return null;
  const isMuted = shop !== undefined
    && rules.mutedShops.some(({ venue, major }) => venue === shop.venue && major === shop.major);
  if (isMuted) return null;
  const told = before?.day === moment.day ? before.told : [];
  if (told.length >= mostADay || told.includes(what)) return null;
  return { day: moment.day, told: [...told, what] };
}
