import { type Child, el } from "../dom";
import { type Key, t } from "../i18n";
import { icon, type IconName } from "../icons";

/** A round mark before a row; what it means is said in words beside it. */
export function mark(kind: string, picture: IconName): HTMLElement {
  return el("span", { class: `mark mark-${kind}` }, icon(picture));
}

/** What stands in a row of a list. */
export interface Row {
  /** The mark before it. */
  picture: HTMLElement;
  title: string;
  /** A word of its own after the title. */
  tag?: string;
  /** Lines below. */
  notes: readonly Child[];
  /** What can be done with it. */
  actions?: readonly Child[];
}

/** A row of a list; `attributes` may name it for whoever looks for it. */
export function row(
  attributes: Record<string, string>, { picture, title, tag = "", notes, actions = [] }: Row,
): HTMLElement {
  const { class: name = "", ...others } = attributes;
  return el(
    "li", { class: `row ${name}`.trim(), ...others },
    picture,
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, title), tag !== "" && el("span", { class: "own-tag" }, tag)),
      ...notes.map((note) => note !== "" && el("p", { class: "row-note" }, note)),
    ),
    ...actions,
  );
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
