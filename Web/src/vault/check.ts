import * as api from "../api";
import type { VaultPageFindings } from "../api";
import { ask } from "../client";
import { el } from "../dom";
import { type Key, plural, t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { Resource } from "../remote";
import { emptyState, remote } from "../ui/states";
import type { VaultContext } from "./context";
import { vaultPage } from "./parts";

/** Items whose passwords are weak, used twice or old; the desk compares them, and no password comes here. */
export function checkView(context: VaultContext, scope: Scope): HTMLElement {
  const findings = new Resource<VaultPageFindings>(() => ask(api.vaultPageFindings, 60_000));
  scope.watch(findings.observable, (current) => {
    if (current.state === "failed") context.closes(current.failure);
  });
  void findings.load();
  return vaultPage(
    t("vault.check.title"), el("p", { class: "lead quiet" }, t("vault.check.lead")), remote(scope, findings, list),
  );
}

function list({ checked, findings }: VaultPageFindings): HTMLElement {
  if (findings.length === 0) {
    return emptyState("shield", t("vault.check.none"), plural("vault.check.noneText", checked));
  }
  const rows = findings.map(({ item, reasons }) =>
    el(
      "li", {},
      el(
        "a", { class: "item-row", href: `#/item/${item.id}` },
        el("span", { class: "mark mark-through" }, icon("alert")),
        el(
          "span", { class: "item-words" }, el("span", { class: "item-title" }, item.title),
          el("span", { class: "row-note" }, reasons.map((reason) => t(`vault.check.${reason}` as Key)).join(" · ")),
        ),
      ),
    ));
  return el(
    "div", {},
    el("p", { class: "quiet" }, plural("vault.check.found", findings.length, { checked })),
    el("ul", { class: "rows item-rows" }, ...rows),
  );
}
