/** The lengths of time that candles are drawn of, in minutes as the API names them; 44640 is a calendar month. */
export const frames = [1, 5, 15, 60, 240, 1440, 10080, 44640] as const;

export type Frame = (typeof frames)[number];

/** Those that are always in sight, shortest first. */
export const frontFrames: readonly Frame[] = [5, 15, 60, 240, 1440, 10080];

/** Short names, as traders write them. */
export const frameNames: Record<Frame, string> = {
  1: "M1", 5: "M5", 15: "M15", 60: "H1", 240: "H4", 1440: "D1", 10080: "W1", 44640: "MN",
};

const minute = 60_000;
const day = 1440 * minute;
const month = 44640;

/** 1970 began on a Thursday: the first Monday came four days later. */
const firstMonday = 4 * day;

/** When the frame began that an instant falls into, both in milliseconds; frames are those of UTC. */
export function frameStart(frame: Frame, instant: number): number {
  if (frame === month) {
    const date = new Date(instant);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  const length = frame * minute;
  const origin = frame === 10080 ? firstMonday : 0;
  return Math.floor((instant - origin) / length) * length + origin;
}

/** When the frame after the one begins that begins at `start`. */
export function nextStart(frame: Frame, start: number): number {
  if (frame !== month) return start + frame * minute;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** About how long a frame is. */
export function frameLength(frame: Frame): number {
  return frame * minute;
}

/** Whether frames of this length are days of UTC or longer, so that no clock of a zone divides them. */
export function isOfDays(frame: Frame): boolean {
  return frame >= 1440;
}

/** The name in words, as "15 minutes". */
export function frameWords(frame: Frame, locale: string): string {
  const [count, unit] = frame === month ? [1, "month"] : frame >= 10080 ? [1, "week"] : frame >= 1440 ? [1, "day"]
    : frame >= 60 ? [frame / 60, "hour"] : [frame, "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" } as Intl.NumberFormatOptions).format(count);
}

/** The frames that are likely to be looked at next: those beside `frame`, nearest first. */
export function neighbours(frame: Frame): Frame[] {
  const place = frames.indexOf(frame);
  return [frames[place + 1], frames[place - 1]].filter((other): other is Frame => other !== undefined);
}
