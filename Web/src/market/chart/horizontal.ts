import { type Frame, isOfDays } from "./frames";
import { markText, momentText, weightBetween, weights } from "./timescale";
import { type Zone, zoneNamed } from "./zone";

/** What the labels of the time axis go by. */
export interface Labels {
  frame: Frame;
  zone: Zone;
  locale: string;
}

const utc = zoneNamed("UTC");

/**
 * The time axis: instants in UTC seconds, whose labels, and whose days, are those of a zone.
 *
 * The library's own axis knows UTC alone, where a day of Kolkata would begin at half past five.
 */
export class HorizontalTimes implements Charts.HorizontalBehaviour {
  private kept: object = {};
  private turn = 0;

  constructor(private readonly labels: () => Labels) {}

  /** Says that labels are to be others than before, although the instants are the same. */
  renew(): void {
    this.turn += 1;
  }

  options(): object {
    return this.kept;
  }

  setOptions(options: object): void {
    this.kept = options;
  }

  preprocessData(): void {
    // Instants come as they are to be.
  }

  createConverterToInternalObj(): (time: number) => number {
    return (time) => time;
  }

  convertHorzItemToInternal(time: number): number {
    return time;
  }

  key(time: number): number {
    return time;
  }

  /** By what the library keeps the texts of labels: seconds never come near the factor. */
  cacheKey(time: number): number {
    return this.turn * 1e12 + time;
  }

  updateFormatter(): void {
    // Labels are asked for anew each time.
  }

  formatHorzItem(time: number): string {
    const { frame, zone, locale } = this.labels();
    return momentText(frame, time * 1000, zone, utc, locale);
  }

  formatTickmark({ time, weight }: Charts.Mark): string {
    return markText(time * 1000, weight, this.zone, this.labels().locale);
  }

  maxTickMarkWeight(marks: readonly Charts.Mark[]): number {
    const most = marks.reduce((highest, { weight }) => Math.max(highest, weight), 0);
    // Marks of this weight are bold: all hours alike, but days more.
    return most > weights.hour && most < weights.day ? weights.hour : most;
  }

  fillWeightsForPoints(points: readonly { time: number; timeWeight: number }[], from: number): void {
    const { zone } = this;
    const before = points[from - 1]?.time ?? (points[0]?.time ?? 0) - this.labels().frame * 60;
    let local = zone.local(before * 1000);
    for (let place = from; place < points.length; place += 1) {
      const point = points[place];
      if (point === undefined) return;
      const now = zone.local(point.time * 1000);
      point.timeWeight = weightBetween(local, now);
      local = now;
    }
  }

  /** Days, weeks and months of candles are those of UTC, wherever the reader is. */
  private get zone(): Zone {
    const { frame, zone } = this.labels();
    return isOfDays(frame) ? utc : zone;
  }
}
