import { el } from "../dom";
import { dayAndTime } from "../format";
import { type Key, t } from "../i18n";
import { button } from "../ui/button";
import { points } from "../ui/list";
import { languageMenu } from "../ui/menu";
import { section } from "../ui/section";
import type { VenueContext } from "./context";
import { consolePage, facts } from "./page";

/** Who is signed in, what they look after, the language, and what holds for whoever works here. */
export function mePage(context: VenueContext): HTMLElement {
  const { session, account, places } = context.desk;
  const isMerchant = session.role === "merchant";
  const signOut = button("plain", "leave", t("me.signOut"), () => {
    session.signOut().catch((error) => context.report(error));
  });
  const rules: readonly Key[] = [isMerchant ? "work.rules.own" : "work.rules.venue", "work.rules.journal", "work.rules.people"];
  const looked = places.map(({ name, shops }) =>
    el("li", {}, isMerchant ? `${name}: ${shops.map((shop) => shop.name).join(", ")}` : name));
  return consolePage(
    t("work.nav.me"), "",
    section("ruled", t("me.account"), facts([t("sign.email"), account.email], [t("me.until"), dayAndTime(account.expiresAt)]), signOut),
    section("ruled", t("work.me.places"), el("ul", { class: "points-list" }, ...looked)),
    section("ruled", t("me.language"), languageMenu((error) => context.report(error))),
    section("ruled", t("work.rules.title"), points("dotted", rules)),
  );
}
