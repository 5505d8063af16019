import type { MarketFillLine } from "../../api";
import { el } from "../../dom";
import { t } from "../../i18n";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import { exactAmount } from "../numbers/format";
import { moment } from "../numbers/instants";
import { shownNumber } from "../numbers/copying";
import { tapsInto } from "../rowtap";
import { priceInColumn, sideName, type Spoken } from "../trade/orderwords";
import { cell, wideTable } from "./history";

/** The executions of a page. */
export function fillsTable(fills: readonly MarketFillLine[], spokenOf: (market: string) => Spoken | undefined): HTMLElement {
  const heads = [
    t("order.head.side"), t("order.head.market"), t("order.head.price"), t("order.head.amount"), t("order.head.total"),
    t("order.head.fee"), t("order.head.time"),
  ];
  return wideTable(t("order.tab.fills"), heads, fills.flatMap((line) => {
    const spoken = spokenOf(line.market);
    return spoken === undefined ? [] : [fillRow(line, spoken)];
  }));
}

function fillRow(line: MarketFillLine, spoken: Spoken): HTMLElement {
  const feeAsset = line.feeAsset === spoken.base.name ? spoken.base : spoken.quote;
  const [price, amount, value, fee] = [line.price, line.amount, line.value, line.fee].map(Decimal.from) as [Decimal, Decimal, Decimal, Decimal];
  const market = el("a", { href: addressOf("market", line.market) }, line.market);
  const element = el(
    "tr", { class: "open-row", role: "row", "data-id": line.id, "data-side": line.side },
    el(
      "th", { role: "rowheader", scope: "row", class: "open-side" }, el("strong", {}, sideName(line.side)), " ",
      el("span", { class: "open-type" }, `${line.order} · ${t(line.isMaker ? "order.maker" : "order.taker")}`),
    ),
    cell("market", t("order.head.market"), market),
    cell("price", t("order.head.price"), shownNumber(priceInColumn(price, spoken), price)),
    cell("amount", t("order.head.amount"), shownNumber(exactAmount(amount, spoken.base), amount)),
    cell("total", t("order.head.total"), shownNumber(exactAmount(value, spoken.quote), value)),
    cell("fee", t("order.head.fee"), shownNumber(exactAmount(fee, feeAsset), fee)),
    cell("time", t("order.head.time"), el("time", { datetime: line.at, class: "figures" }, moment(new Date(line.at)))),
  );
  tapsInto(element, market);
  return element;
}
