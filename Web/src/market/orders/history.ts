import * as api from "../../api";
import type { MarketFill, MarketOrder } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { loadingState } from "../../ui/states";
import { Decimal } from "../../numbers/decimal";
import { exactAmount, exactFigure } from "../numbers/format";
import { moment } from "../numbers/instants";
import { shownNumber } from "../numbers/copying";
import { tapsInto } from "../rowtap";
import { priceInColumn, reasonOf, sideName, type Spoken, typeName } from "../trade/orderwords";
import { repeatAddress } from "../trade/repeat";

/** Says how a cell of a table is headed, which cards on narrow screens show beside it. */
export function cell(name: string, head: string, ...children: (Node | string)[]): HTMLElement {
  return el("td", { role: "cell", class: `open-${name}`, "data-head": head }, ...children);
}

/** A table that becomes cards on narrow screens and stays a table to a screen reader. */
export function wideTable(label: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  return el(
    "table", { class: "open-table has-market", role: "table", "aria-label": label },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...heads.map((text) => el("th", { scope: "col", role: "columnheader" }, text)))),
    el("tbody", { role: "rowgroup" }, ...rows),
  );
}

/** The closed orders of a page; each opens its executions, and can be typed again by one press. */
export function historyTable(orders: readonly MarketOrder[], spokenOf: (market: string) => Spoken | undefined): HTMLElement {
  const heads = [
    t("order.head.side"), t("order.head.market"), t("order.head.average"), t("order.head.amount"), t("order.head.filled"),
    t("order.head.fee"), t("order.head.closed"), t("order.head.more"),
  ];
  return wideTable(t("order.tab.history"), heads, orders.flatMap((order) => {
    const spoken = spokenOf(order.market);
    return spoken === undefined ? [] : historyRow(order, spoken, heads.length);
  }));
}

function historyRow(order: MarketOrder, spoken: Spoken, columns: number): HTMLElement[] {
  const [executed, average] = [Decimal.from(order.executed), Decimal.from(order.averagePrice)];
  const details = el("tr", { class: "amend-row", role: "row", hidden: true });
  const feeAsset = order.feeAsset === spoken.base.name ? spoken.base : spoken.quote;
  const more = el("button", { type: "button", class: "button", "aria-expanded": "false" }, t("order.fills"));
  const words = { side: sideName(order.side), amount: exactAmount(Decimal.from(order.amount), spoken.base), market: order.market };
  more.setAttribute("aria-label", t("order.fills.of", words));
  more.addEventListener("click", () => {
    const isOpen = more.getAttribute("aria-expanded") === "true";
    more.setAttribute("aria-expanded", String(!isOpen));
    details.hidden = isOpen;
    if (!isOpen && details.childElementCount === 0) void showFills(details, order, spoken, columns);
  });
  const repeat = el("a", { class: "button", href: repeatAddress(order.market, order), "aria-label": t("order.repeat.of", words) }, t("order.repeat"));
  const status = order.status === "filled" ? t("order.ended.filled") : reasonOf(order) || t("order.ended.cancelled");
  const row = el(
    "tr", { class: "open-row", role: "row", "data-id": order.id, "data-side": order.side },
    el("th", { role: "rowheader", scope: "row", class: "open-side" }, el("strong", {}, sideName(order.side)), " ", el("span", { class: "open-type" }, `${typeName(order.type)} · ${status}`)),
    cell("market", t("order.head.market"), order.market),
    cell("price", t("order.head.average"), executed.isZero ? "–" : shownNumber(priceInColumn(average.dividedBy(Decimal.of(1n), Decimal.from(spoken.market.tick).scale), spoken), average)),
    cell("amount", t("order.head.amount"), shownNumber(exactAmount(Decimal.from(order.amount), spoken.base), Decimal.from(order.amount))),
    cell("filled", t("order.head.filled"), shownNumber(exactAmount(executed, spoken.base), executed)),
    cell("fee", t("order.head.fee"), shownNumber(exactAmount(Decimal.from(order.fee), feeAsset), Decimal.from(order.fee))),
    cell("time", t("order.head.closed"), el("time", { datetime: order.updatedAt, class: "figures" }, moment(new Date(order.updatedAt)))),
    cell("more", t("order.head.more"), el("div", { class: "actions" }, executed.isZero ? null : more, repeat)),
  );
  tapsInto(row, executed.isZero ? repeat : more);
  return [row, details];
}

async function showFills(row: HTMLElement, order: MarketOrder, spoken: Spoken, columns: number): Promise<void> {
  const place = el("td", { role: "cell", colspan: columns }, loadingState());
  fill(row, place);
  try {
    const { fills } = await ask((options) => api.marketOrder(order.id, options));
    const received = order.feeAsset === spoken.base.name ? spoken.base : spoken.quote;
    const line = (each: MarketFill): HTMLElement =>
      el(
        "li", { class: "fill-line figures" }, el("time", { datetime: each.at }, moment(new Date(each.at))), " ",
        t("order.fill", { amount: exactAmount(Decimal.from(each.amount), spoken.base), price: exactFigure(Decimal.from(each.price)), fee: exactAmount(Decimal.from(each.fee), received) }),
        " ", el("span", { class: "quiet" }, t(each.isMaker ? "order.maker" : "order.taker")),
      );
    fill(place, fills.length === 0 ? el("p", { class: "quiet" }, t("order.fills.none")) : el("ul", { class: "fill-lines" }, ...fills.map(line)));
  } catch (error) {
    fill(place, el("p", { class: "form-fault" }, Failure.from(error).explanation));
    // The next press asks again.
    window.setTimeout(() => row.hidden && fill(row), 0);
  }
}
