import { settings } from "../settings/settings";

/** The zone in which days and times are told: the device's own, or UTC by choice. */
export function zone(): string | undefined {
  return settings.value.zone === "utc" ? "UTC" : undefined;
}

/**
 * The milliseconds at which a day of a calendar begins where days are told, or null for what is no day; `after` counts
 * whole days on from it, also over a turn of the clock.
 */
export function dayStart(day: string, after = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + after];
  const instant = zone() === "UTC" ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();
  return Number.isNaN(instant) ? null : instant;
}
