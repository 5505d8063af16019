/** What is where in a QR code of each version, and how its text is parted into blocks (ISO/IEC 18004). */

/** How much may be unreadable: about 7, 15, 25 or 30 %. */
export type Correction = "L" | "M" | "Q" | "H";

/** The two bits by which a code names its correction. */
export const correctionBits: Record<Correction, number> = { L: 1, M: 0, Q: 3, H: 2 };

/** Correcting bytes of each block, by version from 1 on. */
const correcting: Record<Correction, readonly number[]> = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28],
  Q: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  H: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
};

/** How many blocks there are, by version from 1 on. */
const blocks: Record<Correction, readonly number[]> = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
  Q: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68],
  H: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81],
};

/** The highest version. */
export const mostVersion = 40;

/** Modules of a side. */
export function sideOf(version: number): number {
  return 17 + 4 * version;
}

/** How the bytes of a code are parted. */
export interface Blocks {
  /** Bytes of text in each block; later ones may have one more than earlier ones. */
  data: readonly number[];
  /** Correcting bytes of each block. */
  correcting: number;
}

export function blocksOf(version: number, correction: Correction): Blocks {
  const [each, count] = [correcting[correction][version - 1] ?? 0, blocks[correction][version - 1] ?? 1];
  const all = Math.floor(modulesOfText(version) / 8) - each * count;
  const longer = all % count;
  const data = Array.from({ length: count }, (_, index) => Math.floor(all / count) + (index >= count - longer ? 1 : 0));
  return { data, correcting: each };
}

/** Modules that say the text and its correction. */
function modulesOfText(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** The middles of the small squares by which a large code is straightened, in one direction. */
export function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const found = [6];
  for (let position = sideOf(version) - 7; found.length < count; position -= step) found.splice(1, 0, position);
  return found;
}

/** Whether each module is part of the pattern of its version, and says nothing of the text. */
export function patternOf(version: number): Uint8Array {
  const side = sideOf(version);
  const taken = new Uint8Array(side * side);
  const take = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row += 1) taken.fill(1, row * side + x, row * side + x + width);
  };
  take(0, 0, 9, 9);
  take(side - 8, 0, 8, 9);
  take(0, side - 8, 9, 8);
  take(0, 6, side, 1);
  take(6, 0, 1, side);
  for (const [x, y] of alignmentMiddles(version)) take(x - 2, y - 2, 5, 5);
  if (version >= 7) {
    take(side - 11, 0, 3, 6);
    take(0, side - 11, 6, 3);
  }
  return taken;
}

/** The middles of all small squares; there is none in the three corners. */
export function alignmentMiddles(version: number): (readonly [number, number])[] {
  const middles = alignments(version);
  const last = sideOf(version) - 7;
  const isCorner = (x: number, y: number): boolean => (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
  return middles.flatMap((y) => middles.filter((x) => !isCorner(x, y)).map((x) => [x, y] as const));
}

const paths = new Map<number, readonly number[]>();

/** The places of the text's modules, from the lower right corner on in columns of two. */
export function textPath(version: number): readonly number[] {
  const known = paths.get(version) ?? pathOf(version);
  paths.set(version, known);
  return known;
}

function pathOf(version: number): number[] {
  const side = sideOf(version);
  const taken = patternOf(version);
  const path: number[] = [];
  let isUpwards = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step += 1) {
      const y = isUpwards ? side - 1 - step : step;
      for (const x of [right, right - 1]) if (taken[y * side + x] === 0) path.push(y * side + x);
    }
    isUpwards = !isUpwards;
  }
  return path;
}

/** Whether one of the eight masks turns the module at `x` and `y`. */
export function masks(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0: return (x + y) % 2 === 0;
    case 1: return y % 2 === 0;
    case 2: return x % 3 === 0;
    case 3: return (x + y) % 3 === 0;
    case 4: return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0;
    case 5: return ((x * y) % 2) + ((x * y) % 3) === 0;
    case 6: return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0;
    default: return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0;
  }
}

/** The fifteen bits that name correction and mask. */
export function formatBits(correction: Correction, mask: number): number {
  const data = (correctionBits[correction] << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((data << 10) | rest) ^ 0x5412;
}

/** The eighteen bits that name a version from 7 on. */
export function versionBits(version: number): number {
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  return (version << 12) | rest;
}

/** Where the bits of the format stand, from the lowest on, each in two places. */
export function formatPlaces(version: number): (readonly [readonly [number, number], readonly [number, number]])[] {
  const side = sideOf(version);
  return Array.from({ length: 15 }, (_, bit) => {
    const first = bit < 6 ? [8, bit] as const : bit < 8 ? [8, bit + 1] as const : bit === 8 ? [7, 8] as const : [14 - bit, 8] as const;
    const second = bit < 8 ? [side - 1 - bit, 8] as const : [8, side - 15 + bit] as const;
    return [first, second] as const;
  });
}
