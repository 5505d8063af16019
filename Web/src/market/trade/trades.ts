import { el, setText } from "../../dom";
import { plural, t } from "../../i18n";
import { isOld } from "../freshness";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { placesOf } from "../numbers/format";
import { leastPlaces, type Places, placesFor } from "./bookslot";
import type { TradeInput } from "./input";
import { arrivalOf, keyOf } from "./tradelist";
import { TradeSlot } from "./tradeslot";

/** Rows that are shown of the hundred that are kept. */
const mostShown = 50;

/** The last trades of one market, newest first; while the pointer is on them they stand still. */
export function tradesPart(input: TradeInput): HTMLElement {
  return new TradesView(input).element;
}

class TradesView {
  readonly element: HTMLElement;
  private readonly rows = el("tbody");
  private readonly news = el("button", { type: "button", class: "button trades-news", hidden: true, onclick: () => this.goOn() });
  private readonly empty = el("p", { class: "quiet trades-empty", hidden: true }, t("market.trades.none"));
  private readonly places: Places;
  private readonly slots: TradeSlot[] = [];
  /** The newest trade that is shown. */
  private shown: string | null = null;
  private isPaused = false;
  /** The reader's own executions. */
  private own: ReadonlySet<string> = new Set();

  constructor(private readonly input: TradeInput) {
    const { context: { store }, scope, feed, fills, market, base, quote } = input;
    this.places = { price: placesOf(Decimal.from(market.tick)), amount: leastPlaces };
    const head = (text: string): HTMLElement => el("th", { scope: "col" }, text);
    const table = el(
      "table", { class: "trades-table figures", "aria-live": "off" },
      el("caption", { class: "hidden" }, t("market.trades.title")),
      el("thead", {}, el("tr", {}, head(t("market.trades.time")), head(t("market.book.price", { asset: quote.name })),
        head(t("market.book.amount", { asset: base.name })))),
      this.rows,
    );
    const scroller = el("div", { class: "trades-scroller", tabindex: 0, role: "group", "aria-labelledby": "trades-title" }, table);
    this.element = el(
      "section", { class: "trade-part trades", "aria-labelledby": "trades-title" },
      el("header", { class: "trade-part-head" }, el("h2", { id: "trades-title" }, t("market.trades.title")), this.news),
      scroller, this.empty,
    );
    scroller.addEventListener("pointerenter", (event) => {
      // A finger that scrolls is gone at once; only a pointer that rests asks the list to.
      if (event.pointerType === "mouse") this.isPaused = true;
    });
    scroller.addEventListener("pointerleave", () => this.goOn());
    painted(scope, [feed.trades], () => this.draw());
    scope.watch(store.connection, (connection) => this.element.classList.toggle("is-stale", isOld(connection)));
    scope.watch(fills, () => {
      this.own = new Set(fills.value.map(keyOf));
      for (const slot of this.slots) slot.markOwn(this.own);
    });
  }

  private goOn(): void {
    this.isPaused = false;
    this.news.hidden = true;
    this.draw();
  }

  private draw(): void {
    const trades = this.input.feed.trades.value;
    this.rows.parentElement?.setAttribute("aria-busy", String(trades === null));
    if (trades === null) return;
    this.empty.hidden = trades.length > 0;
    const { fresh, goesOn } = arrivalOf(trades, this.shown);
    if (fresh.length === 0 && goesOn) return;
    if (this.isPaused && goesOn) {
      this.news.hidden = false;
      setText(this.news, plural("market.trades.news", fresh.length));
      return;
    }
    this.shown = trades[0]?.id ?? null;
    // Rows stay where they are and change their words: what moves could be taken for a change of the page.
    const shown = trades.slice(0, mostShown);
    this.places.amount = placesFor(shown.map(({ amount }) => Decimal.from(amount)), this.places.amount);
    for (const [index, trade] of shown.entries()) this.slotAt(index).show(trade, this.places, this.own);
    for (const slot of this.slots.splice(shown.length)) slot.element.remove();
  }

  private slotAt(index: number): TradeSlot {
    let slot = this.slots[index];
    if (slot === undefined) {
      slot = new TradeSlot();
      this.slots.push(slot);
      this.rows.append(slot.element);
    }
    return slot;
  }
}
