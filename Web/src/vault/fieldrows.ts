import * as api from "../api";
import type { VaultPageField, VaultPageItem, VaultPagePastValue, VaultPageReveal } from "../api";
import { ask } from "../client";
import { el, fill, setText } from "../dom";
import { dayAndTime } from "../format";
import { t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { iconButton } from "../ui/button";
import { proven } from "./confirm";
import type { VaultContext } from "./context";
import { kindName } from "./words";

/** Milliseconds after which a revealed value is concealed again. */
const revealedFor = 30_000;

interface Row {
  label: string;
  isConcealed: boolean;
  value: string | undefined;
  note?: string;
  /** Which value to ask the desk for. */
  wanted: VaultPageReveal;
}

/** A field of an item: its value, or dots until somebody asks for it, and a button that copies it. */
export function fieldRow(
  context: VaultContext, scope: Scope, item: VaultPageItem, field: VaultPageField, index: number,
): HTMLElement {
  const row = {
    label: kindName(field.kind), isConcealed: field.isConcealed, value: field.value, wanted: { field: index },
  };
  if (!field.isFilled) {
    return el(
      "div", { class: "field-row" },
      el(
        "div", { class: "field-words" }, el("dt", {}, row.label), el("dd", { class: "quiet" }, t("vault.field.empty")),
      ),
    );
  }
  const isAddress = field.kind.kind === "url";
  return valueRow(context, scope, item, row, isAddress ? addressLink(field.value ?? "") : null);
}

/** A value that a field had before, with a button that brings it back. */
export function pastRow(
  context: VaultContext, scope: Scope, item: VaultPageItem, past: VaultPagePastValue, index: number, restore: () => void,
): HTMLElement {
  const label = kindName(past.kind);
  const row: Row = {
    label, isConcealed: past.isConcealed, value: past.value, wanted: { past: index },
    note: t("vault.history.until", { time: dayAndTime(past.until) }),
  };
  const back = iconButton("undo", t("vault.history.restore", { field: label }), restore);
  return valueRow(context, scope, item, row, null, item.deleted === undefined ? back : null);
}

function valueRow(
  context: VaultContext, scope: Scope, item: VaultPageItem, row: Row, link: HTMLElement | null,
  extra: HTMLElement | null = null,
): HTMLElement {
  const words = el("dd", { class: row.isConcealed ? "field-value field-secret" : "field-value" });
  let timer: number | undefined;
  scope.add(() => window.clearTimeout(timer));

  /** A concealed value is asked of the desk each time: the page keeps none. */
  const value = async (): Promise<string | null> => {
    if (!row.isConcealed) return row.value ?? "";
    const answer = await proven(context, () => ask((options) => api.vaultPageReveal(item.id, row.wanted, options)));
    return answer?.value ?? null;
  };
  const conceal = (): void => {
    window.clearTimeout(timer);
    setText(words, "••••••••");
    words.removeAttribute("data-revealed");
    reveal.setAttribute("aria-pressed", "false");
    fill(reveal, icon("eye"));
  };
  const show = async (): Promise<void> => {
    if (words.dataset["revealed"] !== undefined) return conceal();
    try {
      const text = await value();
      if (text === null || scope.isEnded) return;
      setText(words, text);
      words.dataset["revealed"] = "yes";
      reveal.setAttribute("aria-pressed", "true");
      fill(reveal, icon("eyeOff"));
      timer = window.setTimeout(conceal, revealedFor);
    } catch (error) {
      context.report(error);
    }
  };
  const reveal = iconButton("eye", t("vault.field.show", { field: row.label }), () => void show());
  const copy = iconButton("copy", t("vault.field.copy", { field: row.label }), () => {
    void value().then(
      (text) => (text === null ? undefined : context.clipboard.copy(text, context.clipboardSeconds)),
      (error: unknown) => context.report(error),
    );
  });
  if (row.isConcealed) conceal();
  else if (link !== null) fill(words, link);
  else setText(words, row.value ?? "");
  return el(
    "div", { class: "field-row" },
    el(
      "div", { class: "field-words" },
      el("dt", {}, row.label, row.note !== undefined && el("span", { class: "row-note" }, row.note)), words,
    ),
    row.isConcealed && reveal, copy, extra,
  );
}

/** An address that can be followed; only those of the web are, so that none can run anything. */
function addressLink(text: string): HTMLElement | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\/[^\s/?#]+/i.test(address) || /\s/.test(text)) return null;
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}
