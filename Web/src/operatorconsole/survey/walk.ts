import type { DemoSurvey } from "../../api";
import type { Point } from "../plan/geometry";

/** What the scans of one place have of a beacon: `[major, minor, scans, sum, squares]`. */
type Heard = readonly [number, number, number, number, number];

/** One time that somebody listened somewhere. */
export interface Take {
  x: number;
  y: number;
  scans: number;
  heard: readonly Heard[];
}

/** A place with all that was heard there. */
export interface Place extends Take {
  /** How often somebody listened there. */
  times: number;
}

/** A survey that is being made: of which plan, where its beacons hang, and what was heard, in the order of the taps. */
export interface SurveyState {
  plan: string;
  /** By `MAJOR.MINOR`. */
  beacons: Readonly<Record<string, Point>>;
  takes: readonly Take[];
}

/** Where a survey is kept until the server has it. */
export interface SurveyStore {
  read: () => SurveyState | null;
  write: (state: SurveyState | null) => void;
}

/** As many taps as a browser surely keeps; a map has more places, by being added up. */
export const mostTakes = 600;
/** Whoever stands this near to a place, in metres, stands at it; servers add surveys up by the same rule. */
export const nearness = 0.5;

/** What became of a place. */
export type Taken = "taken" | "full" | "other-plan" | "silent";

/** A survey by taps, as a value that a store keeps. */
export class SurveyWalk {
  private state: SurveyState | null;

  constructor(private readonly store: SurveyStore) {
    this.state = store.read();
  }

  /** The plan that it is of; null before the first place. */
  get plan(): string | null {
    return this.state?.plan ?? null;
  }

  get takes(): readonly Take[] {
    return this.state?.takes ?? [];
  }

  /** The places, each with all that was heard there, in the order in which they were first tapped. */
  get places(): Place[] {
    const places: Place[] = [];
    for (const take of this.takes) {
      const known = places.findIndex(({ x, y }) => x === take.x && y === take.y);
      const before = places[known];
      if (before === undefined) places.push({ ...take, times: 1 });
      else places[known] = { ...before, times: before.times + 1, scans: before.scans + take.scans, heard: sum(before.heard, take.heard) };
    }
    return places;
  }

  /** The place that somebody at a point stands at: a surveyed one that is near, or else the point to the decimetre. */
  placeAt([x, y]: Point): Point {
    let nearest: { point: Point; away: number } | undefined;
    for (const take of this.takes) {
      const away = Math.hypot(x - take.x, y - take.y);
      if (away <= nearness && away < (nearest?.away ?? Infinity)) nearest = { point: [take.x, take.y], away };
    }
    return nearest?.point ?? [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  }

  /** Takes in what was heard at a place. */
  take([x, y]: Point, { plan, scans, heard }: DemoSurvey): Taken {
    if (this.state !== null && this.state.plan !== plan && this.takes.length > 0) return "other-plan";
    if (this.takes.length >= mostTakes) return "full";
    if (heard.length === 0) return "silent";
    const beacons: Record<string, Point> = { ...(this.state?.plan === plan ? this.state.beacons : {}) };
    for (const one of heard) beacons[`${one.major}.${one.minor}`] = [one.x, one.y];
    const take: Take = { x, y, scans, heard: heard.map((one) => [one.major, one.minor, one.scans, one.sum, one.squares]) };
    this.change({ plan, beacons, takes: [...this.takes, take] });
    return "taken";
  }

  /** Takes the last tap back. */
  undo(): Take | undefined {
    const last = this.takes[this.takes.length - 1];
    if (this.state !== null && last !== undefined) this.change({ ...this.state, takes: this.takes.slice(0, -1) });
    return last;
  }

  /** Takes a place out, with all that was heard there; what is answered puts it back. */
  remove(place: Point): () => void {
    const before = this.state;
    const [x, y] = place;
    if (before !== null) this.change({ ...before, takes: before.takes.filter((take) => take.x !== x || take.y !== y) });
    const gone = before?.takes.filter((take) => take.x === x && take.y === y) ?? [];
    return () => {
      if (before !== null && (this.state === null || this.state.plan === before.plan)) {
        this.change({ plan: before.plan, beacons: { ...before.beacons, ...this.state?.beacons }, takes: [...this.takes, ...gone] });
      }
    };
  }

  /** Forgets everything: the server has it, or nobody wants it. */
  clear(): void {
    this.state = null;
    this.store.write(null);
  }

  private change(state: SurveyState): void {
    this.state = state.takes.length === 0 ? null : state;
    this.store.write(this.state);
  }

  /** The radio map's file, as servers read it. */
  file(venue: string, day: string): string {
    const { places } = this;
    const names = new Set(places.flatMap(({ heard }) => heard.map(([major, minor]) => `${major}.${minor}`)));
    const beacons = [...names].map((name) => {
      const [major = 0, minor = 0] = name.split(".").map(Number);
      const [x, y] = this.state?.beacons[name] ?? [0, 0];
      return { major, minor, x, y };
    }).sort((one, other) => one.major - other.major || one.minor - other.minor);
    const numbers = new Map(beacons.map(({ major, minor }, index) => [`${major}.${minor}`, index]));
    return JSON.stringify({
      format: "cerca-radio-map", version: 1, venue, plan: this.plan ?? "", number: 0, day, beacons,
      places: places.map(({ x, y, scans, heard }) => ({
        x, y, scans,
        heard: heard.map(([major, minor, ...tally]) => [numbers.get(`${major}.${minor}`) ?? 0, ...tally]).sort(([one = 0], [other = 0]) => one - other),
      })).sort((one, other) => one.y - other.y || one.x - other.x),
    });
  }
}

function sum(one: readonly Heard[], other: readonly Heard[]): Heard[] {
  const all = new Map<string, Heard>();
  for (const heard of [...one, ...other]) {
    const name = `${heard[0]}.${heard[1]}`;
    const [major, minor, scans, strengths, squares] = all.get(name) ?? [heard[0], heard[1], 0, 0, 0];
    all.set(name, [major, minor, scans + heard[2], strengths + heard[3], squares + heard[4]]);
  }
  return [...all.values()];
}

/** A survey of a venue in this browser's storage, or in memory where that is forbidden or full. */
export function keptSurvey(venue: string): SurveyStore {
  const name = `cerca.survey.${venue}`;
  let fallback: SurveyState | null = null;
  return {
    read: () => {
      try {
        const text = window.localStorage.getItem(name);
        return text === null ? fallback : readSurvey(text);
      } catch {
        return fallback;
      }
    },
    write: (state) => {
      fallback = state;
      try {
        if (state === null) window.localStorage.removeItem(name);
        else window.localStorage.setItem(name, JSON.stringify(state));
      } catch {
        // It lasts as long as the page.
      }
    },
  };
}

/** A stored survey; what is none is as if it were not there. */
export function readSurvey(text: string): SurveyState | null {
  try {
    const { plan = "", beacons = {}, takes = [] } = JSON.parse(text) as Partial<SurveyState>;
    const isNumbers = (values: readonly unknown[], count: number): boolean =>
      Array.isArray(values) && values.length === count && values.every(Number.isFinite);
    const isTake = ({ x, y, scans, heard }: Take): boolean =>
      isNumbers([x, y, scans], 3) && Array.isArray(heard) && heard.every((one) => isNumbers(one, 5) && isNumbers(beacons[`${one[0]}.${one[1]}`] ?? [], 2));
    const isWhole = /^[0-9a-f]{64}$/.test(plan) && Array.isArray(takes) && takes.length > 0 && takes.length <= mostTakes && takes.every(isTake);
    return isWhole ? { plan, beacons, takes } : null;
  } catch {
    return null;
  }
}

/** A point moved by keys, within the plan, to the decimetre. */
export function stepped([x, y]: Point, key: string, isFar: boolean, size: { width: number; height: number }): Point | null {
  const metres = isFar ? 3 : 0.5;
  const [dx, dy] = key === "ArrowLeft" ? [-1, 0] : key === "ArrowRight" ? [1, 0] : key === "ArrowUp" ? [0, -1] : key === "ArrowDown" ? [0, 1] : [0, 0];
  if (dx === 0 && dy === 0) return null;
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most) * 100) / 100;
  return [within(x + dx * metres, size.width), within(y + dy * metres, size.height)];
}
