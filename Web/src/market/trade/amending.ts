import type { MarketAmendRequest, MarketOrder } from "../../api";
import { Decimal } from "../../numbers/decimal";
import type { NumberSigns } from "../../numbers/signs";
import { type Understood, understand } from "../../numbers/typing";
import type { Steps } from "./orderentry";

/** What keeps an order from being changed as it was typed. */
export type AmendFault =
  | { part: "price" | "amount"; kind: "writing"; found: Understood }
  | { part: "price" | "amount"; kind: "missing" }
  | { part: "price" | "amount"; kind: "offStep"; below: Decimal | null; above: Decimal }
  /** As much or more has been executed already. */
  | { part: "amount"; kind: "executed"; least: Decimal };

/** What a change of an order comes to. */
export type Amending =
  | { kind: "same" }
  | { kind: "fault"; fault: AmendFault }
  /** `keepsPlace`: less at the same price stays where it is in the queue; anything else comes last at its price. */
  | { kind: "change"; request: MarketAmendRequest; keepsPlace: boolean };

/** What a price and an amount that were typed for an open order come to; the amount counts what is executed, too. */
export function amendingOf(order: MarketOrder, price: string, amount: string, steps: Steps, signs: NumberSigns): Amending {
  const [newPrice, newAmount] = [valueOf("price", price, steps.tick, signs), valueOf("amount", amount, steps.lot, signs)];
  if (!(newPrice instanceof Decimal)) return { kind: "fault", fault: newPrice };
  if (!(newAmount instanceof Decimal)) return { kind: "fault", fault: newAmount };
  const executed = Decimal.from(order.executed);
  if (newAmount.compare(executed) <= 0) {
    return { kind: "fault", fault: { part: "amount", kind: "executed", least: executed.plus(steps.lot) } };
  }
  const request: MarketAmendRequest = {};
  if (order.price === undefined || !newPrice.equals(Decimal.from(order.price))) request.price = newPrice.text;
  const before = Decimal.from(order.amount);
  if (!newAmount.equals(before)) request.amount = newAmount.text;
  if (request.price === undefined && request.amount === undefined) return { kind: "same" };
  return { kind: "change", request, keepsPlace: request.price === undefined && newAmount.compare(before) < 0 };
}

function valueOf(part: "price" | "amount", text: string, step: Decimal, signs: NumberSigns): Decimal | AmendFault {
  const found = understand(text, signs, step.scale);
  if (found.kind === "empty" || (found.kind === "number" && found.value.isZero)) return { part, kind: "missing" };
  if (found.kind !== "number") return { part, kind: "writing", found };
  const below = found.value.floor(step);
  return below.equals(found.value) ? found.value : { part, kind: "offStep", below: below.isZero ? null : below, above: below.plus(step) };
}
