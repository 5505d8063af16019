import { exponent, inverse, logarithm, product } from "./field";

/**
 * Corrects a block in place; false when more of it is wrong than its correcting bytes can tell. What was thought right
 * once is checked again, so that a block that is called right is one.
 */
export function correct(block: Uint8Array, correcting: number): boolean {
  const syndromes = syndromesOf(block, correcting);
  if (syndromes.every((value) => value === 0)) return true;
  const locator = locatorOf(syndromes);
  const count = locator.length - 1;
  if (count === 0 || count * 2 > correcting) return false;
  // Where the locator is zero something is wrong; how much, Forney's formula says.
  const places: number[] = [];
  for (let place = 0; place < block.length; place += 1) {
    const power = block.length - 1 - place;
    if (at(locator, exponent((255 - (power % 255)) % 255)) === 0) places.push(place);
  }
  if (places.length !== count) return false;
  const evaluator = Array.from({ length: correcting }, (_, degree) =>
    locator.reduce((sum, factor, index) => (index > degree ? sum : sum ^ product(factor, syndromes[degree - index] ?? 0)), 0));
  for (const place of places) {
    const power = (block.length - 1 - place) % 255;
    const root = exponent((255 - power) % 255);
    // The derivative has the odd terms alone.
    let slope = 0;
    for (let degree = 1; degree < locator.length; degree += 2) slope ^= product(locator[degree] ?? 0, raised(root, degree - 1));
    if (slope === 0) return false;
    const error = product(product(at(evaluator, root), inverse(slope)), exponent(power));
    block[place] = (block[place] ?? 0) ^ error;
  }
  return syndromesOf(block, correcting).every((value) => value === 0);
}

function syndromesOf(block: Uint8Array, correcting: number): number[] {
  return Array.from({ length: correcting }, (_, root) => {
    let sum = 0;
    for (const byte of block) sum = product(sum, exponent(root)) ^ byte;
    return sum;
  });
}

/** The shortest rule that makes the syndromes, lowest degree first (Berlekamp and Massey). */
function locatorOf(syndromes: readonly number[]): number[] {
  let locator = [1];
  let before = [1];
  let length = 0;
  let gap = 1;
  let last = 1;
  for (let step = 0; step < syndromes.length; step += 1) {
    let difference = syndromes[step] ?? 0;
    for (let index = 1; index <= length; index += 1) difference ^= product(locator[index] ?? 0, syndromes[step - index] ?? 0);
    if (difference === 0) {
      gap += 1;
      continue;
    }
    const kept = locator.slice();
    const factor = product(difference, inverse(last));
    for (let index = 0; index < before.length; index += 1) {
      locator[index + gap] = (locator[index + gap] ?? 0) ^ product(factor, before[index] ?? 0);
    }
    locator = Array.from(locator, (value) => value ?? 0);
    if (2 * length <= step) {
      length = step + 1 - length;
      [before, last, gap] = [kept, difference, 1];
    } else gap += 1;
  }
  while (locator.length > 1 && locator[locator.length - 1] === 0) locator.pop();
  return locator.length - 1 === length ? locator : [1];
}

/** The value of a polynomial, lowest degree first. */
function at(polynomial: readonly number[], value: number): number {
  return polynomial.reduceRight((sum, factor) => product(sum, value) ^ factor, 0);
}

function raised(value: number, power: number): number {
  return power === 0 ? 1 : value === 0 ? 0 : exponent((logarithm(value) * power) % 255);
}
