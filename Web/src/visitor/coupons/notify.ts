import { el } from "../../dom";
import { t } from "../../i18n";

/** The way from offers to the notifications of them, which the inbox has. */
export function notificationsLink(): HTMLElement {
  return el("a", { class: "panel-link", href: "#/me/inbox" }, t("coupon.notify"));
}
