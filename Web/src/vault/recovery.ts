import type { VaultPageRecovery } from "../api";
import { el } from "../dom";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { button } from "../ui/button";
import { checkbox } from "../ui/field";
import type { VaultContext } from "./context";
import { vaultPage } from "./parts";

/** What is said of where this machine keeps its own keys. */
const keyWords = {
  "tpm": "vault.keys.tpm", "secret-service": "vault.keys.secretService", "machine": "vault.keys.machine",
  "none": "vault.keys.none",
} as const;

/** Shows a recovery code, once: it goes on only when its owner says that it is kept. */
export function recoveryView(context: VaultContext, { code, deviceKeys }: VaultPageRecovery): HTMLElement {
  const go = button("primary", "check", t("vault.recovery.done"), () => context.freshRecovery.set(null));
  go.disabled = true;
  const kept = checkbox(t("vault.recovery.kept"), false, (isOn) => {
    go.disabled = !isOn;
  });
  const groups = code.split("-").map((group) => el("span", {}, group));
  return vaultPage(
    t("vault.recovery.title"),
    el("p", { class: "lead" }, t("vault.recovery.text")),
    el("p", { class: "recovery-code", translate: "no" }, ...groups),
    el("p", { class: "recovery-print quiet" }, t("vault.recovery.print", { user: context.state.value?.user ?? "" })),
    el(
      "div", { class: "actions no-print" },
      button("plain", "printer", t("vault.recovery.printButton"), () => window.print()),
      button("plain", "copy", t("copy"), () => void context.clipboard.copy(code, context.clipboardSeconds)),
    ),
    notice("alert", t("vault.recovery.once"), "warn", "no-print"),
    deviceKeys !== undefined && el("p", { class: "quiet no-print" }, t(keyWords[deviceKeys])),
    el("div", { class: "no-print recovery-kept" }, kept.element, go),
  );
}
