import type { Account } from "../api";
import type { Context } from "../context";
import { chooseLanguage, type Key, type Language, language, languages, languageTags, t } from "../i18n";
import { button, segmented } from "../controls";
import { el } from "../dom";
import { dayAndTime } from "../format";
import { remote } from "../states";
import { signInForm } from "./signin";
import type { ViewInput } from "./view";

/** The account, the language, and what Cerca proves, cannot prove and tells others. */
export function meView({ context, scope }: ViewInput): HTMLElement {
  const account = remote(scope, context.session.account, (value) =>
    value === null ? signInForm(context, t("me.sign")) : accountDetails(context, value),
  );
  const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }));
  const languageChoice = segmented(t("me.language"), choices, language.value, chooseLanguage);
  languageChoice.classList.add("segmented-wrap");
  for (const choice of languageChoice.querySelectorAll("button")) {
    // Each name is said as in its own language.
    choice.lang = languageTags[choice.dataset["value"] as Language];
  }
  return el(
    "div",
    { class: "view me" },
    el("header", { class: "view-head" }, el("h1", {}, t("me.title"))),
    el(
      "div",
      { class: "view-body" },
      el("section", { class: "block" }, el("h2", {}, t("me.account")), account),
      el("section", { class: "block" }, el("h2", {}, t("me.language")), languageChoice),
      points("privacy.title", ["privacy.shops", "privacy.others", "privacy.anybody", "privacy.server", "privacy.you"]),
      points("about.proves.title", ["about.proves.1", "about.proves.2", "about.proves.3"]),
      points("about.cannot.title", ["about.cannot.1", "about.cannot.2", "about.cannot.3"]),
    ),
  );
}

function accountDetails(context: Context, account: Account): HTMLElement {
  const zone = context.venue.value?.sessionTimeZone;
  const fact = (label: Key, value: string): HTMLElement => el("div", {}, el("dt", {}, t(label)), el("dd", {}, value));
  const signOut = button("plain", "leave", t("me.signOut"), () => {
    context.session.signOut().catch((error) => context.report(error));
  });
  return el(
    "div",
    { class: "account" },
    el(
      "dl",
      { class: "facts-list" },
      fact("sign.email", account.email),
      fact("me.since", dayAndTime(account.signedInAt, zone)),
      fact("me.until", dayAndTime(account.expiresAt, zone)),
    ),
    signOut,
  );
}

function points(title: Key, texts: readonly Key[]): HTMLElement {
  return el(
    "section",
    { class: "block" },
    el("h2", {}, t(title)),
    el("ul", { class: "points-list" }, ...texts.map((text) => el("li", {}, t(text)))),
  );
}
