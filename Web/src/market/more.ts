import { el, fill } from "../dom";
import { t } from "../i18n";
import { button } from "../ui/button";
import { linkRow } from "../ui/list";
import { languageMenu } from "../ui/menu";
import { page, section } from "../ui/section";
import { signInAddress } from "./signedin";
import type { ViewInput } from "./view";

/** What has no tab of its own: alerts, settings, and the pages of the account, which are the visitor's. */
export function moreView({ context, scope }: ViewInput): HTMLElement {
  const list = el("ul", { class: "link-list" });
  const end = el("div");
  scope.watch(context.session.account.observable, (remote) => {
    const account = remote.state === "ready" ? remote.value : null;
    fill(
      list,
      account === null && linkRow("me", signInAddress(), t("market.signIn"), t("market.signIn.note")),
      account !== null && linkRow("bell", "#/alerts", t("market.nav.alerts"), t("market.more.alerts")),
      linkRow("settings", "#/settings", t("market.nav.settings"), t("market.more.settings")),
      account !== null && linkRow("mail", "/#/me/inbox", t("market.more.inbox"), t("market.more.inboxNote")),
      account !== null && linkRow("key", "/#/me/security", t("market.more.security"), account.email),
    );
    const leave = button("plain", "leave", t("market.signOut"), () => {
      context.session.signOut().catch((error: unknown) => context.report(error));
    });
    fill(end, account !== null && leave);
  });
  const language = languageMenu((error) => context.report(error));
  return page("market-more", t("market.nav.more"), list, section("account", t("market.more.language"), language), end);
}
