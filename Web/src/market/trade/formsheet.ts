import { el } from "../../dom";
import { t } from "../../i18n";
import { iconButton } from "../../ui/button";

/** The form on a small screen: a sheet from below, in which it stays what it was while it is closed. */
export class FormSheet {
  readonly element: HTMLDialogElement;
  private opener: Element | null = null;

  /** `form` stands at `home` while the sheet is closed. */
  constructor(private readonly form: HTMLElement, private readonly home: HTMLElement, title: string) {
    const close = iconButton("cross", t("close"), () => this.close());
    this.element = el(
      "dialog", { class: "trade-sheet", "aria-labelledby": "trade-sheet-title" },
      el("header", { class: "trade-part-head" }, el("h2", { id: "trade-sheet-title" }, title), close),
    );
    this.element.addEventListener("close", () => {
      this.home.append(this.form);
      if (this.opener instanceof HTMLElement && this.opener.isConnected) this.opener.focus();
    });
    // The ground around the sheet is the dialog itself.
    this.element.addEventListener("click", (event) => event.target === this.element && this.close());
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  open(): void {
    if (this.isOpen) return;
    this.opener = document.activeElement;
    this.element.append(this.form);
    this.element.showModal();
    this.form.querySelector<HTMLElement>("input:not([type=radio]), select, button")?.focus({ preventScroll: true });
  }

  close(): void {
    if (this.isOpen) this.element.close();
  }
}
