import * as api from "../../api";
import { ask } from "../../client";
import { type Child, el } from "../../dom";
import { t } from "../../i18n";
import { page } from "../../ui/section";
import { remote } from "../../ui/states";
import { addressOf } from "../address";
import { settings } from "../settings/settings";
import { signedIn } from "../signedin";
import { openOrdersPart } from "../trade/openorders";
import type { Spoken } from "../trade/orderwords";
import type { View, ViewInput } from "../view";
import { exportLinks, filterBar } from "./filterbar";
import { fillsTable } from "./fills";
import { type Filter, noFilter, queryOf } from "./filters";
import { historyTable } from "./history";
import { pagedList, type PagedList } from "./paged";

const tabs = ["open", "history", "fills"] as const;
type OrdersTab = (typeof tabs)[number];

const rowsOfAPage = 50;

/** What was chosen last, for as long as the page is open. */
let filter: Filter = noFilter;

/** Orders: the open ones, those that are closed, and the executions; with tables of whole periods. */
export const ordersView: View = (input) => {
  const tab = tabs.find((each) => each === input.path[0]) ?? "open";
  const links = tabs.map((each) =>
    el("a", { class: "tab-link", href: each === "open" ? addressOf("orders") : addressOf("orders", each), ...(each === tab && { "aria-current": "page" }) }, t(`order.tab.${each}`)),
  );
  const navigation = el("nav", { class: "tab-links", "aria-label": t("order.tabs") }, ...links);
  return page("orders", t("market.nav.orders"), navigation, signedIn(input, t("order.signInFirst"), () => contentOf(tab, input)));
};

function contentOf(tab: OrdersTab, input: ViewInput): Child[] {
  const { context, scope, go } = input;
  if (tab === "open") return [openOrdersPart({ context, scope, go })];
  const { store } = context;
  // Both lists are written by the names and steps of markets and assets.
  return [remote(scope, store.markets, () => remote(scope, store.assets, () => pastOf(tab, input)))];
}

/** Kept while markets are fetched again: a list that somebody reads does not begin anew. */
let kept: { of: ViewInput; tab: OrdersTab; element: HTMLElement } | null = null;

function pastOf(tab: "history" | "fills", input: ViewInput): HTMLElement {
  if (kept?.of === input && kept.tab === tab) return kept.element;
  const { context, scope } = input;
  const spokenOf = (name: string): Spoken | undefined => {
    const market = context.store.markets.value?.find((each) => each.name === name);
    const [base, quote] = [market?.base, market?.quote].map((asset) => context.store.assets.value?.find((each) => each.name === asset));
    return market === undefined || base === undefined || quote === undefined ? undefined : { market, base, quote };
  };
  let list: PagedList;
  const query = () => queryOf(filter, Date.now()) ?? {};
  const begin = (): PagedList =>
    tab === "history"
      ? pagedList(scope, async (before) => {
        const answer = await ask((options) => api.closedMarketOrders({ ...query(), limit: rowsOfAPage, ...(before !== undefined && { before }) }, options));
        return { rows: answer.orders, next: answer.next };
      }, (orders) => historyTable(orders, spokenOf), t("order.history.none"))
      : pagedList(scope, async (before) => {
        const answer = await ask((options) => api.marketFills({ ...query(), limit: rowsOfAPage, ...(before !== undefined && { before }) }, options));
        return { rows: answer.fills, next: answer.next };
      }, (fills) => fillsTable(fills, spokenOf), t("order.history.none"));
  list = begin();
  const exports = exportLinks(tab === "history" ? ["orders", "statement"] : ["fills", "statement"], () => filter);
  const bar = filterBar(context, scope, filter, (changed) => {
    filter = changed;
    exports.update();
    list.restart();
  });
  let isFirst = true;
  scope.watch(settings, () => {
    if (!isFirst) {
      exports.update();
      list.restart();
    }
    isFirst = false;
  });
  const element = el("div", { class: "past" }, bar, list.element, exports.element);
  kept = { of: input, tab, element };
  scope.add(() => (kept = null));
  return element;
}
