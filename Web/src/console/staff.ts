import { button, segmented } from "../controls";
import { el } from "../dom";
import { dayAndTime } from "../format";
import { chooseLanguage, type Key, type Language, language, languages, t } from "../i18n";
import type { SectionInput } from "./context";
import { block, section } from "./parts";

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
  const points: readonly Key[] = [
    "console.learns.codes", "console.learns.cases", "console.learns.warnings", "console.learns.trail",
  ];
  return section(
    t("console.nav.staff"), "",
    block(t("me.account"), facts, signOut),
    block(t("me.language"), languageChoice()),
    block(t("console.learns.title"), el("ul", { class: "points-list" }, ...points.map((key) => el("li", {}, t(key))))),
  );
}

/** The languages of the page, each in its own name. */
export function languageChoice(): HTMLElement {
  const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }));
  return segmented(t("me.language"), choices, language.value, chooseLanguage);
}
