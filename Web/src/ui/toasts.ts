import { el, fill } from "../dom";
import { t } from "../i18n";
import { icon, type IconName } from "../icons";

export type Tone = "ok" | "bad" | "plain";

export interface Toast {
  text: string;
  tone?: Tone;
  icon?: IconName;
  /** A toast takes the place of the one with the same key, so that a busy stream does not fill the screen. */
  key?: string;
  /** What can be done about it; one that leads to a page ends there, where it would only be in the way. */
  action?: { label: string; run: () => void } | { label: string; leadsTo: string };
  /** What can be taken back; it ends with the page on which it was done. */
  undo?: { what: string; run: () => void };
  /** Moves the focus to the action, for somebody on the keyboard whose focus would be lost. */
  focus?: boolean;
}

/** What the button of a notice does; nothing where its reader is already. */
function actionOf({ action }: Toast, box: HTMLElement): { label: string; run: () => void } | undefined {
  if (action === undefined || !("leadsTo" in action)) return action;
  const { label, leadsTo } = action;
  if (isAt(leadsTo, window.location.hash)) return undefined;
  box.dataset["leadsTo"] = leadsTo;
  return { label, run: () => (window.location.hash = leadsTo) };
}

const shortStay = 4000;
const stayWithAction = 10_000;
const most = 2;

/** The page of an address: what follows it says which part. */
function pageOf(hash: string): string {
  return hash.split("?")[0]?.split("/").slice(0, 2).join("/") ?? "";
}

/** Whether an address is that of a page; what follows a question mark says which part of it. */
export function isAt(page: string, hash: string): boolean {
  return hash.split("?")[0] === page;
}

/**
 * Short notices below the page, or over a wide one. They wait while the pointer or the focus is on them.
 *
 * What takes something back says what, since two of them may be there at once, and ends with the page where it was done:
 * elsewhere nobody sees what it would change.
 */
export class Toasts {
  readonly element = el("div", { class: "toasts", role: "status", "aria-live": "polite" });

  constructor() {
    window.addEventListener("hashchange", () => {
      const here = pageOf(window.location.hash);
      for (const box of this.element.querySelectorAll<HTMLElement>("[data-page]")) {
        if (box.dataset["page"] !== here) box.remove();
      }
      for (const box of this.element.querySelectorAll<HTMLElement>("[data-leads-to]")) {
        if (isAt(box.dataset["leadsTo"] ?? "", window.location.hash)) box.remove();
      }
    });
  }

  show(toast: Toast): void {
    const tone = toast.tone ?? "plain";
    const box = el("div", { class: `toast toast-${tone}`, "data-key": toast.key ?? "" });
    const { undo } = toast;
    if (undo !== undefined) box.dataset["page"] = pageOf(window.location.hash);
    const action = undo === undefined ? actionOf(toast, box) : { label: t("undo.of", { what: undo.what }), run: undo.run };
    let timer: number | undefined;
    const dismiss = (): void => {
      window.clearTimeout(timer);
      box.remove();
    };
    const stay = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(dismiss, action === undefined ? shortStay : stayWithAction);
    };
    const act = (): void => {
      dismiss();
      action?.run();
    };
    fill(
      box,
      icon(toast.icon ?? (tone === "bad" ? "alert" : "check")),
      el("p", {}, toast.text),
      action && el("button", { type: "button", class: "button-text", onclick: act }, action.label),
      el("button", { type: "button", class: "button-icon", "aria-label": t("close"), onclick: dismiss }, icon("cross")),
    );
    for (const type of ["pointerenter", "focusin"]) box.addEventListener(type, () => window.clearTimeout(timer));
    for (const type of ["pointerleave", "focusout"]) box.addEventListener(type, stay);
    if (toast.key !== undefined) this.element.querySelector(`[data-key="${CSS.escape(toast.key)}"]`)?.remove();
    this.place(box, action !== undefined);
    stay();
    if (toast.focus === true) box.querySelector("button")?.focus();
  }

  /**
   * Puts plain notices above those with an action, and lets the oldest plain one go when there are too many.
   *
   * So an "Undo" neither moves under the finger nor disappears because something else happened.
   */
  private place(box: HTMLElement, hasAction: boolean): void {
    box.classList.toggle("has-action", hasAction);
    const firstAction = hasAction ? null : this.element.querySelector(".has-action");
    this.element.insertBefore(box, firstAction);
    while (this.element.children.length > most) {
      const oldest = this.element.querySelector(":scope > :not(.has-action)") ?? this.element.firstElementChild;
      oldest?.remove();
    }
  }
}
