import { readModules } from "./content";
import { type Bitmap, type Finder, findersOf } from "./finders";
import { mostVersion, sideOf } from "./layout";
import { type Plane, plane, type Point } from "./plane";

/** A picture in shades of grey, row by row, 0 is black. */
export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Corners that are tried at most. */
const mostFinders = 9;

/** A picture of red, green, blue and opacity in grey, on white. */
export function greyOf(data: ArrayLike<number>, width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const [red, green, blue, opacity] = [data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0, data[index * 4 + 3] ?? 255];
    const light = (red * 77 + green * 151 + blue * 28) >> 8;
    pixels[index] = opacity === 255 ? light : 255 - (((255 - light) * opacity) >> 8);
  }
  return { width, height, pixels };
}

/**
 * What the first QR code of a picture says, in steps: between them whoever asks may do something else. The last step is
 * the text, or null when there is no code that can be read.
 */
export function* decodeSteps(grey: Grey): Generator<undefined, string | null> {
  const sums = summed(grey);
  for (const parts of [8, 3, 20]) {
    const bitmap = binarized(grey, sums, Math.max(8, Math.floor(Math.max(grey.width, grey.height) / parts)));
    yield;
    for (const isInverted of [false, true]) {
      // A code may be light on dark, as some draw it.
      if (isInverted) for (let index = 0; index < bitmap.dark.length; index += 1) bitmap.dark[index] = 1 - (bitmap.dark[index] ?? 0);
      const finders = findersOf(bitmap).slice(0, mostFinders);
      yield;
      for (const corners of cornersOf(finders)) {
        const text = yield* codeSteps(bitmap, corners);
        if (text !== null) return text;
      }
    }
  }
  return null;
}

/** The same at once. */
export function decodeQR(grey: Grey): string | null {
  const steps = decodeSteps(grey);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Sums of all pixels above and left of each, so that the mean of any square is known at once. */
function summed({ width, height, pixels }: Grey): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += pixels[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + line;
    }
  }
  return sums;
}

/** Dark is what is darker than its surroundings, so that shadows across a picture do no harm. */
function binarized({ width, height, pixels }: Grey, sums: Float64Array, size: number): Bitmap {
  const dark = new Uint8Array(width * height);
  const half = size >> 1;
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - half), Math.min(height, y + half + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - half), Math.min(width, x + half + 1)];
      const sum = (sums[bottom * (width + 1) + right] ?? 0) - (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) + (sums[top * (width + 1) + left] ?? 0);
      const mean = sum / ((bottom - top) * (right - left));
      dark[y * width + x] = (pixels[y * width + x] ?? 0) < mean * 0.94 - 1 ? 1 : 0;
    }
  }
  return { width, height, dark };
}

/** Three corners as they stand in a code: upper left, upper right, lower left. */
type Corners = readonly [Finder, Finder, Finder];

const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Triples that may be the corners of one code, the likeliest first. */
function cornersOf(finders: readonly Finder[]): Corners[] {
  const found: { corners: Corners; doubt: number }[] = [];
  for (let a = 0; a < finders.length; a += 1) {
    for (let b = a + 1; b < finders.length; b += 1) {
      for (let c = b + 1; c < finders.length; c += 1) {
        const three = [finders[a], finders[b], finders[c]] as [Finder, Finder, Finder];
        const modules = three.map(({ module }) => module);
        const [least, most] = [Math.min(...modules), Math.max(...modules)];
        if (most > least * 2) continue;
        // The corner in the middle is across from the longest side.
        const sides = [away(three[1], three[2]), away(three[0], three[2]), away(three[0], three[1])];
        const longest = sides.indexOf(Math.max(...sides));
        const corner = three[longest] as Finder;
        const [one, other] = three.filter((_, index) => index !== longest) as [Finder, Finder];
        const turn = (one.x - corner.x) * (other.y - corner.y) - (one.y - corner.y) * (other.x - corner.x);
        const corners: Corners = turn > 0 ? [corner, one, other] : [corner, other, one];
        const [right, down] = [away(corner, corners[1]), away(corner, corners[2])];
        if (Math.min(right, down) < 7 * least || Math.max(right, down) > Math.min(right, down) * 2.2) continue;
        const square = Math.abs((sides[longest] ?? 0) ** 2 / (right ** 2 + down ** 2) - 1);
        found.push({ corners, doubt: square + Math.abs(right / down - 1) + (most / least - 1) * 0.5 });
      }
    }
  }
  return found.sort((a, b) => a.doubt - b.doubt).slice(0, 8).map(({ corners }) => corners);
}

/** What the code of three corners says, in the versions that their distance allows. */
function* codeSteps(bitmap: Bitmap, corners: Corners): Generator<undefined, string | null> {
  const [corner, right, down] = corners;
  const module = (corner.module * 2 + right.module + down.module) / 4;
  // Squares that are seen turned are crossed aslant and look larger than they are.
  const turned = Math.atan2(right.y - corner.y, right.x - corner.x);
  const slant = Math.max(Math.abs(Math.cos(turned)), Math.abs(Math.sin(turned)));
  const guess = ((away(corner, right) + away(corner, down)) / 2 / (module * slant) + 7 - 17) / 4;
  const first = Math.min(mostVersion, Math.max(1, Math.round(guess)));
  const spread = Math.max(1, Math.ceil(first / 6));
  const versions = Array.from({ length: 2 * spread + 1 }, (_, index) => first + (index % 2 === 0 ? index / 2 : -(index + 1) / 2));
  for (const version of versions) {
    if (version < 1 || version > mostVersion) continue;
    if (!isTimed(bitmap, corners, version)) continue;
    for (const seen of planesOf(bitmap, corners, version)) {
      const text = readModules(sampled(bitmap, seen, version), version);
      if (text !== null) return text;
      yield;
    }
    yield;
  }
  return null;
}

/** The middles of the corners' squares in the code's own square. */
function middlesOf(version: number): { far: number; middles: Point[] } {
  const far = sideOf(version) - 3.5;
  return { far, middles: [{ x: 3.5, y: 3.5 }, { x: far, y: 3.5 }, { x: 3.5, y: far }] };
}

/**
 * Whether dark and light take turns between the corners as often as in a code of this version: what only looks like
 * corners is left at once. Along the two lines it is the turns that count, since what is seen aslant is not evenly spaced.
 */
function isTimed(bitmap: Bitmap, [corner, right, down]: Corners, version: number): boolean {
  const { far, middles } = middlesOf(version);
  const straight = plane([...middles, { x: far, y: far }], [corner, right, down, { x: right.x + down.x - corner.x, y: right.y + down.y - corner.y }]);
  if (straight === null) return false;
  const count = sideOf(version) - 16;
  return [false, true].every((isColumn) => {
    const at = (step: number, aside: number): number => {
      const point = isColumn ? straight(6.5 + aside, 8 + step) : straight(8 + step, 6.5 + aside);
      const [column, row] = [Math.floor(point.x), Math.floor(point.y)];
      return column < 0 || row < 0 || column >= bitmap.width || row >= bitmap.height ? 0 : (bitmap.dark[row * bitmap.width + column] ?? 0);
    };
    // Three lines beside each other decide, so that a speck is no turn.
    const most = (step: number): number => (at(step, -0.25) + at(step, 0) + at(step, 0.25) >= 2 ? 1 : 0);
    let turns = 0;
    let right = 0;
    for (let index = 0; index < count; index += 1) {
      if (most(index + 0.5) === (index % 2 === 0 ? 1 : 0)) right += 1;
      for (let part = 0; part < 3; part += 1) if (most(index + part / 3) !== most(index + (part + 1) / 3)) turns += 1;
    }
    return right >= count * 0.75 || Math.abs(turns - count) <= Math.max(2, count * 0.25);
  });
}

/** How a code may lie in the picture: by the small square in its fourth corner where that is found, else by guesses. */
function* planesOf(bitmap: Bitmap, [corner, right, down]: Corners, version: number): Generator<Plane> {
  const { far, middles } = middlesOf(version);
  const fourth = { x: right.x + down.x - corner.x, y: right.y + down.y - corner.y };
  const by = (x: number, y: number, point: Point): Plane | null => plane([...middles, { x, y }], [corner, right, down, point]);
  const straight = by(far, far, fourth);
  if (straight === null) return;
  if (version >= 2) {
    const inner = far - 3;
    const size = away(straight(inner, inner), straight(inner + 1, inner));
    for (const found of alignmentsNear(bitmap, straight(inner, inner), size, Math.min(10, Math.max(5, version)))) {
      const seen = by(inner, inner, found);
      if (seen !== null) yield seen;
    }
    yield straight;
    return;
  }
  // The smallest codes have no such square: what is seen aslant is tried around where it would be if seen straight.
  yield straight;
  for (const reach of [1, 2, 3.5]) {
    for (let turn = 0; turn < 8; turn += 1) {
      const angle = (turn * Math.PI) / 4;
      const seen = by(far, far, straight(far + reach * Math.cos(angle), far + reach * Math.sin(angle)));
      if (seen !== null) yield seen;
    }
  }
}

/** Sixteen directions around a point. */
const turns: readonly Point[] = Array.from({ length: 16 }, (_, turn) => ({ x: Math.cos((turn * Math.PI) / 8), y: Math.sin((turn * Math.PI) / 8) }));

/** Places that are looked at for a small square at most. */
const mostPlaces = 80;

/** Places that may be the small square near a point, the likeliest first: dark, a light ring, a dark ring, however turned. */
function alignmentsNear({ width, height, dark }: Bitmap, expected: Point, module: number, reach: number): Point[] {
  const found: { point: Point; worth: number }[] = [];
  const step = Math.max(1, module / 3);
  const at = (x: number, y: number): number => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column < 0 || row < 0 || column >= width || row >= height ? 0 : (dark[row * width + column] ?? 0);
  };
  const limit = reach * module;
  for (let dy = -limit; dy <= limit; dy += step) {
    for (let dx = -limit; dx <= limit; dx += step) {
      const [x, y] = [expected.x + dx, expected.y + dy];
      if (at(x, y) !== 1) continue;
      let score = 0;
      for (const turn of turns) {
        const [cos, sin] = [turn.x * module, turn.y * module];
        score += 1 - at(x + cos * 1.1, y + sin * 1.1) + at(x + cos * 2.15, y + sin * 2.15) + at(x + cos * 0.3, y + sin * 0.3);
      }
      if (score >= 38) found.push({ point: { x, y }, worth: score - (3 * Math.hypot(dx, dy)) / limit });
    }
  }
  found.sort((a, b) => b.worth - a.worth);
  const apart: Point[] = [];
  for (const { point } of found.slice(0, mostPlaces)) {
    const middle = centred(at, point, module);
    if (apart.every((other) => away(other, middle) > module)) apart.push(middle);
    if (apart.length === 4) break;
  }
  return apart;
}

/** The middle of the dark spot around a point. */
function centred(dark: (x: number, y: number) => number, { x, y }: Point, module: number): Point {
  let [sumX, sumY, count] = [0, 0, 0];
  const step = Math.max(0.5, module / 8);
  for (let dy = -0.9 * module; dy <= 0.9 * module; dy += step) {
    for (let dx = -0.9 * module; dx <= 0.9 * module; dx += step) {
      if (dark(x + dx, y + dy) !== 1) continue;
      sumX += dx;
      sumY += dy;
      count += 1;
    }
  }
  return count === 0 ? { x, y } : { x: x + sumX / count, y: y + sumY / count };
}

/** The modules of a code that lies so in a picture: of five points in each, most decide. */
function sampled({ width, height, dark }: Bitmap, seen: Plane, version: number): Uint8Array {
  const side = sideOf(version);
  const modules = new Uint8Array(side * side);
  const offsets = [[0, 0], [-0.22, 0], [0.22, 0], [0, -0.22], [0, 0.22]] as const;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      let votes = 0;
      for (const [dx, dy] of offsets) {
        const point = seen(x + 0.5 + dx, y + 0.5 + dy);
        const [column, row] = [Math.floor(point.x), Math.floor(point.y)];
        if (column >= 0 && row >= 0 && column < width && row < height) votes += dark[row * width + column] ?? 0;
      }
      modules[y * side + x] = votes >= 3 ? 1 : 0;
    }
  }
  return modules;
}
