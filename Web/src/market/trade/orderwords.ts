import type { Market, MarketAsset, MarketOrder, MarketSide } from "../../api";
import type { Failure } from "../../client";
import { type Key, t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { exactAmount, percentage, placesOf, priceOf } from "../numbers/format";
import type { WayOut } from "../numbers/orderfield";
import { writingFault } from "../numbers/words";
import { type EntryContext, type EntryType, numberIn, type OrderEntry, type Part, understoodPart } from "./orderentry";
import type { Fault } from "./orderfaults";
import type { Warning } from "./orderwarnings";

/** The market that an order is spoken of in. */
export interface Spoken {
  market: Market;
  base: MarketAsset;
  quote: MarketAsset;
}

/** A price in a sentence: in all its digits, without zeros at its end. */
export function priceText(price: Decimal, { quote }: Spoken): string {
  return exactAmount(price, quote);
}

/** A price in a column: with as many places as its steps have. */
export function priceInColumn(price: Decimal, { market, quote }: Spoken): string {
  return priceOf(price, quote, Decimal.from(market.tick));
}

/** What an order says that it does, whole: "Sell 1 XLM at $1,000"; of one that is not complete only the asset. */
export function sentenceOf(entry: OrderEntry, spoken: Spoken, context: EntryContext): string {
  const [amount, price, stop, stopPrice] = (["amount", "price", "stop", "stopPrice"] as const).map((part) => numberIn(entry, part, context));
  const { side, type } = entry;
  const isWhole = amount && (type === "market" || price) && (type !== "stop-limit" || stop) && (type !== "pair" || (stop && stopPrice));
  if (!isWhole) return t(side === "buy" ? "order.do.buy" : "order.do.sell", { asset: spoken.base.name });
  const values = { amount: exactAmount(amount, spoken.base), price: price ? priceText(price, spoken) : "" };
  if (type === "market") return t(side === "buy" ? "order.do.market.buy" : "order.do.market.sell", { amount: values.amount });
  if (type === "limit") return t(side === "buy" ? "order.do.limit.buy" : "order.do.limit.sell", values);
  const whole = { ...values, stop: stop ? priceText(stop, spoken) : "" };
  if (type === "pair") return t(side === "buy" ? "order.do.pair.buy" : "order.do.pair.sell", { ...whole, stopPrice: stopPrice ? priceText(stopPrice, spoken) : "" });
  return t(side === "buy" ? "order.do.stop.buy" : "order.do.stop.sell", whole);
}

/** What became of an order that the server took. */
export function outcomeOf(order: MarketOrder, spoken: Spoken): string {
  const executed = Decimal.from(order.executed);
  const values = {
    amount: exactAmount(executed, spoken.base),
    price: exactAmount(Decimal.from(order.averagePrice).dividedBy(Decimal.of(1n), placesOf(Decimal.from(spoken.market.tick)) + 2), spoken.quote),
    rest: exactAmount(Decimal.from(order.remaining), spoken.base),
  };
  const limit = order.price === undefined ? "" : priceText(Decimal.from(order.price), spoken);
  if (order.partner !== undefined && order.status === "queued" && executed.isZero) return t("order.done.pair");
  switch (order.status) {
    case "filled": return t("order.done.filled", { amount: values.amount, price: values.price });
    case "waiting": return t("order.done.waiting", { stop: order.stop === undefined ? "" : priceText(Decimal.from(order.stop), spoken) });
    case "queued": return executed.isZero ? t("order.done.queued", { price: limit }) : t("order.done.partly", values);
    case "cancelled": return executed.isZero ? t("order.done.nothing") : t("order.done.rest", { amount: values.amount, price: values.price });
  }
}

const reasons: Record<NonNullable<MarketOrder["reason"]>, Key> = {
  user: "order.reason.user", "self-trade": "order.reason.self-trade", "immediate-rest": "order.reason.immediate-rest",
  "stop-post-only": "order.reason.stop-post-only", "stop-fill-or-kill": "order.reason.stop-fill-or-kill",
  "stop-refused": "order.reason.stop-refused", replaced: "order.reason.replaced",
  expired: "order.reason.expired", "cancel-timer": "order.reason.cancel-timer", partner: "order.reason.partner",
  operator: "order.reason.operator", "market-paused": "order.reason.market-paused",
  "account-disabled": "order.reason.account-disabled", "price-collar": "order.reason.price-collar",
};

/** Why an order was cancelled. */
export function reasonOf({ reason }: MarketOrder): string {
  return reason === undefined ? "" : t(reasons[reason]);
}

/** The names of the sides, and of the types. */
export function sideName(side: MarketSide): string {
  return t(side === "buy" ? "order.buy" : "order.sell");
}

export function typeName(type: EntryType): string {
  if (type === "pair") return t("order.type.pair");
  return type === "limit" ? t("order.type.limit") : type === "market" ? t("order.type.market") : t("order.type.stop");
}

/** What a form does to follow a way out. */
export interface Ways {
  choose: (part: Part, value: Decimal) => void;
  chooseAll: () => void;
}

/** What is wrong in a field in words, and the ways out of it. */
export function faultText(fault: Fault, entry: OrderEntry, spoken: Spoken, context: EntryContext, ways: Ways): [string, WayOut[]] {
  const say = (value: Decimal): string =>
    fault.part === "amount" ? exactAmount(value, spoken.base) : priceText(value, spoken);
  const use = (value: Decimal): WayOut => ({ label: t("order.use", { value: say(value) }), run: () => ways.choose(fault.part, value) });
  switch (fault.kind) {
    case "missing": return [missingText(fault.part), []];
    case "offStep": {
      const step = fault.part === "amount" ? exactAmount(context.steps.lot, spoken.base) : priceText(context.steps.tick, spoken);
      return [t("order.fault.step", { step }), [...(fault.below === null ? [] : [fault.below]), fault.above].map(use)];
    }
    case "belowMinimum": {
      const minimum = exactAmount(fault.minimum, spoken.base);
      const way = { label: t("order.use", { value: minimum }), run: () => ways.choose("amount", fault.minimum) };
      return [t("order.fault.minimum", { minimum }), [way]];
    }
    case "side": return [t(entry.side === "sell" ? "order.fault.side.sell" : "order.fault.side.buy"), []];
    case "short": {
      const asset = entry.side === "buy" ? spoken.quote : spoken.base;
      const most = fault.most === null ? [] : [{ label: t("order.useMost", { amount: exactAmount(fault.most, spoken.base) }), run: ways.chooseAll }];
      return [t("order.fault.short", { missing: exactAmount(fault.missing, asset) }), most];
    }
    default: return [writingFault(understoodPart(entry, fault.part, context)) ?? "", []];
  }
}

function missingText(part: Part): string {
  switch (part) {
    case "price": return t("order.fault.price");
    case "stop": return t("order.fault.stop");
    case "stopPrice": return t("order.fault.price");
    case "amount": return t("order.fault.amount");
    case "total": return t("order.fault.total");
  }
}

/** What is unusual about an order, in a sentence. */
export function warningText(warning: Warning, entry: OrderEntry, { base }: Spoken): string {
  switch (warning.kind) {
    case "crossing": return t(entry.side === "buy" ? "order.warn.crossing.buy" : "order.warn.crossing.sell", { part: percentage(warning.fraction, 1) });
    case "far": {
      const part = percentage(Math.abs(warning.fraction), 1);
      return warning.fraction > 0 ? t("order.warn.above", { part }) : t("order.warn.below", { part });
    }
    case "depth": return t("order.warn.depth", { part: percentage(warning.fraction, 0) });
    case "incomplete": return t("order.warn.incomplete", { amount: exactAmount(warning.amount, base) });
    case "stopReached": return t("order.warn.stop");
    case "own": return t("order.warn.own");
  }
}

/** Why an order was refused, and where that can be helped. */
export function refusalOf(failure: Failure): { text: string; link?: { href: string; label: string } } {
  const security = { href: "/#/me/security", label: t("order.refused.security") };
  switch (failure.code) {
    case "accounts.not_signed_in": return { text: t("order.refused.session") };
    case "accounts.unproved": return { text: t("order.refused.unproved"), link: security };
    case "accounts.confirmation_needed": return { text: t("order.refused.confirmation"), link: security };
    default: return { text: failure.explanation };
  }
}

/** A fee as an amount and its rate: parts per million of what is received. */
export function rateText(rate: number): string {
  return percentage(rate / 1_000_000, 3);
}

