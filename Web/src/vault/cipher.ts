import type { VaultPageCipher } from "../api";
import { el, fill } from "../dom";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { checkbox } from "../ui/field";
import { select } from "../ui/menu";
import { cipherName } from "./words";

/** The choice of a cipher; a weak one says so and must be meant. */
export function cipherChoice(ciphers: readonly VaultPageCipher[], current: string, onChange: () => void = () => undefined): {
  element: HTMLElement; name: () => string; allowsWeak: () => boolean; isMeant: () => boolean;
} {
  const warning = el("div", { hidden: true });
  const meant = checkbox(t("vault.cipher.confirm"), false, onChange);
  const isWeak = (): boolean => ciphers.find((cipher) => cipher.name === choice.input.value)?.isWeak ?? false;
  const choice = select(
    t("vault.cipher.label"),
    ciphers.map(({ name, isWeak: weak }) => ({
      value: name, label: weak ? t("vault.cipher.weakName", { name: cipherName(name) }) : cipherName(name),
    })),
    current,
    () => {
      meant.input.checked = false;
      warning.hidden = !isWeak();
      onChange();
    },
  );
  fill(warning, notice("alert", t("vault.cipher.weakText"), "warn"), meant.element);
  warning.hidden = !isWeak();
  return {
    element: el("div", { class: "cipher-choice" }, choice.element, warning),
    name: () => choice.input.value,
    allowsWeak: () => isWeak() && meant.input.checked,
    isMeant: () => !isWeak() || meant.input.checked,
  };
}
