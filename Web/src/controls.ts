import { type Child, el } from "./dom";
import { icon, type IconName } from "./icons";

interface Choice<T> {
  value: T;
  label: string;
}

/** A row of buttons of which one is pressed. */
export function segmented<T extends string>(
  label: string,
  choices: readonly Choice<T>[],
  current: T,
  onChange: (value: T) => void,
): HTMLElement {
  const buttons = choices.map((choice) =>
    el(
      "button",
      {
        type: "button", class: "segment", "data-value": choice.value, "aria-pressed": String(choice.value === current),
        onclick: () => {
          for (const other of buttons) {
            other.setAttribute("aria-pressed", String(other.dataset["value"] === choice.value));
          }
          onChange(choice.value);
        },
      },
      choice.label,
    ),
  );
  return el("div", { class: "segmented", role: "group", "aria-label": label }, ...buttons);
}

/** A button with an icon before its text. */
export function button(
  kind: "primary" | "plain",
  picture: IconName,
  text: string,
  run: () => void,
): HTMLButtonElement {
  const className = kind === "primary" ? "button button-primary" : "button";
  return el("button", { type: "button", class: className, onclick: run }, icon(picture), text);
}

/** A part of a view with its heading, which names it for a screen reader too. */
export function panel(identifier: string, title: string, aside: Child, ...children: Child[]): HTMLElement {
  const heading = el("h2", { id: `${identifier}-title` }, title);
  return el(
    "section",
    { class: `panel panel-${identifier}`, "aria-labelledby": `${identifier}-title` },
    el("header", { class: "panel-head" }, heading, aside),
    ...children,
  );
}

/** The width from which panels stand beside the plan; the sheets have the same figure. */
export const wide = window.matchMedia("(min-width: 1080px)");
