import * as api from "../api";
import type { ConsoleHealth, ConsoleMarketHealth } from "../api";
import { el } from "../dom";
import { dayAndTime, number } from "../format";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { mark, row } from "../ui/list";
import { section } from "../ui/section";
import type { SectionInput } from "./context";
import { deskPage, facts, steady } from "./page";

const refresh = 5000;
/** A batch that takes so long, or followers who are told so late, deserve a look. */
const slow = 2000;

/** How the market's parts are doing on this server. */
export function figuresSection({ context, scope }: SectionInput): HTMLElement {
  void context.health.load();
  scope.every(refresh, () => void context.renew(context.health, api.consoleHealth));
  const renew: HTMLButtonElement = button("plain", "refresh", t("desk.health.renew"), () =>
    working(renew, () => context.renew(context.health, api.consoleHealth)));
  return deskPage(
    t("desk.health.title"), t("desk.health.lead"), el("div", { class: "actions" }, renew),
    steady(scope, context.health, report),
  );
}

function isWell(market: ConsoleMarketHealth, most: number): boolean {
  return market.isWriting && market.busyMilliseconds < slow && market.waiting * 2 < most;
}

function report(health: ConsoleHealth): HTMLElement {
  const isAllWell = health.feedLagMilliseconds < slow && health.markets.every((each) => isWell(each, health.mostWaiting));
  const state = isAllWell ? notice("check", t("desk.health.well")) : notice("alert", t("desk.health.unwell"), "bad");
  return el(
    "div", { class: "desk-list", "data-health": isAllWell ? "well" : "unwell" },
    state,
    facts(
      [t("desk.health.sockets"), number(health.openSockets)],
      [t("desk.health.lag"), t("desk.health.milliseconds", { count: number(health.feedLagMilliseconds) })],
      [t("desk.health.requests"), number(health.waitingRequests)],
      [t("desk.health.at"), dayAndTime(health.at)],
    ),
    section(
      "ruled", t("desk.health.markets"),
      el("ul", { class: "rows" }, ...health.markets.map((market) => marketRow(market, health.mostWaiting))),
    ),
  );
}

function marketRow(market: ConsoleMarketHealth, most: number): HTMLElement {
  const well = isWell(market, most);
  const last = market.lastTradeAt === undefined ? t("desk.health.noTrade")
    : t("desk.health.lastTrade", { time: dayAndTime(market.lastTradeAt) });
  const busy = market.busyMilliseconds > 0 && t("desk.health.busy", { count: number(market.busyMilliseconds) });
  return row({ "data-market": market.market }, {
    picture: mark(well ? "accepted" : "refused", well ? "check" : "alert"), title: market.market,
    tag: market.isActive ? "" : t("desk.markets.paused"),
    notes: [
      market.isWriting ? t("desk.health.waiting", { count: number(market.waiting), most: number(most) }) : t("desk.health.still"),
      busy, last,
    ],
  });
}
