import { el, setText, uniqueId } from "../../dom";
import { plural, t } from "../../i18n";

const length = 12;
const group = 4;

/** The digits of a code, however they are grouped; at most twelve. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "").slice(0, length);
}

/** Digits in groups of four. */
export function grouped(digits: string): string {
  return digits.replace(new RegExp(`(\\d{${group}})(?=\\d)`, "g"), "$1 ");
}

export function isComplete(digits: string): boolean {
  return digits.length === length;
}

export interface CodeField {
  element: HTMLElement;
  /** Shows what is wrong beside the field and gives it the focus; true when nothing is. */
  check(): boolean;
}

/** One field for twelve digits, grouped as they are typed or pasted; one field, so that pasting and autofill work. */
export function codeField(start: string, onChange: (digits: string) => void): CodeField {
  const identifier = uniqueId("code");
  const fault = el("p", { class: "field-fault", id: `${identifier}-fault`, role: "alert", hidden: true });
  const input = el("input", {
    id: identifier, class: "report-code", type: "text", inputmode: "numeric", autocomplete: "one-time-code",
    autocapitalize: "none", spellcheck: "false", placeholder: "0000 0000 0000", maxlength: 40, value: grouped(start),
    "aria-describedby": `${identifier}-hint ${identifier}-fault`,
  });
  let digits = start;

  function clear(): void {
    fault.hidden = true;
    input.removeAttribute("aria-invalid");
  }

  function blame(text: string): false {
    setText(fault, text);
    fault.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return false;
  }

  input.addEventListener("input", () => {
    // The caret stays behind the same digit, although spaces come and go before it.
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
    digits = digitsOf(input.value);
    input.value = grouped(digits);
    let caret = grouped(digits.slice(0, before)).length;
    if (before > 0 && before < digits.length && before % group === 0) caret += 1;
    input.setSelectionRange(caret, caret);
    clear();
    onChange(digits);
  });
  return {
    element: el(
      "div",
      { class: "field" },
      el("label", { for: identifier }, t("health.report.code")),
      input,
      el("p", { class: "field-hint", id: `${identifier}-hint` }, t("health.report.code.hint")),
      fault,
    ),
    check: () =>
      isComplete(digits) || blame(plural("health.report.code.missing", length - digits.length)),
  };
}
