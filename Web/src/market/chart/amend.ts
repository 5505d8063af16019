import * as api from "../../api";
import type { MarketOrder } from "../../api";
import { ask, Failure } from "../../client";
import { t } from "../../i18n";
import { confirmed } from "../../ui/dialog";
import type { TradeInput } from "../trade/input";
import type { Decimal } from "../../numbers/decimal";
import type { Words } from "./setting";

/** Asks whether an order is to have another price, says what that costs, and amends it once. */
export async function askToMove({ context }: TradeInput, words: Words, order: MarketOrder, price: Decimal): Promise<void> {
  const { side, remaining } = order;
  const amount = words.amount(remaining);
  const to = words.priceInFull(price.text);
  const text = t(side === "buy" ? "chart.move.buy" : "chart.move.sell", { amount, from: words.priceInFull(order.price ?? "0"), to });
  const isMeant = await confirmed(t("chart.move.title"), `${text} ${t("chart.move.place")}`, t("chart.move.action", { to }));
  if (isMeant) await move(context, order, price, to, newKey());
}

/** One key for what the reader meant: whoever sends it again after a lost answer moves the order once. */
async function move(context: TradeInput["context"], order: MarketOrder, price: Decimal, to: string, key: string): Promise<void> {
  try {
    await ask((options) => api.amendMarketOrder(order.id, { price: price.text }, { ...options, key }));
    context.toasts.show({ tone: "ok", text: t("chart.move.done", { to }) });
  } catch (error) {
    const failure = Failure.from(error);
    if (failure.status !== 0) context.report(failure);
    else {
      context.toasts.show({
        tone: "bad", text: t("chart.move.unknown"),
        action: { label: t("retry"), run: () => void move(context, order, price, to, key) },
      });
    }
  }
  void context.store.openOrders.load();
}

function newKey(): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
