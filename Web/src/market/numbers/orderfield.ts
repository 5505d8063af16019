import { type Child, el, fill, setText } from "../../dom";
import { numberBox } from "../../ui/numberbox";

/** Something that helps out of what is wrong, beside the field. */
export interface WayOut {
  label: string;
  run: () => void;
}

/** A field for an amount or a price, in which nothing is changed while somebody types. */
export interface OrderField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Writes the unit behind the number. */
  setUnit: (unit: string) => void;
  /** Writes a number that was chosen or worked out; the text that stands there already is left as it is. */
  write: (text: string) => void;
  /** Says below the field what was understood. */
  say: (text: string) => void;
  /** Says below the field what is wrong, and offers ways out of it. */
  blame: (text: string, ways: readonly WayOut[]) => void;
}

/** What a field is made of. */
export interface OrderFieldInput {
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

/** Makes a field for a number whose form reads the text itself. */
export function orderField(given: OrderFieldInput): OrderField {
  const { element: box, input, setUnit } = numberBox("decimal", given.unit, { name: given.name, enterkeyhint: "done" });
  const { id } = input;
  const note = el("p", { class: "number-note", id: `${id}-note` });
  // A place of its own, which is there before something is wrong: so a screen reader says what comes.
  const fault = el("div", { class: "number-fault", id: `${id}-fault`, role: "alert" });
  input.setAttribute("aria-describedby", `${id}-note ${id}-fault`);
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
    box,
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
    element, input, setUnit,
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
