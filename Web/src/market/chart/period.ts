import { type Frame, frameLength, nextStart } from "./frames";
import { placeOf, type Point } from "./points";

/** What is in sight. */
export interface Period {
  /** In milliseconds. */
  from: number;
  to: number;
  /** Whether the newest candle is in sight, so that newer ones are to be as well. */
  isAtEnd: boolean;
}

/** The least and the most candles that are shown at once. */
const fewest = 15;
const most = 1500;

/** The room after the newest candle, in candles. */
export const roomAtEnd = 4;

/** The instant at a place among the frames, which may lie between two or beyond them. */
export function instantAt(frame: Frame, points: readonly Point[], place: number): number {
  const [first, last] = [points[0], points[points.length - 1]];
  if (first === undefined || last === undefined) return 0;
  const length = frameLength(frame);
  if (place < 0) return first.start + place * length;
  if (place >= points.length - 1) return last.start + (place - (points.length - 1)) * length;
  const whole = Math.floor(place);
  const [before, after] = [points[whole]!.start, points[whole + 1]!.start];
  return before + (place - whole) * (after - before);
}

/** The place of an instant among the frames. */
export function placeAt(frame: Frame, points: readonly Point[], instant: number): number {
  const [first, last] = [points[0], points[points.length - 1]];
  if (first === undefined || last === undefined) return 0;
  const length = frameLength(frame);
  if (instant < first.start) return (instant - first.start) / length;
  if (instant >= last.start) return points.length - 1 + (instant - last.start) / length;
  const next = placeOf(points, instant + 1);
  const { start } = points[next - 1]!;
  return next - 1 + (instant - start) / (nextStart(frame, start) - start);
}

/** The period between two places. */
export function periodOf(frame: Frame, points: readonly Point[], range: { from: number; to: number }): Period {
  return {
    from: instantAt(frame, points, range.from), to: instantAt(frame, points, range.to), isAtEnd: range.to >= points.length - 1,
  };
}

/** The places between which a period is in sight among other frames, with as many candles as can be told apart. */
export function rangeOf(frame: Frame, points: readonly Point[], { from, to, isAtEnd }: Period): { from: number; to: number } {
  const end = isAtEnd ? points.length - 1 + roomAtEnd : placeAt(frame, points, to);
  const count = Math.min(most, Math.max(fewest, (to - from) / frameLength(frame)));
  return { from: end - count, to: end };
}
