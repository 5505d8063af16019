/** A point on a plan, in metres. */
export interface PlanPoint {
  x: number;
  y: number;
}

/** How near a wall has to be for a beacon to hang on it, in metres. */
export const snapMetres = 1.5;

/** A wall, `[x1, y1, x2, y2]` in metres. */
type Wall = readonly [number, number, number, number];

/** The point of a wall that is nearest to another point, and how far that is. */
export function nearestOn(wall: Wall, point: PlanPoint): PlanPoint & { away: number } {
  const [x1, y1, x2, y2] = wall;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - x1) * dx + (point.y - y1) * dy) / length));
  const [x, y] = [x1 + share * dx, y1 + share * dy];
  return { x, y, away: Math.hypot(point.x - x, point.y - y) };
}

/** A point moved onto the nearest wall when there is one near, within the plan, to the centimetre. */
export function snapped(
  point: PlanPoint, walls: readonly Wall[], size: { width: number; height: number },
): PlanPoint & { onWall: boolean } {
  let best: { x: number; y: number; away: number } | null = null;
  for (const wall of walls) {
    const near = nearestOn(wall, point);
    if (near.away <= snapMetres && (best === null || near.away < best.away)) best = near;
  }
  const { x, y } = best ?? point;
  const within = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)) * 100) / 100;
  return { x: within(x, size.width), y: within(y, size.height), onWall: best !== null };
}
