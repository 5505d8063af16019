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

/** Day and time of an instant; in the browser's own time zone unless another is named. */
export function dayAndTime(instant: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return formatter({
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...zone,
  }).format(new Date(instant));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A kept formatter: making one is slow, and the live list needs hundreds. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formatters.set(key, kept);
  return kept;
}
