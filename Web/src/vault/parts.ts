import type { Failure } from "../client";
import { type Child, el, fill, setText, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon, type IconName } from "../icons";

export { confirmed, field, notice, working } from "../console/parts";

/** A part of a page with its heading. */
export function block(title: string, ...children: Child[]): HTMLElement {
  const id = uniqueId("block");
  return el("section", { class: "vault-block", "aria-labelledby": id }, el("h2", { id }, title), ...children);
}

/** A button that shows a picture alone; its label says what it does. */
export function iconButton(picture: IconName, label: string, run: (event: Event) => void): HTMLButtonElement {
  return el(
    "button", { type: "button", class: "button-icon", "aria-label": label, title: label, onclick: run }, icon(picture),
  );
}

/** A password field with a button that shows what is typed. */
export function passwordInput(autocomplete: string): { input: HTMLInputElement; element: HTMLElement } {
  const input = el("input", {
    id: uniqueId("password"), type: "password", name: "password", maxlength: 1000, autocomplete, spellcheck: "false",
    autocapitalize: "none",
  });
  const reveal = iconButton("eye", t("sign.show"), () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    reveal.setAttribute("aria-pressed", String(!isShown));
    fill(reveal, icon(isShown ? "eye" : "eyeOff"));
  });
  reveal.setAttribute("aria-pressed", "false");
  return { input, element: el("div", { class: "password" }, input, reveal) };
}

/** A check box with its words. */
export function checkbox(text: string, isOn: boolean, onChange: (isOn: boolean) => void = () => undefined): {
  element: HTMLElement; input: HTMLInputElement;
} {
  const input: HTMLInputElement = el("input", { type: "checkbox", onchange: () => onChange(input.checked) });
  input.checked = isOn;
  return { input, element: el("label", { class: "check" }, input, el("span", {}, text)) };
}

/** A list to choose one of. */
export function select(
  label: string, choices: readonly { value: string; label: string }[], current: string,
  onChange: (value: string) => void = () => undefined,
): { element: HTMLElement; input: HTMLSelectElement } {
  const input: HTMLSelectElement = el(
    "select", { id: uniqueId("select"), onchange: () => onChange(input.value) },
    ...choices.map((choice) => el("option", { value: choice.value }, choice.label)),
  );
  input.value = current;
  return { input, element: el("div", { class: "field" }, el("label", { for: input.id }, label), input) };
}

/** A line for what is wrong with a whole form. */
export function faultLine(): { element: HTMLElement; show: (text: string) => void; hide: () => void } {
  const element = el("p", { class: "form-fault", role: "alert", hidden: true });
  return {
    element,
    show: (text) => {
      setText(element, text);
      element.hidden = false;
    },
    hide: () => {
      element.hidden = true;
      setText(element, "");
    },
  };
}

/** A button that sends a form, and shows that its work is under way. */
export function submitButton(text: string): {
  element: HTMLButtonElement; during: <T>(work: () => Promise<T>) => Promise<T>;
} {
  const element = el("button", { type: "submit", class: "button button-primary" }, text);
  return {
    element,
    during: async (work) => {
      element.disabled = true;
      setText(element, t("sign.working"));
      try {
        return await work();
      } finally {
        element.disabled = false;
        setText(element, text);
      }
    },
  };
}

/** Whether a failure is about the name that was given, and belongs beside its field. */
export function isAboutName(failure: Failure): boolean {
  return failure.code === "vault.invalid_name" || failure.code === "vault.name_taken";
}

/** A page of one column with its heading. */
export function page(title: string, ...children: Child[]): HTMLElement {
  return el(
    "div", { class: "view vault-view" },
    el("header", { class: "view-head" }, el("h1", {}, title)),
    el("div", { class: "view-body" }, ...children),
  );
}
