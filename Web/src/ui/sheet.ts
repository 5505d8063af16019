import { type Child, el, fill, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";

/** What a sheet shows. */
export interface SheetContent {
  title: string;
  /** A line below the title. */
  note: string;
  content: readonly Child[];
}

/** A sheet over the corner of a plan. */
export interface Sheet {
  element: HTMLElement;
  open: (content: SheetContent) => void;
  close: () => void;
}

/** A sheet that is closed; Escape closes it and gives the focus back. `onClose` is told each time. */
export function sheet(onClose: () => void): Sheet {
  const id = uniqueId("sheet");
  const element = el("aside", { class: "sheet", "aria-labelledby": id, hidden: true, tabindex: -1 });
  let before: Element | null = null;

  function close(): void {
    if (element.hidden) return;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    onClose();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  }

  function open({ title, note, content }: SheetContent): void {
    if (element.hidden) before = document.activeElement;
    fill(
      element,
      el(
        "header",
        { class: "sheet-head" },
        el("div", {}, el("h2", { id }, title), el("p", { class: "sheet-category" }, note)),
        el("button", { type: "button", class: "button-icon", "aria-label": t("close"), onclick: close }, icon("cross")),
      ),
      ...content,
    );
    element.hidden = false;
    element.focus();
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return { element, open, close };
}
