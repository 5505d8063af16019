import { el, setText } from "../../dom";
import { number } from "../../format";
import { plural, t } from "../../i18n";

const minute = 60_000;
const minutes = 15;

export interface Pulse {
  element: HTMLElement;
  /** Shows an instant of the phone's clock, in milliseconds since 1970. */
  show(now: number): void;
}

/** The life of the present identifier: a dot for each minute's hello, filled once it is said. */
export function pulse(): Pulse {
  const dots = Array.from({ length: minutes }, () => el("span", { class: "pulse-dot" }));
  const said = el("span");
  const change = el("span");
  const element = el(
    "div",
    { class: "pulse" },
    el("div", { class: "pulse-dots", role: "img", "aria-label": t("health.pulse.label") }, ...dots),
    el("p", { class: "pulse-words" }, said, change),
  );
  return {
    element,
    show(now) {
      // Identifiers change at each quarter of an hour of universal time.
      const current = Math.floor((((now % (minutes * minute)) + minutes * minute) % (minutes * minute)) / minute);
      dots.forEach((dot, index) => {
        dot.classList.toggle("is-said", index <= current);
        dot.classList.toggle("is-now", index === current);
      });
      setText(said, t("health.pulse.hello", { count: number(current + 1) }));
      setText(change, plural("health.pulse.change", minutes - current));
    },
  };
}
