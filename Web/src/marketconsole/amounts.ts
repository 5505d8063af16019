import { locale } from "../i18n";

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

/** What somebody typed as the API writes it, or null: digits with at most one point or comma, and no groups. */
export function typedAmount(text: string): string | null {
  const parts = /^(\d{1,30})(?:[.,](\d{1,18}))?$/.exec(text.trim());
  if (parts === null) return null;
  const [, whole = "", fraction] = parts;
  const digits = whole.replace(/^0+(?=\d)/, "");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** A fee in parts per million as a percentage, as `0.39` is of 3900. */
export function percentOfParts(parts: number): string {
  const digits = String(parts).padStart(5, "0");
  const fraction = digits.slice(-4).replace(/0+$/, "");
  return digits.slice(0, -4) + (fraction === "" ? "" : `.${fraction}`);
}

/** The parts per million that a typed percentage is, or null for none from 0 to 100 with four decimal places. */
export function partsOfPercent(text: string): number | null {
  const parts = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  if (parts === null) return null;
  const [, whole = "", fraction = ""] = parts;
  const value = Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  return value <= 1_000_000 ? value : null;
}
