import { el, fill } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { button } from "../../ui/button";
import { section } from "../../ui/section";
import { installPrompt, visits, wayToInstall } from "./prompt";

/** A part of Me: how the page is installed, where it can be and for somebody who came back; else nothing. */
export function installSection(scope: Scope): HTMLElement {
  const place = el("div", { class: "install" });
  scope.watch(installPrompt, (prompt) => {
    const way = wayToInstall();
    place.hidden = way === null || visits() < 2;
    if (place.hidden) return fill(place);
    const install = button("primary", "download", t("installed.action"), () => {
      // The browser asks once for each of its events, whatever the answer.
      installPrompt.set(null);
      void prompt?.prompt();
    });
    const action = way === "prompt" ? install : el("p", {}, t("installed.ios"));
    fill(place, section("account", t("installed.title"), el("p", { class: "quiet" }, t("installed.description")), action));
  });
  return place;
}
