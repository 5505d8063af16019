import { el } from "../dom";
import { dayAndTime } from "../format";
import { type Key, t } from "../i18n";
import { button } from "../ui/button";
import { points } from "../ui/list";
import { languageMenu } from "../ui/menu";
import { section } from "../ui/section";
import type { SectionInput } from "./context";
import { consolePage } from "./page";

/** Who is signed in, the language, and what the console learns and does not learn. */
export function staffSection({ context }: SectionInput): HTMLElement {
  const account = context.session.account.value;
  const fact = (label: Key, value: string): HTMLElement => el("div", {}, el("dt", {}, t(label)), el("dd", {}, value));
  const facts = account != null && el(
    "dl", { class: "facts-list" },
    fact("sign.email", account.email), fact("me.until", dayAndTime(account.expiresAt)),
  );
  const signOut = button("plain", "leave", t("me.signOut"), () => {
    context.session.signOut().catch((error) => context.report(error));
  });
  const learned: readonly Key[] = [
    "console.learns.codes", "console.learns.cases", "console.learns.warnings", "console.learns.trail",
  ];
  return consolePage(
    t("console.nav.staff"), "",
    section("ruled", t("me.account"), facts, signOut),
    section("ruled", t("me.language"), languageMenu((error) => context.report(error))),
    section("ruled", t("console.learns.title"), points("dotted", learned)),
  );
}
