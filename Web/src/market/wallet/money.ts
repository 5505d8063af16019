import type { MarketAsset } from "../../api";
import { Decimal } from "../../numbers/decimal";
import { exactFigure, hiddenText, ownAmount, percentage } from "../numbers/format";
import { settings } from "../settings/settings";

/** An amount as it is shown, unless the reader hides amounts. */
export { ownAmount as money };

/** All digits of an amount with the asset's name: for tips and what must be understood to the last unit. */
export function wholeAmount(value: Decimal, asset: MarketAsset): string {
  return settings.value.isHidingAmounts ? hiddenText : preciseAmount(value, asset);
}

/** The same, shown even to a reader who hides amounts: what is about to be sent is never hidden. */
export function preciseAmount(value: Decimal, asset: MarketAsset): string {
  const least = asset.kind === "currency" ? asset.decimals : 0;
  return `${asset.prefix}${exactFigure(value, least)} ${asset.name}`;
}

/** What moved, with its sign. */
export function signedAmount(value: Decimal, asset: MarketAsset): string {
  if (settings.value.isHidingAmounts) return hiddenText;
  const sign = value.isZero ? "" : value.isNegative ? "−" : "+";
  const size = value.isNegative ? value.negated : value;
  return `${sign}${asset.prefix}${exactFigure(size, asset.decimals)}${asset.postfix}`;
}

/** A fraction from 0 to 1 as a percentage, to a tenth. */
export function share(fraction: number): string {
  return percentage(fraction, 1);
}

/** The asset that values are told in. */
export function counterOf(assets: readonly MarketAsset[], told: string | undefined): MarketAsset | undefined {
  return assets.find(({ name }) => name === told);
}
