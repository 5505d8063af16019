import { el, setText } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { iconButton } from "../../ui/button";

/** Milliseconds between two times that the best prices are read, for those who wish so. */
const betweenReadings = 10_000;

/** Says the best prices to a screen reader, when it is asked to or each ten seconds: the book itself is silent. */
export class BookReader {
  readonly element: HTMLElement;
  private readonly words = el("p", { class: "hidden", role: "status", "aria-live": "polite" });

  constructor(scope: Scope, private readonly summary: () => string) {
    const now = iconButton("ear", t("market.book.read"), () => this.read());
    const often = iconButton("clock", t("market.book.readOften"), () => undefined);
    often.setAttribute("aria-pressed", "false");
    let isOften = false;
    often.addEventListener("click", () => {
      isOften = !isOften;
      often.setAttribute("aria-pressed", String(isOften));
      if (isOften) this.read();
    });
    scope.every(betweenReadings, () => isOften && this.read());
    this.element = el("div", { class: "book-reader" }, now, often, this.words);
  }

  private read(): void {
    // Equal words would not be read a second time.
    setText(this.words, "");
    const words = this.summary();
    requestAnimationFrame(() => setText(this.words, words));
  }
}
