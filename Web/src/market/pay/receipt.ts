import type { MarketAsset, MarketPayment } from "../../api";
import { el } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { button, linkButton } from "../../ui/button";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import { moment } from "../numbers/instants";
import { preciseAmount, wholeAmount } from "../wallet/money";

/** What was paid, to whom and when. */
export function receipt({ request, transaction }: MarketPayment, asset: MarketAsset): HTMLElement {
  const amount = Decimal.from(transaction.amount);
  const rows: (readonly [string, string])[] = [
    [t("payment.receipt.when"), moment(new Date(transaction.at))],
    [t("payment.receipt.line"), transaction.id], [t("payment.receipt.request"), request.id],
    [t("payment.receipt.balance"), wholeAmount(Decimal.from(transaction.balance), asset)],
  ];
  return el(
    "section", { class: "receipt address-card payment-card", "aria-label": t("payment.receipt"), tabindex: -1, "data-transaction": transaction.id },
    el("p", { class: "payment-status payment-paid", role: "status" }, icon("check"), el("span", {}, t("payment.done"))),
    el("p", { class: "payment-amount figures" }, preciseAmount(amount.isNegative ? amount.negated : amount, asset)),
    el("p", { class: "payment-to" }, request.label === undefined ? t("payment.noLabel") : t("payment.to", { label: request.label })),
    request.memo !== undefined && el("p", { class: "payment-memo" }, request.memo),
    el("dl", { class: "withdraw-preview" }, ...rows.map(([word, text]) => el("div", {}, el("dt", {}, word), el("dd", {}, text)))),
    el(
      "div", { class: "actions" }, button("plain", "printer", t("payment.receipt.print"), () => window.print()),
      linkButton("plain", addressOf("wallet", asset.name), t("wallet.statement")),
    ),
  );
}
