/**
 * Days of the calendar as instants, by the clocks of this device or in UTC.
 *
 * A day begins with its first instant: where clocks are put forward at midnight, as in Chile, that is at 01:00. It ends
 * where the next one begins, so that it has 23, 24 or 25 hours.
 */
export type Clocks = "device" | "utc";

/** The instant at which a day begins, from the text of a date field, as `2026-04-05`; `after` so many days later. */
export function startOfDay(day: string, clocks: Clocks, after = 0): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])];
  const named = new Date(Date.UTC(year, month, date));
  if (named.getUTCMonth() !== month || named.getUTCDate() !== date) return null;
  const at = clocks === "utc" ? new Date(Date.UTC(year, month, date + after)) : new Date(year, month, date + after);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The instant at which the day after it begins. */
export function endOfDay(day: string, clocks: Clocks): Date | null {
  return startOfDay(day, clocks, 1);
}

/** Whether clocks of this device show this time twice, because they were put back around it. */
export function isRepeated(at: Date): boolean {
  const hours = (count: number): Date => new Date(at.getTime() + count * 3_600_000);
  const back = hours(3).getTimezoneOffset() - hours(-3).getTimezoneOffset();
  if (back <= 0) return false;
  // The change is within three hours; the time is shown twice if its other instant is on the other side of it.
  const [earlier, later] = [new Date(at.getTime() - back * 60_000), new Date(at.getTime() + back * 60_000)];
  return at.getTimezoneOffset() - earlier.getTimezoneOffset() === back || later.getTimezoneOffset() - at.getTimezoneOffset() === back;
}
