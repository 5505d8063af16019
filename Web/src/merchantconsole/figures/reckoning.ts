import type { Figure, FigureCell, FigureName, ShopQuarters } from "../../api";
import { Decimal } from "../../numbers/decimal";

/** What the pages work out of the server's figures; nothing here knows of a page. */

const dayLength = 86_400_000;

/** The day `count` days after another, both such as `2026-11-21`. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10);
}

/** The day that it is in a time zone at an instant. */
export function dayIn(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return parts.format(instant);
}

/** Some days in a row, the last one among them. */
export interface Period {
  firstDay: string;
  lastDay: string;
}

export type Comparison = "none" | "before" | "year";

/** How many days after a day its reports are released. */
export const releaseDays = 8;

/** The last `length` days whose reports have been released by the morning of `today`. */
export function releasedPeriod(today: string, length: number): Period {
  const lastDay = dayAfter(today, -releaseDays - 1);
  return { firstDay: dayAfter(lastDay, 1 - length), lastDay };
}

/** The period that another is compared with: the one right before, or the one 52 weeks before, whose weekdays are the same. */
export function comparedPeriod({ firstDay, lastDay }: Period, comparison: Comparison): Period | null {
  if (comparison === "none") return null;
  const length = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayLength) + 1;
  const back = comparison === "year" ? 364 : length;
  return { firstDay: dayAfter(firstDay, -back), lastDay: dayAfter(lastDay, -back) };
}

/** A figure by its name, where it has a value. */
export function valueOf(figures: readonly Figure[], name: FigureName): (Figure & { value: number }) | null {
  const found = figures.find((figure) => figure.name === name);
  return found === undefined || found.value === null ? null : { ...found, value: found.value };
}

/** How a figure compares with an earlier one. */
export interface Difference {
  change: number;
  /** Half of the interval of 95 % of the change. */
  spread: number;
  /** Whether the change is more than chance and noise explain. */
  isSure: boolean;
}

/** The difference of two figures; the halves of their intervals add up as those of independent errors do. */
export function difference(now: Figure | null, before: Figure | null): Difference | null {
  if (now === null || before === null || now.value === null || before.value === null) return null;
  const half = ({ low, high }: Figure): number => (low === null || high === null ? 0 : (high - low) / 2);
  const spread = Math.hypot(half(now), half(before));
  const change = now.value - before.value;
  return { change, spread, isSure: Math.abs(change) > spread };
}

/** A quarter of an hour or an hour of a day, by the venue's clock. */
export interface Stretch {
  label: string;
  visitors: number;
  disputed: number;
}

function clockOf(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);
}

/**
 * The quarters of an hour from the first in which anything was proved until the last that is over; those in which nothing
 * was are there too, as nothing.
 */
export function quartersOf({ quarters, until }: ShopQuarters, timeZone: string): Stretch[] {
  const [first, last] = [quarters[0], quarters[quarters.length - 1]];
  if (first === undefined || last === undefined) return [];
  const length = 900_000;
  const from = Date.parse(first.from);
  const known = new Map(quarters.map((quarter) => [Date.parse(quarter.from), quarter]));
  const end = Math.max(Date.parse(last.from) + length, Math.min(Date.parse(until), from + dayLength));
  const stretches: Stretch[] = [];
  for (let at = from; at < end && stretches.length < 100; at += length) {
    const quarter = known.get(at);
    stretches.push({
      label: clockOf(timeZone, new Date(at)), visitors: quarter?.visitors ?? 0, disputed: quarter?.disputed ?? 0,
    });
  }
  return stretches;
}

/** How busy each hour was: the most visitors in any quarter of it, since who stays is in several. */
export function hoursOf(stretches: readonly Stretch[]): Stretch[] {
  const hours = new Map<string, Stretch>();
  for (const { label, visitors, disputed } of stretches) {
    const hour = label.slice(0, 2);
    const known = hours.get(hour);
    hours.set(hour, {
      label: hour, visitors: Math.max(visitors, known?.visitors ?? 0), disputed: disputed + (known?.disputed ?? 0),
    });
  }
  return [...hours.values()];
}

/** A share in percent, of which a field takes two decimal places, in parts of 10,000. */
export function partsOf(percent: Decimal): number {
  return percent.times(Decimal.of(100n)).approximate;
}

/** Parts of 10,000 in percent, as a field is filled with them. */
export function percentOf(parts: number): Decimal {
  return Decimal.of(BigInt(parts), 2);
}

/**
 * About how many people a campaign gains in a week, from the released cells of a period of `days`; null without any.
 *
 * Visitors are counted once a day, so that a person who comes on five days is in five of them. Visits after more than a
 * week, or the first ones, are about one for each person and week.
 */
export function newPeopleAWeek(cells: readonly FigureCell[], days: number): number | null {
  const found = cells.filter(({ cube, cell }) => cube === "recency" && cell !== "week");
  if (found.length === 0 || days <= 0) return null;
  return Math.round((found.reduce((sum, { value }) => sum + value, 0) / days) * 7);
}
