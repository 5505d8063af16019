import type { MarketAsset } from "../../api";
import { locale } from "../../i18n";
import { Decimal } from "../numbers/decimal";
import { amountOf, figure } from "../numbers/format";
import { settings } from "../settings/settings";

/** What stands for an amount while amounts are hidden. */
const hidden = "•••••";

/** An amount as it is shown, unless the reader hides amounts. */
export function money(value: Decimal, asset: MarketAsset): string {
  return settings.value.isHidingAmounts ? hidden : amountOf(value, asset);
}

/** All digits of an amount with the asset's name: for tips, confirmations and what must be understood to the last unit. */
export function wholeAmount(value: Decimal, asset: MarketAsset): string {
  if (settings.value.isHidingAmounts) return hidden;
  return preciseAmount(value, asset);
}

/** The same, shown even to a reader who hides amounts: what is about to be sent is never hidden. */
export function preciseAmount(value: Decimal, asset: MarketAsset): string {
  const places = Math.max(value.scale, Math.min(asset.decimals, asset.kind === "currency" ? asset.decimals : 0));
  return `${asset.prefix}${figure(value, places)} ${asset.name}`;
}

/** What moved, with its sign. */
export function signedAmount(value: Decimal, asset: MarketAsset): string {
  if (settings.value.isHidingAmounts) return hidden;
  const sign = value.isZero ? "" : value.isNegative ? "−" : "+";
  const size = value.isNegative ? value.negated : value;
  return `${sign}${asset.prefix}${figure(size, Math.max(size.scale, asset.decimals))}${asset.postfix}`;
}

/** A fraction from 0 to 1 as a percentage, rounded to a tenth. */
export function share(fraction: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(fraction);
}

/** The asset that values are told in. */
export function counterOf(assets: readonly MarketAsset[], told: string | undefined): MarketAsset | undefined {
  return assets.find(({ name }) => name === told);
}
