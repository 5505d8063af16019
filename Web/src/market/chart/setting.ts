import type { Market, MarketAsset } from "../../api";
import { locale, t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { figure, priceOf } from "../numbers/format";
import { zoneIdentifier } from "../numbers/instants";
import { type Frame, frameWords } from "./frames";
import type { OwnTrades } from "./owntrades";
import { momentText } from "./timescale";
import { type Zone, zoneNamed } from "./zone";

/** The zone whose clock labels go by, as the reader's settings have it. */
export function chosenZone(): Zone {
  return zoneNamed(zoneIdentifier());
}

/** How prices, amounts and instants of a market are said. */
export class Words {
  readonly tick: Decimal;
  private readonly pricePlaces: number;
  private readonly amountPlaces: number;

  constructor(readonly market: Market, readonly base: MarketAsset, readonly quote: MarketAsset) {
    this.tick = Decimal.from(market.tick);
    this.pricePlaces = this.tick.scale;
    this.amountPlaces = Decimal.from(market.lot).scale;
  }

  /** Decimal places of prices. */
  get places(): number {
    return this.pricePlaces;
  }

  /** A price without its asset, as in a column. */
  price(text: string): string {
    return figure(Decimal.from(text), this.pricePlaces);
  }

  /** A number that was worked out for drawing, with so many places. */
  drawn(value: number, places = this.pricePlaces): string {
    return figure(Decimal.parse(value.toFixed(Math.min(places, 18))) ?? Decimal.zero, places);
  }

  /** A price with its asset. */
  priceInFull(text: string): string {
    return priceOf(Decimal.from(text), this.quote, this.tick);
  }

  /** An amount of the base, without zeros that say nothing. */
  amount(text: string): string {
    const value = Decimal.from(text);
    return `${figure(value, Math.min(this.amountPlaces, value.scale))} ${this.base.name}`;
  }

  /** What somebody bought and sold; empty for nothing. */
  own(trades: OwnTrades | undefined): string {
    if (trades === undefined) return "";
    const { bought, sold } = trades;
    const said = [
      !bought.isZero && t("chart.own.bought", { amount: this.amount(bought.text) }),
      !sold.isZero && t("chart.own.sold", { amount: this.amount(sold.text) }),
    ];
    return said.filter((text) => text !== false).join(" ");
  }

  /** When a frame began. */
  moment(frame: Frame, instant: number): string {
    return momentText(frame, instant, chosenZone(), zoneNamed("UTC"), locale());
  }

  frame(frame: Frame): string {
    return frameWords(frame, locale());
  }

  /** The exact price, on a step of the market, that is nearest to what was pointed at; null when there is none. */
  nearestPrice(drawn: number): Decimal | null {
    if (!Number.isFinite(drawn) || drawn <= 0 || drawn > 1e20) return null;
    const { tick } = this;
    const pointed = Decimal.parse(drawn.toFixed(Math.min(18, this.pricePlaces + 1)));
    if (pointed === null) return null;
    const half = tick.times(Decimal.of(5n, 1));
    const nearest = pointed.plus(half).floor(tick);
    return nearest.isZero || nearest.isNegative ? tick : nearest;
  }
  /** A price so many steps of the market away, which is not below one step. */
  stepFrom(price: Decimal, steps: bigint): Decimal {
    const { tick } = this;
    const next = price.plus(tick.times(Decimal.of(steps)));
    return next.compare(tick) < 0 ? tick : next;
  }
}
