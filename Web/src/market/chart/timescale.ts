import { type Frame, isOfDays } from "./frames";
import { offsetName, type Zone } from "./zone";

/** How much a mark of the time axis matters, in the library's own numbers: the higher ones are shown first. */
export const weights = { none: 0, minute: 20, minutes5: 21, minutes30: 22, hour: 30, hours3: 31, hours6: 32, hours12: 33, day: 50, month: 60, year: 70 } as const;

const minute = 60_000;

/** The parts of a day, longest first. */
const parts: readonly (readonly [length: number, weight: number])[] = [
  [720 * minute, weights.hours12], [360 * minute, weights.hours6], [180 * minute, weights.hours3], [60 * minute, weights.hour],
  [30 * minute, weights.minutes30], [5 * minute, weights.minutes5], [minute, weights.minute],
];

/** What begins at an instant that had not begun at the one before, both as a zone's clock shows them. */
export function weightBetween(before: number, now: number): number {
  const [old, date] = [new Date(before), new Date(now)];
  if (old.getUTCFullYear() !== date.getUTCFullYear()) return weights.year;
  if (old.getUTCMonth() !== date.getUTCMonth()) return weights.month;
  if (old.getUTCDate() !== date.getUTCDate()) return weights.day;
  for (const [length, weight] of parts) if (Math.floor(before / length) !== Math.floor(now / length)) return weight;
  return weights.none;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${zone.name}|${JSON.stringify(options)}`;
  let kept = formatters.get(key);
  if (kept === undefined) {
    kept = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone.name });
    formatters.set(key, kept);
  }
  return kept;
}

const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** What stands at a mark of the axis: a year, a month, a day or a time, by what begins there. */
export function markText(instant: number, weight: number, zone: Zone, locale: string): string {
  const options: Intl.DateTimeFormatOptions = weight >= weights.year ? { year: "numeric" } : weight >= weights.month ? { month: "short" }
    : weight >= weights.day ? { day: "numeric" } : clock;
  return formatter(locale, zone, options).format(instant);
}

/**
 * When a frame began, in full: a day of UTC for frames of days, else day and time of the zone, with the distance from UTC
 * where clocks are turned.
 */
export function momentText(frame: Frame, instant: number, zone: Zone, utc: Zone, locale: string): string {
  if (frame === 44640) return formatter(locale, utc, { month: "long", year: "numeric" }).format(instant);
  const day: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
  if (isOfDays(frame)) return formatter(locale, utc, day).format(instant);
  const text = formatter(locale, zone, { ...day, ...clock }).format(instant);
  return zone.isTurning(instant) ? `${text} ${offsetName(zone, instant)}` : text;
}

/** How long a running frame still lasts, as `4:07`, `1:04:07` or `3d 4h`. */
export function remainingText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
