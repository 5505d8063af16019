import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const ordersView: View = () => page("orders", t("market.nav.orders"));
