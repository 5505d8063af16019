import type { MarketFeeTier, MarketQuote, MarketSide } from "../../api";
import type { Book, Level } from "../live/store";
import { Decimal } from "../../numbers/decimal";

/** What an order would do at this moment. */
export interface Preview {
  side: MarketSide;
  /** How much would be ordered. */
  order: Decimal;
  /** How much of the base would trade at once, and how much would wait. */
  atOnce: Decimal;
  waiting: Decimal;
  /** What is given and received if all of it trades, the fee taken off. */
  gives: Decimal;
  receives: Decimal;
  /** In what is received. */
  fee: Decimal;
  takerRate: number;
  makerRate: number;
  average: Decimal | null;
  worst: Decimal | null;
  /** By how much it is worse than the middle of the book, as a fraction. */
  distance: number | null;
  levels: number;
  isComplete: boolean;
  meetsOwn: boolean;
  /** Whether the server worked it out; else the page did, from the book alone. */
  isExact: boolean;
}

/** What the server says of an order. */
export function previewOf(side: MarketSide, quote: MarketQuote): Preview {
  const { waiting } = quote;
  const sum = (atOnce: string, later: string | undefined): Decimal => Decimal.from(atOnce).plus(Decimal.from(later ?? "0"));
  return {
    side, order: Decimal.from(quote.order), atOnce: Decimal.from(quote.amount), waiting: Decimal.from(waiting?.amount ?? "0"),
    gives: sum(quote.required, waiting?.required), receives: sum(quote.obtained, waiting?.obtained),
    fee: sum(quote.fee, waiting?.fee), takerRate: quote.takerRate, makerRate: quote.makerRate,
    average: quote.averagePrice === undefined ? null : Decimal.from(quote.averagePrice),
    worst: quote.worstPrice === undefined ? null : Decimal.from(quote.worstPrice), distance: quote.distance ?? null,
    levels: quote.levels, isComplete: quote.isComplete, meetsOwn: quote.meetsOwn, isExact: true,
  };
}

/** An order to be estimated: so much of the base, or for so much money, with a limit or without. */
export interface Imagined {
  side: MarketSide;
  price: Decimal | null;
  amount: Decimal | null;
  spend: Decimal | null;
}

const million = Decimal.of(1_000_000n);

/** The same from the book that the page shows, for somebody whom the server does not know: by the first fees of the market. */
export function estimated(order: Imagined, book: Book, lot: Decimal, tier: MarketFeeTier): Preview {
  const { side, price, spend } = order;
  const isWithin = (level: Level): boolean =>
    price === null || (side === "buy" ? level.price.compare(price) <= 0 : level.price.compare(price) >= 0);
  let left = order.amount;
  let [atOnce, cost, levels] = [Decimal.zero, Decimal.zero, 0];
  let worst: Decimal | null = null;
  let isSpent = false;
  for (const level of side === "buy" ? book.asks : book.bids) {
    if (!isWithin(level) || isSpent || left?.isZero === true) break;
    let amount = left !== null && left.compare(level.amount) < 0 ? left : level.amount;
    if (spend !== null) {
      const affordable = spend.minus(cost).dividedBy(level.price.times(lot), 0).times(lot);
      isSpent = affordable.compare(level.amount) < 0;
      if (affordable.compare(amount) < 0) amount = affordable;
    }
    if (amount.isZero) break;
    atOnce = atOnce.plus(amount);
    cost = cost.plus(amount.times(level.price));
    left = left?.minus(amount) ?? null;
    [worst, levels] = [level.price, levels + 1];
  }
  const waiting = price !== null && left !== null ? left : Decimal.zero;
  const waitingCost = price === null ? Decimal.zero : waiting.times(price);
  const fee = (amount: Decimal, value: Decimal, rate: number): Decimal =>
    (side === "buy" ? amount : value).times(Decimal.of(BigInt(rate))).dividedBy(million, 18);
  const fees = fee(atOnce, cost, tier.taker).plus(fee(waiting, waitingCost, tier.maker));
  const [allAmount, allCost] = [atOnce.plus(waiting), cost.plus(waitingCost)];
  const average = atOnce.isZero ? null : cost.dividedBy(atOnce, 18);
  return {
    side, order: allAmount, atOnce, waiting, gives: side === "buy" ? allCost : allAmount,
    receives: (side === "buy" ? allAmount : allCost).minus(fees), fee: fees, takerRate: tier.taker, makerRate: tier.maker,
    average, worst, distance: distanceFromMiddle(side, average ?? price, book), levels,
    isComplete: left === null ? isSpent : left.isZero, meetsOwn: false, isExact: false,
  };
}

/** An order that trades nothing now and waits at its limit, as in an auction or in a pair. */
export function waitingAt(side: MarketSide, price: Decimal, amount: Decimal, rates: { maker: number; taker: number }): Preview {
  const cost = price.times(amount);
  const [gives, received] = side === "buy" ? [cost, amount] : [amount, cost];
  const fee = received.times(Decimal.of(BigInt(rates.maker))).dividedBy(million, 18);
  return {
    side, order: amount, atOnce: Decimal.zero, waiting: amount, gives, receives: received.minus(fee), fee, takerRate: rates.taker,
    makerRate: rates.maker, average: null, worst: null, distance: null, levels: 0, isComplete: false, meetsOwn: false, isExact: true,
  };
}

/** By which part a price is worse than the middle between the best ones; null where one side is empty. */
function distanceFromMiddle(side: MarketSide, price: Decimal | null, { bids, asks }: Book): number | null {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  if (price === null || bid === undefined || ask === undefined) return null;
  const middle = bid.plus(ask).approximate / 2;
  return ((price.approximate - middle) / middle) * (side === "buy" ? 1 : -1);
}
