import { locale } from "./i18n";

/** Numbers and times as the reader's language writes them. */

export function number(value: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale(), digits).format(value);
}

export function percent(part: number, whole: number): string {
  const style = { style: "percent", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale(), style).format(whole === 0 ? 0 : part / whole);
}

export function metres(value: number): string {
  return `${number(value, value < 10 ? 1 : 0)} m`;
}

/** Hours, minutes and seconds of an instant, in the venue's time zone. */
export function clock(instant: string, timeZone: string): string {
  return formatter({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone }).format(
    new Date(instant),
  );
}

/** Milliseconds within which a date is understood without its year. */
const nearby = 300 * 86_400_000;

/** Day and time of an instant, or day and year when it is far off; in the browser's time zone unless one is named. */
export function dayAndTime(instant: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const date = new Date(instant);
  const day = { day: "numeric", month: "short", ...zone } as const;
  const isNear = Math.abs(date.getTime() - Date.now()) < nearby;
  return formatter(
    isNear
      ? { ...day, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { ...day, year: "numeric" },
  ).format(date);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A kept formatter: making one is slow, and the live list needs hundreds. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formatters.set(key, kept);
  return kept;
}
