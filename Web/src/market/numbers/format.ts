import type { MarketAsset } from "../../api";
import { locale } from "../../i18n";
import { settings } from "../settings/settings";
import { Decimal } from "./decimal";

/** Whose way of writing numbers is followed: the one chosen in the settings, else the reader's own. */
export function numberLocale(): string {
  return settings.value.numbers ?? locale();
}

const formatters = new Map<string, Intl.NumberFormat>();

/** A kept formatter: making one is slow, and a book needs hundreds a second. */
function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = numberLocale() + JSON.stringify(options);
  const kept = formatters.get(key) ?? new Intl.NumberFormat(numberLocale(), options);
  formatters.set(key, kept);
  return kept;
}

/** A number with `places` decimal places, in groups, rounded towards zero: nobody is shown more than there is. */
export function figure(value: Decimal, places: number): string {
  const cut = value.dividedBy(Decimal.of(1n), places);
  // The compiler knows of numbers alone, browsers of texts as well: so no digit is lost.
  const format = formatter({ useGrouping: true, minimumFractionDigits: places, maximumFractionDigits: places });
  return format.format(cut.text as unknown as number);
}

/** Decimal places of a step of prices or amounts. */
export function placesOf(step: Decimal): number {
  return step.scale;
}

/** An amount of an asset as it is shown, with what stands before and after it. */
export function amountOf(value: Decimal, asset: MarketAsset): string {
  return `${asset.prefix}${figure(value, asset.decimals)}${asset.postfix}`;
}

/** A fraction as a signed percentage, with an arrow's worth of words left to whoever shows it. */
export function change(fraction: number): string {
  return formatter({ style: "percent", signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(fraction);
}
