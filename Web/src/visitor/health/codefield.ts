import { el, fill, setText, uniqueId } from "../../dom";
import { plural, t } from "../../i18n";
import { button } from "../../ui/button";
import { codeLength, hasRightCheckDigit, readCode } from "./reportcode";

const group = 4;

/** Digits in groups of four. */
export function grouped(digits: string): string {
  return digits.replace(new RegExp(`(\\d{${group}})(?=\\d)`, "g"), "$1 ");
}

export function isComplete(digits: string): boolean {
  return digits.length === codeLength;
}

export interface CodeField {
  element: HTMLElement;
  /** Shows what is wrong beside the field and gives it the focus; true when nothing is. */
  check(): boolean;
}

/**
 * One field for twelve digits, grouped as they are typed or pasted; one field, so that pasting and autofill work.
 *
 * Text that is not understood stays as it was typed, so that the reader sees why. `isChecked` says whether codes of this
 * server end with a check digit.
 */
export function codeField(start: string, isChecked: boolean, onChange: (digits: string) => void): CodeField {
  const identifier = uniqueId("code");
  const fault = el("p", { class: "field-fault", id: `${identifier}-fault`, role: "alert", hidden: true });
  const offer = el("p", { class: "field-offer", role: "status", hidden: true });
  const input = el("input", {
    id: identifier, class: "report-code", type: "text", inputmode: "numeric", autocomplete: "one-time-code",
    autocapitalize: "none", spellcheck: "false", placeholder: "0000 0000 0000", maxlength: 400, value: grouped(start),
    "aria-describedby": `${identifier}-hint ${identifier}-fault`,
  });

  function clear(): void {
    fault.hidden = true;
    offer.hidden = true;
    input.removeAttribute("aria-invalid");
  }

  function blame(text: string): false {
    setText(fault, text);
    fault.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return false;
  }

  /** Offers digits for letters that look like them; nothing is taken without a press. */
  function propose(digits: string): void {
    const take = button("plain", "check", t("health.report.code.meant.take"), () => {
      input.value = grouped(digits);
      clear();
      onChange(digits);
      input.focus();
    });
    fill(offer, t("health.report.code.meant", { code: grouped(digits) }), " ", take);
    offer.hidden = false;
  }

  function write(digits: string): void {
    // The caret stays behind the same digit, although spaces come and go before it.
    const typed = readCode(input.value.slice(0, input.selectionStart ?? input.value.length));
    const before = typed.kind === "short" ? typed.digits.length : digits.length;
    input.value = grouped(digits);
    let caret = grouped(digits.slice(0, before)).length;
    if (before > 0 && before < digits.length && before % group === 0) caret += 1;
    input.setSelectionRange(caret, caret);
  }

  input.addEventListener("input", () => {
    clear();
    const reading = readCode(input.value);
    if (reading.kind === "code" || (reading.kind === "short" && reading.digits !== "")) write(reading.digits);
    if (reading.kind === "meant") propose(reading.digits);
    onChange(reading.kind === "code" || reading.kind === "short" ? reading.digits : "");
  });
  return {
    element: el(
      "div",
      { class: "field" },
      el("label", { for: identifier }, t("health.report.code")),
      input,
      el("p", { class: "field-hint", id: `${identifier}-hint` }, t("health.report.code.hint")),
      offer,
      fault,
    ),
    check: () => {
      const reading = readCode(input.value);
      switch (reading.kind) {
        case "code":
          return !isChecked || hasRightCheckDigit(reading.digits) || blame(t("health.report.code.mistyped"));
        case "short": return blame(plural("health.report.code.missing", reading.missing));
        case "meant":
          propose(reading.digits);
          return blame(t("health.report.code.letters"));
        case "unclear": return blame(t("health.report.code.unclear"));
      }
    },
  };
}
