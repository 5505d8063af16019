import { el } from "../dom";
import { t } from "../i18n";

/** What place locking can do and what it cannot; it stands wherever such a way in is made. */
export function limits(): HTMLElement {
  return el(
    "div", { class: "limits", role: "note" },
    el("p", { class: "limits-title" }, t("vault.limits.title")),
    el("ul", {}, ...(["can", "spoof", "relay"] as const).map((name) => el("li", {}, t(`vault.limits.${name}`)))),
  );
}
