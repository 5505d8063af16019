import { el, setText } from "../../dom";
import { t } from "../../i18n";
import type { LiveTrade } from "../live/store";
import { Decimal } from "../../numbers/decimal";
import { figure } from "../numbers/format";
import { clockTime } from "../numbers/instants";
import type { Places } from "./bookslot";
import { keyOf } from "./tradelist";

/** A row of the last trades that stays where it is: only its words change. */
export class TradeSlot {
  readonly element: HTMLTableRowElement;
  private shown: LiveTrade | null = null;
  private amountPlaces = 0;
  private readonly time = el("td");
  private readonly arrow = el("span", { "aria-hidden": "true" });
  private readonly side = el("span", { class: "hidden" });
  private readonly price = el("span");
  private readonly amount = el("span");
  private readonly own = el("span", { class: "book-own", hidden: true }, el("span", { class: "hidden" }, ` ${t("market.trades.own")}`));

  constructor() {
    const price = el("td", { class: "trades-price" }, this.arrow, this.side, this.price);
    this.element = el("tr", { class: "trades-row" }, this.time, price, el("td", {}, this.amount, this.own));
  }

  show(trade: LiveTrade, places: Places, own: ReadonlySet<string>): void {
    if (trade.id === this.shown?.id && places.amount === this.amountPlaces) return;
    this.amountPlaces = places.amount;
    this.shown = trade;
    const isBuy = trade.takerSide === "buy";
    this.element.dataset["side"] = trade.takerSide;
    setText(this.time, clockTime(new Date(trade.at)));
    setText(this.arrow, isBuy ? "▲ " : "▼ ");
    setText(this.side, isBuy ? t("market.trades.bought") : t("market.trades.sold"));
    setText(this.price, figure(Decimal.from(trade.price), places.price));
    setText(this.amount, figure(Decimal.from(trade.amount), places.amount));
    this.markOwn(own);
  }

  /** Marks it when it is one of the reader's own. */
  markOwn(own: ReadonlySet<string>): void {
    const isOwn = this.shown !== null && own.has(keyOf(this.shown));
    this.own.hidden = !isOwn;
    this.element.classList.toggle("is-own", isOwn);
  }
}
