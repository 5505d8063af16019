import { Failure } from "../../client";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { IconName } from "../../icons";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { field, passwordInput } from "../../ui/field";
import { type Row, row } from "../../ui/list";
import { section } from "../../ui/section";
import type { Context } from "../context";

/** A part of security: what it is for stands below its heading; `name` says which one it is. */
export function part(name: string, title: string, text: string, ...children: Child[]): HTMLElement {
  const element = section("account", title, text !== "" && el("p", { class: "quiet" }, text), ...children);
  element.classList.add(`security-${name}`);
  return element;
}

/** A sentence in a place whose content has changed under the reader: it takes the focus, and so is read out. */
export function focusable(text: string, className = ""): HTMLElement {
  return el("p", { tabindex: -1, class: className }, text);
}

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
    code: () => (isRecovery ? input.value.trim() : input.value.replace(/\s/g, "")),
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

/** Asks the owner for the password, and for a code when asked to; `work` is done with it while the dialog is open. */
export function proven(
  context: Context, words: { title: string; text: string; action: string }, asksCode: boolean,
  work: (proof: Proof) => Promise<void>,
): Promise<boolean> {
  const fields = proofFields(asksCode);
  return formDialog({
    ...words, fields: fields.elements,
    read: () => {
      const proof = fields.read();
      return proof === null ? null : () => work(proof);
    },
    explain: fields.explain, onEnded: (failure) => context.report(failure),
  });
}

/** A button that copies a secret. It stays on the clipboard: its owner wants to put it somewhere. */
export function copyButton(context: Context, text: string, value: () => string): HTMLButtonElement {
  return button("plain", "copy", text, () => {
    const written = navigator.clipboard?.writeText(value()) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => context.toasts.show({ key: "copy", icon: "copy", text: t("security.copied") }),
      () => context.toasts.show({ key: "copy", tone: "bad", text: t("copy.failed") }),
    );
  });
}

/** A button that saves a text as a file; nothing is sent anywhere. */
export function downloadButton(text: string, name: string, content: () => string): HTMLButtonElement {
  return button("plain", "download", text, () => {
    const url = URL.createObjectURL(new Blob([content()], { type: "text/plain;charset=utf-8" }));
    el("a", { href: url, download: name }).click();
    window.setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
}

/** A row of a list of security. */
export function securityRow(attributes: Record<string, string>, content: Row): HTMLElement {
  return row({ class: "security-row", ...attributes }, content);
}

/** Shows something that is told once, in place of what was there, and moves the focus to what it says. */
export function tellOnce(
  place: HTMLElement, picture: IconName, text: string, content: readonly Child[], done: () => void,
): void {
  const lead = focusable(text, "once-lead");
  fill(
    place,
    el(
      "div", { class: "once" }, lead, ...content, button("primary", picture, t("security.kept"), done),
    ),
  );
  lead.focus();
}
