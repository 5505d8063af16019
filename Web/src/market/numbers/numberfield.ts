import { type Child, el, fill, setText, uniqueId } from "../../dom";

/** Something that helps out of what is wrong, beside the field. */
export interface WayOut {
  label: string;
  run: () => void;
}

/** A field for an amount or a price, in which nothing is changed while somebody types. */
export interface NumberField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Writes a number that was chosen or worked out; the text that stands there already is left as it is. */
  write: (text: string) => void;
  /** Says below the field what was understood. */
  say: (text: string) => void;
  /** Says below the field what is wrong, and offers ways out of it. */
  blame: (text: string, ways: readonly WayOut[]) => void;
}

/** What a field is made of. */
export interface NumberFieldInput {
  name: string;
  label: string;
  /** What the number counts, behind it: `CLP`. */
  unit: string;
  onType: (text: string) => void;
  /** Nobody types any more: what is wrong may be said. */
  onLeave: () => void;
  /** The arrow keys, up or down, ten times as far with Shift. */
  onStep: (steps: number) => void;
  /** Buttons beside the label. */
  aside?: Child;
}

/**
 * A field for a number. It is a field for text with a keypad of numbers: fields of the type "number" pass over the sign
 * that they do not know, and change when somebody scrolls over them.
 */
export function numberField(given: NumberFieldInput): NumberField {
  const id = uniqueId("number");
  const note = el("p", { class: "number-note", id: `${id}-note` });
  // A place of its own, which is there before something is wrong: so a screen reader says what comes.
  const fault = el("div", { class: "number-fault", id: `${id}-fault`, role: "alert" });
  const input = el("input", {
    id, name: given.name, type: "text", inputmode: "decimal", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    enterkeyhint: "done", maxlength: 100, "aria-describedby": `${id}-note ${id}-fault`,
  });
  input.addEventListener("input", () => given.onType(input.value));
  input.addEventListener("blur", () => given.onLeave());
  // Typing on replaces what stood there; a click into the text that has the focus already places the caret.
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => {
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    given.onStep((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
  });
  const element = el(
    "div", { class: "field number-field", "data-part": given.name },
    el("div", { class: "number-head" }, el("label", { for: id }, given.label), given.aside),
    el("div", { class: "number-box" }, input, el("span", { class: "number-unit", "aria-hidden": "true" }, given.unit)),
    note, fault,
  );
  let said = "";
  const set = (text: string, wrong: string, ways: readonly WayOut[]): void => {
    setText(note, text);
    note.hidden = wrong !== "";
    input.toggleAttribute("aria-invalid", false);
    if (wrong !== "") input.setAttribute("aria-invalid", "true");
    const saying = [wrong, ...ways.map(({ label }) => label)].join("\n");
    if (saying === said) return;
    said = saying;
    fill(fault, wrong !== "" && el("p", {}, wrong), ...ways.map(wayButton));
  };
  return {
    element, input,
    write: (text) => {
      if (input.value !== text) input.value = text;
    },
    say: (text) => set(text, "", []),
    blame: (text, ways) => set("", text, ways),
  };
}

function wayButton({ label, run }: WayOut): HTMLElement {
  return el("button", { type: "button", class: "way-out", onclick: run }, label);
}
