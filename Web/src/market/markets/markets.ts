import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const marketsView: View = () => page("markets", t("market.nav.markets"));
