import { el } from "../../dom";
import type { Decimal } from "../../numbers/decimal";
import { plainText } from "./format";

/**
 * A number as it is shown, with all its digits in the tip; who copies it gets them too, without groups and with the
 * reader's decimal sign, so that it can be typed and pasted anywhere.
 */
export function shownNumber(shown: string, value: Decimal, className = "figures"): HTMLElement {
  const plain = plainText(value);
  return el("data", { class: className, value: value.text, "data-plain": plain, title: plain }, shown);
}

/** Lets what is copied of a number that was selected alone be the number in full; called once for a page. */
export function copyNumbersInFull(page: Document): void {
  page.addEventListener("copy", (event) => {
    const selection = page.getSelection();
    if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
    const place = selection.getRangeAt(0).commonAncestorContainer;
    const around = place instanceof Element ? place : place.parentElement;
    const number = around?.closest<HTMLElement>("[data-plain]") ?? onlyNumber(around, selection);
    const plain = number?.dataset["plain"];
    if (plain === undefined || selection.toString().trim() !== number?.textContent?.trim()) return;
    event.clipboardData.setData("text/plain", plain);
    event.preventDefault();
  });
}

/** The one number in what is selected, as after a double click that took the blank behind it along. */
function onlyNumber(around: Element | null, selection: Selection): HTMLElement | null {
  const numbers = [...(around?.querySelectorAll<HTMLElement>("[data-plain]") ?? [])].filter((each) => selection.containsNode(each, true));
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}
