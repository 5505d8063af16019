import type { ShopHours, ShopWeekday } from "../../api";

/** The days in the order of the week. */
export const days: readonly ShopWeekday[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

/** For each minute of the week whether it lies in one of the stretches. */
export function minutesOf(hours: readonly ShopHours[]): Uint8Array {
  const open = new Uint8Array(weekMinutes);
  for (const { day, from, to } of hours) {
    const begin = days.indexOf(day) * dayMinutes;
    for (let minute = begin + from; minute < begin + to; minute += 1) open[minute % weekMinutes] = 1;
  }
  return open;
}

/** The stretches of such a week: one that goes on after midnight is one, and none is longer than a day. */
export function stretchesOf(open: Uint8Array): ShopHours[] {
  if (open.every((minute) => minute === 1)) return days.map((day) => ({ day, from: 0, to: dayMinutes }));
  const stretches: ShopHours[] = [];
  for (let minute = 0; minute < weekMinutes; minute += 1) {
    const isBegin = open[minute] === 1 && open[(minute + weekMinutes - 1) % weekMinutes] !== 1;
    if (!isBegin) continue;
    let length = 1;
    while (open[(minute + length) % weekMinutes] === 1) length += 1;
    for (let rest = length, begin = minute; rest > 0;) {
      const at = begin % weekMinutes;
      // What is longer than a day ends with midnight, and goes on as another stretch.
      const part = rest > dayMinutes ? dayMinutes - (at % dayMinutes) : rest;
      stretches.push({ day: days[Math.floor(at / dayMinutes)] ?? "mon", from: at % dayMinutes, to: (at % dayMinutes) + part });
      begin += part;
      rest -= part;
    }
  }
  return stretches.sort((a, b) => days.indexOf(a.day) - days.indexOf(b.day) || a.from - b.from);
}

/** The same week with the minutes of a day from one until another open or closed. */
export function painted(open: Uint8Array, day: number, from: number, to: number, isOpen: boolean): Uint8Array {
  const changed = open.slice();
  changed.fill(isOpen ? 1 : 0, day * dayMinutes + from, day * dayMinutes + to);
  return changed;
}

/** How much of an hour is open. */
export function hourState(open: Uint8Array, day: number, hour: number): "open" | "partly" | "closed" {
  const begin = day * dayMinutes + hour * 60;
  const count = open.subarray(begin, begin + 60).reduce((sum, minute) => sum + minute, 0);
  return count === 60 ? "open" : count > 0 ? "partly" : "closed";
}

/** A time of day as `09:30`; the end of the day is `24:00`, and what is later is of the next day. */
export function clockText(minutes: number): string {
  const inDay = minutes > dayMinutes ? minutes - dayMinutes : minutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

/** The stretches that begin in a day, as they are typed: `10:00-14:00, 22:00-02:00`. */
export function dayText(hours: readonly ShopHours[], day: ShopWeekday): string {
  return hours.filter((stretch) => stretch.day === day)
    .map(({ from, to }) => `${clockText(from)}-${clockText(to)}`).join(", ");
}

/** The stretches that somebody typed for a day, or null when they are none; an end before the beginning is past midnight. */
export function typedDay(text: string, day: ShopWeekday): ShopHours[] | null {
  const stretches: ShopHours[] = [];
  for (const part of text.split(/[,;]/).map((one) => one.trim()).filter((one) => one !== "")) {
    const found = /^(\d{1,2})(?:[:.h](\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d{2}))?$/.exec(part);
    if (found === null) return null;
    const [from, end] = [minutesTyped(found[1], found[2]), minutesTyped(found[3], found[4])];
    if (from === null || end === null || from >= dayMinutes || from === end) return null;
    stretches.push({ day, from, to: end > from ? end : end + dayMinutes });
  }
  return stretches;
}

function minutesTyped(hour: string | undefined, minute: string | undefined): number | null {
  const minutes = Number(hour) * 60 + Number(minute ?? "0");
  return Number(minute ?? "0") > 59 || minutes > dayMinutes ? null : minutes;
}

/** The same hours with those that begin in a day replaced; what overlaps is one. */
export function withDay(hours: readonly ShopHours[], day: ShopWeekday, typed: readonly ShopHours[]): ShopHours[] {
  return stretchesOf(minutesOf([...hours.filter((stretch) => stretch.day !== day), ...typed]));
}
