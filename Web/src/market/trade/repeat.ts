import type { MarketOrder, MarketSide } from "../../api";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import type { EntryType } from "./orderentry";

/** An order as an address says it, for the form to begin with: numbers are plain decimals whatever the language. */
export interface Repeated {
  side: MarketSide;
  type: EntryType;
  price?: Decimal | undefined;
  stop?: Decimal | undefined;
  stopPrice?: Decimal | undefined;
  amount?: Decimal | undefined;
}

/** The address of a market whose form begins with such an order. */
export function repeatAddress(market: string, order: Pick<MarketOrder, "side" | "price" | "stop" | "amount"> & { type: EntryType; stopPrice?: string }): string {
  const { side, type, price, stop, stopPrice, amount } = order;
  const said = Object.entries({ side, type, price, stop, stopPrice, amount }).filter(([, value]) => value !== undefined && value !== "");
  return `${addressOf("market", market)}?${said.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&")}`;
}

/** The order that an address says; null when it says none. Whatever is no such thing is left out. */
export function repeatedIn(hash: string): Repeated | null {
  const query = hash.split("?")[1];
  if (query === undefined) return null;
  const said = new URLSearchParams(query);
  const side = (["buy", "sell"] as const).find((each) => each === said.get("side"));
  if (side === undefined) return null;
  const type = (["limit", "market", "stop-limit", "pair"] as const).find((each) => each === said.get("type")) ?? "limit";
  const number = (name: string): Decimal | undefined => {
    const text = said.get(name) ?? "";
    const value = text.length > 64 ? null : Decimal.parse(text);
    return value === null || value.isNegative || value.isZero ? undefined : value;
  };
  return { side, type, price: number("price"), stop: number("stop"), ...(type === "pair" && { stopPrice: number("stopPrice") }), amount: number("amount") };
}
