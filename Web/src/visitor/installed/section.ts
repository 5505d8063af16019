import { el, fill } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { button } from "../../ui/button";
import { section } from "../../ui/section";
import { installPrompt, visits, wayToInstall } from "./prompt";

/** A part of Me: how the page is installed, where it can be and for somebody who came back; else nothing. */
export function installSection(scope: Scope): HTMLElement {
  const action = el("div");
  const text = el("p", { class: "quiet" }, t("installed.description"));
  const element = section("account", t("installed.title"), text, action);
  scope.watch(installPrompt, (prompt) => {
    const way = wayToInstall();
    element.hidden = way === null || visits() < 2;
    const install = button("primary", "download", t("installed.action"), () => {
      // The browser asks once for each of its events, whatever the answer.
      installPrompt.set(null);
      void prompt?.prompt();
    });
    fill(action, way === "prompt" ? install : el("p", {}, t("installed.ios")));
  });
  return element;
}
