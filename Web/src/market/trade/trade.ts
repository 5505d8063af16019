import type { Market, MarketAsset } from "../../api";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { linkButton } from "../../ui/button";
import { later } from "../../ui/later";
import { segmented } from "../../ui/menu";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { addressOf } from "../address";
import type { View, ViewInput } from "../view";
import { bookPart } from "./book";
import { drawingNames, type DrawingName, drawings } from "./drawings";
import { orderForm } from "./form";
import { FormSheet } from "./formsheet";
import { tradeHead } from "./head";
import { OrderDraft, type TradeInput } from "./input";
import { openOrdersPart } from "./openorders";
import { ownFills } from "./ownfills";
import { phaseNotice } from "./phasenotice";
import { tradesPart } from "./trades";

/** The parts of which a small screen shows one at a time. */
const panels = ["chart", "book", "trades", "orders"] as const;

type Panel = (typeof panels)[number];

/** From this width on the parts stand beside one another. */
const wide = "(min-width: 600px)";

/** One market: its book, trades and chart, the form, and one's open orders, always in sight. */
export const tradeView: View = (input) => {
  const { context: { store }, scope, path } = input;
  const place = el("div", { class: "trade-place" });
  let isBuilt = false;
  const follow = (): void => {
    if (isBuilt) return;
    const [markets, assets] = [store.markets.observable.value, store.assets.observable.value];
    const failed = markets.state === "failed" ? markets : assets.state === "failed" ? assets : null;
    if (failed !== null) {
      const retry = (): void => void Promise.all([store.markets.load(), store.assets.load()]);
      return fill(place, failedState(failed.failure, retry));
    }
    if (markets.state !== "ready" || assets.state !== "ready") return fill(place, loadingState());
    const market = markets.value.find(({ name }) => name === path[0]);
    const assetOf = (name?: string): MarketAsset | undefined => assets.value.find((asset) => asset.name === name);
    const [base, quote] = [assetOf(market?.base), assetOf(market?.quote)];
    if (market === undefined || base === undefined || quote === undefined) return fill(place, unknown());
    isBuilt = true;
    fill(place, new TradeView(input, market, base, quote).element);
  };
  scope.watch(store.markets.observable, follow);
  scope.watch(store.assets.observable, follow);
  return place;
};

function unknown(): HTMLElement {
  const back = linkButton("primary", addressOf("markets"), t("market.list.showAll"));
  return el("div", { class: "view" }, emptyState("search", t("market.trade.unknown"), t("market.trade.unknownNote"), back));
}

class TradeView {
  readonly element: HTMLElement;
  private readonly trade: TradeInput;
  private readonly isWide = window.matchMedia(wide);
  private readonly home = el("div", { class: "trade-form", "data-panel": "form" });
  private readonly chart = el("div", { class: "trade-panel trade-chart", "data-panel": "chart" });
  private hasChart = false;

  constructor(view: ViewInput, market: Market, base: MarketAsset, quote: MarketAsset) {
    const { context, scope, go } = view;
    const draft = new OrderDraft();
    const [feed, fills] = [context.store.follow(market.name, scope), ownFills(context, scope, market.name)];
    this.trade = { context, scope, go, market, base, quote, draft, feed, fills };
    const named = view.path[1];
    const first = panels.find((panel) => panel === named) ?? "book";
    const sheet = this.formSheet();
    this.element = el(
      "div", { class: "trade" },
      el("div", { class: "trade-top" }, tradeHead(this.trade), phaseNotice(this.trade)), this.switch(first), this.home,
      el("div", { class: "trade-panel trade-book", "data-panel": "book" }, bookPart(this.trade)),
      el("div", { class: "trade-panel trade-trades", "data-panel": "trades" }, tradesPart(this.trade)),
      el("div", { class: "trade-panel trade-orders", "data-panel": "orders" }, openOrdersPart({ context, scope, go, market: market.name })),
      this.chart, sheet.element, this.doors(sheet),
    );
    this.show(first);
    const widened = (): void => {
      sheet.close();
      this.show(this.panel);
    };
    scope.listen(this.isWide, "change", widened);
  }

  private get panel(): Panel {
    return panels.find((panel) => panel === this.element.dataset["panel"]) ?? "book";
  }

  /** On a small screen, which part is seen. */
  private switch(first: Panel): HTMLElement {
    const { context: { store }, scope, market } = this.trade;
    const choices = panels.map((value) => ({ value, label: t(`market.trade.panel.${value}`) }));
    const group = segmented<Panel>(t("market.trade.panels"), choices, first, (panel) => this.show(panel));
    group.classList.add("trade-switch");
    const orders = group.querySelector('[data-value="orders"]');
    scope.watch(store.openOrders.observable, () => {
      const count = store.openOrders.value?.filter((order) => order.market === market.name).length ?? 0;
      if (orders !== null) setText(orders, count === 0 ? t("market.trade.panel.orders") : `${t("market.trade.panel.orders")} (${count})`);
    });
    return group;
  }

  private show(panel: Panel): void {
    this.element.dataset["panel"] = panel;
    if (panel === "chart" || this.isWide.matches) this.buildChart();
  }

  /** The chart comes with its library, so it is fetched when it is seen. */
  private buildChart(): void {
    if (this.hasChart) return;
    this.hasChart = true;
    const places = new Map<DrawingName, HTMLElement>();
    const open = (kind: DrawingName): void => {
      if (!places.has(kind)) {
        const place = el("div", { class: "trade-drawing" }, later(this.trade.scope, drawings[kind], (draw) => draw(this.trade)));
        places.set(kind, place);
        this.chart.append(place);
      }
      for (const [name, place] of places) place.hidden = name !== kind;
    };
    const choices = drawingNames.map((value) => ({ value, label: t(`market.trade.drawing.${value}`) }));
    this.chart.append(segmented(t("market.trade.drawing"), choices, "candles", open));
    open("candles");
  }

  private formSheet(): FormSheet {
    const { scope, draft, base, quote } = this.trade;
    const element = orderForm(this.trade);
    this.home.append(element);
    const sheet = new FormSheet(element, this.home, `${base.name}/${quote.name}`);
    // Whatever is chosen in the book is seen in the form.
    let isFirst = true;
    scope.watch(draft.filled, (filling) => {
      if (isFirst || filling === null) return;
      if (!this.isWide.matches) sheet.open();
      else if (Object.keys(filling).length === 0) element.querySelector<HTMLElement>("input")?.focus();
    });
    isFirst = false;
    return sheet;
  }

  /** On a small screen, the two ways to the form. */
  private doors(sheet: FormSheet): HTMLElement {
    const { draft, base } = this.trade;
    const door = (side: "buy" | "sell"): HTMLElement => {
      const open = (): void => {
        draft.filled.set({ side });
        sheet.open();
      };
      return el("button", { type: "button", class: `button trade-door trade-door-${side}`, onclick: open }, t(`market.trade.${side}`, { asset: base.name }));
    };
    return el("div", { class: "trade-doors" }, door("buy"), door("sell"));
  }
}
