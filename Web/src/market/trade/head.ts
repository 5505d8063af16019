import type { MarketTicker } from "../../api";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { addressOf } from "../address";
import { freshness, isOld } from "../freshness";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { change, figure, placesOf, priceOf } from "../numbers/format";
import type { TradeInput } from "./input";

/** The name of a market with its price, its change and how fresh they are; the price is the page's title too. */
export function tradeHead({ context: { store }, scope, market, base, quote }: TradeInput): HTMLElement {
  const pair = `${market.base}/${market.quote}`;
  const tick = Decimal.from(market.tick);
  const last = el("strong", { class: "trade-last" });
  const day = el("span", { class: "market-change" });
  const facts = (["high", "low", "volume"] as const).map((name) => {
    const value = el("dd");
    return { name, value, element: el("div", {}, el("dt", {}, t(`market.trade.${name}`)), value) };
  });
  const back = el("a", { class: "button-icon", href: addressOf("markets"), "aria-label": t("market.trade.back"), title: t("market.trade.back") }, icon("back"));
  const element = el(
    "header", { class: "trade-head figures" }, back,
    el("div", { class: "trade-name" }, el("h1", {}, pair), el("span", { class: "quiet" }, base.title)),
    el("div", { class: "trade-price" }, el("span", { class: "hidden" }, t("market.list.price")), last,
      el("span", {}, el("span", { class: "hidden" }, t("market.list.change")), day)),
    el("dl", { class: "trade-facts" }, ...facts.map((fact) => fact.element)), freshness(scope, store.connection),
  );
  let shown: MarketTicker | undefined;
  painted(scope, [store.tickers], () => {
    const ticker = store.tickers.value.get(market.name);
    if (ticker === shown && shown !== undefined) return;
    shown = ticker;
    const price = ticker?.last === undefined ? "–" : priceOf(Decimal.from(ticker.last), quote, tick);
    setText(last, price);
    document.title = `${price} ${pair} · Cerca`;
    const fraction = ticker?.change1d;
    const isFlat = fraction === undefined || Math.abs(fraction) < 0.00005;
    day.dataset["direction"] = isFlat ? "" : fraction > 0 ? "up" : "down";
    setText(day, fraction === undefined ? "–" : `${isFlat ? "" : fraction > 0 ? "▲ " : "▼ "}${change(fraction)}`);
    for (const { name, value } of facts) {
      const number = ticker?.[name];
      const places = name === "volume" ? Math.min(4, placesOf(Decimal.from(market.lot))) : placesOf(tick);
      setText(value, number === undefined ? "–" : figure(Decimal.from(number), places) + (name === "volume" ? ` ${base.name}` : ""));
    }
  });
  scope.watch(store.connection, (connection) => element.classList.toggle("is-stale", isOld(connection)));
  return element;
}
