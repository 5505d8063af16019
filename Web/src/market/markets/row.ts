import type { Market, MarketTicker } from "../../api";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import { change, figure, placesOf } from "../numbers/format";
import { turnover } from "./arrange";
import { dayLine } from "./dayline";

/** One market of the list: the whole of it is the door to the market, and the star a button of its own. */
export class MarketRow {
  readonly element: HTMLLIElement;
  private readonly star: HTMLButtonElement;
  private readonly title = el("span", { class: "market-title" });
  private readonly word = el("span", { class: "market-word", hidden: true });
  private readonly own = el("span", { class: "market-word market-own", hidden: true }, t("market.list.own"));
  private readonly last = el("span", { class: "figure-text" });
  private readonly change = el("span", { class: "market-change" });
  private readonly bid = el("span", { class: "figure-text" });
  private readonly ask = el("span", { class: "figure-text" });
  private readonly volume = el("span", { class: "figure-text" });
  private shown: MarketTicker | undefined;
  private places: number;

  constructor(scope: Scope, private market: Market, private readonly onStar: () => void) {
    this.places = placesOf(Decimal.from(market.tick));
    const pair = `${market.base}/${market.quote}`;
    this.star = el("button", { type: "button", class: "button-icon market-star", onclick: () => this.onStar() }, icon("star"));
    this.star.setAttribute("aria-label", t("market.list.favourite", { market: pair }));
    const cell = (name: string, label: string, value: HTMLElement): HTMLElement =>
      el("span", { class: `market-cell market-${name}` }, el("span", { class: "market-label" }, label, " "), value);
    const link = el(
      "a", { class: "market-row figures", href: addressOf("market", market.name) },
      el("span", { class: "market-names" }, el("strong", {}, pair), " ", this.word, this.own, " ", this.title),
      cell("last", t("market.list.price"), this.last),
      cell("day", t("market.list.change"), this.change),
      cell("bid", t("market.list.bid"), this.bid),
      cell("ask", t("market.list.ask"), this.ask),
      cell("volume", t("market.list.volume"), this.volume),
      dayLine(scope, market.name),
    );
    this.element = el("li", { class: "market-item", "data-market": market.name }, this.star, link);
  }

  /** Shows what is known of the market now. */
  update(market: Market, title: string, ticker: MarketTicker | undefined, quotePlaces: number): void {
    this.market = market;
    setText(this.title, title);
    const word = wordOf(market);
    setText(this.word, word);
    this.word.hidden = word === "";
    this.element.classList.toggle("is-inactive", !market.isActive);
    if (ticker === this.shown && this.last.textContent !== "") return;
    this.shown = ticker;
    for (const [place, price] of [[this.last, ticker?.last], [this.bid, ticker?.bid], [this.ask, ticker?.ask]] as const) {
      setText(place, price === undefined ? "–" : figure(Decimal.from(price), this.places));
    }
    const volume = ticker === undefined ? "–" : `${figure(turnover(ticker), quotePlaces)} ${this.market.quote}`;
    setText(this.volume, volume);
    const fraction = ticker?.change1d;
    // What is shown as nothing has no direction either.
    const direction = fraction === undefined || Math.abs(fraction) < 0.00005 ? "" : fraction > 0 ? "up" : "down";
    const arrow = direction === "up" ? "▲ " : direction === "down" ? "▼ " : "";
    setText(this.change, fraction === undefined ? "–" : arrow + change(fraction));
    this.change.dataset["direction"] = direction;
    this.element.dataset["direction"] = direction;
  }

  /** Marks what is the reader's own. */
  mark(isFavourite: boolean, hasOrders: boolean): void {
    this.star.setAttribute("aria-pressed", String(isFavourite));
    this.own.hidden = !hasOrders;
  }
}

/** What a market does when it does not trade as always. */
function wordOf({ isActive, phase }: Market): string {
  if (!isActive) return t("market.list.inactive");
  return phase === "halted" ? t("market.list.halted") : phase === "auction" ? t("market.list.auction") : "";
}
