import { locale } from "../../i18n";
import * as days from "../../numbers/days";
import { settings } from "../settings/settings";

/** Instants as the reader wants them: by this device's clock or in UTC, with 24 hours in every language. */

type Options = Intl.DateTimeFormatOptions;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(key: string, options: Options): Intl.DateTimeFormat {
  const { zone } = settings.value;
  const full = `${locale()} ${zone} ${key}`;
  let kept = formatters.get(full);
  if (kept === undefined) {
    // Chileans would else read "p. m." after the hours.
    kept = new Intl.DateTimeFormat(locale(), { hourCycle: "h23", ...(zone === "utc" && { timeZone: "UTC" }), ...options });
    formatters.set(full, kept);
  }
  return kept;
}

/** A time of day; of one that clocks show twice, which of them it is by its distance from UTC. */
function told(key: string, options: Options, at: Date): string {
  return settings.value.zone !== "utc" && days.isRepeated(at)
    ? formatter(`${key} twice`, { ...options, timeZoneName: "shortOffset" } as Options).format(at)
    : formatter(key, options).format(at);
}

/** Hours, minutes and seconds. */
export function clockTime(at: Date): string {
  return told("clock", { hour: "2-digit", minute: "2-digit", second: "2-digit" }, at);
}

/** Hours and minutes. */
export function shortTime(at: Date): string {
  return formatter("short", { hour: "2-digit", minute: "2-digit" }).format(at);
}

/** Day, month, year, hours, minutes and seconds: an instant in a list that goes far back. */
export function moment(at: Date): string {
  return told("moment", {
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
  }, at);
}

/** An instant nearby by hours and minutes, any other one whole. */
export function soonOrMoment(at: Date, now: number = Date.now()): string {
  return Math.abs(at.getTime() - now) < 12 * 3_600_000 ? shortTime(at) : moment(at);
}

/** A day of the chosen zone. */
export function dayOf(at: Date): string {
  return formatter("day", { year: "numeric", month: "short", day: "numeric" }).format(at);
}

const dayMinutes = 1440;

/**
 * When a frame of so many minutes begins, as a chart and its table say it.
 *
 * Days, weeks and months are periods of UTC and named by its date: in any other zone they would bear the name of the day
 * before or after.
 */
export function periodLabel(start: Date, frameMinutes: number): string {
  if (frameMinutes >= dayMinutes) {
    return formatter("period", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }).format(start);
  }
  return formatter("frame", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" }).format(start);
}

/** The zone's name, as it is at `at`: with the clocks it changes. */
export function zoneName(at: Date): string {
  const part = formatter("zone", { timeZoneName: "short" }).formatToParts(at).find(({ type }) => type === "timeZoneName");
  return part?.value ?? "UTC";
}

/** The zone by its name in the IANA's database, as an account keeps it. */
export function zoneIdentifier(): string {
  return settings.value.zone === "utc" ? "UTC" : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The instant at which a day of the chosen zone begins, from the text of a date field, as `2026-04-05`. */
export function startOfDay(day: string): Date | null {
  return days.startOfDay(day, settings.value.zone);
}

/** The instant at which the day after it begins. */
export function endOfDay(day: string): Date | null {
  return days.endOfDay(day, settings.value.zone);
}

/**
 * The instant of a day and a time of the chosen zone, from the text of a field for both, as `2026-04-05T09:30`. An hour that
 * comes twice is the first one, and one that is left out the one after it: what was understood is to be shown.
 */
export function instantOf(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text);
  if (parts === null) return null;
  const [year, month, date, hours, minutes] = [Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), Number(parts[4]), Number(parts[5])];
  const at = settings.value.zone === "utc" ? new Date(Date.UTC(year, month, date, hours, minutes)) : new Date(year, month, date, hours, minutes);
  return Number.isNaN(at.getTime()) ? null : at;
}
