import { type Child, el, uniqueId } from "../dom";

/**
 * How a section stands among its neighbours: `open` with room alone, `ruled` with a line before it, and `account` with
 * a line too and its parts no wider than they need to be.
 */
export type SectionKind = "open" | "ruled" | "account";

/** A part of a view with its heading, which names it for a screen reader too. */
export function section(kind: SectionKind, title: string, ...children: Child[]): HTMLElement {
  const id = uniqueId("section");
  return el(
    "section", { class: `section section-${kind}`, "aria-labelledby": id }, el("h2", { id }, title), ...children,
  );
}

/** A section beside a plan: `name` says which, and `aside` stands at the right of its heading. */
export function panel(name: string, title: string, aside: Child, ...children: Child[]): HTMLElement {
  const id = `${name}-title`;
  return el(
    "section",
    { class: `panel panel-${name}`, "aria-labelledby": id },
    el("header", { class: "panel-head" }, el("h2", { id }, title), aside),
    ...children,
  );
}

/** A whole view: its heading, and its parts below one another; `name` is a class for what it alone looks like. */
export function page(name: string, title: string, ...children: Child[]): HTMLElement {
  return el(
    "div",
    { class: `view ${name}` },
    el("header", { class: "view-head" }, el("h1", {}, title)),
    el("div", { class: "view-body" }, ...children),
  );
}
