import type { MarketSide } from "../../api";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { Observable } from "../../observable";
import { segmented } from "../../ui/menu";
import { isOld } from "../freshness";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { figure, percentage, placesOf } from "../numbers/format";
import { BookReader } from "./bookreader";
import { BookSlot, leastPlaces, partOf, type Places, placesFor } from "./bookslot";
import { type BookRow, type Grouping, groupings, ownPrices, rowsOf, spreadOf } from "./grouping";
import type { TradeInput } from "./input";

/** Places of each side. */
const slotsOfASide = 20;

/** How each market's book is grouped, for as long as the page lives. */
const chosenGroupings = new Map<string, Grouping>();

/** What the bars behind the rows say: the running total, or the amount of the row alone. */
const bars = new Observable<"total" | "amount">("total");

/** The order book of one market. */
export function bookPart(input: TradeInput): HTMLElement {
  return new BookView(input).element;
}

class BookView {
  readonly element: HTMLElement;
  private readonly places: Places;
  private readonly tick: Decimal;
  private readonly grouping: Observable<Grouping>;
  private readonly sells: BookSlot[];
  private readonly buys: BookSlot[];
  private readonly last = el("span", { class: "book-last" });
  private readonly spread = el("span", { class: "book-spread" });
  private readonly state = el("p", { class: "book-state", role: "status" });
  private readonly empty: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly centre: HTMLButtonElement;
  private readonly table: HTMLTableElement;
  private readonly middle: HTMLTableRowElement;
  private readonly reader: BookReader;
  /** What stood under the pointer when it went down: that is meant, whatever stands there when it comes up. */
  private pressed: { slot: BookSlot; row: BookRow | null } | null = null;
  private isCentred = true;
  private focused: HTMLElement | null = null;

  constructor(private readonly input: TradeInput) {
    const { market, base, quote } = input;
    this.tick = Decimal.from(market.tick);
    this.places = { price: placesOf(this.tick), amount: leastPlaces };
    this.grouping = new Observable<Grouping>(chosenGroupings.get(market.name) ?? 1);
    const slots = (side: MarketSide): BookSlot[] => Array.from({ length: slotsOfASide }, () => new BookSlot(side));
    this.sells = slots("sell");
    this.buys = slots("buy");
    const head = (text: string): HTMLElement => el("th", { scope: "col" }, text);
    const heads = el(
      "tr", {}, head(t("market.book.price", { asset: quote.name })), head(t("market.book.amount", { asset: base.name })),
      head(t("market.book.total")),
    );
    this.middle = el("tr", { class: "book-middle" }, el("td", { colspan: 3 }, el("div", {}, this.last, this.spread)));
    this.table = el(
      "table", { class: "book-table figures", "aria-live": "off" },
      el("caption", { class: "hidden" }, t("market.book.caption", { market: `${market.base}/${market.quote}` })),
      el("thead", {}, heads),
      // The best sell stands next to the middle.
      el("tbody", { "aria-label": t("market.book.sells") }, ...[...this.sells].reverse().map(({ element }) => element)),
      el("tbody", {}, this.middle),
      el("tbody", { "aria-label": t("market.book.buys") }, ...this.buys.map(({ element }) => element)),
    );
    this.scroller = el("div", { class: "book-scroller" }, this.table);
    this.centre = el("button", { type: "button", class: "button book-centre", hidden: true, onclick: () => this.toMiddle() }, t("market.book.centre"));
    const first = el("button", { type: "button", class: "button-text", onclick: () => input.draft.filled.set({}) }, t("market.book.first"));
    this.empty = el("div", { class: "book-empty", hidden: true }, el("p", {}, t("market.book.empty")), first);
    this.reader = new BookReader(input.scope, () => this.summary());
    this.element = el(
      "section", { class: "trade-part book", "aria-labelledby": "book-title" },
      el("header", { class: "trade-part-head" }, el("h2", { id: "book-title" }, t("market.book.title")), this.choices(), this.reader.element),
      el("div", { class: "book-place" }, this.scroller, this.centre, this.empty, this.state),
    );
    this.listen();
  }

  private choices(): HTMLElement {
    const { market } = this.input;
    const select = el("select", { class: "select", "aria-label": t("market.book.grouping") });
    const steps = groupings.map((size) => {
      const step = this.tick.times(Decimal.of(BigInt(size)));
      return el("option", { value: size }, figure(step, placesOf(step)));
    });
    fill(select, ...steps);
    select.value = String(this.grouping.value);
    select.addEventListener("change", () => {
      const chosen = groupings.find((size) => String(size) === select.value) ?? 1;
      chosenGroupings.set(market.name, chosen);
      this.grouping.set(chosen);
    });
    const choices = [{ value: "total", label: t("market.book.barTotal") }, { value: "amount", label: t("market.book.barAmount") }] as const;
    const shown = segmented<"total" | "amount">(t("market.book.bars"), choices, bars.value, (chosen) => bars.set(chosen));
    return el("div", { class: "book-choices" }, shown, select);
  }

  private listen(): void {
    const { context: { store }, scope, feed } = this.input;
    const sources = [feed.book, feed.trades, store.openOrders.observable, store.connection, this.grouping, bars];
    painted(scope, sources, () => this.draw());
    this.table.addEventListener("pointerdown", (event) => {
      const slot = this.slotAt(event.target);
      this.pressed = slot === undefined ? null : { slot, row: slot.shown };
    });
    this.table.addEventListener("click", (event) => this.choose(event));
    this.table.addEventListener("keydown", (event) => this.onKey(event));
    this.table.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLElement) this.rove(event.target);
    });
    for (const type of ["wheel", "touchmove"]) this.scroller.addEventListener(type, () => this.leaveMiddle(), { passive: true });
    const sized = new ResizeObserver(() => this.isCentred && this.toMiddle());
    sized.observe(this.scroller);
    scope.add(() => sized.disconnect());
  }

  private get slots(): BookSlot[] {
    return [...this.sells, ...this.buys];
  }

  private slotAt(target: EventTarget | null): BookSlot | undefined {
    const row = target instanceof Element ? target.closest("tr") : null;
    return this.slots.find(({ element }) => element === row);
  }

  private get isStale(): boolean {
    const { feed, context: { store } } = this.input;
    return feed.book.value?.isStale !== false || isOld(store.connection.value);
  }

  /** Fills the form with what was chosen: a price alone, or with it the amount up to it. Nothing is ever sent. */
  private choose(event: MouseEvent): void {
    const slot = this.slotAt(event.target);
    if (slot === undefined || !(event.target instanceof Element)) return;
    // A key has no place: what stands there now is meant.
    const row = event.detail > 0 && this.pressed?.slot === slot ? this.pressed.row : slot.shown;
    this.pressed = null;
    if (row === null || this.isStale) return;
    const isPrice = event.target.closest("th") !== null;
    const price = row.price.text;
    this.input.draft.filled.set(isPrice ? { price } : { price, amount: row.total.text });
  }

  /** Arrows go from row to row and from price to amount, so that the book is one stop of the tabulator. */
  private onKey(event: KeyboardEvent): void {
    const slot = this.slotAt(event.target);
    if (slot === undefined) return;
    const order = [...[...this.sells].reverse(), ...this.buys].filter((each) => each === slot || each.shown !== null);
    const isPrice = event.target === slot.price;
    const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -order.length, End: order.length };
    const step = steps[event.key];
    let next: HTMLElement | undefined;
    if (step !== undefined) {
      const place = Math.min(order.length - 1, Math.max(0, order.indexOf(slot) + step));
      next = isPrice ? order[place]?.price : order[place]?.amount;
    } else if (event.key === "ArrowRight") next = slot.amount;
    else if (event.key === "ArrowLeft") next = slot.price;
    if (next === undefined) return;
    event.preventDefault();
    this.leaveMiddle();
    next.focus();
  }

  private rove(target: HTMLElement | null): void {
    if (target?.classList.contains("book-button") !== true) return;
    if (this.focused !== null) this.focused.tabIndex = -1;
    target.tabIndex = 0;
    this.focused = target;
  }

  /** The stop of the tabulator is a place with a price, unless somebody is at it. */
  private keepStop(): void {
    const isGood = this.slots.some(({ shown, element }) => shown !== null && element.contains(this.focused));
    if (isGood || (this.focused !== null && this.focused === document.activeElement)) return;
    const best = [...this.buys, ...this.sells].find(({ shown }) => shown !== null);
    this.rove(best?.price ?? null);
  }

  private leaveMiddle(): void {
    this.isCentred = false;
    this.centre.hidden = false;
  }

  private toMiddle(): void {
    this.isCentred = true;
    this.centre.hidden = true;
    const { scroller, middle } = this;
    scroller.scrollTop = middle.offsetTop - (scroller.clientHeight - middle.offsetHeight) / 2;
  }

  private draw(): void {
    const { market, feed, context: { store } } = this.input;
    const book = feed.book.value;
    const step = this.tick.times(Decimal.of(BigInt(this.grouping.value)));
    const orders = store.openOrders.value ?? [];
    const rows = (side: MarketSide): BookRow[] => {
      const levels = side === "sell" ? book?.asks : book?.bids;
      return rowsOf(levels ?? [], side, step, this.grouping.value !== 1, ownPrices(orders, market.name, side), slotsOfASide);
    };
    const sides = [[this.sells, rows("sell")], [this.buys, rows("buy")]] as const;
    const of = (row: BookRow): Decimal => (bars.value === "total" ? row.total : row.amount);
    const greatest = sides.flatMap(([, shown]) => shown.map(of)).reduce((a, b) => (b.compare(a) > 0 ? b : a), Decimal.zero);
    const amounts = sides.flatMap(([, shown]) => shown.flatMap(({ amount, total }) => [amount, total]));
    this.places.amount = placesFor(amounts, this.places.amount);
    for (const [slots, shown] of sides) {
      for (const [index, slot] of slots.entries()) {
        const row = shown[index] ?? null;
        slot.show(row, this.places);
        slot.fillBar(row === null ? 0 : partOf(of(row), greatest));
      }
    }
    this.keepStop();
    this.drawMiddle();
    this.drawState(book !== null && book.bids.length === 0 && book.asks.length === 0);
  }

  /** The last price with its direction, and the distance of the best prices, whatever the grouping is. */
  private drawMiddle(): void {
    const { feed } = this.input;
    const [newest, ...older] = feed.trades.value ?? [];
    const before = older.find(({ price }) => price !== newest?.price);
    const rise = newest === undefined || before === undefined ? 0 : Decimal.from(newest.price).compare(Decimal.from(before.price));
    const arrow = rise > 0 ? "▲ " : rise < 0 ? "▼ " : "";
    setText(this.last, newest === undefined ? "–" : arrow + figure(Decimal.from(newest.price), this.places.price));
    this.last.dataset["direction"] = rise > 0 ? "up" : rise < 0 ? "down" : "";
    const [bid, ask] = [feed.book.value?.bids[0]?.price, feed.book.value?.asks[0]?.price];
    if (bid === undefined || ask === undefined) return setText(this.spread, "");
    const { size, part } = spreadOf(bid, ask);
    setText(this.spread, t("market.book.spread", { size: figure(size, this.places.price), part: percentage(part, 3) }));
  }

  private drawState(isEmpty: boolean): void {
    const { feed, context: { store } } = this.input;
    const isLoading = feed.book.value === null;
    const isStale = !isLoading && this.isStale;
    this.element.classList.toggle("is-stale", isStale);
    this.table.setAttribute("aria-busy", String(isLoading || isStale));
    this.empty.hidden = !isEmpty || isStale;
    const isLost = store.connection.value.state === "lost";
    setText(this.state, isLost ? t("market.live.lost") : isStale ? t("market.book.catchingUp") : isLoading ? t("loading") : "");
    this.state.hidden = this.state.textContent === "";
  }

  /** The best prices in words. */
  private summary(): string {
    if (this.isStale) return t("market.book.catchingUp");
    const { places } = this;
    return `${this.buys[0]?.words(places) ?? ""} ${this.sells[0]?.words(places) ?? ""} ${this.spread.textContent ?? ""}`;
  }
}
