import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const instantView: View = () => page("instant", t("market.nav.instant"));
