/**
 * The clock of a zone beside UTC.
 *
 * What is drawn stays at its instants in UTC, since an hour that comes twice would be one hour else; only labels, and what
 * counts as the beginning of a day, go by the zone.
 */
export class Zone {
  private readonly offsets = new Map<number, number | null>();
  private readonly parts: Intl.DateTimeFormat;

  constructor(readonly name: string) {
    this.parts = new Intl.DateTimeFormat("en-US", {
      timeZone: name, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
      minute: "numeric", second: "numeric",
    });
  }

  /** By how many milliseconds the zone's clock is ahead of UTC at an instant. */
  offset(instant: number): number {
    const day = Math.floor(instant / dayLength);
    let kept = this.offsets.get(day);
    if (kept === undefined) {
      const [first, last] = [this.measured(day * dayLength), this.measured((day + 1) * dayLength)];
      // Where clocks are turned within the day, each instant is asked for by itself.
      kept = first === last ? first : null;
      this.offsets.set(day, kept);
    }
    return kept ?? this.measured(instant);
  }

  /** What the zone's clock shows, as an instant at which UTC's shows the same. */
  local(instant: number): number {
    return instant + this.offset(instant);
  }

  /** Whether clocks are turned within a day around the instant, so that the hour alone does not say which one it is. */
  isTurning(instant: number): boolean {
    return this.offset(instant - dayLength / 2) !== this.offset(instant + dayLength / 2);
  }

  private measured(instant: number): number {
    const found: Record<string, number> = {};
    for (const { type, value } of this.parts.formatToParts(instant)) found[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  }
}

const dayLength = 86_400_000;

const zones = new Map<string, Zone>();

/** The zone of a name; one that this browser does not know is UTC. */
export function zoneNamed(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    try {
      zone = new Zone(name);
    } catch {
      zone = new Zone("UTC");
    }
    zones.set(name, zone);
  }
  return zone;
}

/** "UTC+5:30": how far a zone's clock is from UTC at an instant. */
export function offsetName(zone: Zone, instant: number): string {
  const minutes = Math.round(zone.offset(instant) / 60_000);
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}
