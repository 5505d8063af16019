import * as api from "../../api";
import type { MarketAsset, MarketTransfer } from "../../api";
import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { notice } from "../../ui/banner";
import { button } from "../../ui/button";
import { field } from "../../ui/field";
import { Decimal } from "../../numbers/decimal";
import { Intent } from "../intent";
import { consented } from "../owner";
import { signedIn } from "../signedin";
import type { ViewInput } from "../view";
import { amountField } from "../wallet/amountfield";
import { forAsset } from "../wallet/assetchoice";
import { inGroups } from "../wallet/copyfield";
import { preciseAmount } from "../wallet/money";

/** Money for the person whose address was scanned or pasted: at once and for good, so that it is shown once more. */
export function sendPart(input: ViewInput, { address, amount }: { address: string; amount?: string }, back: () => void): HTMLElement {
  const again = button("plain", "back", t("payment.another"), back);
  return el(
    "div", { class: "wallet-body" },
    signedIn(input, t("payment.sign"), () => [
      el("p", { class: "quiet" }, t("payment.send.text")), el("p", { class: "copy-value", translate: "no" }, inGroups(address)),
      forAsset(input, (asset, place) => fill(place, form(input, asset, address, amount))),
    ]),
    again,
  );
}

function form({ context }: ViewInput, asset: MarketAsset, address: string, asked: string | undefined): HTMLElement {
  const intent = new Intent();
  const available = Decimal.from(context.store.balances.value?.get(asset.name)?.available ?? "0");
  const amount = amountField(t("wallet.amount"), asset, t("payment.send.available", { amount: preciseAmount(available, asset) }));
  if (asked !== undefined) amount.set(Decimal.from(asked));
  const memo = el("input", { id: uniqueId("memo"), type: "text", maxlength: 120, autocomplete: "off" });
  const element = el(
    "form", { class: "form", novalidate: true }, amount.element, field(t("payment.memo"), memo, t("payment.send.memoHint")).element,
    el("button", { type: "submit", class: "button button-primary" }, t("wallet.withdraw.review")),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });

  async function send(): Promise<void> {
    const value = amount.read();
    if (value === null) return;
    const now = Decimal.from(context.store.balances.value?.get(asset.name)?.available ?? "0");
    if (value.compare(now) > 0) return amount.blame(t("payment.short", { amount: preciseAmount(value.minus(now), asset) }));
    const draft: MarketTransfer = { address, asset: asset.name, amount: value.text, ...(memo.value.trim() === "" ? {} : { memo: memo.value.trim() }) };
    const consent = {
      title: t("payment.send.confirm", { amount: preciseAmount(value, asset) }),
      facts: [el("p", { class: "copy-value", translate: "no" }, inGroups(address)), el("p", {}, t("payment.send.final"))], action: t("payment.send"), asksCode: false,
    };
    const done = await consented(context, consent, (code) => {
      const body = { ...draft, ...(code === undefined ? {} : { code }) };
      return intent.send(body, (options) => api.transferMarketMoney(body, options));
    });
    if (done === undefined) return;
    void context.store.balances.load();
    const told = el("div", { tabindex: -1 }, notice("check", t("payment.send.done", { amount: preciseAmount(value, asset) })));
    fill(element, icon("check"), told);
    told.focus();
  }
  return element;
}
