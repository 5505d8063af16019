import type { MarketOrder } from "../../api";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import { exactAmount, percentage, placesOf } from "../numbers/format";
import { moment, shortTime, soonOrMoment } from "../numbers/instants";
import { tapsInto } from "../rowtap";
import type { OrderRow } from "./orderrows";
import { priceInColumn, priceText, sideName, type Spoken, typeName } from "./orderwords";

/** What can be done with a row. */
export interface RowActions {
  cancel: (order: MarketOrder) => void;
  amend: (order: MarketOrder) => void;
}

const day = 86_400_000;

/** The row of an open order; its texts are changed in place. */
export class OpenOrderRow {
  readonly element: HTMLTableRowElement;
  readonly amendButton: HTMLButtonElement;
  private readonly cancelButton: HTMLButtonElement;
  private readonly side = el("strong");
  private readonly type = el("span", { class: "open-type" });
  private readonly price = el("span", { class: "figures" });
  private readonly amount = el("span", { class: "figures" });
  private readonly filled = el("span", { class: "figures" });
  private readonly bar = el("span", { class: "fill-bar", "aria-hidden": "true" }, el("span"));
  private readonly total = el("span", { class: "figures" });
  private readonly time = el("time", { class: "figures" });
  private readonly until = el("span", { class: "open-until figures" });
  private readonly said = el("span", { class: "open-row-said", role: "status" });
  private row: OrderRow | null = null;
  private isUnderWay = false;

  constructor(hasMarket: boolean, private readonly spoken: Spoken, actions: RowActions) {
    const act = (run: (order: MarketOrder) => void) => (): void => {
      if (this.row !== null && this.row.ending === null) run(this.row.order);
    };
    this.cancelButton = el("button", { type: "button", class: "button open-stop", onclick: act(actions.cancel) }, t("order.open.cancel"));
    this.amendButton = el("button", { type: "button", class: "open-amend", onclick: act(actions.amend) }, this.price, icon("pencil"));
    const cell = (name: string, head: string, ...children: (Node | string)[]): HTMLElement =>
      el("td", { role: "cell", class: `open-${name}`, "data-head": head }, ...children);
    const name = `${spoken.base.name}/${spoken.quote.name}`;
    this.element = el(
      "tr", { class: "open-row", role: "row" },
      hasMarket && cell("market", t("order.head.market"), el("a", { href: addressOf("market", spoken.market.name) }, name)),
      el("th", { role: "rowheader", scope: "row", class: "open-side" }, this.side, " ", this.type),
      cell("price", t("order.head.price"), this.amendButton), cell("amount", t("order.head.amount"), this.amount),
      cell("filled", t("order.head.filled"), this.filled, this.bar), cell("total", t("order.head.total"), this.total),
      cell("time", t("order.head.time"), this.time, this.until), cell("cancel", t("order.head.cancel"), this.cancelButton, this.said),
    );
    tapsInto(this.element, this.amendButton);
  }

  get isCancelling(): boolean {
    return this.isUnderWay;
  }

  /** Greys the row at once while its cancellation is under way. */
  set isCancelling(value: boolean) {
    this.isUnderWay = value;
    if (this.row !== null) this.show(this.row);
    if (value) this.say("");
  }

  say(text: string): void {
    setText(this.said, text);
  }

  show(row: OrderRow): void {
    this.row = row;
    const { order, ending } = row;
    const { base, quote } = this.spoken;
    const [amount, executed] = [Decimal.from(order.amount), Decimal.from(order.executed)];
    const price = order.price === undefined ? null : Decimal.from(order.price);
    const priceWords = price === null ? "–" : priceInColumn(price, this.spoken);
    this.element.dataset["id"] = order.id;
    this.element.dataset["side"] = order.side;
    this.element.classList.toggle("is-ended", ending !== null || this.isUnderWay);
    setText(this.side, sideName(order.side));
    const kind = order.stop === undefined ? typeName(order.type) : t("order.open.once", { stop: priceText(Decimal.from(order.stop), this.spoken) });
    setText(this.type, order.partner === undefined ? kind : `${t("order.open.pair")} · ${kind}`);
    setText(this.price, priceWords);
    setText(this.amount, exactAmount(amount, base));
    const part = amount.isZero ? 0 : executed.dividedBy(amount, 6).approximate;
    setText(this.filled, executed.isZero ? percentage(0, 0) : `${percentage(Math.floor(part * 1000) / 1000, 1)} · ${exactAmount(executed, base)}`);
    (this.bar.firstElementChild as HTMLElement).style.width = `${(part * 100).toFixed(2)}%`;
    setText(this.total, price === null ? "–" : exactAmount(price.times(amount), quote, placesOf(Decimal.of(1n))));
    const at = new Date(order.createdAt);
    this.time.dateTime = order.createdAt;
    this.time.title = moment(at);
    setText(this.time, Date.now() - at.getTime() < day ? shortTime(at) : moment(at));
    const end = order.expiresAt === undefined ? null : new Date(order.expiresAt);
    this.until.hidden = end === null;
    this.until.title = end === null ? "" : moment(end);
    setText(this.until, end === null ? "" : t("order.open.until", { time: soonOrMoment(end) }));
    const values = { side: sideName(order.side), amount: exactAmount(amount, base), price: priceWords };
    this.cancelButton.setAttribute("aria-label", t("order.open.cancelOf", values));
    // An order of a pair stays as it is.
    this.amendButton.classList.toggle("is-fixed", order.partner !== undefined);
    this.amendButton.setAttribute("aria-label", t(order.partner === undefined ? "order.open.amendOf" : "order.open.pairOf", values));
    const isOver = ending !== null || this.isUnderWay;
    this.cancelButton.setAttribute("aria-disabled", String(isOver));
    this.amendButton.setAttribute("aria-disabled", String(isOver));
    const text = ending === "filled" ? t("order.ended.filled") : ending === "cancelled" ? t("order.ended.cancelled")
      : ending === "replaced" ? t("order.ended.replaced") : ending === "gone" ? t("order.ended.gone")
        : this.isUnderWay ? t("order.open.cancelling") : order.partner === undefined ? t("order.open.cancel") : t("order.open.cancelPair");
    setText(this.cancelButton, text);
  }
}
