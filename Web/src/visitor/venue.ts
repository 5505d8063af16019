import * as api from "../api";
import type { Beacon, Demo, Shop, Venue as VenueBody } from "../api";
import { ask, Failure } from "../client";
import { Resource } from "../remote";
import { orCopy } from "./offline/copies";

/** A venue with its shops and beacons at hand by number. */
export class Venue {
  private readonly shopsByMajor: Map<number, Shop>;
  private readonly beaconsByNumber: Map<string, Beacon>;
  /** What the simulated clock last showed, and when that was by the page's own. */
  private shownAt: string;
  private loadedAt = performance.now();

  constructor(
    readonly body: VenueBody,
    /** The demo that runs in this venue, or null where visitors are real. */
    readonly demo: Demo | null,
  ) {
    this.shownAt = demo?.now ?? "";
    this.shopsByMajor = new Map(body.shops.map((shop) => [shop.major, shop]));
    this.beaconsByNumber = new Map(body.beacons.map((beacon) => [`${beacon.major}.${beacon.minor}`, beacon]));
  }

  /** The time in the venue, in milliseconds since 1970: a simulated day has its own clock, which may run faster. */
  now(): number {
    if (this.demo === null) return Date.now();
    return Date.parse(this.shownAt) + (performance.now() - this.loadedAt) * this.demo.speed;
  }

  /** Takes over what the simulated clock shows: it leaps over the nights. */
  follow(shown: string): void {
    this.shownAt = shown;
    this.loadedAt = performance.now();
  }

  /** The time zone for the times of a session: a simulated day is told as in the venue, a real one in the reader's. */
  get sessionTimeZone(): string | undefined {
    return this.demo === null ? undefined : this.body.timeZone;
  }

  shop(major: number): Shop | undefined {
    return this.shopsByMajor.get(major);
  }

  /** The shop's name, or the venue's for its own entrances and aisles. */
  nameOf(major: number): string {
    return this.shop(major)?.name ?? this.body.name;
  }

  beacon(major: number, minor: number): Beacon | undefined {
    return this.beaconsByNumber.get(`${major}.${minor}`);
  }

  beaconsOf(major: number): Beacon[] {
    return this.body.beacons.filter((beacon) => beacon.major === major);
  }
}

/** The middle of a shop: the mean of its corners, weighted by the area (the polygon's centroid). */
export function middle(area: Shop["area"]): { x: number; y: number } {
  let [doubled, x, y] = [0, 0, 0];
  area.forEach(([x1, y1], index) => {
    const [x2, y2] = area[(index + 1) % area.length] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    doubled += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return { x: x / (3 * doubled), y: y / (3 * doubled) };
}

/** The venue of the page: the demo's, else the first that the server has; null when it has none. */
export function venueResource(): Resource<Venue | null> {
  return new Resource(async () => {
    const found = await orCopy("venue", fetchVenue);
    return found === null ? null : new Venue(found.body, found.demo);
  });
}

async function fetchVenue(): Promise<{ body: VenueBody; demo: Demo | null } | null> {
  const demo = await demoOrNull();
  const uuid = demo?.venue ?? (await ask(api.venues)).venues[0]?.uuid;
  return uuid === undefined ? null : { body: await ask((options) => api.venue(uuid, options)), demo };
}

async function demoOrNull(): Promise<Demo | null> {
  try {
    return await ask(api.demo);
  } catch (error) {
    if (Failure.from(error).status === 404) return null;
    throw error;
  }
}
