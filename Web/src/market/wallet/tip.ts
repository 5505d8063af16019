import { el, setText, uniqueId } from "../../dom";
import { icon } from "../../icons";

/** A mark that tells more when it is pressed, on a telephone and by keyboard too; Escape closes it. */
export interface Tip {
  element: HTMLElement;
  set: (label: string, text: string) => void;
}

/** A tip that says nothing yet; one without a text is not there. */
export function tip(): Tip {
  const note = el("span", { class: "tip-text", id: uniqueId("tip"), role: "status" });
  const mark = el(
    "button", { type: "button", class: "tip-mark", "aria-expanded": "false", "aria-controls": note.id }, icon("question"),
  );
  const element = el("span", { class: "tip", hidden: true }, mark, note);
  let text = "";
  const show = (isOpen: boolean): void => {
    mark.setAttribute("aria-expanded", String(isOpen));
    setText(note, isOpen ? text : "");
  };
  mark.addEventListener("click", () => show(mark.getAttribute("aria-expanded") === "false"));
  mark.addEventListener("keydown", (event) => event.key === "Escape" && show(false));
  mark.addEventListener("blur", () => show(false));
  return {
    element,
    set: (label, words) => {
      text = words;
      element.hidden = words === "";
      mark.setAttribute("aria-label", label);
      mark.title = words;
      if (mark.getAttribute("aria-expanded") === "true") setText(note, words);
    },
  };
}
