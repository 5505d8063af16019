import type { Shop } from "../api";

/** A point of a venue's floor, in metres. */
export interface Spot {
  x: number;
  y: number;
}

/** Whether a point lies within a polygon: a ray from it to the right crosses its border an odd number of times. */
export function isInside(area: Shop["area"], { x, y }: Spot): boolean {
  let inside = false;
  for (const [[x1, y1], [x2, y2]] of sides(area)) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** The metres from a point to a polygon in a straight line; 0 within it. */
export function distanceTo(area: Shop["area"], spot: Spot): number {
  if (isInside(area, spot)) return 0;
  return Math.min(...sides(area).map(([from, to]) => distanceToSide(from, to, spot)));
}

/** The square metres of a polygon whose sides do not cross. */
export function floorOf(area: Shop["area"]): number {
  return Math.abs(sides(area).reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0)) / 2;
}

type Corner = Shop["area"][number];

function sides(area: Shop["area"]): [Corner, Corner][] {
  return area.map((corner, index) => [corner, area[(index + 1) % area.length] ?? corner]);
}

function distanceToSide([x1, y1]: Corner, [x2, y2]: Corner, { x, y }: Spot): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1);
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
