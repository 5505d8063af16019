import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const settingsView: View = () => page("settings", t("market.nav.settings"));
