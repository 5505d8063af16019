import { el, setText } from "../dom";
import { t } from "../i18n";
import { icon, type IconName } from "../icons";

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

/** A button that shows a picture alone; its label says what it does. */
export function iconButton(picture: IconName, label: string, run: (event: Event) => void): HTMLButtonElement {
  return el(
    "button", { type: "button", class: "button-icon", "aria-label": label, title: label, onclick: run }, icon(picture),
  );
}

/** A link that looks like a button. */
export function linkButton(kind: "primary" | "plain", href: string, text: string): HTMLElement {
  return el("a", { class: kind === "primary" ? "button button-primary" : "button", href }, text);
}

/** A button that sends a form, and shows that its work is under way. */
export function submitButton(text: string): {
  element: HTMLButtonElement; during: <T>(work: () => Promise<T>) => Promise<T>;
} {
  const element = el("button", { type: "submit", class: "button button-primary" }, text);
  return {
    element,
    during: async (work) => {
      element.disabled = true;
      setText(element, t("sign.working"));
      try {
        return await work();
      } finally {
        element.disabled = false;
        setText(element, text);
      }
    },
  };
}

/** A button that cannot be pressed twice while its work is under way. */
export function working(button: HTMLButtonElement, work: () => Promise<void>): void {
  if (button.disabled) return;
  button.disabled = true;
  void work().finally(() => {
    button.disabled = false;
  });
}
