import { Failure } from "../client";
import { type Child, el, uniqueId } from "../dom";
import { t } from "../i18n";
import { submitButton } from "./button";
import { type FaultLine, faultLine } from "./field";

/** A dialog over the page. */
export interface Dialog {
  element: HTMLDialogElement;
  /** Shows it; done once it has been closed, by Escape too, and the focus is back where it was. */
  open: () => Promise<void>;
  close: () => void;
}

/** A dialog with a title; it is on the page only while it is open. */
export function dialog(title: string, ...content: Child[]): Dialog {
  const id = uniqueId("dialog");
  const element = el("dialog", { class: "confirm", "aria-labelledby": id }, el("h2", { id }, title), ...content);
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const opener = document.activeElement;
      element.addEventListener("close", () => {
        element.remove();
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
        resolve();
      });
      document.body.append(element);
      element.showModal();
    });
  return { element, open, close: () => element.close() };
}

/** The buttons at the end of a dialog: what changes nothing comes before what does. */
export function dialogActions(...buttons: Child[]): HTMLElement {
  return el("div", { class: "confirm-actions" }, ...buttons);
}

/** A button that closes a dialog and changes nothing. */
export function cancelButton(close: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "button", onclick: close }, t("cancel"));
}

/** Asks before something that cannot be undone; true when the reader means it. */
export async function confirmed(title: string, text: string, action: string, isGrave = false): Promise<boolean> {
  let isMeant = false;
  const yes = el(
    "button",
    {
      type: "button", class: isGrave ? "button button-grave" : "button button-primary", "data-confirm": "yes",
      onclick: () => {
        isMeant = true;
        box.close();
      },
    },
    action,
  );
  const box: Dialog = dialog(title, el("p", {}, text), dialogActions(cancelButton(() => box.close()), yes));
  await box.open();
  return isMeant;
}

/** A form in a dialog. */
export interface FormDialog {
  title: string;
  /** What it is about, in a sentence. */
  text?: string;
  /** What the button says that sends it. */
  action: string;
  fields: readonly Child[];
  /** Buttons before those of every form. */
  others?: (send: FormSender) => readonly Child[];
  /** What is to be sent; null when a field is to be corrected first, which has been said beside it. */
  read: () => (() => Promise<unknown>) | null;
  /** Says a failure beside the field that it is about; false when it is about none. */
  explain?: (failure: Failure) => boolean;
  /** Is told when the session has ended, which closes the dialog. */
  onEnded: (failure: Failure) => void;
}

/** Does some work while its dialog is open, and closes it unless the work fails. */
export type FormSender = (work: () => Promise<unknown>) => Promise<void>;

/** Shows a form in a dialog; true once what it sends was taken. */
export async function formDialog(form: FormDialog): Promise<boolean> {
  let isDone = false;
  const fault: FaultLine = faultLine();
  const submit = submitButton(form.action);
  const send: FormSender = async (work) => {
    fault.hide();
    try {
      await submit.during(work);
      isDone = true;
      box.close();
    } catch (error) {
      const failure = Failure.from(error);
      if (form.explain?.(failure) === true) return;
      if (failure.status === 401) {
        box.close();
        form.onEnded(failure);
      } else fault.show(failure.explanation);
    }
  };
  const element = el(
    "form", { class: "form", novalidate: true },
    ...form.fields, fault.element,
    dialogActions(...(form.others?.(send) ?? []), cancelButton(() => box.close()), submit.element),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.hide();
    const work = form.read();
    if (work !== null) void send(work);
  });
  const box: Dialog = dialog(form.title, form.text !== undefined && el("p", {}, form.text), element);
  await box.open();
  return isDone;
}
