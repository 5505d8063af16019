import type { Failure } from "../client";
import { el, setText, uniqueId } from "../dom";
import { t } from "../i18n";
import { codeCharacters } from "../typed";
import { field, passwordInput } from "../ui/field";

/** A field for the second factor: six digits of the app, or a recovery code when the reader says so. */
export function codeField(allowsRecovery: boolean): {
  element: HTMLElement; input: HTMLInputElement; code: () => string; blame: (text: string) => void;
  forgive: () => void; missing: () => string; reset: () => void;
} {
  let isRecovery = false;
  const input = el("input", {
    id: uniqueId("code"), type: "text", name: "code", autocomplete: "one-time-code", inputmode: "numeric",
    maxlength: 9, spellcheck: "false", autocapitalize: "characters", class: "code-input",
  });
  const one = field(t("sign.code"), input, t("security.code.hint"));
  const label = one.element.querySelector("label");
  const hint = one.element.querySelector(".field-hint");
  const other = el("button", {
    type: "button", class: "button-text", onclick: () => {
      show(!isRecovery);
      input.focus();
    },
  });
  function show(wantsRecovery: boolean): void {
    isRecovery = wantsRecovery;
    input.value = "";
    one.forgive();
    input.setAttribute("inputmode", isRecovery ? "text" : "numeric");
    input.maxLength = isRecovery ? 40 : 9;
    if (label) setText(label, isRecovery ? t("security.recovery.code") : t("sign.code"));
    if (hint) setText(hint, isRecovery ? t("security.recovery.hint") : t("security.code.hint"));
    setText(other, isRecovery ? t("security.code.useApp") : t("security.code.useRecovery"));
  }
  show(false);
  return {
    element: el("div", { class: "code-field" }, one.element, allowsRecovery && other),
    input, blame: one.blame, forgive: one.forgive, reset: () => show(false),
    code: () => (codeCharacters(input.value)),
    missing: () => (isRecovery ? t("security.recovery.missing") : t("sign.code.fault")),
  };
}

/** What proves that it is the owner who asks. */
export interface Proof {
  password: string;
  code: string;
}

/** The fields by which the owner proves it, and how what the server says about them is shown beside them. */
export function proofFields(asksCode: boolean): {
  elements: HTMLElement[]; read: () => Proof | null; readCode: () => string | null;
  explain: (failure: Failure) => boolean; first: HTMLInputElement;
} {
  const secret = passwordInput("current-password");
  const secretField = field(t("sign.password"), secret.input, "", secret.element);
  const code = codeField(true);
  return {
    elements: asksCode ? [secretField.element, code.element] : [secretField.element],
    first: secret.input,
    read: () => {
      secretField.forgive();
      code.forgive();
      const proof = { password: secret.input.value, code: code.code() };
      if (proof.password === "") {
        secretField.blame(t("sign.passwordMissing"));
        return null;
      }
      if (!asksCode || proof.code !== "") return proof;
      code.blame(code.missing());
      return null;
    },
    readCode: () => {
      code.forgive();
      if (code.code() !== "") return code.code();
      code.blame(code.missing());
      return null;
    },
    explain: (failure) => {
      if (failure.code === "accounts.wrong_credentials") {
        secret.input.value = "";
        secretField.blame(t("security.password.wrong"));
      } else if (asksCode && (failure.code === "accounts.wrong_code" || failure.code === "accounts.code_needed")) {
        code.input.value = "";
        code.blame(failure.explanation);
      } else return false;
      return true;
    },
  };
}
