import { locale } from "../i18n";
import { Decimal } from "../numbers/decimal";

/** A decimal number of the API in groups, digit for digit: no amount ever becomes a floating-point number. */
export function amountText(text: string): string {
  const places = text.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places });
  // The compiler knows of numbers alone, browsers of texts as well: so no digit is lost.
  return format.format(text as unknown as number);
}

/** An amount with the short name of its asset. */
export function amountOf(text: string, asset: string): string {
  return `${amountText(text)} ${asset}`;
}

/** What the fee of a trade is worked out of: the market's rules, and a unit of each of its assets as 10 to the minus exponent. */
export interface SmallestTrade {
  tick: Decimal;
  minimum: Decimal;
  baseExponent: number;
  quoteExponent: number;
}

/** Whether the fee of the smallest trade is less than a unit of the asset that it is taken in, so that nothing is taken. */
export function losesFee({ tick, minimum, baseExponent, quoteExponent }: SmallestTrade, rates: readonly number[]): boolean {
  return rates.some((parts) => {
    const rate = Decimal.of(BigInt(parts), 6);
    // The buyer pays in the base asset, the seller in the quote asset, at the lowest price in the worst case.
    const isLost = (value: Decimal, exponent: number): boolean => value.times(rate).floor(Decimal.of(1n, exponent)).isZero;
    return parts > 0 && (isLost(minimum, baseExponent) || isLost(minimum.times(tick), quoteExponent));
  });
}

/** A fee in parts per million as a percentage, as `0.39` is of 3900. */
export function percentOfParts(parts: number): string {
  const digits = String(parts).padStart(5, "0");
  const fraction = digits.slice(-4).replace(/0+$/, "");
  return digits.slice(0, -4) + (fraction === "" ? "" : `.${fraction}`);
}

/** A fee in parts per million as its reader's language writes percentages. */
export function fee(parts: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 4 }).format(parts / 1e6);
}

/** The parts per million that a percentage with at most four decimal places is. */
export function partsOf(percent: Decimal): number {
  return percent.times(Decimal.of(10_000n)).approximate;
}
