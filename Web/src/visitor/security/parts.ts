import { type Child, el, fill } from "../../dom";
import { download } from "../../download";
import { t } from "../../i18n";
import type { IconName } from "../../icons";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { type Row, row } from "../../ui/list";
import { section } from "../../ui/section";
import { type Proof, proofFields } from "../../owner/proof";
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
  return button("plain", "download", text, () => download(name, content(), "text/plain;charset=utf-8"));
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
