import { type Child, el, fill, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon, type IconName } from "../icons";

/** A section of the console: its heading, what it is for in a sentence, and its parts. */
export function section(title: string, lead: string, ...children: Child[]): HTMLElement {
  return el(
    "div",
    { class: "view console-view" },
    el("header", { class: "view-head" }, el("h1", {}, title)),
    el("div", { class: "view-body" }, lead !== "" && el("p", { class: "lead quiet" }, lead), ...children),
  );
}

/** A part of a section with a heading of its own. */
export function block(title: string, ...children: Child[]): HTMLElement {
  const id = uniqueId("block");
  return el("section", { class: "console-block", "aria-labelledby": id }, el("h2", { id }, title), ...children);
}

/** A round mark before a row; what it means is said in words beside it. */
export function mark(kind: string, picture: IconName): HTMLElement {
  return el("span", { class: `mark mark-${kind}` }, icon(picture));
}

/** A field with its label, a hint and a place for what is wrong. */
export function field(
  label: string, input: HTMLInputElement | HTMLTextAreaElement, hint: string, ...parts: Child[]
): { element: HTMLElement; blame: (text: string) => void; forgive: () => void } {
  const fault = el("p", { class: "field-fault", id: `${input.id}-fault`, role: "alert", hidden: true });
  const note = hint === "" ? null : el("p", { class: "field-hint", id: `${input.id}-hint` }, hint);
  input.setAttribute("aria-describedby", note === null ? fault.id : `${note.id} ${fault.id}`);
  const control = parts.length > 0 ? parts : [input];
  return {
    element: el("div", { class: "field" }, el("label", { for: input.id }, label), ...control, note, fault),
    blame: (text) => {
      fill(fault, text);
      fault.hidden = false;
      input.setAttribute("aria-invalid", "true");
      input.focus();
    },
    forgive: () => {
      fault.hidden = true;
      input.removeAttribute("aria-invalid");
    },
  };
}

/** Asks before something that cannot be undone; true when the reader means it. */
export function confirmed(title: string, text: string, action: string, isGrave = false): Promise<boolean> {
  const id = uniqueId("confirm");
  return new Promise((resolve) => {
    const decide = (answer: boolean): void => {
      resolve(answer);
      dialog.close();
    };
    const no = el("button", { type: "button", class: "button", onclick: () => decide(false) }, t("console.cancel"));
    const yes = el(
      "button",
      {
        type: "button", class: isGrave ? "button button-grave" : "button button-primary", "data-confirm": "yes",
        onclick: () => decide(true),
      },
      action,
    );
    const dialog = el(
      "dialog", { class: "confirm", "aria-labelledby": id },
      el("h2", { id }, title), el("p", {}, text), el("div", { class: "confirm-actions" }, no, yes),
    );
    const opener = document.activeElement;
    dialog.addEventListener("close", () => {
      // Escape closes it as well, which means no.
      resolve(false);
      dialog.remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A button that cannot be pressed twice while its work is under way. */
export function working(button: HTMLButtonElement, work: () => Promise<void>): void {
  if (button.disabled) return;
  button.disabled = true;
  void work().finally(() => {
    button.disabled = false;
  });
}

/** A sentence that a reader should not miss. */
export function notice(picture: IconName, text: string, tone = ""): HTMLElement {
  return el("p", { class: `notice console-notice ${tone}` }, icon(picture), el("span", {}, text));
}
