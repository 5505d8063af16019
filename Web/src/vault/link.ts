import { el } from "../dom";
import { t } from "../i18n";
import { button } from "../ui/button";
import { emptyState } from "../ui/states";

/** The command that opens the vault in a browser. */
export const openCommand = "cerca vault open";

/** For a browser that came without a link, or with one that was used already. */
export function closedState(): HTMLElement {
  return emptyState("lock", t("vault.link.title"), t("vault.link.text"), command());
}

/** For a page whose command has ended; the vault was locked with it. */
export function lostState(retry: () => void): HTMLElement {
  return emptyState(
    "offline", t("vault.lost.title"), t("vault.lost.text"), command(), button("plain", "refresh", t("retry"), retry),
  );
}

function command(): HTMLElement {
  return el("code", { class: "command", translate: "no" }, openCommand);
}
