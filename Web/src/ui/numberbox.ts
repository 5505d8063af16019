import { el, setText, uniqueId } from "../dom";

/** Where a number is typed, with its unit behind it: the part that all fields for numbers have. */
export interface NumberBox {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Writes the unit, where there is a place for one. */
  setUnit: (unit: string) => void;
}

/**
 * Makes the place for a number. It is a field for text with a keypad: a field of the type "number" passes over signs that
 * it does not know, and changes when somebody scrolls over it.
 */
export function numberBox(keypad: string, unit: string | undefined, attributes: Record<string, string> = {}): NumberBox {
  const input = el("input", {
    id: uniqueId("number"), type: "text", inputmode: keypad, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    maxlength: 100, ...attributes,
  });
  const behind = unit === undefined ? null : el("span", { class: "field-unit", "aria-hidden": "true" }, unit);
  return {
    element: el("div", { class: "field-number" }, input, behind), input,
    setUnit: (text) => {
      if (behind !== null) setText(behind, text);
    },
  };
}
