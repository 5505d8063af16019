import type { MarketSide } from "../../api";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { figure } from "../numbers/format";
import type { BookRow } from "./grouping";

/** How many decimal places prices and amounts have. */
export interface Places {
  price: number;
  amount: number;
}

/**
 * The decimal places that a column of amounts needs for all its digits.
 *
 * It never gets fewer than `before`, since a column that changes to and fro cannot be read.
 */
export function placesFor(amounts: readonly Decimal[], before: number): number {
  return amounts.reduce((most, { scale }) => Math.max(most, scale), before);
}

/** The decimal places that every column of amounts has. */
export const leastPlaces = 2;

/** A row that stays where it is: only its words change. */
export class BookSlot {
  readonly price = el("button", { type: "button", class: "book-button", tabindex: -1, "data-fill": "price" });
  readonly amount = el("button", { type: "button", class: "book-button", tabindex: -1, "data-fill": "amount" });
  readonly element: HTMLTableRowElement;
  /** What it shows; null is an empty place. */
  shown: BookRow | null = null;
  private readonly priceText = el("span");
  private readonly own = el("span", { class: "book-own", hidden: true }, el("span", { class: "hidden" }, ` ${t("market.book.own")}`));
  private readonly total = el("td", { class: "book-total" });
  private flash = 0;
  private part = -1;
  private amountPlaces = 0;

  constructor(private readonly side: MarketSide) {
    this.price.append(this.priceText, this.own);
    this.element = el(
      "tr", { class: `book-row book-${side}` }, el("th", { scope: "row" }, this.price), el("td", {}, this.amount), this.total,
    );
    this.show(null, { price: 0, amount: 0 });
  }

  /** Shows a row; what did not change is left alone. */
  show(row: BookRow | null, places: Places): void {
    const isAsBefore = places.amount === this.amountPlaces;
    const before = isAsBefore ? this.shown : null;
    const wasEmpty = this.shown === null;
    this.amountPlaces = places.amount;
    this.shown = row;
    this.element.classList.toggle("is-empty", row === null);
    if (row === null) {
      if (wasEmpty && this.priceText.textContent !== "") return;
      for (const place of [this.priceText, this.amount, this.total]) setText(place, "\u00a0");
      this.own.hidden = true;
      this.allow(false);
      this.fillBar(0);
      return;
    }
    if (wasEmpty) this.allow(true);
    const isSamePrice = before?.price.equals(row.price) === true;
    if (!isSamePrice) setText(this.priceText, figure(row.price, places.price));
    if (before?.amount.equals(row.amount) !== true) {
      setText(this.amount, figure(row.amount, places.amount));
      if (isSamePrice) this.blink();
    }
    if (before?.total.equals(row.total) !== true) setText(this.total, figure(row.total, places.amount));
    this.own.hidden = !row.isOwn;
  }

  /** How much of its width is filled, from 0 to 1. */
  fillBar(part: number): void {
    const rounded = Math.round(part * 100);
    if (rounded === this.part) return;
    this.part = rounded;
    this.element.style.setProperty("--part", `${rounded}%`);
  }

  /** The words of its row, for whoever hears it. */
  words(places: Places): string {
    const { shown } = this;
    if (shown === null) return t("market.book.nobody");
    const values = { price: figure(shown.price, places.price), amount: figure(shown.amount, places.amount) };
    return this.side === "buy" ? t("market.book.bestBuy", values) : t("market.book.bestSell", values);
  }

  /** Not `disabled`, which would take the focus away from somebody who is at it. */
  private allow(isAllowed: boolean): void {
    for (const button of [this.price, this.amount]) button.setAttribute("aria-disabled", String(!isAllowed));
  }

  /** A short change of the ground, which begins anew when it is still going on. */
  private blink(): void {
    this.flash = 1 - this.flash;
    this.element.dataset["flash"] = String(this.flash);
  }
}

/** A running total as a part of the greatest one, for drawing alone. */
export function partOf(value: Decimal, greatest: Decimal): number {
  return greatest.isZero ? 0 : value.approximate / greatest.approximate;
}
