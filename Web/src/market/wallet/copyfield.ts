import { el } from "../../dom";
import { t } from "../../i18n";
import { iconButton } from "../../ui/button";
import type { MarketContext } from "../context";

/** Copies a text, and says whether it was. */
export function copy(context: MarketContext, text: string): void {
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  written.then(
    () => context.toasts.show({ key: "copy", icon: "copy", text: t("wallet.copied") }),
    () => context.toasts.show({ key: "copy", tone: "bad", text: t("copy.failed") }),
  );
}

/** A text with a button that copies it; `shown` is how it is read, as in groups. */
export function copyLine(context: MarketContext, label: string, text: string, shown = text): HTMLElement {
  return el(
    "div", { class: "copy-line" },
    el("div", { class: "copy-text" }, el("span", { class: "balance-label" }, label), el("span", { class: "copy-value", translate: "no" }, shown)),
    iconButton("copy", t("wallet.copy", { what: label }), () => copy(context, text)),
  );
}

/** A long text in groups of four, so that it can be compared by eye. */
export function inGroups(text: string): string {
  return (text.match(/.{1,4}/gsu) ?? []).join(" ");
}
