import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { painted } from "../live/paint";
import type { Outlook } from "../live/store";
import { exactAmount } from "../numbers/format";
import { soonOrMoment } from "../numbers/instants";
import { settings } from "../settings/settings";
import type { TradeInput } from "./input";
import { priceText, type Spoken } from "./orderwords";
import { marketNow, phaseOf } from "./phase";

/** Says what the market does when it does not trade as always, also when that begins while the page is open. */
export function phaseNotice({ context: { store }, scope, feed, market, base, quote }: TradeInput): HTMLElement {
  const words = el("span", { role: "status" });
  // What it would trade at changes each second: it is there to be read and not said each time.
  const outlook = el("span", { class: "figures" });
  const element = el("p", { class: "notice notice-warn trade-paused" }, icon("pause"), el("span", {}, words, " ", outlook));
  painted(scope, [store.markets.observable, feed.phase, settings], () => {
    const now = marketNow(store, market);
    const phase = phaseOf(now, feed.phase.value);
    element.hidden = now.isActive && phase.kind === "trading";
    const text = !now.isActive ? t("market.trade.paused") : phase.kind === "halted" ? t("market.trade.halted")
      : phase.kind === "auction" ? t("market.trade.auction", { time: soonOrMoment(phase.until) }) : "";
    setText(words, text);
    const isAuction = now.isActive && phase.kind === "auction" && phase.outlook !== null;
    const said = isAuction && phase.outlook !== null ? outlookText(phase.outlook, { market, base, quote }) : "";
    setText(outlook, said);
  });
  return element;
}

/** What an auction would trade if it ended now, and what would be left over. */
function outlookText({ price, amount, surplus, surplusSide }: Outlook, spoken: Spoken): string {
  if (price === null) return t("market.trade.auction.none");
  const said = t("market.trade.auction.price", { amount: exactAmount(amount, spoken.base), price: priceText(price, spoken) });
  if (surplusSide === null || surplus.isZero) return said;
  const left = { amount: exactAmount(surplus, spoken.base) };
  return `${said} ${surplusSide === "buy" ? t("market.trade.auction.wanted", left) : t("market.trade.auction.offered", left)}`;
}
