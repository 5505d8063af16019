import type { MarketAsset } from "../../api";
import { locale } from "../../i18n";
import { settings } from "../settings/settings";
import { Decimal } from "../../numbers/decimal";
import { inGroups, type NumberSigns, signsOf } from "../../numbers/signs";
import * as typing from "../../numbers/typing";

/** Whose way of writing numbers is followed: the one chosen in the settings, else the reader's own. */
export function numberLocale(): string {
  const { numbers, counter } = settings.value;
  if (numbers !== null) return numbers;
  const own = locale();
  // Spanish is not written in one way; who counts in pesos and names no region writes as in Chile.
  return own === "es" && (counter === null || counter === "CLP") ? "es-CL" : own;
}

/** The signs of numbers that the reader writes and types. */
export function numberSigns(): NumberSigns {
  return signsOf(numberLocale());
}

type Options = Intl.NumberFormatOptions;

const formatters = new Map<string, Intl.NumberFormat>();

/** A kept formatter: making one is slow, and a book needs hundreds a second. */
function formatter(key: string, options: () => Options): Intl.NumberFormat {
  const full = `${numberLocale()} ${key}`;
  let kept = formatters.get(full);
  if (kept === undefined) {
    kept = new Intl.NumberFormat(numberLocale(), options());
    formatters.set(full, kept);
  }
  return kept;
}

/** Groups also in `1.234`, which Spaniards and Italians write without: in a column figures stand below one another. */
const always = { useGrouping: "always" } as unknown as Options;

/** Whether this browser formats decimal texts digit by digit, and not as the nearest `number`. */
const isExact = new Intl.NumberFormat("en").format("12345678901234567891" as unknown as number).endsWith("567,891");

/** A number with `places` decimal places, in groups, rounded towards zero: nobody is shown more than there is. */
export function figure(value: Decimal, places: number): string {
  return withPlaces(value.dividedBy(Decimal.of(1n), places), places, places);
}

/** The same, rounded away from zero: what is given, and fees, are never shown as less than they are. */
export function figureUp(value: Decimal, places: number): string {
  const step = Decimal.of(1n, places);
  return withPlaces(value.isNegative ? value.floor(step) : value.ceiling(step), places, places);
}

/** A number with each digit that it has, in groups, and with zeros up to `least` decimal places. */
export function exactFigure(value: Decimal, least = 0): string {
  return withPlaces(value, Math.min(least, 20), Math.max(least, value.scale));
}

function withPlaces(value: Decimal, least: number, most: number): string {
  // Formatters have at most 20 decimal places in older browsers, and assets 18.
  if (!isExact || most > 20) return written(value, least);
  const format = formatter(`${least} ${most}`, () => ({ ...always, minimumFractionDigits: least, maximumFractionDigits: most }));
  // The compiler knows of numbers alone, browsers of texts as well: so no digit is lost.
  return format.format(value.text as unknown as number);
}

/** A number with the reader's signs, as a browser that knows of no texts would have to write it. */
export function written(value: Decimal, least: number): string {
  const signs = numberSigns();
  const [whole = "", fraction = ""] = value.text.replace("-", "").split(".");
  const digits = fraction.padEnd(least, "0");
  return `${value.isNegative ? "-" : ""}${inGroups(whole, signs)}${digits === "" ? "" : signs.decimal + digits}`;
}

/** A number as it is copied: each digit, the reader's decimal sign, no groups. */
export function plainText(value: Decimal): string {
  return typing.plainText(value, numberSigns());
}

/** A number as it is written into a field. */
export function fieldText(value: Decimal): string {
  return typing.typedText(value, numberSigns());
}

/** Decimal places of a step of prices or amounts. */
export function placesOf(step: Decimal): number {
  return step.scale;
}

/** How many decimal places amounts of an asset are typed with: of a currency those in which it is counted. */
export function placesIn(asset: MarketAsset): number {
  return asset.kind === "currency" ? asset.decimals : asset.exponent;
}

/** An amount of an asset as it is shown, with what stands before and after it; never more than there is. */
export function amountOf(value: Decimal, asset: MarketAsset): string {
  return withAsset(figure(value, asset.decimals), asset);
}

/** An amount that is given, or a fee: never shown as less than it is. */
export function costOf(value: Decimal, asset: MarketAsset): string {
  return withAsset(figureUp(value, asset.decimals), asset);
}

/** An amount of an asset with all its digits, and with zeros up to `least` decimal places. */
export function exactAmount(value: Decimal, asset: MarketAsset, least = 0): string {
  return withAsset(exactFigure(value, least), asset);
}

/** A price in the quote asset, with as many places as its step has. */
export function priceOf(value: Decimal, quote: MarketAsset, tick: Decimal): string {
  return exactAmount(value, quote, placesOf(tick));
}

function withAsset(text: string, asset: MarketAsset): string {
  // A name alone is always said: an amount without its asset could be of any.
  if (asset.prefix === "" && asset.postfix === "") return `${text} ${asset.name}`;
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${asset.prefix}${text.slice(sign.length)}${asset.postfix}`;
}

/** What is one's own, as it is shown: as dots while amounts are hidden. */
export function ownAmount(value: Decimal, asset: MarketAsset): string {
  return settings.value.isHidingAmounts ? hiddenText : amountOf(value, asset);
}

/** The same without zeros at its end. */
export function ownInSentence(value: Decimal, asset: MarketAsset): string {
  return settings.value.isHidingAmounts ? hiddenText : exactAmount(value.floor(Decimal.of(1n, asset.decimals)), asset);
}

/** What stands in place of an amount that is hidden. */
export const hiddenText = "•••••";

/** A fraction as a signed percentage, with an arrow's worth of words left to whoever shows it. */
export function change(fraction: number): string {
  return formatter("change", () => ({
    style: "percent", signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2,
  })).format(fraction);
}

/** A fraction as a percentage without a sign, with as few places as it needs. */
export function percentage(fraction: number, places = 2): string {
  return formatter(`percent ${places}`, () => ({ style: "percent", maximumFractionDigits: places })).format(fraction);
}
