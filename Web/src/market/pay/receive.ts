import * as api from "../../api";
import type { MarketAsset, MarketPaymentDraft, MarketPaymentRequest } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { Resource } from "../../remote";
import { submitButton } from "../../ui/button";
import { faultLine, field } from "../../ui/field";
import { select } from "../../ui/menu";
import { section } from "../../ui/section";
import { remote } from "../../ui/states";
import { addressOf } from "../address";
import { Intent } from "../intent";
import { Decimal } from "../../numbers/decimal";
import { moment } from "../numbers/instants";
import { confirmed } from "../owner";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { amountField } from "../wallet/amountfield";
import { forAsset } from "../wallet/assetchoice";
import { wholeAmount } from "../wallet/money";
import { subpage } from "../wallet/subpage";
import { requestPart } from "./request";
import { statusPictures, statusWord } from "./status";

/** For how many minutes a request can be paid. */
const spans = ["15", "60", "1440", "10080"] as const;

/** Asks for payments: makes a request, shows one, and lists those that there are. */
export const receiveView: View = (input) => {
  const [id] = input.path;
  if (id === undefined) return subpage("receive", t("payment.receive"), "wallet", signedIn(input, t("payment.sign"), () => overview(input)));
  return subpage("receive", t("payment.request"), "receive", signedIn(input, t("payment.sign"), () => [requestPart(input, id)]));
};

function overview(input: ViewInput): HTMLElement[] {
  const own = new Resource(async () => (await ask(api.marketPaymentRequests)).requests);
  void own.load();
  const list = remote(input.scope, own, (requests) => ownRequests(input, requests));
  return [
    forAsset(input, (asset, place) => fill(place, form(input, asset))),
    section("ruled", t("payment.list"), list),
  ];
}

/** What somebody is to pay, and who asks for it. */
function form({ context, go }: ViewInput, asset: MarketAsset): HTMLElement {
  const intent = new Intent();
  const amount = amountField(t("wallet.amount"), asset, "");
  const label = el("input", { id: uniqueId("label"), name: "payment-label", type: "text", maxlength: 60, autocomplete: "off" });
  const memo = el("input", { id: uniqueId("memo"), name: "payment-memo", type: "text", maxlength: 120, autocomplete: "off" });
  const span = select(t("payment.span"), spans.map((value) => ({ value, label: t(`payment.span.${value}`) })), "15");
  const fault = faultLine();
  const submit = submitButton(t("payment.make"));
  const element = el(
    "form", { class: "form", novalidate: true },
    amount.element, field(t("payment.label"), label, t("payment.labelHint")).element, field(t("payment.memo"), memo, t("payment.memoHint")).element,
    span.element, fault.element, submit.element,
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!submit.element.disabled) void send();
  });

  async function send(): Promise<void> {
    fault.hide();
    const value = amount.read();
    if (value === null) return;
    const body: MarketPaymentDraft = { asset: asset.name, amount: value.text, minutes: Number(span.input.value) };
    if (label.value.trim() !== "") body.label = label.value.trim();
    if (memo.value.trim() !== "") body.memo = memo.value.trim();
    try {
      const made = await submit.during(() => confirmed(context, () => intent.send(body, (options) => api.requestMarketPayment(body, options))));
      go("receive", made.id);
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401) context.report(failure);
      else fault.show(failure.explanation);
    }
  }
  return element;
}

function ownRequests({ context }: ViewInput, requests: readonly MarketPaymentRequest[]): HTMLElement {
  if (requests.length === 0) return el("p", { class: "quiet" }, t("payment.list.none"));
  const rows = requests.map((request) => {
    const asset = context.store.assets.value?.find(({ name }) => name === request.asset);
    const amount = asset === undefined ? `${request.amount} ${request.asset}` : wholeAmount(Decimal.from(request.amount), asset);
    return el(
      "li", {},
      el(
        "a", { class: "link-row", href: addressOf("receive", request.id), "data-request": request.id, "data-status": request.status },
        el("span", { class: "link-mark" }, icon(statusPictures[request.status])),
        el(
          "span", { class: "link-text" }, el("strong", { class: "figures" }, amount), " ",
          el("span", { class: "row-note" }, [statusWord(request), request.memo ?? "", moment(new Date(request.createdAt))].filter((word) => word !== "").join(" · ")),
        ),
        icon("forward"),
      ),
    );
  });
  return el("ul", { class: "link-list" }, ...rows);
}
