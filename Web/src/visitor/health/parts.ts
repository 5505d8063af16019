import { type Child, el } from "../../dom";
import { type Key, t } from "../../i18n";
import { icon, type IconName } from "../../icons";

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

/** A part of a page with its heading. */
export function part(title: string, ...children: Child[]): HTMLElement {
  return el("section", { class: "health-part" }, el("h2", {}, title), ...children);
}

/** A row that leads to another page. */
export function linkRow(picture: IconName, href: string, title: string, note: string, kind = ""): HTMLElement {
  return el(
    "li",
    {},
    el(
      "a",
      { class: `link-row ${kind}`, href },
      el("span", { class: "link-mark" }, icon(picture)),
      el("span", { class: "link-text" }, el("strong", {}, title), " ", el("span", { class: "row-note" }, note)),
      icon("forward"),
    ),
  );
}

/** Sentences with a number or a dot before each. */
export function points(kind: "numbered" | "dotted", texts: readonly Key[]): HTMLElement {
  const items = texts.map((text) => el("li", {}, t(text)));
  return kind === "numbered" ? el("ol", { class: "numbers" }, ...items) : el("ul", { class: "points-list" }, ...items);
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
  return el("p", { class: "notice notice-bad" }, icon("alert"), el("span", {}, t("health.emergency")));
}

/** Something to know before going on. */
export function caution(text: string): HTMLElement {
  return el("p", { class: "notice notice-warn" }, icon("alert"), el("span", {}, text));
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

/** A link that looks like a button. */
export function linkButton(kind: "primary" | "plain", href: string, text: string): HTMLElement {
  return el("a", { class: kind === "primary" ? "button button-primary" : "button", href }, text);
}

/** The buttons at the end of a step: on at the right of back. */
export function stepButtons(...buttons: Child[]): HTMLElement {
  return el("div", { class: "step-buttons" }, ...buttons);
}
