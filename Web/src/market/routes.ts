import type { Area } from "../i18n";
import { Later } from "../later";
import { withTexts } from "../texts";
import type { Route } from "./address";
import { marketsView } from "./markets/markets";
import { moreView } from "./more";
import type { View } from "./view";

/** What the frame itself speaks of, and every view may. */
export const areas: readonly Area[] = ["common", "market"];

const wallet = withTexts(["wallet", "payment"], () => import("./wallet/pages"));
const payments = withTexts(["wallet", "payment"], () => import("./pay/pages"));
const orders = withTexts(["order"], () => import("./orders/pages"));

/** The views by their place in the address; each is fetched with what it needs when it is first opened. */
export const views: Record<Route, Later<View>> = {
  markets: Later.of(marketsView),
  market: withTexts(["order", "chart"], async () => (await import("./trade/trade")).tradeView),
  instant: withTexts(["order"], async () => (await import("./instant/instant")).instantView),
  orders: orders.map((pages) => pages.ordersView),
  wallet: wallet.map((pages) => pages.walletView),
  portfolio: wallet.map((pages) => pages.portfolioView),
  deposit: wallet.map((pages) => pages.depositView),
  withdraw: wallet.map((pages) => pages.withdrawView),
  destinations: wallet.map((pages) => pages.destinationsView),
  receive: payments.map((pages) => pages.receiveView),
  pay: payments.map((pages) => pages.payView),
  alerts: withTexts(["chart"], async () => (await import("./alerts/alerts")).alertsView),
  settings: withTexts(["order"], async () => (await import("./settings/settingsview")).settingsView),
  more: Later.of(moreView),
};
