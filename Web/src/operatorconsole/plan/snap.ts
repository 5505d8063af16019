import type { PlanDocument } from "../../api";
import { begin, centimetre, crossing, distance, edges, end, lengthOf, nearest, type Point, type Segment } from "./geometry";
import type { Ref } from "./model";

/** What a point was drawn to. */
export type SnapKind = "end" | "edge" | "right" | "line" | "grid";

/** Where a point came to lie, and why; `guide` is drawn while the finger is down. */
export interface Snapped {
  point: Point;
  kind: SnapKind | null;
  guide: Segment | null;
}

export interface SnapOptions {
  /** How near something has to be, in metres: some pixels at the zoom of the moment. */
  reach: number;
  /** Where the line began that is being drawn, for right angles. */
  from?: Point;
  /** What is being moved, which draws itself to nothing. */
  moving?: Ref;
  /** Whether points are drawn to anything at all. */
  isOn: boolean;
}

/** The distance of the grid's lines, in metres. */
export const gridStep = 0.5;

/** All segments that a point may be drawn to: walls and edges of shops. */
function lines(document: PlanDocument, moving: Ref | undefined): Segment[] {
  const walls = document.plan.walls.filter((_, index) => moving?.kind !== "wall" || moving.index !== index);
  const shops = document.shops.filter((_, index) => moving?.kind !== "shop" || moving.index !== index);
  const { width, height } = document.plan;
  const border = edges([[0, 0], [width, 0], [width, height], [0, height]]);
  return [...walls, ...shops.flatMap(({ area }) => edges(area)), ...border];
}

/**
 * Draws a point to what is near it: to ends of walls and corners first, then to where a right angle meets a line, to edges
 * and to right angles, and to the grid.
 */
export function snap(point: Point, document: PlanDocument, { reach, from, moving, isOn }: SnapOptions): Snapped {
  if (!isOn) return { point: [centimetre(point[0]), centimetre(point[1])], kind: null, guide: null };
  const all = lines(document, moving);
  const corner = closest(point, all.flatMap((line) => [begin(line), end(line)]), reach);
  if (corner !== null) return { point: corner, kind: "end", guide: null };
  const straight = from === undefined ? null : rightAngle(point, from, all, reach);
  if (straight !== null) {
    const met = closest(point, all.map((line) => crossing(stretched(from ?? straight, straight), line)).filter((one): one is Point => one !== null), reach);
    const found = met ?? alongGrid(straight, from ?? straight);
    return { point: exact(found), kind: met === null ? "right" : "edge", guide: from === undefined ? null : [...from, ...found] };
  }
  const onEdge = closest(point, all.map((line) => nearest(point, line)), reach);
  if (onEdge !== null) return { point: exact(onEdge), kind: "edge", guide: null };
  const grid: Point = [Math.round(point[0] / gridStep) * gridStep, Math.round(point[1] / gridStep) * gridStep];
  if (distance(grid, point) <= Math.max(reach, gridStep * 0.75)) return { point: exact(grid), kind: "grid", guide: null };
  return { point: exact(point), kind: null, guide: null };
}

function exact([x, y]: Point): Point {
  return [centimetre(x), centimetre(y)];
}

function closest(point: Point, all: readonly Point[], reach: number): Point | null {
  let best: Point | null = null;
  for (const one of all) {
    if (distance(one, point) <= reach && (best === null || distance(one, point) < distance(best, point))) best = one;
  }
  return best;
}

/** A line that is level or upright with its beginning, or square to a wall that begins or ends there. */
function rightAngle(point: Point, from: Point, all: readonly Segment[], reach: number): Point | null {
  const directions: Point[] = [[1, 0], [0, 1]];
  for (const line of all) {
    const length = lengthOf(line);
    if (length === 0 || distance(nearest(from, line), from) > 0.02) continue;
    const [ux, uy] = [(line[2] - line[0]) / length, (line[3] - line[1]) / length];
    directions.push([ux, uy], [-uy, ux]);
  }
  const candidates = directions.map(([ux, uy]): Point => {
    const along = (point[0] - from[0]) * ux + (point[1] - from[1]) * uy;
    return [from[0] + along * ux, from[1] + along * uy];
  });
  return closest(point, candidates.filter((one) => distance(one, from) > 0.05), reach);
}

/** A point on a right angle, at whole steps of the grid from where the line began. */
function alongGrid(point: Point, from: Point): Point {
  const length = distance(point, from);
  const whole = Math.max(gridStep, Math.round(length / gridStep) * gridStep);
  return [from[0] + ((point[0] - from[0]) / length) * whole, from[1] + ((point[1] - from[1]) / length) * whole];
}

/** The line from a point through another, a metre further. */
function stretched(from: Point, to: Point): Segment {
  const length = Math.max(distance(from, to), 0.01);
  return [...from, to[0] + (to[0] - from[0]) / length, to[1] + (to[1] - from[1]) / length];
}
