import * as api from "../../api";
import type { MarketAsset, MarketPaymentRequest } from "../../api";
import { ask } from "../../client";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { qrOf } from "../../qr/picture";
import { Resource } from "../../remote";
import { button } from "../../ui/button";
import { failedState, loadingState } from "../../ui/states";
import { Intent } from "../intent";
import { Decimal } from "../../numbers/decimal";
import { moment } from "../numbers/instants";
import { consented } from "../owner";
import type { ViewInput } from "../view";
import { amountField } from "../wallet/amountfield";
import { copyLine } from "../wallet/copyfield";
import { preciseAmount } from "../wallet/money";
import { linkOf } from "./link";
import { isDecided, statusPictures, statusWord, timeLeft } from "./status";

/** How often it is asked whether somebody has paid, in milliseconds. */
const pace = 2500;

/** A request of one's own: its picture and link, and what becomes of it while one looks. */
export function requestPart(input: ViewInput, id: string): HTMLElement {
  const { context, scope } = input;
  const request = new Resource(() => ask((options) => api.marketPaymentRequest(id, options)));
  const own = new Resource(async () => (await ask(api.marketPaymentRequests)).requests.some((one) => one.id === id));
  const place = el("div", { class: "wallet-body" });
  const left = el("span", {});
  let shown = "";
  void request.load();
  void own.load();
  scope.every(pace, () => {
    const known = request.value;
    if (document.visibilityState === "visible" && (known === undefined || !isDecided(known))) void request.load();
  });
  scope.every(1000, () => tick());
  for (const source of [request.observable, own.observable, context.store.assets.observable]) scope.add(source.subscribe(() => draw()));
  // A payment changes the balance, and that is told at once.
  let isFirst = true;
  scope.watch(context.store.balances.observable, () => !isFirst && void request.load());
  isFirst = false;

  function tick(): void {
    const known = request.value;
    if (known !== undefined) setText(left, t("payment.left", { time: timeLeft(Date.parse(known.expiresAt) - Date.now()) }));
  }

  function draw(): void {
    const state = request.observable.value;
    if (state.state === "failed") return fill(place, failedState(state.failure, () => void request.load()));
    const asset = state.state === "ready" ? context.store.assets.value?.find(({ name }) => name === state.value.asset) : undefined;
    if (state.state === "loading" || asset === undefined) return shown === "" ? fill(place, loadingState()) : undefined;
    const now = JSON.stringify([state.value, own.value]);
    if (now === shown) return;
    const isNews = shown !== "";
    shown = now;
    tick();
    fill(place, ...content(input, state.value, asset, own.value === true, left, (changed) => request.set(changed)));
    if (isNews && isDecided(state.value)) place.querySelector<HTMLElement>(".payment-status")?.focus();
  }
  return place;
}

function content(
  { context }: ViewInput, request: MarketPaymentRequest, asset: MarketAsset, isOwn: boolean, left: HTMLElement, changed: (request: MarketPaymentRequest) => void,
): HTMLElement[] {
  const amount = Decimal.from(request.amount);
  const status = el(
    "p", { class: `payment-status payment-${request.status}`, role: "status", tabindex: -1, "data-status": request.status },
    icon(statusPictures[request.status]), el("span", {}, statusWord(request)),
  );
  const facts = [
    el("p", { class: "payment-amount figures" }, preciseAmount(amount, asset)),
    status,
    request.label !== undefined && el("p", {}, t("payment.as", { label: request.label })),
    request.memo !== undefined && el("p", { class: "payment-memo" }, request.memo),
    request.refunded !== undefined && el("p", { class: "figures" }, t("payment.refunded", { amount: preciseAmount(Decimal.from(request.refunded), asset) })),
  ].flatMap((line) => (line === false ? [] : [line]));
  if (request.status === "waiting") {
    const link = linkOf(window.location.origin, request.id);
    const picture = qrOf(link, t("payment.qr", { amount: preciseAmount(amount, asset) }));
    return [
      el(
        "div", { class: "address-card payment-card", "data-link": link }, ...facts, picture, copyLine(context, t("payment.link"), link),
        el("p", { class: "row-note" }, left), "share" in navigator ? shareButton(link) : null,
      ),
    ];
  }
  const card = el("div", { class: "address-card payment-card" }, ...facts, el("p", { class: "row-note" }, t("payment.made", { time: moment(new Date(request.createdAt)) })));
  const canRefund = isOwn && (request.status === "paid" || request.status === "unconverted");
  return canRefund ? [card, refund(context, request, asset, changed)] : [card];
}

function shareButton(link: string): HTMLElement {
  return button("plain", "forward", t("payment.share"), () => void navigator.share({ url: link }).catch(() => undefined));
}

/** Sends back what was paid, or a part of it, once. */
function refund(
  context: ViewInput["context"], request: MarketPaymentRequest, asset: MarketAsset, changed: (request: MarketPaymentRequest) => void,
): HTMLElement {
  const intent = new Intent();
  const paid = Decimal.from(request.amount);
  const amount = amountField(t("payment.refund.amount"), asset, t("payment.refund.hint", { amount: preciseAmount(paid, asset) }));
  amount.set(paid);
  const form = el(
    "form", { class: "form", novalidate: true },
    amount.element, el("button", { type: "submit", class: "button" }, icon("undo"), t("payment.refund")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  async function send(): Promise<void> {
    const value = amount.read();
    if (value === null) return;
    if (value.compare(paid) > 0) return amount.blame(t("payment.refund.tooMuch", { amount: preciseAmount(paid, asset) }));
    const consent = {
      title: t("payment.refund.confirm", { amount: preciseAmount(value, asset) }), facts: [el("p", {}, t("payment.refund.once"))],
      action: t("payment.refund"), asksCode: false,
    };
    const answer = await consented(context, consent, (code) => {
      const body = { amount: value.text, ...(code === undefined ? {} : { code }) };
      return intent.send(body, (options) => api.refundMarketPayment(request.id, body, options));
    });
    if (answer !== undefined) changed(answer);
  }
  return el("details", { class: "wallet-details" }, el("summary", {}, t("payment.refund.open")), form);
}
