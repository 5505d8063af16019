import { el, uniqueId } from "../../dom";

/** A field for a day of the calendar; an empty one is told as an empty text. */
export function dateField(label: string, onChange: (day: string) => void): HTMLElement {
  const input: HTMLInputElement = el("input", {
    id: uniqueId("day"), type: "date", min: "2000-01-01", max: "2999-12-31", onchange: () => onChange(input.value),
  });
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input);
}
