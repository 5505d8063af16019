import { el } from "../dom";
import { dayAndTime } from "../format";
import { type Key, t } from "../i18n";
import { button } from "../ui/button";
import { points } from "../ui/list";
import { languageMenu } from "../ui/menu";
import { section } from "../ui/section";
import type { SectionInput } from "./context";
import { deskPage } from "./page";

/** Who is signed in, the language, and what holds for whoever works here. */
export function staffSection({ context }: SectionInput): HTMLElement {
  const account = context.session.account.value;
  const fact = (label: Key, value: string): HTMLElement => el("div", {}, el("dt", {}, t(label as "sign.email")), el("dd", {}, value));
  const facts = account != null && el(
    "dl", { class: "facts-list" },
    fact("sign.email", account.email), fact("me.until", dayAndTime(account.expiresAt)),
  );
  const signOut = button("plain", "leave", t("me.signOut"), () => {
    context.session.signOut().catch((error) => context.report(error));
  });
  const rules: readonly Key[] = ["desk.rules.two", "desk.rules.own", "desk.rules.people", "desk.rules.journal"];
  return deskPage(
    t("desk.nav.staff"), "",
    section("ruled", t("me.account"), facts, signOut),
    section("ruled", t("me.language"), languageMenu((error) => context.report(error))),
    section("ruled", t("desk.rules.title"), points("dotted", rules)),
  );
}
