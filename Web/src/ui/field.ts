import { type Child, el, fill, setText, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import { iconButton } from "./button";

/** A field with its label, a hint and a place for what is wrong. */
export interface Field {
  element: HTMLElement;
  /** Says what is wrong, beside the field, which takes the focus. */
  blame: (text: string) => void;
  /** The same while the focus stays where it is. */
  mark: (text: string) => void;
  forgive: () => void;
}

/** A field around `input`, or around `parts` in which it stands. What is wrong is forgotten with the next keystroke. */
export function field(
  label: string, input: HTMLInputElement | HTMLTextAreaElement, hint: string, ...parts: Child[]
): Field {
  const fault = el("p", { class: "field-fault", id: `${input.id}-fault`, role: "alert", hidden: true });
  const note = hint === "" ? null : el("p", { class: "field-hint", id: `${input.id}-hint` }, hint);
  input.setAttribute("aria-describedby", note === null ? fault.id : `${note.id} ${fault.id}`);
  const control = parts.length > 0 ? parts : [input];
  const mark = (text: string): void => {
    fill(fault, text);
    fault.hidden = false;
    input.setAttribute("aria-invalid", "true");
  };
  const forgive = (): void => {
    fault.hidden = true;
    input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", forgive);
  return {
    element: el("div", { class: "field" }, el("label", { for: input.id }, label), ...control, note, fault),
    blame: (text) => {
      mark(text);
      input.focus();
    },
    mark, forgive,
  };
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

/** A line for what is wrong with a whole form. */
export interface FaultLine {
  element: HTMLElement;
  show: (text: string) => void;
  hide: () => void;
}

export function faultLine(): FaultLine {
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
