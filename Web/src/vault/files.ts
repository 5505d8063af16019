import * as api from "../api";
import type { VaultPageAttachment, VaultPageItem } from "../api";
import { ask } from "../client";
import { el, setText } from "../dom";
import { download } from "../download";
import { megabytes } from "../format";
import { t } from "../i18n";
import { icon } from "../icons";
import { iconButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { section } from "../ui/section";
import { proven } from "./confirm";
import { keyPatience, type VaultContext } from "./context";

const mostBytes = 10 * 1024 * 1024;

/** The files of an item: kept sealed with it, and given back as they were. */
export function filesBlock(context: VaultContext, item: VaultPageItem, changed: (item: VaultPageItem) => void): HTMLElement {
  const input: HTMLInputElement = el("input", {
    type: "file", hidden: true,
    onchange: () => {
      const file = input.files?.[0];
      input.value = "";
      if (file !== undefined) void add(file);
    },
  });
  const words = el("span", {}, t("vault.files.add"));
  const button = el(
    "button", { type: "button", class: "button", onclick: () => input.click() }, icon("attachment"), words,
  );

  const add = async (file: File): Promise<void> => {
    if (file.size > mostBytes) {
      context.toasts.show({ text: t("vault.files.tooLarge", { size: megabytes(mostBytes) }), tone: "bad" });
      return;
    }
    button.disabled = true;
    setText(words, t("sign.working"));
    try {
      const content = base64(new Uint8Array(await file.arrayBuffer()));
      changed(await ask((options) => api.vaultPageAttach(item.id, { name: file.name, content }, options), keyPatience));
      context.toasts.show({ text: t("vault.files.added", { name: file.name }), tone: "ok" });
    } catch (error) {
      context.report(error);
    } finally {
      button.disabled = false;
      setText(words, t("vault.files.add"));
    }
  };

  const save = async (file: VaultPageAttachment): Promise<void> => {
    try {
      const answer = await proven(
        context, () => ask((options) => api.vaultPageAttachment(item.id, file.id, options), keyPatience));
      if (answer === null) return;
      download(answer.name, bytes(answer.content));
    } catch (error) {
      context.report(error);
    }
  };

  const remove = async (file: VaultPageAttachment): Promise<void> => {
    if (!(await confirmed(
      t("vault.files.removeTitle", { name: file.name }), t("vault.files.removeText"), t("vault.remove"), true,
    ))) return;
    try {
      changed(await ask((options) => api.vaultPageDetach(item.id, file.id, options)));
    } catch (error) {
      context.report(error);
    }
  };

  const isInTrash = item.deleted !== undefined;
  const rows = item.attachments.map((file) =>
    el(
      "li", { class: "field-row", "data-file": file.id },
      el(
        "div", { class: "field-words" }, el("p", { class: "file-name" }, file.name),
        el("p", { class: "row-note" }, megabytes(file.byteCount)),
      ),
      iconButton("download", t("vault.files.save", { name: file.name }), () => void save(file)),
      !isInTrash && iconButton("trash", t("vault.files.remove", { name: file.name }), () => void remove(file)),
    ));
  return section(
    "ruled", t("vault.files.title"),
    rows.length > 0 ? el("ul", { class: "rows" }, ...rows) : el("p", { class: "quiet" }, t("vault.files.none")),
    !isInTrash && el("div", {}, input, button),
  );
}

function base64(content: Uint8Array): string {
  let text = "";
  // In parts: the arguments of one call are limited.
  for (let start = 0; start < content.length; start += 32_768) {
    text += String.fromCharCode(...content.subarray(start, start + 32_768));
  }
  return window.btoa(text);
}

function bytes(text: string): Uint8Array {
  const binary = window.atob(text);
  const content = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) content[index] = binary.charCodeAt(index);
  return content;
}
