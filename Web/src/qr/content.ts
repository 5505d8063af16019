import { correct } from "./correct";
import { blocksOf, type Correction, formatBits, formatPlaces, masks, sideOf, textPath, versionBits } from "./layout";

const corrections: readonly Correction[] = ["L", "M", "Q", "H"];

/** What a square of modules says, 1 is dark; null when it is no code, or too much of it is wrong. */
export function readModules(modules: Uint8Array, version: number): string | null {
  const side = sideOf(version);
  if (modules.length !== side * side || (version >= 7 && !isVersion(modules, version))) return null;
  const format = formatOf(modules, version);
  if (format === null) return null;
  const bytes = bytesOf(modules, version, format.mask);
  const layout = blocksOf(version, format.correction);
  const data: number[] = [];
  for (const block of parted(bytes, layout.data, layout.correcting)) {
    if (!correct(block, layout.correcting)) return null;
    for (const byte of block.subarray(0, block.length - layout.correcting)) data.push(byte);
  }
  return textOf(Uint8Array.from(data), version);
}

/** Bits that differ. */
function distance(left: number, right: number): number {
  let [bits, count] = [left ^ right, 0];
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Correction and mask: up to three wrong bits of fifteen are understood, in either of the two places. */
function formatOf(modules: Uint8Array, version: number): { correction: Correction; mask: number } | null {
  const side = sideOf(version);
  const read = [0, 0];
  formatPlaces(version).forEach((places, bit) => places.forEach(([x, y], which) => {
    read[which] = (read[which] ?? 0) | ((modules[y * side + x] ?? 0) << bit);
  }));
  let best: { correction: Correction; mask: number; away: number } | null = null;
  for (const correction of corrections) {
    for (let mask = 0; mask < 8; mask += 1) {
      const bits = formatBits(correction, mask);
      const away = Math.min(...read.map((one) => distance(one, bits)));
      if (best === null || away < best.away) best = { correction, mask, away };
    }
  }
  return best !== null && best.away <= 3 ? best : null;
}

/** Whether a large code names the version that its size says, with up to three wrong bits of eighteen. */
function isVersion(modules: Uint8Array, version: number): boolean {
  const side = sideOf(version);
  let [first, second] = [0, 0];
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [side - 11 + (bit % 3), Math.floor(bit / 3)];
    first |= (modules[near * side + far] ?? 0) << bit;
    second |= (modules[far * side + near] ?? 0) << bit;
  }
  const bits = versionBits(version);
  return Math.min(distance(first, bits), distance(second, bits)) <= 3;
}

function bytesOf(modules: Uint8Array, version: number, mask: number): Uint8Array {
  const side = sideOf(version);
  const path = textPath(version);
  const bytes = new Uint8Array(path.length >> 3);
  path.slice(0, bytes.length * 8).forEach((place, index) => {
    const bit = (modules[place] ?? 0) ^ (masks(mask, place % side, Math.floor(place / side)) ? 1 : 0);
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
  });
  return bytes;
}

/** The blocks that are woven into one another. */
function parted(bytes: Uint8Array, data: readonly number[], correcting: number): Uint8Array[] {
  const blocks = data.map((count) => new Uint8Array(count + correcting));
  let next = 0;
  for (let index = 0; index <= (data[0] ?? 0); index += 1) {
    blocks.forEach((block, which) => {
      if (index < (data[which] ?? 0)) block[index] = bytes[next++] ?? 0;
    });
  }
  for (let index = 0; index < correcting; index += 1) {
    blocks.forEach((block, which) => {
      block[(data[which] ?? 0) + index] = bytes[next++] ?? 0;
    });
  }
  return blocks;
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** The text of all segments: digits, capital letters, bytes and Japanese; null when they do not fit together. */
function textOf(data: Uint8Array, version: number): string | null {
  let place = 0;
  const left = (): number => data.length * 8 - place;
  const take = (bits: number): number => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1, place += 1) value = (value << 1) | (((data[place >> 3] ?? 0) >> (7 - (place & 7))) & 1);
    return value;
  };
  const size = version < 10 ? 0 : version < 27 ? 1 : 2;
  const counted = (...bits: readonly [number, number, number]): number => take(bits[size] ?? 0);
  let text = "";
  while (left() >= 4) {
    const mode = take(4);
    if (mode === 0) return text;
    if (mode === 1) {
      let count = counted(10, 12, 14);
      for (; count > 0; count -= 3) {
        const digits = Math.min(count, 3);
        const bits = [0, 4, 7, 10][digits] ?? 0;
        if (left() < bits) return null;
        text += String(take(bits)).padStart(digits, "0");
      }
    } else if (mode === 2) {
      let count = counted(9, 11, 13);
      for (; count > 0; count -= 2) {
        const isPair = count > 1;
        if (left() < (isPair ? 11 : 6)) return null;
        const value = take(isPair ? 11 : 6);
        text += isPair ? (letters[Math.floor(value / 45)] ?? "") + (letters[value % 45] ?? "") : (letters[value] ?? "");
      }
    } else if (mode === 4) {
      const count = counted(8, 16, 16);
      if (left() < count * 8) return null;
      text += decoded(Uint8Array.from({ length: count }, () => take(8)));
    } else if (mode === 8) {
      const count = counted(8, 10, 12);
      if (left() < count * 13) return null;
      const bytes = Array.from({ length: count }, () => {
        const value = take(13);
        const code = (Math.floor(value / 0xc0) << 8) + (value % 0xc0);
        return code + (code < 0x1f00 ? 0x8140 : 0xc140);
      }).flatMap((code) => [code >> 8, code & 255]);
      text += new TextDecoder("shift_jis").decode(Uint8Array.from(bytes));
    } else if (mode === 7) {
      // The name of a character set: texts are taken for UTF-8 where they can be, so that it is passed over.
      const first = take(8);
      if (first >= 128) take(first < 192 ? 8 : 16);
    } else if (mode === 3) take(16);
    else if (mode === 9) take(8);
    else if (mode !== 5) return null;
  }
  return text;
}

/** Bytes as UTF-8, or as Latin letters where they are none. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
}
