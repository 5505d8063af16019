import type { MarketOrderRequest, MarketPairRequest, MarketQuoteRequest } from "../../api";
import { Decimal } from "../../numbers/decimal";
import { type EntryContext, holdingPrice, mostOf, numberIn, type OrderEntry, type Part, understoodPart } from "./orderentry";

/** What is wrong in a field, with what is needed to say it and to offer a way out. */
export type Fault = { part: Part } & (
  | { kind: "missing" | "unclear" | "long" }
  | { kind: "foreign"; character: string }
  /** Between two steps; there is none below the first. */
  | { kind: "offStep"; below: Decimal | null; above: Decimal }
  | { kind: "belowMinimum"; minimum: Decimal }
  /** The stop of a pair is on the side of its profit. */
  | { kind: "side" }
  /** The balance is not enough: what is missing, and the most that it is enough for. */
  | { kind: "short"; missing: Decimal; most: Decimal | null }
);

/** The fields that an order of this type has, in the order in which they stand. */
export function partsOf({ type }: OrderEntry): Part[] {
  if (type === "pair") return ["price", "stop", "stopPrice", "amount"];
  return type === "market" ? ["amount", "total"] : type === "limit" ? ["price", "amount", "total"] : ["stop", "price", "amount", "total"];
}

/** What keeps the order from being sent, in the order of the fields; empty when nothing does. */
export function faultsOf(entry: OrderEntry, context: EntryContext): Fault[] {
  const faults: Fault[] = [];
  const typed = entry.share === null ? entry.anchor : "amount";
  for (const part of partsOf(entry)) {
    // Of amount and total only the typed one can be wrong by itself; the other one follows from it.
    if ((part === "amount" || part === "total") && part !== typed) continue;
    if (part === "amount" && isWorkedOut(entry, context)) continue;
    const fault = writingFault(entry, part, context) ?? stepFault(entry, part, context);
    if (fault !== null) faults.push(fault);
  }
  if (faults.length === 0) {
    const fault = sideFault(entry, context) ?? sizeFault(entry, typed, context) ?? balanceFault(entry, typed, context);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

/** Whether the amount is one that the server is still to say. */
function isWorkedOut({ type, side, share }: OrderEntry, { worked }: EntryContext): boolean {
  return type === "market" && side === "buy" && share !== null && worked === null;
}

function writingFault(entry: OrderEntry, part: Part, context: EntryContext): Fault | null {
  const found = understoodPart(entry, part, context);
  if (found.kind === "foreign") return { part, kind: "foreign", character: found.character };
  if (found.kind === "unclear" || found.kind === "long") return { part, kind: found.kind };
  if (found.kind === "empty" || found.value.isZero) return { part, kind: "missing" };
  return null;
}

/** A number between two steps, with both of them; it is offered, never rounded by itself. */
function stepFault(entry: OrderEntry, part: Part, context: EntryContext): Fault | null {
  const value = numberIn(entry, part, context);
  if (value === null || part === "total") return null;
  const step = part === "amount" ? context.steps.lot : context.steps.tick;
  const below = value.floor(step);
  if (below.equals(value)) return null;
  return { part, kind: "offStep", below: below.isZero ? null : below, above: below.plus(step) };
}

/** For a sale the stop of a pair lies below its price, for a purchase above. */
function sideFault(entry: OrderEntry, context: EntryContext): Fault | null {
  if (entry.type !== "pair") return null;
  const [price, stop] = [numberIn(entry, "price", context), numberIn(entry, "stop", context)];
  if (price === null || stop === null) return null;
  const sign = entry.side === "sell" ? 1 : -1;
  return price.compare(stop) * sign > 0 ? null : { part: "stop", kind: "side" };
}

function sizeFault(entry: OrderEntry, part: "amount" | "total", context: EntryContext): Fault | null {
  const amount = numberIn(entry, "amount", context) ?? Decimal.zero;
  // What an order without a limit comes to is not known before the server has said it.
  if (entry.type === "market" && amount.isZero && context.worked === null) return null;
  const { minimum, lot } = context.steps;
  const least = minimum.compare(lot) < 0 ? lot : minimum;
  return amount.compare(least) < 0 ? { part, kind: "belowMinimum", minimum: least } : null;
}

function balanceFault(entry: OrderEntry, part: "amount" | "total", context: EntryContext): Fault | null {
  const available = context.available(entry.side);
  const price = holdingPrice(entry, context);
  const amount = numberIn(entry, "amount", context);
  if (available === null || amount === null) return null;
  const needed = entry.side === "sell" ? amount : price !== null ? price.times(amount) : (context.worked?.total ?? null);
  if (needed === null || needed.compare(available) <= 0) return null;
  const most = mostOf(Decimal.of(100n), entry.side, price, context);
  return { part, kind: "short", missing: needed.minus(available), most: most?.isZero === true ? null : most };
}

/** What the server is asked about an order; null while there is too little to ask. */
export function quoteOf(entry: OrderEntry, market: string, context: EntryContext): MarketQuoteRequest | null {
  const { side } = entry;
  if (entry.type === "market") {
    if (entry.share !== null && side === "buy") return { market, side, share: entry.share.text };
    const typed = entry.share === null ? entry.anchor : "amount";
    const value = numberIn(entry, typed, context);
    if (value === null || stepFault(entry, typed, context) !== null) return null;
    if (typed === "amount") return { market, side, amount: value.text };
    // The most that it may come to, in whole minor units: the server takes no others.
    const spend = value.dividedBy(Decimal.of(1n), context.exponent("buy"));
    return spend.isZero ? null : { market, side, spend: spend.text };
  }
  const [price, amount] = [numberIn(entry, "price", context), numberIn(entry, "amount", context)];
  if (price === null || amount === null) return null;
  if (stepFault(entry, "price", context) !== null || stepFault(entry, "amount", context) !== null) return null;
  return { market, side, price: price.text, amount: amount.text };
}

/** The order to send, without a name; null while something is wrong. */
export function requestOf(entry: OrderEntry, market: string, context: EntryContext): MarketOrderRequest | null {
  if (faultsOf(entry, context).length > 0) return null;
  const amount = numberIn(entry, "amount", context);
  if (amount === null) return null;
  if (entry.type === "pair") return null;
  const { side, type, timeInForce, until, isPostOnly, selfTrade } = entry;
  const request: MarketOrderRequest = { market, side, type, amount: amount.text };
  if (selfTrade !== "cancel-newest") request.selfTrade = selfTrade;
  if (type === "market") return request;
  const price = numberIn(entry, "price", context);
  const stop = numberIn(entry, "stop", context);
  if (price === null || (type === "stop-limit" && stop === null)) return null;
  request.price = price.text;
  if (type === "stop-limit" && stop !== null) request.stop = stop.text;
  if (timeInForce === "good-till-date") {
    if (until === null) return null;
    request.expiresAt = until.toISOString();
  } else if (timeInForce !== "good-till-cancelled") request.timeInForce = timeInForce;
  if (isPostOnly) request.isPostOnly = true;
  return request;
}

/** The pair to send, without names; null while something is wrong, or it is none. */
export function pairOf(entry: OrderEntry, market: string, context: EntryContext): MarketPairRequest | null {
  if (entry.type !== "pair" || faultsOf(entry, context).length > 0) return null;
  const [price, stop, stopPrice, amount] = (["price", "stop", "stopPrice", "amount"] as const).map((part) => numberIn(entry, part, context));
  if (!price || !stop || !stopPrice || !amount) return null;
  const { side, timeInForce, until } = entry;
  const request: MarketPairRequest = { market, side, amount: amount.text, price: price.text, stop: stop.text, stopPrice: stopPrice.text };
  if (timeInForce !== "good-till-date") return request;
  return until === null ? null : { ...request, expiresAt: until.toISOString() };
}
