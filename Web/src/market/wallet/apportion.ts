import { Decimal } from "../../numbers/decimal";

/**
 * Exact values as whole numbers of the last place that is shown, whose sum is the sum of all, rounded down once.
 *
 * Each is rounded down, and what is missing then goes to those that lost most, one step each: so rows that are read add
 * up to the total that is read, and none is a whole step from what it is.
 */
export function apportioned(values: readonly Decimal[], places: number): { shown: Decimal[]; total: Decimal } {
  const step = Decimal.of(1n, places);
  const shown = values.map((value) => value.floor(step));
  const exact = values.reduce((sum, value) => sum.plus(value), Decimal.zero);
  const total = exact.floor(step);
  let missing = total.minus(shown.reduce((sum, value) => sum.plus(value), Decimal.zero));
  const lost = values.map((value, index) => ({ index, rest: value.minus(shown[index] ?? Decimal.zero) }));
  lost.sort((a, b) => b.rest.compare(a.rest) || a.index - b.index);
  for (const { index } of lost) {
    if (missing.compare(step) < 0) break;
    shown[index] = (shown[index] ?? Decimal.zero).plus(step);
    missing = missing.minus(step);
  }
  return { shown, total };
}
