import type { MarketOrder } from "../../api";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { addressOf } from "../address";
import type { Decimal } from "../../numbers/decimal";
import { signInAddress } from "../signedin";
import type { TradeInput } from "./input";
import { type EntryContext, numberIn, type OrderEntry, type Part } from "./orderentry";
import { sentenceOf } from "./orderwords";
import { repeatAddress } from "./repeat";
import type { Sending } from "./sending";

/** How far the order of a form is. */
export interface Progress {
  state: Sending["state"];
  /** Whether the next press is the second one of two. */
  isArmed: boolean;
  isIncomplete: boolean;
  /** Whether the market does not take it now. */
  isClosed: boolean;
}

/** What a form ends with: the button that sends its order, or the way to what is missing for it. */
export class OrderAction {
  readonly element = el("div", { class: "order-action" });
  readonly note = el("div");
  private readonly submit = el("button", { type: "submit", class: "button order-submit" });
  private shown = "";

  constructor(private readonly input: TradeInput) {}

  show(entry: OrderEntry, context: EntryContext, { state, isArmed, isIncomplete, isClosed }: Progress, available: Decimal | null): void {
    const { session } = this.input.context;
    const sentence = sentenceOf(entry, this.input, context);
    if (session.account.observable.value.state === "ready" && session.account.value === null) return this.showSignIn(sentence, entry, context);
    const asset = entry.side === "buy" ? this.input.quote : this.input.base;
    if (available?.isZero === true && asset.kind !== "points" && state === "idle") {
      const link = el("a", { class: "button order-submit", href: addressOf("deposit", asset.name) }, t("order.deposit", { asset: asset.name }));
      return this.put(`deposit ${asset.name}`, link, el("p", { class: "quiet" }, t("order.deposit.note", { asset: asset.name })));
    }
    const text = state === "sending" ? t("order.sending") : state === "asking" ? t("order.unknown")
      : isArmed ? t("order.again", { order: sentence }) : sentence;
    setText(this.submit, text);
    this.submit.classList.toggle("is-armed", isArmed);
    const isIdle = state !== "sending" && state !== "asking" && !isClosed;
    this.submit.setAttribute("aria-disabled", String(!isIdle));
    this.submit.toggleAttribute("data-incomplete", isIncomplete);
    this.put("submit", this.submit);
  }

  private showSignIn(sentence: string, entry: OrderEntry, context: EntryContext): void {
    const number = (part: Part): string | undefined => numberIn(entry, part, context)?.text;
    const order = { side: entry.side, type: entry.type, price: number("price"), stop: number("stop"), stopPrice: number("stopPrice"), amount: number("amount") };
    const said = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as unknown as MarketOrder;
    const link = el("a", { class: "button order-submit", href: signInAddress() }, t("order.signIn", { order: sentence }));
    // Who comes back finds what they typed.
    link.addEventListener("click", () => {
      history.replaceState(null, "", repeatAddress(this.input.market.name, said));
      link.href = signInAddress();
    });
    this.put(`signIn ${sentence}`, link, el("p", { class: "quiet" }, t("order.signIn.note")));
  }

  /** Puts the button or link there, unless it is there already: a focus on it must not be lost. */
  private put(name: string, action: HTMLElement, note?: HTMLElement): void {
    if (this.shown === name) return;
    this.shown = name;
    fill(this.element, action);
    fill(this.note, note);
  }
}
