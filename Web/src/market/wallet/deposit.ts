import * as api from "../../api";
import type { MarketAsset, MarketMoneyDraft } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { qrOf } from "../../qr/picture";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { linkButton, submitButton } from "../../ui/button";
import { faultLine, field } from "../../ui/field";
import { section } from "../../ui/section";
import { remote } from "../../ui/states";
import { addressOf } from "../address";
import { Intent } from "../intent";
import { confirmed } from "../owner";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { amountField } from "./amountfield";
import { forAsset } from "./assetchoice";
import { copyLine, inGroups } from "./copyfield";
import { dateField } from "./datefield";
import { requestsPart } from "./requests";
import { subpage } from "./subpage";

/** How money comes: by bank for currencies, to one's own address from people here for all. */
export const depositView: View = (input) =>
  subpage("deposit", t("wallet.deposit.title"), "wallet", signedIn(input, t("wallet.sign"), () => content(input)));

function content(input: ViewInput): HTMLElement[] {
  const requests = requestsPart(input, "deposit");
  const ways = forAsset(input, (asset, place) => {
    const isMoney = asset.kind === "currency";
    fill(place, isMoney ? bankPart(input, asset, requests.showNewest) : pointsNote(asset), addressPart(input, asset));
    requests.element.hidden = !isMoney;
  });
  return [ways, requests.element];
}

/** Points come from shops; there is a word on that. */
function pointsNote(asset: MarketAsset): HTMLElement | null {
  return asset.kind === "points" ? notice("star", t("wallet.deposit.points")) : null;
}

/** Money from a bank: it is said that it is on its way, and an operator credits it. */
function bankPart({ context }: ViewInput, asset: MarketAsset, done: () => Promise<void>): HTMLElement {
  const intent = new Intent();
  const amount = amountField(t("wallet.amount"), asset, "");
  const text = (name: string, most: number, autocomplete = "off"): HTMLInputElement =>
    el("input", { id: uniqueId(name), name, type: "text", maxlength: most, autocomplete, spellcheck: "false" });
  const [account, code, voucher] = [text("account", 210), text("tracking", 200), text("voucher", 200)];
  const accountField = field(t("wallet.deposit.account"), account, t("wallet.deposit.accountHint"));
  let date = "";
  const fault = faultLine();
  const submit = submitButton(t("wallet.deposit.tell"));
  const form = el(
    "form", { class: "form", novalidate: true },
    amount.element, accountField.element, dateField(t("wallet.deposit.date"), (day) => (date = day)),
    field(t("wallet.deposit.code"), code, t("wallet.deposit.codeHint")).element,
    field(t("wallet.deposit.voucher"), voucher, t("wallet.deposit.voucherHint")).element,
    fault.element, submit.element,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!submit.element.disabled) void send();
  });

  async function send(): Promise<void> {
    fault.hide();
    accountField.forgive();
    const value = amount.read();
    if (value === null) return;
    if (account.value.trim() === "") return accountField.blame(t("wallet.deposit.accountMissing"));
    const body: MarketMoneyDraft = { asset: asset.name, amount: value.text, bankAccount: account.value.trim() };
    if (date !== "") body.date = date;
    if (code.value.trim() !== "") body.trackingCode = code.value.trim();
    if (voucher.value.trim() !== "") body.voucher = voucher.value.trim();
    try {
      await submit.during(() => confirmed(context, () => intent.send(body, (options) => api.requestMarketDeposit(body, options))));
      amount.set(null);
      code.value = "";
      voucher.value = "";
      context.toasts.show({ key: "request", text: t("wallet.deposit.told") });
      await done();
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401) context.report(failure);
      else fault.show(failure.explanation);
    }
  }

  return section(
    "open", t("wallet.deposit.bank", { asset: asset.name }),
    el("ol", { class: "numbers" }, el("li", {}, t("wallet.deposit.step1")), el("li", {}, t("wallet.deposit.step2")), el("li", {}, t("wallet.deposit.step3"))),
    form,
  );
}

/** The reader's own address for an asset, as a picture and in groups; the asset is said above and below it. */
function addressPart({ context, scope }: ViewInput, asset: MarketAsset): HTMLElement {
  const address = new Resource(async () => (await ask((options) => api.marketAddress(asset.name, options))).address);
  void address.load();
  const shown = remote(scope, address, (text) => {
    const only = el("p", { class: "address-asset" }, t("wallet.address.only", { asset: asset.name, title: asset.title }));
    return el(
      "div", { class: "address-card", "data-address": text },
      only, qrOf(text, t("wallet.address.qr", { asset: asset.name })), copyLine(context, t("wallet.address.label", { asset: asset.name }), text, inGroups(text)),
      el("p", { class: "address-asset" }, asset.name),
      notice("alert", t("wallet.address.wrong", { asset: asset.name }), "warn"),
    );
  });
  return section(
    "open", t("wallet.address.title", { asset: asset.name }), el("p", { class: "quiet" }, t("wallet.address.text", { asset: asset.name })), shown,
    linkButton("plain", addressOf("receive"), t("wallet.address.ask")),
  );
}
