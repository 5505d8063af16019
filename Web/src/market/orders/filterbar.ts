import type { TableSeparator } from "../../api";
import { el, fill } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { select } from "../../ui/menu";
import type { MarketContext } from "../context";
import { numberLocale } from "../numbers/format";
import { exportAddress, type Filter, periods, queryOf, type Table } from "./filters";

/** Choices of market, side and period, which a list follows at once. */
export function filterBar(context: MarketContext, scope: Scope, filter: Filter, onChange: (filter: Filter) => void): HTMLElement {
  let now = filter;
  const change = (changes: Partial<Filter>): void => {
    now = { ...now, ...changes };
    days.hidden = now.period !== "days";
    const isWrong = queryOf(now, Date.now()) === null;
    fault.textContent = isWrong ? t("order.filter.wrong") : "";
    if (!isWrong) onChange(now);
  };
  const market = el("div");
  scope.watch(context.store.markets.observable, () => {
    const names = context.store.markets.value?.map(({ name }) => name) ?? [];
    const known = names.includes(now.market) || now.market === "" ? names : [now.market, ...names];
    const choices = [{ value: "", label: t("order.filter.allMarkets") }, ...known.map((name) => ({ value: name, label: name }))];
    // Told anew only when markets came or went: a list that somebody has open must not close.
    const told = known.join(" ");
    if (market.dataset["told"] === told) return;
    market.dataset["told"] = told;
    fill(market, select(t("order.head.market"), choices, now.market, (value) => change({ market: value })).element);
  });
  const sides = [{ value: "", label: t("order.filter.bothSides") }, { value: "buy", label: t("order.buy") }, { value: "sell", label: t("order.sell") }];
  const side = select(t("order.side"), sides, now.side, (value) => change({ side: value as Filter["side"] }));
  const period = select(
    t("order.filter.period"), periods.map((value) => ({ value, label: t(`order.period.${value}`) })), now.period,
    (value) => change({ period: value as Filter["period"] }),
  );
  const date = (label: string, value: string, take: (day: string) => void): HTMLElement => {
    const input: HTMLInputElement = el("input", { type: "date", value, onchange: () => take(input.value) });
    return el("label", { class: "field filter-date" }, el("span", {}, label), input);
  };
  const days = el(
    "div", { class: "filter-days", hidden: now.period !== "days" },
    date(t("order.filter.first"), now.first, (first) => change({ first })), date(t("order.filter.last"), now.last, (last) => change({ last })),
  );
  const fault = el("p", { class: "field-fault", role: "alert" });
  return el("div", { class: "filters", role: "group", "aria-label": t("order.filter") }, market, side.element, period.element, days, fault);
}

/** Links to tables of the whole period, with a choice of what parts their cells. */
export function exportLinks(tables: readonly Table[], filter: () => Filter): { element: HTMLElement; update: () => void } {
  let separator: TableSeparator | "auto" = "auto";
  const links = tables.map((table) => ({ table, link: el("a", { class: "button", download: `${table}.csv` }, t(`order.export.${table}`)) }));
  const update = (): void => {
    const query = queryOf(filter(), Date.now());
    if (query !== null) for (const { table, link } of links) link.href = exportAddress(table, query, numberLocale(), separator);
  };
  const choices = (["auto", "semicolon", "comma", "tab"] as const).map((value) => ({ value, label: t(`order.separator.${value}`) }));
  const choice = select(t("order.separator"), choices, separator, (value) => {
    separator = value as typeof separator;
    update();
  });
  update();
  const element = el(
    "details", { class: "exports" }, el("summary", {}, t("order.export")),
    el("p", { class: "quiet" }, t("order.export.note")), choice.element, el("div", { class: "actions" }, ...links.map(({ link }) => link)),
  );
  return { element, update };
}
