import * as api from "../../api";
import type { MarketValuation } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import { Observable } from "../../observable";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { iconButton } from "../../ui/button";
import { checkbox } from "../../ui/field";
import { page } from "../../ui/section";
import { failedState, loadingState } from "../../ui/states";
import { addressOf, type Route } from "../address";
import { painted } from "../live/paint";
import { change, settings } from "../settings/settings";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { type ShownRow, shownRow } from "./balancerow";
import { freshness } from "./freshness";
import { counterOf, money } from "./money";
import { type BalanceSheet, balanceSheet, isSmall } from "./valuation";

/** How often prices are asked for again, in milliseconds; amounts come with the store at once. */
const priceAge = 15_000;

/** Whether small balances are left out, as long as the page lives. */
const isHidingSmall = new Observable(false);

/** What all is worth, in the asset that the reader chose or in the account's own. */
export async function valuation(): Promise<MarketValuation> {
  const { counter } = settings.value;
  if (counter === null) return ask((options) => api.marketValuation({}, options));
  try {
    return await ask((options) => api.marketValuation({ base: counter }, options));
  } catch (error) {
    // An asset that was chosen in another browser, or on another server, may not exist here.
    if (Failure.from(error).code !== "market.unknown_asset") throw error;
    return ask((options) => api.marketValuation({}, options));
  }
}

/** What the reader has of each asset, and what all of it is worth. */
export const balancesView: View = (input) =>
  page("wallet", t("market.nav.wallet"), signedIn(input, t("wallet.sign"), () => content(input)));

function content(input: ViewInput): HTMLElement[] {
  const { context: { store }, scope } = input;
  const values = new Resource(valuation);
  const reload = (): void => void values.load();
  reload();
  scope.every(priceAge, () => document.visibilityState === "visible" && reload());
  follow(input, reload);
  const list = balanceList(input, values);
  const place = el("div", { class: "wallet-body" });
  scope.watch(store.balances.observable, () => show());
  scope.watch(store.assets.observable, () => show());
  function show(): void {
    const [balances, assets] = [store.balances.observable.value, store.assets.observable.value];
    if (balances.state === "failed") fill(place, failedState(balances.failure, () => void store.balances.load()));
    else if (assets.state === "failed") fill(place, failedState(assets.failure, () => void store.assets.load()));
    else if (balances.state === "loading" || assets.state === "loading") fill(place, loadingState());
    else if (list.parentElement !== place) fill(place, list);
  }
  return [sum(input, values), actions(), place];
}

/** Asks for values again soon after a balance or the base changed: several changes within half a second are one. */
function follow({ context: { store }, scope }: ViewInput, reload: () => void): void {
  let timer: number | undefined;
  let isFirst = true;
  let counter = settings.value.counter;
  const soon = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(reload, 500);
  };
  scope.watch(store.balances.observable, () => !isFirst && soon());
  scope.watch(settings, (now) => {
    if (now.counter !== counter) reload();
    counter = now.counter;
  });
  isFirst = false;
  scope.add(() => window.clearTimeout(timer));
}

/** The sheet as it stands, or null until balances and assets are here. */
function sheetOf({ context: { store } }: ViewInput, values: Resource<MarketValuation>): BalanceSheet | null {
  const [assets, balances] = [store.assets.value, store.balances.value];
  if (assets === undefined || balances === undefined) return null;
  const told = values.value ?? null;
  return balanceSheet(assets, balances, told, counterOf(assets, told?.base));
}

/** What all is worth, large, with what is not in it and how old it is. */
function sum(input: ViewInput, values: Resource<MarketValuation>): HTMLElement {
  const { context: { store }, scope } = input;
  const total = el("p", { class: "wallet-total figures" });
  const base = el("p", { class: "row-note" });
  const apart = el("p", { class: "wallet-unpriced row-note", hidden: true });
  const fault = el("div");
  const eye = iconButton("eye", t("wallet.hide"), () => change({ isHidingAmounts: !settings.value.isHidingAmounts }));
  painted(scope, [store.assets.observable, store.balances.observable, values.observable, settings], () => {
    const sheet = sheetOf(input, values);
    const told = counterOf(store.assets.value ?? [], values.value?.base);
    setText(total, sheet?.total == null || told === undefined ? "…" : money(sheet.total, told));
    setText(base, told === undefined ? "" : t("wallet.sum.note", { asset: told.name }));
    apart.hidden = (sheet?.unpriced ?? 0) === 0 || values.value === undefined;
    setText(apart, apart.hidden ? "" : t("wallet.sum.unpriced", { count: sheet?.unpriced ?? 0 }));
    const state = values.observable.value;
    fill(fault, state.state === "failed" && notice("alert", t("wallet.sum.failed", { why: state.failure.explanation }), "warn"));
    eye.setAttribute("aria-pressed", String(settings.value.isHidingAmounts));
    fill(eye, icon(settings.value.isHidingAmounts ? "eyeOff" : "eye"));
  });
  return el(
    "section", { class: "wallet-sum", "aria-label": t("wallet.sum") },
    el("div", { class: "wallet-sum-line" }, total, eye), base, apart, freshness(scope, store.connection), fault,
  );
}

/** What can be done with money. */
function actions(): HTMLElement {
  const ways: readonly (readonly [Route, IconName, string])[] = [
    ["deposit", "download", t("wallet.deposit")], ["withdraw", "bank", t("wallet.withdraw")],
    ["receive", "code", t("wallet.receive")], ["pay", "card", t("wallet.pay")],
    ["portfolio", "chart", t("wallet.portfolio")], ["destinations", "list", t("wallet.destinations")],
  ];
  const links = ways.map(([route, picture, text]) =>
    el("li", {}, el("a", { class: "wallet-action", href: addressOf(route), "data-to": route }, icon(picture), el("span", {}, text))));
  return el("ul", { class: "wallet-actions", "aria-label": t("wallet.actions") }, ...links);
}

/** A row for each asset; rows change places only while nobody points at them. */
function balanceList(input: ViewInput, values: Resource<MarketValuation>): HTMLElement {
  const { context: { store }, scope } = input;
  const rows = new Map<string, ShownRow>();
  const list = el("ul", { class: "balance-rows figures", "aria-label": t("wallet.list") });
  const small = checkbox(t("wallet.small"), isHidingSmall.value, (isOn) => isHidingSmall.set(isOn));
  const hint = el("p", { class: "row-note", role: "status" });
  painted(scope, [store.assets.observable, store.balances.observable, values.observable, settings, isHidingSmall], () => {
    const sheet = sheetOf(input, values);
    if (sheet === null) return;
    const base = counterOf(store.assets.value ?? [], values.value?.base);
    let left = 0;
    for (const row of sheet.rows) {
      const shown = rows.get(row.asset.name) ?? shownRow(row.asset);
      rows.set(row.asset.name, shown);
      shown.update(row, base);
      const isLeft = isHidingSmall.value && isSmall(row, sheet.total);
      shown.element.hidden = isLeft;
      if (isLeft) left += 1;
    }
    setText(hint, left === 0 ? "" : t("wallet.small.left", { count: left }));
    arrange(list, sheet.rows.map(({ asset }) => rows.get(asset.name)?.element));
  });
  return el("div", { class: "balance-list" }, el("div", { class: "balance-choices" }, small.element, hint), list);
}

function arrange(list: HTMLElement, wanted: readonly (HTMLElement | undefined)[]): void {
  const isStill = list.childElementCount > 0 && (list.matches(":hover") || list.contains(document.activeElement));
  wanted.forEach((element, index) => {
    if (element === undefined) return;
    if (element.parentElement === null) list.append(element);
    else if (!isStill && list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

