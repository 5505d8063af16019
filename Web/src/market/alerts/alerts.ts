import type { Alert } from "../../api";
import { type Child, el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { Scope } from "../../observable";
import { button, iconButton, linkButton } from "../../ui/button";
import { checkbox } from "../../ui/field";
import { mark, row } from "../../ui/list";
import { select } from "../../ui/menu";
import { page, section } from "../../ui/section";
import { emptyState, remote } from "../../ui/states";
import { addressOf } from "../address";
import type { MarketContext } from "../context";
import { paint } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { change } from "../numbers/format";
import { moment } from "../numbers/instants";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { askForAlert } from "./ask";
import { distanceTo, presentPrice } from "./direction";
import { alertsOf } from "./known";
import { type ToldPrice, toldOf } from "./told";
import { again, pairOf, priceWords, toldWords } from "./words";

/** The most of what was told that is listed; all of it is in the inbox. */
const mostTold = 20;

/** The prices that somebody waits for, those that were reached, and whether executed orders are told. */
export const alertsView: View = (input) =>
  page("alerts", t("market.nav.alerts"), signedIn(input, t("chart.alerts.reason"), () => {
    const { context, scope } = input;
    // What follows the market in rows ends when they are made anew.
    let rows = new Scope();
    scope.add(() => rows.end());
    const waiting = remote(scope, alertsOf(context).resource, (alerts) => {
      rows.end();
      rows = new Scope();
      return el("div", { class: "alerts-body" }, ...waitingList(input, rows, alerts));
    });
    return [maker(input), section("open", t("chart.alerts.waiting"), waiting), reached(input)];
  }));

/** The market whose price is to be told, and the button that asks for it. */
function maker({ context, scope, path }: ViewInput): HTMLElement {
  const place = el("div", { class: "alerts-maker" });
  scope.watch(context.store.markets.observable, (markets) => {
    if (markets.state !== "ready" || place.childElementCount > 0) return;
    const names = markets.value.filter(({ isActive }) => isActive);
    if (names.length === 0) return;
    const choices = names.map(({ name, base, quote }) => ({ value: name, label: `${base}/${quote}` }));
    const first = choices.find(({ value }) => value === path[0]) ?? choices[0];
    const { element, input } = select(t("chart.alerts.market"), choices, first?.value ?? "");
    const open = (): void => {
      const market = names.find(({ name }) => name === input.value);
      const quote = context.store.assets.value?.find(({ name }) => name === market?.quote);
      if (market !== undefined && quote !== undefined) void askForAlert({ context, market, quote });
    };
    fill(place, element, button("primary", "bell", t("chart.alerts.new"), open));
  });
  return place;
}

/** The alerts that wait: prices by market and height, then those of own orders. */
function waitingList({ context }: ViewInput, rows: Scope, alerts: readonly Alert[]): Child[] {
  const height = (alert: Alert): Decimal => Decimal.from(alert.price ?? "0");
  const prices = alerts.filter(({ kind, market, price }) => kind === "price" && market !== undefined && price !== undefined)
    .sort((one, other) => (one.market ?? "").localeCompare(other.market ?? "") || height(other).compare(height(one)));
  const list = el("ul", { class: "rows alerts-list" }, ...prices.map((alert) => priceRow(context, rows, alert)));
  const ofOrders = alerts.find(({ kind, market }) => kind === "orders" && market === undefined);
  const box = checkbox(t("chart.alerts.orders"), ofOrders !== undefined, (isOn) => {
    box.input.disabled = true;
    const known = alertsOf(context);
    const work = isOn ? known.add({}) : ofOrders === undefined ? Promise.resolve() : known.remove(ofOrders, t("chart.alerts.ofOrders"));
    work.catch((error: unknown) => {
      box.input.checked = !isOn;
      context.report(error);
    }).finally(() => (box.input.disabled = false));
  });
  return [
    prices.length > 0 ? list : emptyState("bell", t("chart.alerts.none"), t("chart.alerts.none.text"), linkButton("plain", addressOf("markets"), t("market.nav.markets"))),
    box.element,
  ];
}

/** One price that is waited for; how far it is follows the market without moving the row. */
function priceRow(context: MarketContext, rows: Scope, alert: Alert): HTMLElement {
  const { market = "", price = "0", direction } = alert;
  const pair = pairOf(context, market);
  const words = priceWords(context, market, price);
  const distance = el("span", { class: "figures" });
  const follow = (): void => {
    const present = presentPrice(context.store.tickers.value.get(market));
    const far = distanceTo(Decimal.from(price), present);
    const said = far === null || present === null ? "" : t("chart.alerts.distance", { distance: change(far), price: priceWords(context, market, present.text) });
    setText(distance, said);
  };
  let isFirst = true;
  rows.watch(context.store.tickers, () => !isFirst && paint(follow));
  isFirst = false;
  follow();
  const link = el("a", { class: "button-icon", href: addressOf("market", market, "chart"), "aria-label": t("chart.alerts.open", { market: pair }), title: t("chart.alerts.open", { market: pair }) });
  link.append(mark("near", "chart"));
  const remove = iconButton("trash", t("chart.alert.remove", { price: `${pair} ${words}` }), () => {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    const key = next?.getAttribute("data-alert");
    void alertsOf(context).remove(alert, `${pair} ${words}`);
    // The row is gone, and the focus with it.
    const place = key == null ? ".alerts-maker button" : `[data-alert="${CSS.escape(key)}"] button`;
    document.querySelector<HTMLElement>(place)?.focus();
  });
  const item = row({ "data-alert": alert.id }, {
    picture: mark(direction === "above" ? "immediate" : "refused", direction === "above" ? "plus" : "minus"), title: pair,
    notes: [t(direction === "above" ? "chart.alerts.above" : "chart.alerts.below", { price: words }), distance], actions: [link, remove],
  });
  return item;
}

/** What was told, with a way to be told once more. */
function reached({ context, scope }: ViewInput): HTMLElement {
  const told = toldOf(context);
  const place = el("div");
  const toldRow = (each: ToldPrice): HTMLElement => row({ "data-told": each.id }, {
    picture: mark("offer", "bell"), title: toldWords(context, each), notes: [moment(new Date(each.at))],
    actions: [el("button", { type: "button", class: "button-text", onclick: () => void again(context, each) }, t("chart.alerts.again"))],
  });
  void told.look();
  scope.watch(told.resource.observable, (state) => {
    const list = state.state === "ready" ? state.value.slice(0, mostTold) : [];
    const part = list.length > 0 && section("ruled", t("chart.alerts.reached"), el("ul", { class: "rows" }, ...list.map((each) => toldRow(each))));
    fill(place, part);
  });
  return place;
}
