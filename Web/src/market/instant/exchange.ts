import type { Market, MarketInstantRequest, MarketQuote, MarketQuoteRequest, MarketSide } from "../../api";
import { Decimal } from "../../numbers/decimal";

/** The market in which one asset is given for another, and on which side of it. */
export interface Route {
  market: Market;
  side: MarketSide;
}

/** How one asset becomes another, in one market; null when there is none. */
export function routeOf(markets: readonly Market[], gives: string, receives: string): Route | null {
  for (const market of markets) {
    if (market.quote === gives && market.base === receives) return { market, side: "buy" };
    if (market.base === gives && market.quote === receives) return { market, side: "sell" };
  }
  return null;
}

/** What can be had for an asset at once, in the order of the markets. */
export function receivableFor(markets: readonly Market[], gives: string): string[] {
  const found = markets.flatMap(({ base, quote }) => (quote === gives ? [base] : base === gives ? [quote] : []));
  return [...new Set(found)];
}

/** What was said of the size: so much given, so much received, or a part of what is available in per cent. */
export type Size = { kind: "gives" | "receives" | "share"; value: Decimal };

const million = Decimal.of(1_000_000n);

/**
 * What the server is asked. What is to be received is after the fee, so that more has to be exchanged: as much as it
 * takes, to the next lot.
 */
export function quoteRequestOf({ market, side }: Route, size: Size, takerRate: number): MarketQuoteRequest {
  const at = { market: market.name, side };
  if (size.kind === "share") return { ...at, share: size.value.text };
  const isBase = (side === "sell") === (size.kind === "gives");
  const value = size.kind === "gives" ? size.value : beforeFee(size.value, takerRate);
  if (!isBase) return { ...at, spend: value.text };
  const lot = Decimal.from(market.lot);
  return { ...at, amount: (size.kind === "gives" ? value : value.ceiling(lot)).text };
}

/** What there has to be before the fee for so much to be left after it. */
function beforeFee(value: Decimal, rate: number): Decimal {
  const places = 18;
  const left = million.minus(Decimal.of(BigInt(rate)));
  const cut = value.times(million).dividedBy(left, places);
  const isExact = cut.times(left).equals(value.times(million));
  return isExact ? cut : cut.plus(Decimal.of(1n, places));
}

/** What is sent for what was shown: never worse than it by more than `tolerance`, in parts per million. */
export function exchangeOf({ market, side }: Route, quote: MarketQuote, tolerance: number, exponent: number): MarketInstantRequest {
  const [shown, part] = [Decimal.from(side === "buy" ? quote.required : quote.obtained), Decimal.of(BigInt(tolerance))];
  const factor = side === "buy" ? million.plus(part) : million.minus(part);
  const bound = shown.times(factor).dividedBy(million, exponent);
  return { market: market.name, side, amount: quote.order, bound: bound.text };
}
