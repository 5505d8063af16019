import { locale } from "./i18n";

/** Numbers and times as the reader's language writes them. */

export function number(value: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale(), digits).format(value);
}

export function percent(part: number, whole: number, decimals = 0): string {
  const style = { style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
  return new Intl.NumberFormat(locale(), style).format(whole === 0 ? 0 : part / whole);
}

/** A decimal number of the API, digit for digit, with the reader's decimal sign. */
export function decimal(text: string): string {
  const sign = new Intl.NumberFormat(locale()).formatToParts(0.1).find(({ type }) => type === "decimal")?.value ?? ".";
  return text.replace(".", sign);
}

/** The size of a file, in units of 1,048,576 bytes and never as nothing. */
export function megabytes(bytes: number): string {
  const size = bytes / 1_048_576;
  return size < 0.1 ? `${number(Math.max(bytes / 1024, 0.1), 1)} KiB` : `${number(size, 1)} MiB`;
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

/** The day of an instant in a time zone, the browser's unless one is named; with its year when it is far off. */
export function dayOf(instant: string, timeZone?: string): string {
  const date = new Date(instant);
  const isNear = Math.abs(date.getTime() - Date.now()) < nearby;
  const day = { day: "numeric", month: "long", ...(timeZone === undefined ? {} : { timeZone }) } as const;
  return formatter(isNear ? { ...day, weekday: "long" } : { ...day, year: "numeric" }).format(date);
}

/** A UTC day such as `2026-11-21`, with its weekday, and with its year when it is far off. */
export function dayName(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const isNear = Math.abs(date.getTime() - Date.now()) < nearby;
  const parts = { day: "numeric", month: "long", timeZone: "UTC" } as const;
  return formatter(isNear ? { ...parts, weekday: "long" } : { ...parts, year: "numeric" }).format(date);
}

/** A UTC day in few letters: its number, or number and month. */
export function dayShort(day: string, style: "number" | "month"): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const month = style === "month" ? ({ month: "short" } as const) : {};
  return formatter({ day: "numeric", ...month, timeZone: "UTC" }).format(date);
}

/** "today", "yesterday", "3 days ago". */
export function daysAgo(count: number): string {
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-count, "day");
}

/** How long until something, in the largest unit that fits: "in 5 hours", "tomorrow"; under a minute as a minute. */
export function timeUntil(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  if (minutes < 60) return relative.format(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative.format(hours, "hour") : relative.format(Math.floor(hours / 24), "day");
}

/** A stretch of time in its largest unit: "40 seconds", "3 minutes", "2 days". */
export function timeSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [value, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [seconds / 60, "minute"]
    : seconds < 129_600 ? [seconds / 3600, "hour"] : [seconds / 86_400, "day"];
  const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale(), style).format(value as number);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A kept formatter: making one is slow, and the live list needs hundreds. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formatters.set(key, kept);
  return kept;
}
