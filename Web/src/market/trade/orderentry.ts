import type { MarketOrderType, MarketSelfTrade, MarketSide } from "../../api";
import { Decimal } from "../../numbers/decimal";
import type { NumberSigns } from "../../numbers/signs";
import { typedText, type Understood, understand } from "../../numbers/typing";
import { isWaiting, type Lasting } from "./lasting";

/** The kinds of orders that the form places; a pair is a limit order and a stop-limit order of which one ends the other. */
export type EntryType = MarketOrderType | "pair";

/** The fields of the order form that hold a number; `stopPrice` is the limit of a pair's stop. */
export type Part = "price" | "stop" | "stopPrice" | "amount" | "total";

/** What a market takes, in steps. */
export interface Steps {
  tick: Decimal;
  lot: Decimal;
  minimum: Decimal;
}

/** An order as far as somebody has typed it. */
export interface OrderEntry {
  readonly side: MarketSide;
  readonly type: EntryType;
  readonly texts: Readonly<Record<Part, string>>;
  /** Which of amount and total was typed last; the other one follows from it. */
  readonly anchor: "amount" | "total";
  /** Whether the price follows from amount and total, because only these two were typed. */
  readonly isPriceDerived: boolean;
  /** The part of the balance that the amount follows, in per cent; null once an amount was typed. */
  readonly share: Decimal | null;
  readonly timeInForce: Lasting;
  /** When it ends, of one that is good till a date; null until that is known. */
  readonly until: Date | null;
  readonly isPostOnly: boolean;
  readonly selfTrade: MarketSelfTrade;
}

/** What an order by money or by a share comes to without a limit, as the server worked it out for just that order. */
export interface Worked {
  amount: Decimal;
  total: Decimal;
}

/** What an entry is worked out with. */
export interface EntryContext {
  steps: Steps;
  signs: NumberSigns;
  /** What is available of what would be given, in whole minor units; null while it is not known. */
  available: (side: MarketSide) => Decimal | null;
  /** How many decimal places what is given can have. */
  exponent: (side: MarketSide) => number;
  /** How many decimal places the quote asset counts with; without it as many as anybody types. */
  totalPlaces?: number;
  /** What an order without a limit comes to; null until it is known. */
  worked: Worked | null;
}

const nothing: Record<Part, string> = { price: "", stop: "", stopPrice: "", amount: "", total: "" };

/** A form in which nothing was typed. */
export function emptyEntry(side: MarketSide): OrderEntry {
  return {
    side, type: "limit", texts: nothing, anchor: "amount", isPriceDerived: false, share: null,
    timeInForce: "good-till-cancelled", until: null, isPostOnly: false, selfTrade: "cancel-newest",
  };
}

/** What a field was understood as. */
export function understoodPart(entry: OrderEntry, part: Part, { signs, steps, totalPlaces }: EntryContext): Understood {
  return understand(entry.texts[part], signs, part === "total" ? totalPlaces : (part === "amount" ? steps.lot : steps.tick).scale);
}

/** The number in a field; null when there is none, or none above zero. */
export function numberIn(entry: OrderEntry, part: Part, context: EntryContext): Decimal | null {
  const found = understoodPart(entry, part, context);
  return found.kind === "number" && !found.value.isZero ? found.value : null;
}

/** The entry after somebody typed into a field. Of price, amount and total the third follows; the typed one stays as it is. */
export function typedInto(entry: OrderEntry, part: Part, text: string, context: EntryContext): OrderEntry {
  const texts = { ...entry.texts, [part]: text };
  if (part === "stop") return { ...entry, texts };
  if (part === "stopPrice") return settled({ ...entry, texts }, context);
  if (part === "price") return settled({ ...entry, texts, isPriceDerived: false }, context);
  // Where there is no price, or it followed from the other two, it follows from them now.
  const other = part === "amount" ? "total" : "amount";
  const isPriceDerived = entry.type !== "market" && entry.share === null && entry.texts[other] !== ""
    && (entry.isPriceDerived || entry.texts.price.trim() === "");
  return settled({ ...entry, texts, anchor: part, isPriceDerived, share: null }, context);
}

/** The entry after a number was chosen for a field, as from the book. */
export function chosenFor(entry: OrderEntry, part: Part, value: Decimal, context: EntryContext): OrderEntry {
  return typedInto(entry, part, typedText(value, context.signs), context);
}

/** The entry whose amount follows a share of the balance, in per cent; null lets it stay as it is. */
export function withShare(entry: OrderEntry, share: Decimal | null, context: EntryContext): OrderEntry {
  if (share === null || share.isZero) return { ...entry, share: null };
  return settled({ ...entry, share, isPriceDerived: false }, context);
}

export function withSide(entry: OrderEntry, side: MarketSide, context: EntryContext): OrderEntry {
  return side === entry.side ? entry : settled({ ...entry, side }, context);
}

export function withType(entry: OrderEntry, type: EntryType, context: EntryContext): OrderEntry {
  if (type === entry.type) return entry;
  // What waits for a price has to be able to wait, and an order without a limit cannot.
  const isPostOnly = entry.isPostOnly && type === "limit";
  const isLost = type === "market" || (type === "pair" && !isWaiting(entry.timeInForce));
  const timeInForce = isLost ? "good-till-cancelled" : entry.timeInForce;
  // A pair has one amount and no total.
  const anchor = type === "pair" ? "amount" : entry.anchor;
  return settled({ ...entry, type, isPostOnly, timeInForce, anchor, isPriceDerived: false }, context);
}

/** The entry after the order was accepted: the price stays for the next one, the amount does not. */
export function afterSuccess(entry: OrderEntry): OrderEntry {
  return { ...entry, texts: { ...entry.texts, amount: "", total: "" }, share: null, isPriceDerived: false };
}

/** The number in a field moved by so many steps, from the nearest one; a price never to zero or below. */
export function stepped(entry: OrderEntry, part: Part, steps: number, context: EntryContext): OrderEntry {
  const { tick, lot } = context.steps;
  const step = part === "amount" ? lot : tick;
  const from = numberIn(entry, part, context) ?? Decimal.zero;
  const grid = steps > 0 ? from.floor(step) : from.ceiling(step);
  const moved = grid.plus(step.times(Decimal.of(BigInt(steps))));
  return moved.compare(step) < 0 ? chosenFor(entry, part, step, context) : chosenFor(entry, part, moved, context);
}

/** The entry with what follows from the rest of it; called again whenever a balance or what was worked out changes. */
export function settled(entry: OrderEntry, context: EntryContext): OrderEntry {
  const texts = { ...entry.texts };
  const write = (part: Part, value: Decimal | null): void => {
    texts[part] = value === null ? "" : typedText(value, context.signs);
  };
  const read = (part: Part): Decimal | null => numberIn({ ...entry, texts }, part, context);
  if (entry.type === "market") {
    settleMarket(entry, context, write);
  } else if (entry.isPriceDerived) {
    write("price", priceOf(read("amount"), read("total"), entry.side, context.steps));
  } else {
    const price = read("price");
    if (entry.share !== null) {
      const amount = mostOf(entry.share, entry.side, holdingPrice({ ...entry, texts }, context), context);
      write("amount", amount);
      write("total", product(amount, price));
    } else if (entry.anchor === "amount") {
      write("total", product(read("amount"), price));
    } else {
      const total = read("total");
      write("amount", total === null || price === null ? null : total.dividedBy(price, 40).floor(context.steps.lot));
    }
  }
  return { ...entry, texts };
}

function settleMarket(entry: OrderEntry, context: EntryContext, write: (part: Part, value: Decimal | null) => void): void {
  const { worked, available } = context;
  if (entry.share !== null && entry.side === "sell") {
    write("amount", available("sell") === null ? null : mostOf(entry.share, "sell", null, context));
    write("total", worked?.total ?? null);
  } else if (entry.share !== null) {
    write("amount", worked?.amount ?? null);
    write("total", worked?.total ?? null);
  } else if (entry.anchor === "amount") {
    write("total", worked?.total ?? null);
  } else {
    write("amount", worked?.amount ?? null);
  }
}

/** The price at which an order's money is counted: of a pair the higher one, because it holds what the dearer order needs. */
export function holdingPrice(entry: OrderEntry, context: EntryContext): Decimal | null {
  const price = entry.type === "market" ? null : numberIn(entry, "price", context);
  if (entry.type !== "pair") return price;
  const stopPrice = numberIn(entry, "stopPrice", context);
  return price === null || stopPrice === null ? null : price.compare(stopPrice) < 0 ? stopPrice : price;
}

function product(amount: Decimal | null, price: Decimal | null): Decimal | null {
  return amount === null || price === null ? null : amount.times(price);
}

/** The price that amount and total make, on a step: nobody is made to pay more or to take less than they typed. */
function priceOf(amount: Decimal | null, total: Decimal | null, side: MarketSide, { tick }: Steps): Decimal | null {
  if (amount === null || total === null) return null;
  const floor = total.dividedBy(amount, 40).floor(tick);
  const price = side === "buy" || floor.times(amount).equals(total) ? floor : floor.plus(tick);
  return price.isZero ? null : price;
}

const whole = Decimal.of(100n);

/**
 * The most lots that a share of what is available is enough for, as the engine reckons: what the share comes to is cut to
 * a minor unit, and that to lots, whose cost is counted at the limit. The fee is taken from what is received, so that
 * 100 % leaves nothing out. Null while it is not known.
 */
export function mostOf(share: Decimal, side: MarketSide, price: Decimal | null, context: EntryContext): Decimal | null {
  const available = context.available(side);
  if (available === null || available.isNegative) return null;
  const part = available.times(share).dividedBy(whole, context.exponent(side));
  if (side === "sell") return part.floor(context.steps.lot);
  if (price === null || price.isZero) return null;
  const { lot } = context.steps;
  // In lots first: how often one lot's cost is in it has no remainder that a place could cut off.
  return part.dividedBy(price.times(lot), 0).times(lot);
}

/** Which part of the balance an order takes, in per cent from 0 to 100, for a slider to show; null while it is not known. */
export function shareOf(entry: OrderEntry, context: EntryContext): number | null {
  if (entry.share !== null) return entry.share.approximate;
  const available = context.available(entry.side);
  const given = entry.type === "pair" && entry.side === "buy" ? product(numberIn(entry, "amount", context), holdingPrice(entry, context))
    : numberIn(entry, entry.side === "buy" ? "total" : "amount", context);
  if (available === null || available.isZero) return null;
  if (given === null) return 0;
  return Math.min(100, given.times(whole).dividedBy(available, 2).approximate);
}
