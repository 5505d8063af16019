import { el, fill, setText } from "../../dom";
import { dayName } from "../../format";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";

const pace = 140;

export interface DaySlider {
  element: HTMLElement;
  /** Shows a day without telling of it. */
  show: (day: number) => void;
}

/** A slider over days with a button that plays them one after another. */
export function daySlider(
  scope: Scope, days: number, date: (day: number) => string, onDay: (day: number) => void,
): DaySlider {
  let day = days - 1;
  let timer: number | undefined;
  const label = el("output", { class: "zone-day" });
  const range = el("input", {
    type: "range", class: "zone-range", min: 0, max: days - 1, step: 1, "aria-label": t("zones.day"),
  });
  const play = el("button", { type: "button", class: "button-icon zone-play", onclick: () => toggle() });

  function show(next: number): void {
    day = Math.min(Math.max(next, 0), days - 1);
    range.value = String(day);
    range.setAttribute("aria-valuetext", dayName(date(day)));
    setText(label, dayName(date(day)));
  }

  function stop(): void {
    window.clearInterval(timer);
    timer = undefined;
    const text = t("zones.play");
    play.setAttribute("aria-label", text);
    play.title = text;
    fill(play, icon("play"));
  }

  function toggle(): void {
    if (timer !== undefined) return stop();
    if (day >= days - 1) move(0);
    const text = t("zones.pause");
    play.setAttribute("aria-label", text);
    play.title = text;
    fill(play, icon("pause"));
    timer = window.setInterval(() => {
      move(day + 1);
      if (day >= days - 1) stop();
    }, pace);
  }

  function move(next: number): void {
    show(next);
    onDay(day);
  }

  range.addEventListener("input", () => {
    stop();
    move(Number(range.value));
  });
  scope.add(() => window.clearInterval(timer));
  stop();
  show(day);
  return { element: el("div", { class: "zone-slider" }, play, range, label), show };
}
