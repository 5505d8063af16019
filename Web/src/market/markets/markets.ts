import type { Market } from "../../api";
import { el, fill, setText } from "../../dom";
import { plural, t } from "../../i18n";
import { icon } from "../../icons";
import { Observable } from "../../observable";
import { linkRow } from "../../ui/list";
import { segmented } from "../../ui/menu";
import { emptyState, failedState } from "../../ui/states";
import { addressOf } from "../address";
import { freshness, isOld } from "../freshness";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { settings } from "../settings/settings";
import { signInAddress } from "../signedin";
import type { View, ViewInput } from "../view";
import { arranged, columns, type Entry, type Filter, isListed, nextSorting, type Sorting, titleOf } from "./arrange";
import { favourites, mark } from "./favourites";
import { MarketRow } from "./row";

/** Milliseconds between two times that the list sorts itself anew while its values change. */
const betweenSorts = 5000;

/** What the reader chose last, for when they come back from a market. */
const filter = new Observable<Filter>({ search: "", which: "all", quote: "" });
const sorting = new Observable<Sorting>(null);

/** All markets, each with its live prices: the first view. */
export const marketsView: View = (input) => new MarketList(input).element;

class MarketList {
  readonly element: HTMLElement;
  private readonly list = el("ul", { class: "market-list" });
  private readonly place = el("div", { class: "market-place" });
  private readonly ordering = el("p", { class: "market-ordering", id: "market-ordering" });
  private readonly search: HTMLInputElement;
  private readonly rows = new Map<string, MarketRow>();
  /** The markets that are listed, in their order. */
  private order: string[] = [];
  private sortedAt = 0;
  /** How much was known of what the order goes by. */
  private sortedBy = 0;

  constructor(private readonly input: ViewInput) {
    const { context, scope } = input;
    this.search = el("input", {
      type: "search", id: "market-search", value: filter.value.search, placeholder: t("market.list.searchHint"),
      autocomplete: "off", spellcheck: "false", maxlength: 40, enterkeyhint: "search",
    });
    this.element = el(
      "div", { class: "view markets" },
      el("header", { class: "view-head" }, el("h1", {}, t("market.nav.markets")), this.ordersLink(), freshness(scope, context.store.connection)),
      el("div", { class: "view-body" }, this.tools(), this.ordering, this.place),
    );
    this.place.append(this.heads(), this.list, this.door());
    this.listen();
  }

  private listen(): void {
    const { context: { store }, scope } = this.input;
    const sources = [store.markets.observable, store.assets.observable, store.tickers, store.openOrders.observable,
      store.balances.observable, favourites, settings];
    painted(scope, sources, () => this.draw());
    for (const choice of [filter, sorting]) {
      let isFirst = true;
      scope.add(choice.subscribe(() => !isFirst && this.arrange()));
      isFirst = false;
    }
    scope.watch(store.connection, (connection) => this.list.classList.toggle("is-old", isOld(connection)));
    scope.every(1000, () => this.arrangeAtRest());
    this.search.addEventListener("input", () => filter.set({ ...filter.value, search: this.search.value }));
    scope.listen(document, "keydown", (event) => this.onKey(event as KeyboardEvent));
  }

  /** `/` begins a search from anywhere, Escape ends it. */
  private onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.search.focus();
      this.search.select();
    } else if (event.key === "Escape" && event.target === this.search) {
      event.preventDefault();
      this.clearSearch();
    }
  }

  private clearSearch(): void {
    this.search.value = "";
    filter.set({ ...filter.value, search: "" });
  }

  /** What a first visitor can do besides looking. */
  private door(): HTMLElement {
    const { context: { session }, scope } = this.input;
    const place = el("ul", { class: "link-list" });
    scope.watch(session.account.observable, (remote) => {
      const isNobody = remote.state === "ready" && remote.value === null;
      fill(place, isNobody && linkRow("me", signInAddress(), t("market.signIn"), t("market.signIn.note")));
    });
    return place;
  }

  /** The way to one's open orders, when there are any. */
  private ordersLink(): HTMLElement {
    const { context: { store }, scope } = this.input;
    const link = el("a", { class: "market-orders button", href: addressOf("orders"), hidden: true });
    scope.watch(store.openOrders.observable, () => {
      const count = store.openOrders.value?.length ?? 0;
      link.hidden = count === 0;
      setText(link, count === 0 ? "" : plural("market.list.openOrders", count));
    });
    return link;
  }

  private tools(): HTMLElement {
    const { context: { store }, scope } = this.input;
    const choices = [
      { value: "all", label: t("market.list.all") }, { value: "favourites", label: t("market.list.favourites") },
      { value: "own", label: t("market.list.mine") },
    ] as const;
    const which = segmented<Filter["which"]>(t("market.list.which"), choices, filter.value.which, (chosen) => {
      filter.set({ ...filter.value, which: chosen });
    });
    const quotes = el("select", { class: "select", "aria-label": t("market.list.currency") });
    quotes.addEventListener("change", () => filter.set({ ...filter.value, quote: quotes.value }));
    let known = "";
    scope.watch(store.markets.observable, () => {
      const names = [...new Set(store.markets.value?.map(({ quote }) => quote) ?? [])].sort();
      if (names.join() === known) return;
      known = names.join();
      fill(
        quotes, el("option", { value: "" }, t("market.list.anyCurrency")),
        ...names.map((name) => el("option", { value: name }, t("market.list.inCurrency", { asset: name }))),
      );
      quotes.value = names.includes(filter.value.quote) ? filter.value.quote : "";
    });
    const label = el("label", { class: "hidden", for: "market-search" }, t("market.list.search"));
    return el(
      "div", { class: "market-tools" }, el("div", { class: "search", role: "search" }, label, icon("search"), this.search),
      el("div", { class: "market-choices" }, which, quotes),
    );
  }

  /** The heads of the columns, by which the list is sorted. */
  private heads(): HTMLElement {
    const { scope } = this.input;
    const buttons = columns.map((column) => {
      const arrow = el("span", { class: "market-arrow", "aria-hidden": "true" });
      const button = el(
        "button", { type: "button", class: `market-head market-head-${column}`, onclick: () => sorting.set(nextSorting(sorting.value, column)) },
        t(`market.list.sort.${column}`), arrow,
      );
      scope.watch(sorting, (now) => {
        const isMine = now?.column === column;
        button.setAttribute("aria-pressed", String(isMine));
        const isRising = (column === "name") !== (now?.isReversed === true);
        setText(arrow, !isMine ? "" : isRising ? "↑" : "↓");
      });
      return button;
    });
    return el("div", { class: "market-heads", role: "group", "aria-label": t("market.list.sort"), "aria-describedby": "market-ordering" }, ...buttons);
  }

  private entries(): Entry[] {
    const { store } = this.input.context;
    const assets = store.assets.value ?? [];
    const withOrders = new Set(store.openOrders.value?.map(({ market }) => market));
    const balances = store.balances.value;
    return (store.markets.value ?? []).map((market) => ({
      market, ticker: store.tickers.value.get(market.name),
      titles: `${titleOf(assets, market.base)} ${titleOf(assets, market.quote)} ${market.name}`,
      isFavourite: favourites.value.has(market.name), hasOrders: withOrders.has(market.name),
      isHeld: !Decimal.from(balances?.get(market.base)?.total ?? "0").isZero,
    }));
  }

  /** Shows all numbers as they are now; the order is left alone but for markets that came or went. */
  private draw(): void {
    const { context: { store }, scope } = this.input;
    const { value: remote } = store.markets.observable;
    if (remote.state !== "ready") {
      fill(this.list, ...(remote.state === "loading" ? skeleton() : []));
      this.list.setAttribute("aria-busy", String(remote.state === "loading"));
      if (remote.state === "failed") this.say(failedState(remote.failure, () => void store.markets.load()));
      return;
    }
    this.list.setAttribute("aria-busy", "false");
    const assets = store.assets.value ?? [];
    const entries = this.entries();
    let isNew = this.rows.size === 0;
    for (const { market, ticker, isFavourite, hasOrders } of entries) {
      let row = this.rows.get(market.name);
      if (row === undefined) {
        row = new MarketRow(scope, market, () => mark(market.name, !favourites.value.has(market.name)));
        this.rows.set(market.name, row);
      }
      const places = assets.find(({ name }) => name === market.quote)?.decimals ?? 0;
      row.update(market, titleOf(assets, market.base), ticker, places);
      row.mark(isFavourite, hasOrders);
    }
    const names = new Set(entries.map(({ market }) => market.name));
    for (const name of [...this.rows.keys()]) {
      if (names.has(name)) continue;
      this.rows.delete(name);
      isNew = true;
    }
    // What the order goes by comes piece by piece; the list does not wait for it, and takes its order as soon as it is here.
    const known = Number(store.tickers.value.size > 0) + Number(store.openOrders.value !== undefined);
    const isBetter = known > this.sortedBy && !this.isSomebodyIn;
    if (isNew || isBetter || this.sortedAt === 0) {
      this.sortedBy = known;
      this.arrange();
    } else this.keep(entries);
  }

  /** Leaves the order as it is, and adds at its end what is listed now and was not. */
  private keep(entries: readonly Entry[]): void {
    const listed = entries.filter((entry) => isListed(entry, filter.value)).map(({ market }) => market.name);
    const kept = this.order.filter((name) => listed.includes(name) || this.isTouched(name));
    const more = listed.filter((name) => !kept.includes(name));
    if (more.length > 0 || kept.length < this.order.length) this.setRows([...kept, ...more]);
  }

  /** A row that somebody is at does not go away under the finger, as when its star is taken from it. */
  private isTouched(name: string): boolean {
    return this.rows.get(name)?.element.matches(":hover, :focus-within") === true;
  }

  private get isSomebodyIn(): boolean {
    return this.list.matches(":hover, :focus-within");
  }

  /** Sorts anew when nobody is in the list and it has been still for long enough. */
  private arrangeAtRest(): void {
    if (Date.now() - this.sortedAt < betweenSorts || this.isSomebodyIn) return;
    if (this.input.context.store.markets.value !== undefined && !document.hidden) this.arrange();
  }

  /** Sorts and filters the list. */
  private arrange(): void {
    const { store } = this.input.context;
    if (store.markets.value === undefined) return;
    const counter = settings.value.counter ?? "CLP";
    const entries = this.entries().filter((entry) => isListed(entry, filter.value));
    this.setRows(arranged(entries, sorting.value, counter).map(({ market }) => market.name));
    this.sortedAt = Date.now();
    setText(this.ordering, t(`market.list.sorted.${sorting.value?.column ?? "own"}`));
    this.explain(store.markets.value, entries.length);
  }

  private setRows(names: string[]): void {
    this.order = names;
    const rows = names.flatMap((name) => this.rows.get(name)?.element ?? []);
    // Moving what stands where it should would take the focus away.
    if (rows.length === this.list.children.length && rows.every((row, index) => this.list.children[index] === row)) return;
    const { activeElement } = document;
    fill(this.list, ...rows);
    if (activeElement instanceof HTMLElement && this.list.contains(activeElement)) activeElement.focus();
  }

  /** What an empty list means, and the way out. */
  private explain(markets: readonly Market[], listed: number): void {
    if (listed > 0) return this.say(null);
    if (markets.length === 0) return this.say(emptyState("chart", t("market.list.none"), t("market.list.noneNote")));
    const { search, which } = filter.value;
    const all = el("button", { type: "button", class: "button", onclick: () => this.showAll() }, t("market.list.showAll"));
    if (search.trim() !== "") return this.say(emptyState("search", t("market.list.notFound"), t("market.list.notFoundNote", { search }), all));
    const isFavourites = which === "favourites";
    const note = isFavourites ? t("market.list.noFavouritesNote") : t("market.list.noOwnNote");
    this.say(emptyState(isFavourites ? "star" : "list", t(isFavourites ? "market.list.noFavourites" : "market.list.noOwn"), note, all));
  }

  private showAll(): void {
    this.search.value = "";
    filter.set({ search: "", which: "all", quote: "" });
    const { element } = this;
    for (const choice of element.querySelectorAll(".market-choices .segment")) {
      choice.setAttribute("aria-pressed", String(choice.getAttribute("data-value") === "all"));
    }
    const quotes = element.querySelector<HTMLSelectElement>(".market-choices select");
    if (quotes !== null) quotes.value = "";
    this.search.focus();
  }

  private say(state: HTMLElement | null): void {
    this.place.querySelector(":scope > .state")?.remove();
    if (state !== null) this.place.append(state);
  }
}

/** Rows of the same height as those that come. */
function skeleton(): HTMLElement[] {
  return [1, 2, 3, 4, 5, 6].map(() => el("li", { class: "market-item market-waiting", "aria-hidden": "true" }, el("div", { class: "skeleton" })));
}
