/** A point of a plan, `[x, y]` in metres: x to the right, y down. */
export type Point = [number, number];
/** A wall or door, `[x1, y1, x2, y2]` in metres. */
export type Segment = [number, number, number, number];

/** Differences of this, in metres, are neither built nor drawn. */
const tolerance = 0.01;

/** To the centimetre, which is as exactly as anybody measures a floor. */
export function centimetre(metres: number): number {
  const rounded = Math.round(metres * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}

export const begin = ([x, y]: Segment): Point => [x, y];
export const end = ([, , x, y]: Segment): Point => [x, y];

export function lengthOf(segment: Segment): number {
  return distance(begin(segment), end(segment));
}

export function middleOf([x1, y1, x2, y2]: Segment): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

/** The middle of some corners. */
export function centre(corners: readonly Point[]): Point {
  const count = Math.max(corners.length, 1);
  return [corners.reduce((sum, [x]) => sum + x, 0) / count, corners.reduce((sum, [, y]) => sum + y, 0) / count];
}

/** The point of a segment that is nearest to another point. */
export function nearest(point: Point, [x1, y1, x2, y2]: Segment): Point {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return [x1, y1];
  const share = Math.min(Math.max(((point[0] - x1) * dx + (point[1] - y1) * dy) / squared, 0), 1);
  return [x1 + share * dx, y1 + share * dy];
}

export function distanceTo(point: Point, segment: Segment): number {
  return distance(point, nearest(point, segment));
}

/** The edges of a polygon; the last one closes it. */
export function edges(corners: readonly Point[]): Segment[] {
  return corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return [x, y, nextX, nextY];
  });
}

/** The corners of a ring without the last one where that is the first again, as GeoJSON closes rings. */
export function opened(ring: Point[]): Point[] {
  const [first, last] = [ring[0], ring[ring.length - 1]];
  const isClosed = ring.length > 3 && first !== undefined && last !== undefined
    && Math.abs(first[0] - last[0]) <= tolerance && Math.abs(first[1] - last[1]) <= tolerance;
  return isClosed ? ring.slice(0, -1) : ring;
}

/** Square metres; meaningful when no edges cross. */
export function areaOf(corners: readonly Point[]): number {
  return Math.abs(edges(corners).reduce((sum, [x1, y1, x2, y2]) => sum + x1 * y2 - x2 * y1, 0)) / 2;
}

export function contains(corners: readonly Point[], [x, y]: Point): boolean {
  let isInside = false;
  for (const [x1, y1, x2, y2] of edges(corners)) {
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

/** Twice the area of the triangle that a point makes with a segment: its sign is the side. */
function side([x1, y1, x2, y2]: Segment, [x, y]: Point): number {
  return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
}

function separates(segment: Segment, one: Point, other: Point): boolean {
  const margin = tolerance * lengthOf(segment);
  const [first, second] = [side(segment, one), side(segment, other)];
  return (first > margin && second < -margin) || (first < -margin && second > margin);
}

/** Where two segments cross between their ends; null when they do not, or only touch. */
export function crossing(one: Segment, other: Segment): Point | null {
  if (!separates(one, begin(other), end(other)) || !separates(other, begin(one), end(one))) return null;
  const [dx, dy] = [one[2] - one[0], one[3] - one[1]];
  const [ex, ey] = [other[2] - other[0], other[3] - other[1]];
  const share = ((other[0] - one[0]) * ey - (other[1] - one[1]) * ex) / (dx * ey - dy * ex);
  return [one[0] + share * dx, one[1] + share * dy];
}

function holds([x1, y1, x2, y2]: Segment, [x, y]: Point): boolean {
  return Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2);
}

/** Whether two segments have a point in common, ends included. */
export function touches(one: Segment, other: Segment): boolean {
  const [a, b] = [side(one, begin(other)), side(one, end(other))];
  const [c, d] = [side(other, begin(one)), side(other, end(one))];
  if (a > 0 !== b > 0 && c > 0 !== d > 0 && a !== 0 && b !== 0 && c !== 0 && d !== 0) return true;
  return (a === 0 && holds(one, begin(other))) || (b === 0 && holds(one, end(other)))
    || (c === 0 && holds(other, begin(one))) || (d === 0 && holds(other, end(one)));
}

/** Whether a polygon's edges meet elsewhere than one after the other. */
export function crossesItself(corners: readonly Point[]): boolean {
  const all = edges(corners);
  return all.some((one, first) => all.some((other, second) => {
    if (second <= first) return false;
    const isNext = second === first + 1;
    const isLast = first === 0 && second === all.length - 1;
    if (!isNext && !isLast) return touches(one, other);
    const [before, after] = isNext ? [one, other] : [other, one];
    const along = (before[2] - before[0]) * (after[2] - after[0]) + (before[3] - before[1]) * (after[3] - after[1]);
    return side(before, end(after)) === 0 && along <= 0;
  }));
}

/** Whether two simple polygons share more than an edge. */
export function overlaps(one: readonly Point[], other: readonly Point[]): boolean {
  for (const edge of edges(one)) if (edges(other).some((another) => crossing(edge, another) !== null)) return true;
  const isWithin = (point: Point, area: readonly Point[]): boolean =>
    contains(area, point) && edges(area).every((edge) => distanceTo(point, edge) > tolerance);
  const probes = (area: readonly Point[]): Point[] => [...area, ...edges(area).map(middleOf), inside(area)];
  return probes(one).some((point) => isWithin(point, other)) || probes(other).some((point) => isWithin(point, one));
}

/** Whether a simple polygon lies within another one and leaves some of it, as a kiosk in a shop; the server looks closer. */
export function nests(inner: readonly Point[], outer: readonly Point[]): boolean {
  const isIn = (point: Point): boolean => contains(outer, point) || edges(outer).some((edge) => distanceTo(point, edge) <= tolerance);
  return areaOf(inner) < areaOf(outer) - tolerance && inner.every(isIn) && edges(inner).every((edge) => isIn(middleOf(edge)))
    && !edges(inner).some((edge) => edges(outer).some((another) => crossing(edge, another) !== null));
}

/** A point well inside a polygon: the middle of its longest stretch on a level between its corners. */
export function inside(corners: readonly Point[]): Point {
  const levels = [...new Set(corners.map(([, y]) => y))].sort((a, b) => a - b);
  let best: { length: number; point: Point } | undefined;
  for (const [index, low] of levels.entries()) {
    const high = levels[index + 1];
    if (high === undefined) continue;
    const y = (low + high) / 2;
    const cuts = edges(corners).filter(([, y1, , y2]) => y1 > y !== y2 > y)
      .map(([x1, y1, x2, y2]) => x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)).sort((a, b) => a - b);
    for (let cut = 0; cut + 1 < cuts.length; cut += 2) {
      const [left = 0, right = 0] = [cuts[cut], cuts[cut + 1]];
      const length = Math.min(right - left, high - low);
      if (length > (best?.length ?? 0)) best = { length, point: [(left + right) / 2, y] };
    }
  }
  return best?.point ?? centre(corners);
}
