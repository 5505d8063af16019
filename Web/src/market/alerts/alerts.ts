import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const alertsView: View = () => page("alerts", t("market.nav.alerts"));
