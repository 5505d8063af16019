import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const walletView: View = () => page("wallet", t("market.nav.wallet"));
export const portfolioView: View = () => page("portfolio", t("market.nav.wallet"));
export const depositView: View = () => page("deposit", t("market.nav.wallet"));
export const withdrawView: View = () => page("withdraw", t("market.nav.wallet"));
export const destinationsView: View = () => page("destinations", t("market.nav.wallet"));
