import type { AlertDirection, Market, MarketAsset } from "../../api";
import { t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { exactFigure, priceOf } from "../numbers/format";
import type { MarketContext } from "../context";
import { directionTo, presentPrice } from "./direction";
import { alertsOf } from "./known";

/** A price with its asset, as far as the page knows the market. */
export function priceWords({ store }: MarketContext, name: string, price: string): string {
  const market = store.markets.value?.find((each: Market) => each.name === name);
  const quote = store.assets.value?.find((each: MarketAsset) => each.name === market?.quote);
  const value = Decimal.from(price);
  return market === undefined || quote === undefined ? exactFigure(value) : priceOf(value, quote, Decimal.from(market.tick));
}

/** The pair of a market, as it is written. */
export function pairOf({ store }: MarketContext, name: string): string {
  const market = store.markets.value?.find((each) => each.name === name);
  return market === undefined ? name : `${market.base}/${market.quote}`;
}

/** What is said when a price was reached. */
export function toldWords(context: MarketContext, told: { market: string; direction: AlertDirection; price: string }): string {
  const said = { market: pairOf(context, told.market), price: priceWords(context, told.market, told.price) };
  return t(told.direction === "above" ? "chart.alerts.told.above" : "chart.alerts.told.below", said);
}

/** Makes an alert of a price once more, from the side on which the market is now. */
export async function again(context: MarketContext, told: { market: string; direction: AlertDirection; price: string }): Promise<void> {
  const { market, price } = told;
  const present = presentPrice(context.store.tickers.value.get(market));
  const direction = directionTo(Decimal.from(price), present) ?? told.direction;
  try {
    await alertsOf(context).add({ market, direction, price });
    const said = { market: pairOf(context, market), price: priceWords(context, market, price) };
    context.toasts.show({ icon: "bell", text: t(direction === "above" ? "chart.alert.made.above" : "chart.alert.made.below", said) });
  } catch (error) {
    context.report(error);
  }
}
