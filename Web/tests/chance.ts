import { seeded } from "./seeded";

/** Chance that comes again, for numbers and amounts. */
export class Chance {
  private readonly draw: ReturnType<typeof seeded>;

  constructor(seed: number) {
    this.draw = seeded(seed);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + this.draw.below(most - least + 1);
  }

  /** A number of so many digits at most, as often short as long. */
  digits(most: number): bigint {
    return BigInt(Array.from({ length: this.whole(1, most) }, () => String(this.whole(0, 9))).join(""));
  }

  one<T>(choices: readonly T[]): T {
    return this.draw.pick(choices);
  }
}
