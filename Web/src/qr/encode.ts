import { exponent, product } from "./field";
import {
  alignmentMiddles, blocksOf, type Correction, formatBits, formatPlaces, masks, mostVersion, sideOf, textPath, versionBits,
} from "./layout";

/** A QR code: a square of modules, row by row from the top left, 1 is dark. */
export interface QRCode {
  version: number;
  side: number;
  modules: Uint8Array;
}

/**
 * The code of a text, in the smallest version that holds it; null when none does. Without `mask` it has the one of the
 * eight that is easiest to read.
 */
export function encodeQR(text: string, correction: Correction = "M", mask?: number): QRCode | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= mostVersion; version += 1) {
    const room = blocksOf(version, correction).data.reduce((sum, count) => sum + count, 0);
    const counted = version < 10 ? 8 : 16;
    if (4 + counted + bytes.length * 8 > room * 8) continue;
    return drawn(version, correction, withCorrection(version, correction, segment(bytes, counted, room)), mask);
  }
  return null;
}

/** The bytes of one segment in mode "bytes", filled up to the room that there is. */
function segment(bytes: Uint8Array, counted: number, room: number): Uint8Array {
  const data = new Uint8Array(room);
  let place = 0;
  const write = (value: number, bits: number): void => {
    for (let bit = bits - 1; bit >= 0; bit -= 1, place += 1) {
      if ((value >> bit) & 1) data[place >> 3] = (data[place >> 3] ?? 0) | (128 >> (place & 7));
    }
  };
  write(4, 4);
  write(bytes.length, counted);
  for (const byte of bytes) write(byte, 8);
  // The end is marked with four light bits where there is room for them, and the last byte is filled with such bits.
  place = Math.min(place + 4, room * 8);
  for (let index = Math.ceil(place / 8), turn = 0; index < room; index += 1, turn += 1) data[index] = turn % 2 === 0 ? 0xec : 0x11;
  return data;
}

/** The bytes of all blocks as they stand in the code: one of each block in turn, then the correcting ones. */
function withCorrection(version: number, correction: Correction, data: Uint8Array): Uint8Array {
  const layout = blocksOf(version, correction);
  let begin = 0;
  const parts = layout.data.map((count) => data.subarray(begin, (begin += count)));
  const divisor = divisorOf(layout.correcting);
  const rests = parts.map((part) => remainder(part, divisor));
  const woven: number[] = [];
  for (let index = 0; index <= (layout.data[0] ?? 0); index += 1) {
    for (const part of parts) if (index < part.length) woven.push(part[index] ?? 0);
  }
  for (let index = 0; index < layout.correcting; index += 1) for (const rest of rests) woven.push(rest[index] ?? 0);
  return Uint8Array.from(woven);
}

/** The product of (x − 2^i) for i below `degree`, without its first coefficient, which is 1. */
function divisorOf(degree: number): Uint8Array {
  const divisor = new Uint8Array(degree);
  divisor[degree - 1] = 1;
  for (let root = 0; root < degree; root += 1) {
    for (let index = 0; index < degree; index += 1) {
      divisor[index] = product(divisor[index] ?? 0, exponent(root)) ^ (divisor[index + 1] ?? 0);
    }
  }
  return divisor;
}

function remainder(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const rest = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    for (let index = 0; index < rest.length; index += 1) rest[index] = (rest[index] ?? 0) ^ product(divisor[index] ?? 0, factor);
  }
  return rest;
}

/** The code of some bytes, with one mask or the one that is easiest to read. */
function drawn(version: number, correction: Correction, bytes: Uint8Array, only: number | undefined): QRCode {
  const side = sideOf(version);
  const plain = new Uint8Array(side * side);
  drawPattern(plain, version);
  const path = textPath(version);
  path.forEach((place, index) => {
    plain[place] = ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
  });
  let best: { modules: Uint8Array; penalty: number } | null = null;
  for (const mask of only === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [only]) {
    const modules = plain.slice();
    for (const place of path) if (masks(mask, place % side, Math.floor(place / side))) modules[place] = 1 - (modules[place] ?? 0);
    drawFormat(modules, version, formatBits(correction, mask));
    const penalty = penaltyOf(modules, side);
    if (best === null || penalty < best.penalty) best = { modules, penalty };
  }
  return { version, side, modules: best?.modules ?? plain };
}

function drawPattern(modules: Uint8Array, version: number): void {
  const side = sideOf(version);
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x >= 0 && y >= 0 && x < side && y < side) modules[y * side + x] = isDark ? 1 : 0;
  };
  for (let index = 0; index < side; index += 1) {
    set(index, 6, index % 2 === 0);
    set(6, index, index % 2 === 0);
  }
  // Rings around a middle: which distances from it are dark.
  const rings = (x: number, y: number, size: number, isDark: (distance: number) => boolean): void => {
    for (let dy = -size; dy <= size; dy += 1) {
      for (let dx = -size; dx <= size; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]] as const) rings(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  for (const [x, y] of alignmentMiddles(version)) rings(x, y, 2, (distance) => distance !== 1);
  if (version < 7) return;
  const bits = versionBits(version);
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1;
    const [far, near] = [side - 11 + (bit % 3), Math.floor(bit / 3)];
    set(far, near, isDark);
    set(near, far, isDark);
  }
}

function drawFormat(modules: Uint8Array, version: number, bits: number): void {
  const side = sideOf(version);
  formatPlaces(version).forEach((places, bit) => {
    for (const [x, y] of places) modules[y * side + x] = (bits >> bit) & 1;
  });
  modules[(side - 8) * side + 8] = 1;
}

/** How hard a code is to read: long runs, squares, what looks like a corner, too much of one colour. */
export function penaltyOf(modules: Uint8Array, side: number): number {
  let penalty = 0;
  for (const isColumn of [false, true]) {
    for (let line = 0; line < side; line += 1) {
      const at = (index: number): number => modules[isColumn ? index * side + line : line * side + index] ?? 0;
      let run = 1;
      for (let index = 1; index <= side; index += 1) {
        if (index < side && at(index) === at(index - 1)) run += 1;
        else {
          if (run >= 5) penalty += run - 2;
          run = 1;
        }
      }
      for (let index = 0; index + 11 <= side; index += 1) {
        let bits = 0;
        for (let offset = 0; offset < 11; offset += 1) bits = (bits << 1) | at(index + offset);
        if (bits === 0b10111010000 || bits === 0b00001011101) penalty += 40;
      }
    }
  }
  for (let y = 0; y + 1 < side; y += 1) {
    for (let x = 0; x + 1 < side; x += 1) {
      const place = y * side + x;
      const sum = (modules[place] ?? 0) + (modules[place + 1] ?? 0) + (modules[place + side] ?? 0) + (modules[place + side + 1] ?? 0);
      if (sum === 0 || sum === 4) penalty += 3;
    }
  }
  const dark = modules.reduce((sum, module) => sum + module, 0);
  return penalty + Math.floor(Math.abs((dark * 20) / (side * side) - 10)) * 10;
}
