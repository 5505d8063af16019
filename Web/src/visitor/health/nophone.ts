import { el } from "../../dom";
import { t } from "../../i18n";
import { linkButton } from "../../ui/button";
import { linkRow } from "../../ui/list";
import { section } from "../../ui/section";
import { emptyState, remote } from "../../ui/states";
import type { ViewInput } from "../views/view";

/** Says why there is no phone to show, and how to have one: in the demo a simulated one, else a command. */
export function noPhone(input: ViewInput): HTMLElement {
  return remote(input.scope, input.context.venue, (venue) => {
    if (venue !== null && venue.demo !== null) {
      const enter = linkButton("primary", "#/here", t("health.none.demo.enter"));
      return emptyState("phone", t("health.none.demo.title"), t("health.none.demo.text"), enter);
    }
    const command = `cerca exposure run --hci hci0 --server ${window.location.origin}`;
    const code = el("code", { class: "command" }, command);
    return emptyState("phone", t("health.none.title"), t("health.none.text"), code);
  });
}

/** The ways to the public pages. */
export function aboutLinks(): HTMLElement {
  return section(
    "open", t("health.read"),
    el(
      "ul",
      { class: "rows" },
      linkRow("shield", "#/about", t("health.about.how"), t("health.about.how.note")),
      linkRow("news", "#/about/news", t("health.about.news"), t("health.about.news.note")),
      linkRow("question", "#/about/questions", t("health.about.questions"), t("health.about.questions.note")),
      linkRow("air", "#/about/protect", t("health.about.protect"), t("health.about.protect.note")),
      linkRow("house", "#/about/isolation", t("health.about.isolation"), t("health.about.isolation.note")),
      linkRow("map", "#/zones", t("health.action.zones"), t("health.action.zones.note")),
    ),
  );
}
