import { type Child, el } from "../../dom";
import { type Key, t } from "../../i18n";
import { icon } from "../../icons";
import { notice } from "../../ui/banner";

/** A page below Health: the way back, its heading, and its parts. */
export function page(title: string, ...parts: Child[]): HTMLElement {
  return el(
    "div",
    { class: "view health" },
    el("header", { class: "view-head health-head" }, backLink("#/health"), el("h1", {}, title)),
    el("div", { class: "view-body health-body" }, ...parts),
  );
}

function backLink(href: string): HTMLElement {
  return el("a", { class: "button-icon back-link", href, "aria-label": t("health.back") }, icon("back"));
}

/** Pieces of advice: what to do in bold, and how. */
export function advice(stems: readonly AdviceStem[]): HTMLElement {
  const items = stems.map((stem) => el("li", {}, el("strong", {}, t(stem)), el("span", {}, t(`${stem}.text`))));
  return el("ul", { class: "advice" }, ...items);
}

/** Keys that have a `.text` beside them. */
export type AdviceStem = { [K in Key]: `${K}.text` extends Key ? K : never }[Key];

/** When to call the emergency number: said wherever advice is given. */
export function emergency(): HTMLElement {
  return notice("alert", t("health.emergency"), "bad");
}

/** Something to know before going on. */
export function caution(text: string): HTMLElement {
  return notice("alert", text, "warn");
}

/** Where one is in a row of pages, in words and as a line. */
export function stepLine(step: number, total: number): HTMLElement {
  const marks = Array.from({ length: total }, (_, index) =>
    el("span", { class: index < step ? "step-mark is-done" : "step-mark" }),
  );
  return el(
    "div",
    { class: "steps" },
    el("p", { class: "quiet" }, t("health.step", { step, total })),
    el("div", { class: "step-marks", "aria-hidden": "true" }, ...marks),
  );
}

/** The buttons at the end of a step: on at the right of back. */
export function stepButtons(...buttons: Child[]): HTMLElement {
  return el("div", { class: "step-buttons" }, ...buttons);
}
