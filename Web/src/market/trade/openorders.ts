import * as api from "../../api";
import type { Market, MarketAsset, MarketOrder } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, setText, uniqueId } from "../../dom";
import { plural, t } from "../../i18n";
import { Scope } from "../../observable";
import { linkButton } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { failedState, loadingState } from "../../ui/states";
import { addressOf } from "../address";
import type { MarketContext } from "../context";
import { isFresh } from "../live/connection";
import { paint, painted } from "../live/paint";
import { shortTime } from "../numbers/instants";
import { settings } from "../settings/settings";
import { signInAddress } from "../signedin";
import type { ViewInput } from "../view";
import { amendForm } from "./amendform";
import { OpenOrderRow } from "./openorderrow";
import { type Ending, isSettled, nextRows, type OrderRow, released } from "./orderrows";
import { outcomeOf, priceText, type Spoken } from "./orderwords";
import { newKey } from "./post";
import { Decimal } from "../../numbers/decimal";

/** What the list of open orders is given: those of one market, or of all. */
export interface OpenOrdersInput {
  context: MarketContext;
  scope: Scope;
  go: ViewInput["go"];
  market?: string;
}

/** The open orders, live, each cancelled by one press and changed in place. */
export function openOrdersPart(input: OpenOrdersInput): HTMLElement {
  return new OpenOrders(input).element;
}

/** Milliseconds after which it is looked whether rows that ended are to go. */
const betweenLooks = 500;

class OpenOrders {
  readonly element: HTMLElement;
  private rows: OrderRow[] = [];
  private readonly shown = new Map<string, OpenOrderRow>();
  private readonly endings = new Map<string, Ending>();
  private isPointerIn = false;
  private readonly heading: HTMLElement;
  private readonly count = el("span", { class: "figures" });
  private readonly cancelAll = el("button", { type: "button", class: "button", hidden: true, onclick: () => void this.askToCancelAll() });
  private readonly note = el("p", { class: "quiet open-note", hidden: true });
  private readonly said = el("p", { class: "open-said", role: "status" });
  private readonly place = el("div");
  private readonly body = el("tbody", { role: "rowgroup" });
  private readonly table: HTMLTableElement;
  /** The order that is being changed, with its form. */
  private amended: { id: string; row: HTMLElement } | null = null;
  private state = "";

  constructor(private readonly input: OpenOrdersInput) {
    const { context, scope, market } = input;
    const id = uniqueId("open-orders");
    this.heading = el("h2", { id, tabindex: -1 }, t("order.open.title"), " ", this.count);
    const heads = [
      ...(market === undefined ? [t("order.head.market")] : []), t("order.head.side"), t("order.head.price"), t("order.head.amount"),
      t("order.head.filled"), t("order.head.total"), t("order.head.time"), t("order.head.cancel"),
    ];
    this.table = el(
      "table", { class: market === undefined ? "open-table has-market" : "open-table", role: "table", "aria-labelledby": id },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...heads.map((text) => el("th", { scope: "col", role: "columnheader" }, text)))), this.body,
    );
    this.element = el(
      "section", { class: "open-orders", "aria-labelledby": id },
      el("header", { class: "open-head" }, this.heading, this.cancelAll), this.note, this.place, this.said,
    );
    this.body.addEventListener("pointerenter", () => (this.isPointerIn = true));
    this.body.addEventListener("pointerleave", () => {
      this.isPointerIn = false;
      paint(() => this.release());
    });
    this.body.addEventListener("focusout", () => window.setTimeout(() => this.release()));
    scope.watch(context.store.ended, (ended) => {
      for (const { id: order, status } of ended) if (!this.endings.has(order)) this.endings.set(order, status);
    });
    const { store, session } = context;
    painted(
      scope, [store.openOrders.observable, store.ended, session.account.observable, store.markets.observable, store.assets.observable, store.connection, settings],
      () => this.render(),
    );
    scope.every(betweenLooks, () => this.release());
  }

  /** Whether somebody is about to press something in the list, so that nothing may move. */
  private get isHeld(): boolean {
    return this.isPointerIn || this.body.contains(document.activeElement);
  }

  private open(): readonly MarketOrder[] | undefined {
    const { market, context } = this.input;
    return context.store.openOrders.value?.filter((order) => market === undefined || order.market === market);
  }

  private spoken(name: string): Spoken | undefined {
    const { store } = this.input.context;
    const market: Market | undefined = store.markets.value?.find((each) => each.name === name);
    const asset = (of: string | undefined): MarketAsset | undefined => store.assets.value?.find((each) => each.name === of);
    const [base, quote] = [asset(market?.base), asset(market?.quote)];
    return market === undefined || base === undefined || quote === undefined ? undefined : { market, base, quote };
  }

  private render(): void {
    const { session, store } = this.input.context;
    const account = session.account.observable.value;
    const orders = store.openOrders.observable.value;
    const open = this.open();
    if (account.state === "ready" && account.value === null) {
      this.rows = [];
      return this.showState("out", linkButton("plain", signInAddress(), t("order.open.signIn")));
    }
    if (account.state === "failed") return this.showState("failed", failedState(account.failure, () => void session.account.load()));
    if (orders.state === "failed") return this.showState("failed", failedState(orders.failure, () => void store.openOrders.load()));
    if (open === undefined || store.markets.value === undefined || store.assets.value === undefined) return this.showState("loading", loadingState());
    this.rows = nextRows(this.rows, open, this.endings, this.isHeld, performance.now());
    setText(this.count, open.length > 0 ? String(open.length) : "");
    const { market } = this.input;
    this.cancelAll.hidden = open.length < 2;
    setText(this.cancelAll, market === undefined ? plural("order.open.all", open.length) : plural("order.open.allOf", open.length, { market }));
    const { value: connection } = store.connection;
    const isOld = connection.state === "lost" || connection.state === "slow";
    this.note.hidden = !isOld;
    if (isOld) setText(this.note, t("order.open.asOf", { time: shortTime(new Date(connection.since)) }));
    if (this.rows.length === 0) return this.showState("empty", this.emptyText());
    this.showRows();
    this.showState("rows", this.table);
  }

  private emptyText(): HTMLElement {
    return el("p", { class: "quiet" }, t("order.open.none"), " ", el("a", { href: addressOf("orders", "history") }, t("order.open.history")));
  }

  private showState(name: string, content: HTMLElement): void {
    if (name !== "rows") {
      this.cancelAll.hidden = true;
      if (name !== "empty") setText(this.count, "");
    }
    if (this.state === name && name !== "failed") return;
    const hadFocus = this.body.contains(document.activeElement);
    this.state = name;
    fill(this.place, content);
    if (hadFocus) this.heading.focus({ preventScroll: true });
  }

  /** Puts the rows in their places; those that are there already are changed in place. */
  private showRows(): void {
    const wanted: HTMLElement[] = [];
    for (const row of this.rows) {
      const spoken = this.spoken(row.order.market);
      if (spoken === undefined) continue;
      let shown = this.shown.get(row.order.id);
      if (shown === undefined) {
        shown = new OpenOrderRow(this.input.market === undefined, spoken, { cancel: (order) => void this.cancel(order), amend: (order) => this.amend(order, spoken) });
        this.shown.set(row.order.id, shown);
      }
      shown.show(row);
      wanted.push(shown.element);
      if (this.amended?.id === row.order.id) {
        if (row.ending === null) wanted.push(this.amended.row);
        else this.amended = null;
      }
    }
    const isRight = wanted.length === this.body.children.length && wanted.every((each, place) => this.body.children[place] === each);
    if (!isRight) this.replace(wanted);
    for (const id of [...this.shown.keys()]) if (!this.rows.some(({ order }) => order.id === id)) this.shown.delete(id);
  }

  /** Replaces the rows without taking the focus from one that stays; one that goes gives it to its neighbour. */
  private replace(wanted: readonly HTMLElement[]): void {
    const focused = document.activeElement;
    const place = [...this.body.children].findIndex((row) => row.contains(focused));
    for (const row of [...this.body.children]) if (!wanted.includes(row as HTMLElement)) row.remove();
    wanted.forEach((row, at) => {
      if (this.body.children[at] !== row) this.body.insertBefore(row, this.body.children[at] ?? null);
    });
    if (place < 0) return;
    if (focused instanceof HTMLElement && this.body.contains(focused)) return focused.focus({ preventScroll: true });
    const neighbour = wanted[Math.min(place, wanted.length - 1)]?.querySelector("button");
    (neighbour ?? this.heading).focus({ preventScroll: true });
  }

  /** Lets rows go that ended a while ago, once nobody is about to press one. */
  private release(): void {
    const open = this.open();
    if (this.isPointerIn || open === undefined || this.state !== "rows" || isSettled(this.rows, open)) return;
    const isFocused = this.body.contains(document.activeElement);
    const next = released(this.rows, open, performance.now());
    // The keyboard's place may lose rows, which gives the focus to a neighbour, but is not put in another order.
    if (isFocused && next.length === this.rows.length) return;
    this.rows = next;
    this.render();
  }

  private readonly keys = new Map<string, string>();

  private async cancel(order: MarketOrder): Promise<void> {
    const { store, session } = this.input.context;
    const row = this.shown.get(order.id);
    const spoken = this.spoken(order.market);
    if (row === undefined || spoken === undefined || row.isCancelling) return;
    // A cancellation that is sent again because no answer came is the same one.
    const key = this.keys.get(order.id) ?? newKey();
    this.keys.set(order.id, key);
    row.isCancelling = true;
    const what = t(order.side === "buy" ? "order.said.buy" : "order.said.sell", { asset: spoken.base.name, price: order.price === undefined ? "" : priceText(Decimal.from(order.price), spoken) });
    try {
      const ended = await ask((options) => api.cancelMarketOrder(order.id, { ...options, key }));
      this.end(ended, "cancelled");
      const partner = store.openOrders.value?.find(({ id }) => id === order.partner);
      if (partner !== undefined) this.end(partner, "cancelled");
      setText(this.said, t(order.partner === undefined ? "order.open.cancelled" : "order.open.cancelledPair", { order: what }));
    } catch (error) {
      const failure = Failure.from(error);
      row.isCancelling = false;
      if (failure.code === "market.not_open" || failure.code === "market.unknown_order") await this.tellEnd(order, spoken);
      else {
        row.say(failure.status === 0 ? t("order.open.unanswered") : failure.explanation);
        session.endIfRefused(failure);
      }
    }
    this.keys.delete(order.id);
    if (!isFresh(store.connection.value)) await Promise.all([store.openOrders.load(), store.balances.load()]);
  }

  /** The order was not open any more: says what became of it, as it is. */
  private async tellEnd(order: MarketOrder, spoken: Spoken): Promise<void> {
    try {
      const { order: now } = await ask((options) => api.marketOrder(order.id, options));
      this.end(now, now.status === "filled" ? "filled" : "cancelled");
      const text = t("order.open.justNow", { outcome: outcomeOf(now, spoken) });
      this.shown.get(order.id)?.say(text);
      setText(this.said, text);
    } catch (error) {
      this.shown.get(order.id)?.say(Failure.from(error).explanation);
    }
  }

  /** Takes an order out of the list of open ones, as the server said that it ended. */
  private end(order: MarketOrder, ending: Ending): void {
    const { store } = this.input.context;
    this.endings.set(order.id, ending);
    this.rows = this.rows.map((row) => (row.order.id === order.id && row.ending === null ? { order, ending, endedAt: performance.now() } : row));
    const { value } = store.openOrders;
    if (value?.some(({ id }) => id === order.id) === true) store.openOrders.set(value.filter(({ id }) => id !== order.id));
    this.render();
  }

  private async askToCancelAll(): Promise<void> {
    const { context, market } = this.input;
    const count = this.open()?.length ?? 0;
    const title = market === undefined ? plural("order.open.all", count) : plural("order.open.allOf", count, { market });
    if (!(await confirmed(`${title}?`, t("order.open.allText"), t("order.open.allYes"), true))) return;
    const key = newKey();
    for (const row of this.shown.values()) row.isCancelling = true;
    try {
      const { orders } = await ask((options) => api.cancelMarketOrders(market === undefined ? {} : { market }, { ...options, key }), 60_000);
      for (const order of orders) this.endings.set(order.id, "cancelled");
      setText(this.said, plural("order.open.allDone", orders.length));
      await Promise.all([context.store.openOrders.load(), ...(isFresh(context.store.connection.value) ? [] : [context.store.balances.load()])]);
    } catch (error) {
      context.report(error);
    } finally {
      for (const row of this.shown.values()) row.isCancelling = false;
    }
  }

  /** Opens the fields below an order that change it, or closes them. */
  private amend(order: MarketOrder, spoken: Spoken): void {
    if (order.partner !== undefined) return this.shown.get(order.id)?.say(t("problem.market.paired"));
    const isOpen = this.amended?.id === order.id;
    this.amended = null;
    if (!isOpen) {
      const form = amendForm(order, spoken, ({ amendment }) => {
        this.amended = null;
        if (amendment !== null) this.took(amendment);
        this.render();
        (this.shown.get(order.id)?.amendButton ?? this.heading).focus({ preventScroll: true });
      }, (failure) => {
        this.input.context.session.endIfRefused(failure);
        if (failure.code === "market.not_open") void this.tellEnd(order, spoken);
      });
      const columns = this.table.querySelectorAll("th[scope=col]").length;
      this.amended = { id: order.id, row: el("tr", { class: "amend-row", role: "row" }, el("td", { role: "cell", colspan: columns }, form)) };
    }
    this.render();
    this.amended?.row.querySelector("input")?.focus();
  }

  private took({ order, keepsPlace, replaced }: api.MarketAmendment): void {
    const { store } = this.input.context;
    if (replaced !== undefined) this.end(replaced, "replaced");
    const others = (store.openOrders.value ?? []).filter(({ id }) => id !== order.id);
    const isOpen = order.status === "queued" || order.status === "waiting";
    if (isOpen && keepsPlace) store.openOrders.set((store.openOrders.value ?? []).map((each) => (each.id === order.id ? order : each)));
    else if (isOpen) store.openOrders.set([order, ...others]);
    const spoken = this.spoken(order.market);
    const outcome = spoken === undefined ? "" : outcomeOf(order, spoken);
    setText(this.said, keepsPlace ? t("order.amend.kept") : t("order.amend.moved", { outcome }));
    if (!isFresh(store.connection.value)) void store.balances.load();
  }
}
