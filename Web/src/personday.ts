/**
 * UTC days of tracing as one person's calendar has them. `PersonDay` of the command does the same; both are tested with
 * `Tests/ExposureTests/Fixtures/days.json`. Without a time zone, the person's is the browser's.
 */
import { dayName } from "./format";
import { locale, t } from "./i18n";

const dayLength = 86_400_000;

/** A clock on the wall: the person's day, as `2026-11-28`, and the time, as `18:00`. */
export interface WallTime {
  day: string;
  time: string;
}

export interface PersonDay {
  /** The person's day in which most of it lies; of two halves the earlier one; never later than their today. */
  day: string;
  /** How many of the person's days ago that is. */
  daysAgo: number;
  /** When it begins. */
  begin: WallTime;
  /** When it ends, or now if it has not ended. */
  end: WallTime;
  /** Whether what happened in it may have happened on two of the person's days. */
  isOfTwoDays: boolean;
}

/** A UTC day, as `2026-11-28`, at an instant in milliseconds. */
export function personDay(utcDay: string, now: number, timeZone?: string): PersonDay {
  const begin = midnight(utcDay);
  const end = Math.max(begin, Math.min(begin + dayLength, now));
  const [first, last] = [wall(begin, timeZone), wall(end, timeZone)];
  const latest = end > begin ? wall(end - 1, timeZone).day : first.day;
  const today = wall(now, timeZone).day;
  const most = first.time <= "12:00" ? first.day : dayAfter(first.day);
  const day = most < today ? most : today;
  const daysAgo = Math.round((midnight(today) - midnight(day)) / dayLength);
  return { day, daysAgo, begin: first, end: last, isOfTwoDays: latest > first.day };
}

/** The day by its name, with its bounds where it is of two days of the person's calendar. */
export function personDayText(day: PersonDay): string {
  return day.isOfTwoDays ? `${dayName(day.day)} (${personDayBounds(day)})` : dayName(day.day);
}

/** The name of a UTC day at which something was written down, of which no more than the day is stored. */
export function personDayName(utcDay: string, now = Date.now()): string {
  return dayName(personDay(utcDay, now).day);
}

/** The bounds of a day: "between Friday 18:00 and Saturday 18:00". */
function personDayBounds({ begin, end }: PersonDay): string {
  return t("health.day.between", { from: weekdayAndTime(begin), until: weekdayAndTime(end) });
}

function weekdayAndTime({ day, time }: WallTime): string {
  const weekday = new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(midnight(day));
  return `${weekday} ${time}`;
}

/** The person's day of an instant. */
export function dayAt(instant: number, timeZone?: string): string {
  return wall(instant, timeZone).day;
}

/**
 * The earliest UTC day that has something of a day of the person's calendar: nothing of the day is left out when what the
 * person says is taken from there on.
 */
export function utcDayOf(day: string, timeZone?: string): string {
  let begin = midnight(day);
  // The offset is that of the instant, which depends on the offset.
  for (let step = 0; step < 2; step += 1) begin = midnight(day) - offset(begin, timeZone);
  return new Date(begin).toISOString().slice(0, 10);
}

/** The day of the person's calendar that `utcDayOf` made this UTC day of: the one that begins in it. */
export function dayOfUTC(utcDay: string, timeZone?: string): string {
  return wall(midnight(utcDay) + dayLength - 1, timeZone).day;
}

/** So many days of the calendar later, or earlier. */
export function dayAfter(day: string, days = 1): string {
  return new Date(midnight(day) + days * dayLength).toISOString().slice(0, 10);
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function wall(instant: number, timeZone: string | undefined): WallTime {
  const text = new Date(instant + offset(instant, timeZone)).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** By how many milliseconds a clock on the wall is ahead of UTC at an instant. */
function offset(instant: number, timeZone: string | undefined): number {
  const second = Math.floor(instant / 1000) * 1000;
  const parts = new Map(formatter(timeZone).formatToParts(second).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - second;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone ?? "");
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
    hourCycle: "h23", ...(timeZone === undefined ? {} : { timeZone }),
  });
  formatters.set(timeZone ?? "", made);
  return made;
}
