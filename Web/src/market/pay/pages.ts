import { t } from "../../i18n";
import { page } from "../../ui/section";
import type { View } from "../view";

export const receiveView: View = () => page("receive", t("payment.pay"));
export const payView: View = () => page("pay", t("payment.pay"));
