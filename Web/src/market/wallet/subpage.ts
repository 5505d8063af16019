import { type Child, el } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { addressOf, type Route } from "../address";

/** A view within another one, with the way back to it before its heading. */
export function subpage(name: string, title: string, back: Route, ...children: Child[]): HTMLElement {
  return el(
    "div", { class: `view ${name}` },
    el(
      "header", { class: "view-head" },
      el("a", { class: "button-icon back-link", href: addressOf(back), "aria-label": t("wallet.back") }, icon("back")),
      el("h1", {}, title),
    ),
    el("div", { class: "view-body" }, ...children),
  );
}
