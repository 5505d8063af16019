/**
 * An exact decimal number: money, prices and amounts never become a floating-point `number` but to be drawn.
 *
 * It is `units` times 10 to the power of minus `scale`, without zeros at the end, so that equal numbers are equal parts.
 */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);

  private constructor(readonly units: bigint, readonly scale: number) {}

  /** The number that the API writes as this text, or null when it is none: digits with at most one point, and a sign. */
  static parse(text: string): Decimal | null {
    const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
    if (parts === null) return null;
    const [, sign = "", whole = "", fraction = ""] = parts;
    return Decimal.of(BigInt(sign + whole + fraction), fraction.length);
  }

  /** The number of a text that is known to be one, as those of the API are. */
  static from(text: string): Decimal {
    const value = Decimal.parse(text);
    if (value === null) throw new RangeError("not a decimal number");
    return value;
  }

  /** `units` times 10 to the power of minus `scale`, which is not below 0. */
  static of(units: bigint, scale = 0): Decimal {
    if (units === 0n) return Decimal.zero;
    let [shortest, places] = [units, scale];
    while (places > 0 && shortest % 10n === 0n) {
      shortest /= 10n;
      places -= 1;
    }
    return new Decimal(shortest, places);
  }

  get isZero(): boolean {
    return this.units === 0n;
  }

  get isNegative(): boolean {
    return this.units < 0n;
  }

  /** As the API writes it. */
  get text(): string {
    const sign = this.units < 0n ? "-" : "";
    const digits = (this.units < 0n ? -this.units : this.units).toString().padStart(this.scale + 1, "0");
    const point = digits.length - this.scale;
    return sign + digits.slice(0, point) + (this.scale > 0 ? `.${digits.slice(point)}` : "");
  }

  toString(): string {
    return this.text;
  }

  /** For drawing alone: as near as a `number` comes. */
  get approximate(): number {
    return Number(this.text);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(this.unitsAt(scale) + other.unitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated);
  }

  times(other: Decimal): Decimal {
    return Decimal.of(this.units * other.units, this.scale + other.scale);
  }

  get negated(): Decimal {
    return new Decimal(-this.units, this.scale);
  }

  /** This divided by `other`, with `places` decimal places, towards zero; `other` is not zero. */
  dividedBy(other: Decimal, places: number): Decimal {
    const up = places + other.scale - this.scale;
    const [above, below] = up >= 0 ? [power(up), 1n] : [1n, power(-up)];
    return Decimal.of((this.units * above) / (other.units * below), places);
  }

  /** The greatest multiple of `step` that is not above this; `step` is above zero. */
  floor(step: Decimal): Decimal {
    const scale = Math.max(this.scale, step.scale);
    const [units, size] = [this.unitsAt(scale), step.unitsAt(scale)];
    const rest = ((units % size) + size) % size;
    return Decimal.of(units - rest, scale);
  }

  /** The least multiple of `step` that is not below this; `step` is above zero. */
  ceiling(step: Decimal): Decimal {
    const floor = this.floor(step);
    return floor.equals(this) ? this : floor.plus(step);
  }

  /** Below zero when this is less than `other`, above when it is more. */
  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale);
    const [left, right] = [this.unitsAt(scale), other.unitsAt(scale)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  equals(other: Decimal): boolean {
    return this.units === other.units && this.scale === other.scale;
  }

  private unitsAt(scale: number): bigint {
    return this.units * power(scale - this.scale);
  }
}

const powers: bigint[] = [];

function power(exponent: number): bigint {
  return (powers[exponent] ??= 10n ** BigInt(exponent));
}
