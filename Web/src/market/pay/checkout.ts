import * as api from "../../api";
import type { MarketAsset, MarketPayment, MarketPaymentRequest, MarketWithdrawalTerms } from "../../api";
import { ask, Failure } from "../../client";
import { type Child, el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { button, linkButton, working } from "../../ui/button";
import { faultLine } from "../../ui/field";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { addressOf } from "../address";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { Intent } from "../intent";
import { authorized, consented } from "../owner";
import { signInAddress } from "../signedin";
import type { ViewInput } from "../view";
import { preciseAmount } from "../wallet/money";
import { holdButton } from "./hold";
import { receipt } from "./receipt";
import { isDecided, statusPictures, statusWord, timeLeft } from "./status";

/** A request as whoever is to pay it sees it; anybody may look, only somebody signed in can pay. */
export function checkoutPart(input: ViewInput, id: string): HTMLElement {
  const { context, scope } = input;
  const request = new Resource(() => ask((options) => api.marketPaymentRequest(id, options)));
  const place = el("div", { class: "wallet-body" });
  let paid: MarketPayment | undefined;
  let shown = "";
  void request.load();
  for (const source of [request.observable, context.store.assets.observable, context.session.account.observable]) {
    scope.add(source.subscribe(() => draw()));
  }

  function draw(): void {
    const [state, assets, account] = [request.observable.value, context.store.assets.observable.value, context.session.account.observable.value];
    if (state.state === "failed") {
      const isUnknownRequest = state.failure.code === "market.unknown_payment" || state.failure.status === 404;
      return fill(place, isUnknownRequest
        ? emptyState("question", t("payment.unknown"), t("payment.unknown.text"), linkButton("plain", addressOf("pay"), t("payment.another")))
        : failedState(state.failure, () => void request.load()));
    }
    if (assets.state === "failed") return fill(place, failedState(assets.failure, () => void context.store.assets.load()));
    if (state.state === "loading" || assets.state === "loading" || account.state === "loading") {
      return shown === "" ? fill(place, loadingState()) : undefined;
    }
    const asset = assets.value.find(({ name }) => name === state.value.asset);
    if (asset === undefined) return fill(place, emptyState("question", t("payment.unknown"), t("payment.unknown.text")));
    const isSignedIn = account.state === "ready" && account.value !== null;
    const now = JSON.stringify([state.value, isSignedIn, paid !== undefined]);
    if (now === shown) return;
    shown = now;
    if (paid !== undefined) {
      fill(place, receipt(paid, asset));
      place.querySelector<HTMLElement>(".receipt")?.focus();
      return;
    }
    fill(place, card(state.value, asset), ...rest(state.value, asset, isSignedIn));
  }

  function rest(told: MarketPaymentRequest, asset: MarketAsset, isSignedIn: boolean): Child[] {
    const another = linkButton("plain", addressOf("pay"), t("payment.another"));
    if (isDecided(told) || told.status === "processing") {
      const why = told.status === "expired" ? t("payment.late") : t("payment.already");
      return [notice("alert", why, "warn"), isSignedIn && told.status !== "expired" && myReceipt(told), another];
    }
    if (!isSignedIn) {
      return [el("p", {}, t("payment.signIn")), el("a", { class: "button button-primary", href: signInAddress() }, t("market.signIn"))];
    }
    return [payment(told, asset), another];
  }

  /** Whoever has paid it is given the receipt again; nobody pays by asking for it. */
  function myReceipt(told: MarketPaymentRequest): HTMLElement {
    const again: HTMLButtonElement = button("plain", "list", t("payment.myReceipt"), () => working(again, async () => {
      try {
        const body = { asset: told.asset, amount: told.amount };
        finish(await ask((options) => api.payMarketRequest(id, body, options)));
      } catch (error) {
        const failure = Failure.from(error);
        if (failure.code === "market.payment_ended") context.toasts.show({ key: "pay", tone: "bad", text: t("payment.notMine") });
        else context.report(failure);
      }
    }));
    return again;
  }

  function finish(done: MarketPayment): void {
    paid = done;
    void context.store.balances.load();
    request.set(done.request);
    draw();
  }

  function payment(told: MarketPaymentRequest, asset: MarketAsset): HTMLElement {
    return paymentForm(input, told, asset, finish, () => {
      shown = "";
      void request.load();
    });
  }
  return place;
}

/** What is asked for, and by whom, large. */
function card(told: MarketPaymentRequest, asset: MarketAsset): HTMLElement {
  return el(
    "section", { class: "address-card payment-card", "aria-label": t("payment.request") },
    el("p", { class: "payment-to" }, told.label === undefined ? t("payment.noLabel") : t("payment.to", { label: told.label })),
    el("p", { class: "payment-amount figures" }, preciseAmount(Decimal.from(told.amount), asset)),
    told.memo !== undefined && el("p", { class: "payment-memo" }, told.memo),
    el("p", { class: `payment-status payment-${told.status}`, "data-status": told.status }, icon(statusPictures[told.status]), el("span", {}, statusWord(told))),
    el("p", { class: "row-note" }, t("payment.labelWarning")),
  );
}

/** What paying does to the balance, what is asked for, and the button that pays. */
function paymentForm(
  { context, scope }: ViewInput, told: MarketPaymentRequest, asset: MarketAsset, finish: (done: MarketPayment) => void, refresh: () => void,
): HTMLElement {
  const intent = new Intent();
  const amount = Decimal.from(told.amount);
  const fault = faultLine();
  const body = { asset: told.asset, amount: told.amount };
  const after = el("dd", {});
  const left = el("dd", {});
  const short = el("div");
  const proof = el("p", { class: "quiet" });
  let terms: MarketWithdrawalTerms | undefined;
  const text = t("payment.hold", { amount: preciseAmount(amount, asset) });
  const hold = holdButton(text, () => void pay());
  scope.add(hold.end);
  ask((options) => api.marketWithdrawalTerms(asset.name, options)).then((found) => {
    terms = found;
    setText(proof, found.proof === "code" ? t("payment.proof.code") : found.proof === "passkey" ? t("wallet.proof.passkey") : "");
  }, () => undefined);
  const tick = (): void => {
    const rest = Date.parse(told.expiresAt) - Date.now();
    setText(left, timeLeft(rest));
    if (rest <= 0) refresh();
  };
  tick();
  scope.every(1000, tick);
  painted(scope, [context.store.balances.observable], () => {
    const balances = context.store.balances.value;
    const available = Decimal.from(balances?.get(asset.name)?.available ?? "0");
    const rest = available.minus(amount);
    setText(after, balances === undefined ? "…" : rest.isNegative ? preciseAmount(available, asset) : preciseAmount(rest, asset));
    const isShort = balances !== undefined && rest.isNegative;
    fill(
      short,
      isShort && notice("alert", t("payment.short", { amount: preciseAmount(rest.negated, asset) }), "warn"),
      isShort && linkButton("plain", addressOf("deposit", asset.name), t("wallet.deposit")),
    );
    hold.element.hidden = isShort;
  });

  async function pay(): Promise<void> {
    fault.hide();
    hold.setBusy(true);
    const send = (code?: string): Promise<MarketPayment> => {
      const consent = { ...body, ...(code === undefined ? {} : { code }) };
      return intent.send(consent, (options) => api.payMarketRequest(told.id, consent, options));
    };
    try {
      const done = terms?.proof === "code" ? await withCode(send) : await authorized(context, () => send()).catch((error: unknown) => {
        if (Failure.from(error).code !== "accounts.code_needed") throw error;
        return withCode(send);
      });
      if (done !== undefined) return finish(done);
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401) context.report(failure);
      else {
        fault.show(failure.explanation);
        if (failure.code === "market.payment_ended" || failure.code === "market.payment_differs") refresh();
      }
    }
    hold.setBusy(false);
  }

  function withCode(send: (code?: string) => Promise<MarketPayment>): Promise<MarketPayment | undefined> {
    const title = t("payment.confirm", { amount: preciseAmount(amount, asset) });
    return consented(context, { title, facts: [], action: t("payment.pay"), asksCode: true }, send);
  }

  return el(
    "div", { class: "wallet-body payment-form" },
    el(
      "dl", { class: "withdraw-preview figures" },
      el("div", {}, el("dt", {}, t("payment.fee")), el("dd", {}, t("payment.fee.none"))),
      el("div", {}, el("dt", {}, t("payment.after")), after),
      el("div", {}, el("dt", {}, t("payment.until")), left),
    ),
    short, proof, fault.element, hold.element,
  );
}
