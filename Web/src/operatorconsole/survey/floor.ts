import type { Venue } from "../../api";
import { nearestOn } from "../fleet/snap";
import type { Point } from "../plan/geometry";

/** How far from a surveyed place its map still says much, in metres on foot: places every three metres are within reach. */
export const reachMetres = 3;
/** How far from a wall somebody's middle stays, in metres. */
const clearance = 0.3;
/** The side of a cell in metres, and of how many cells a floor has at most: a larger one has larger cells. */
const finest = 0.5;
const mostCells = 40_000;

const directions: readonly (readonly [number, number])[] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/** Why nobody can stand at a point. */
export type Obstacle = "outside" | "wall";

/** The floor of a venue in cells: where one can stand, and how far it is from there to there on foot. */
export class Floor {
  readonly cell: number;
  readonly columns: number;
  private readonly rows: number;
  private readonly free: boolean[];
  /** The cells that can be walked to from a beacon, within the building: all of the floor. */
  private readonly floor = new Set<number>();

  constructor(private readonly venue: Pick<Venue, "plan" | "shops" | "beacons">) {
    const { plan: { width, height, walls }, shops, beacons } = venue;
    this.cell = Math.max(finest, Math.sqrt((width * height) / mostCells));
    this.columns = Math.max(1, Math.ceil(width / this.cell));
    this.rows = Math.max(1, Math.ceil(height / this.cell));
    const away = Math.max(clearance, this.cell * 0.6);
    this.free = Array.from({ length: this.columns * this.rows }, (_, at) => {
      const [x, y] = this.middle(at);
      return walls.every((wall) => nearestOn(wall, { x, y }).away >= away);
    });
    const begin = beacons.map(({ x, y }) => this.freeNear([x, y])).filter((at): at is number => at !== null);
    // The margin of the plan around the building is no floor, even where a door leads there.
    const points = [...walls, ...walls.map(([, , x, y]) => [x, y] as const), ...shops.flatMap(({ area }) => area), ...beacons.map(({ x, y }) => [x, y] as const)];
    const [left, right] = ends(points.map(([x]) => x));
    const [top, bottom] = ends(points.map(([, y]) => y));
    for (const at of this.walked(begin, Infinity).keys()) {
      const [x, y] = this.middle(at);
      if (x > left && x < right && y > top && y < bottom) this.floor.add(at);
    }
  }

  /** Why nobody can stand at a point; null where somebody can. */
  obstacle([x, y]: Point): Obstacle | null {
    const { width, height } = this.venue.plan;
    if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return "outside";
    const at = this.at([x, y]);
    if (this.floor.has(at)) return null;
    return this.free[at] === true ? "outside" : "wall";
  }

  /** The cells of the floor within reach of some places, by the upper left corner of each; and which share of all they are. */
  covered(places: readonly Point[]): { share: number; cells: Point[] } {
    const begin = places.map((place) => this.at(place)).filter((at) => this.floor.has(at));
    const near = [...this.walked(begin, reachMetres).keys()].filter((at) => this.floor.has(at));
    return {
      share: this.floor.size === 0 ? 0 : near.length / this.floor.size,
      cells: near.map((at) => [(at % this.columns) * this.cell, Math.floor(at / this.columns) * this.cell]),
    };
  }

  private at([x, y]: Point): number {
    const column = Math.min(Math.max(Math.floor(x / this.cell), 0), this.columns - 1);
    const row = Math.min(Math.max(Math.floor(y / this.cell), 0), this.rows - 1);
    return row * this.columns + column;
  }

  private middle(at: number): Point {
    return [((at % this.columns) + 0.5) * this.cell, (Math.floor(at / this.columns) + 0.5) * this.cell];
  }

  /** The cell of a point, or the one beside it where somebody can stand: beacons hang on walls. */
  private freeNear(point: Point): number | null {
    for (let away = 0; away <= 3; away += 1) {
      for (let dy = -away; dy <= away; dy += 1) {
        for (let dx = -away; dx <= away; dx += 1) {
          const at = this.at([point[0] + dx * this.cell, point[1] + dy * this.cell]);
          if (this.free[at] === true) return at;
        }
      }
    }
    return null;
  }

  /** How far each cell is on foot from the nearest of some, in metres, as far as `most`. */
  private walked(begin: readonly number[], most: number): Map<number, number> {
    const away = new Map(begin.map((at) => [at, 0]));
    // Steps are 1 or √2 cells long, so that a queue which looks once more at what got nearer settles soon.
    const queue = [...away.keys()];
    for (let head = 0; head < queue.length; head += 1) {
      const here = queue[head] ?? 0;
      const [column, row] = [here % this.columns, Math.floor(here / this.columns)];
      const isFree = (x: number, y: number): boolean =>
        x >= 0 && y >= 0 && x < this.columns && y < this.rows && this.free[y * this.columns + x] === true;
      for (const [dx, dy] of directions) {
        const [x, y] = [column + dx, row + dy];
        // Past no corner: of two cells that a wall lies between, one beside them is in it.
        if (!isFree(x, y) || !isFree(column + dx, row) || !isFree(column, row + dy)) continue;
        const metres = (away.get(here) ?? 0) + Math.hypot(dx, dy) * this.cell;
        const next = y * this.columns + x;
        if (metres > most + 1e-9 || metres >= (away.get(next) ?? Infinity) - 1e-9) continue;
        away.set(next, metres);
        queue.push(next);
      }
    }
    return away;
  }
}

function ends(values: readonly number[]): [number, number] {
  return [values.reduce((least, value) => Math.min(least, value), Infinity), values.reduce((most, value) => Math.max(most, value), -Infinity)];
}
