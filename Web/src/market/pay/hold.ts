import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";

/** How long a finger has to stay, in milliseconds. */
const holding = 900;

/** How long a first press of the keyboard waits for the second, in milliseconds. */
const arming = 6000;

/** A button that has to be held, so that no touch by chance pays. */
export interface HoldButton {
  element: HTMLElement;
  /** Whether it can be pressed, and what it says while it cannot. */
  setBusy: (isBusy: boolean) => void;
  end: () => void;
}

/**
 * A button that acts once it was held for about a second. By keyboard, and by what presses for somebody, it is pressed
 * twice: the second press within six seconds acts.
 */
export function holdButton(text: string, act: () => void): HoldButton {
  const words = el("span", { class: "hold-words" }, text);
  const button = el("button", { type: "button", class: "button button-primary hold-button" }, el("span", { class: "hold-fill", "aria-hidden": "true" }), icon("check"), words);
  const note = el("p", { class: "hold-note quiet", role: "status" }, t("payment.hold.hint"));
  let timer: number | undefined;
  let isArmed = false;
  const disarm = (): void => {
    isArmed = false;
    setText(words, text);
  };
  const release = (isDone: boolean): void => {
    if (!button.classList.contains("is-held")) return;
    window.clearTimeout(timer);
    button.classList.remove("is-held");
    if (!isDone) setText(note, t("payment.hold.longer"));
  };
  button.addEventListener("pointerdown", (event) => {
    if (button.disabled || event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    button.classList.add("is-held");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      release(true);
      act();
    }, holding);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(type, () => release(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    // A pointer's click has been dealt with; one of the keyboard or of a screen reader has no place.
    if (event.detail !== 0 || button.disabled) return;
    window.clearTimeout(timer);
    if (isArmed) {
      disarm();
      act();
      return;
    }
    isArmed = true;
    setText(words, t("payment.hold.again"));
    setText(note, t("payment.hold.again"));
    timer = window.setTimeout(disarm, arming);
  });
  return {
    element: el("div", { class: "hold" }, button, note),
    setBusy: (isBusy) => {
      button.disabled = isBusy;
      disarm();
      setText(words, isBusy ? t("sign.working") : text);
    },
    end: () => window.clearTimeout(timer),
  };
}
