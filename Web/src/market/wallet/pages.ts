import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";
import { balancesView } from "./balances";
import { statementView } from "./statement";

export { portfolioView } from "./portfolio";

/** All balances, or the statement of the asset that the address names. */
export const walletView: View = (input) => (input.path[0] === undefined ? balancesView(input) : statementView(input));

export const depositView: View = () => page("deposit", t("market.nav.wallet"));
export const withdrawView: View = () => page("withdraw", t("market.nav.wallet"));
export const destinationsView: View = () => page("destinations", t("market.nav.wallet"));
