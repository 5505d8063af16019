/** Arithmetic of the 256 numbers in which QR codes are corrected (ISO/IEC 18004, modulo x^8+x^4+x^3+x^2+1). */

const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = exponents[power + 255] = value;
  logarithms[value] = power;
  value = value * 2 ^ (value >= 128 ? 0x11d : 0);
}

/** 2 to the power of `power`, which is not below 0. */
export function exponent(power: number): number {
  return exponents[power % 255] ?? 0;
}

/** The power of 2 that a number is; it is not 0. */
export function logarithm(value: number): number {
  return logarithms[value] ?? 0;
}

export function product(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : exponent(logarithm(left) + logarithm(right));
}

/** 1 divided by a number, which is not 0. */
export function inverse(value: number): number {
  return exponent(255 - logarithm(value));
}
