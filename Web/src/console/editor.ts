import * as api from "../api";
import type { Publication, PublicationDraft } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { type Key, type Language, language, languages, t } from "../i18n";
import { working } from "../ui/button";
import { field } from "../ui/field";
import { segmented } from "../ui/menu";
import type { ConsoleContext, PublicationKind } from "./context";

const longestTitle = 200;
const longestText = 5000;

/** Writes or changes one publication; `done` is told what was saved, or null when nothing was. */
export function editor(
  context: ConsoleContext, kind: PublicationKind, publication: Publication | null,
  done: (saved: Publication | null) => void,
): HTMLElement {
  const codes = Object.keys(languages) as Language[];
  const inputs = codes.map((code) => {
    const title = el("input", {
      id: uniqueId("title"), type: "text", lang: code, maxlength: longestTitle, name: `title-${code}`,
      autocomplete: "off",
    });
    const text = el("textarea", {
      id: uniqueId("text"), rows: 7, lang: code, maxlength: longestText, name: `text-${code}`,
    });
    title.value = publication?.title[code] ?? "";
    text.value = publication?.text[code] ?? "";
    const named = (key: string): string => t(key as Key, { language: languages[code] });
    return {
      code, title, text,
      titleField: field(named(`console.texts.${kind}.title`), title, ""),
      textField: field(named(`console.texts.${kind}.text`), text, t("console.texts.plain")),
    };
  });
  const panes = inputs.map((one) =>
    el("div", { class: "editor-pane", "data-language": one.code }, one.titleField.element, one.textField.element));
  const shown = el("div", { class: "editor-panes" });
  const show = (code: Language): void => fill(shown, panes.find((pane) => pane.dataset["language"] === code));
  const choices = codes.map((code) => ({ value: code, label: languages[code] }));
  const tabs = segmented(t("console.texts.language"), choices, language.value, show);
  show(language.value);
  const general = el("p", { class: "form-fault", role: "alert", hidden: true });
  const save = el("button", { type: "submit", class: "button button-primary" }, t("console.texts.save"));
  const cancel = el("button", { type: "button", class: "button", onclick: () => done(null) }, t("cancel"));
  const form = el(
    "form", { class: "editor", novalidate: true },
    tabs, shown, general, el("div", { class: "actions" }, save, cancel),
  );

  function reveal(code: Language): void {
    tabs.querySelector<HTMLButtonElement>(`[data-value="${code}"]`)?.click();
  }

  /** What is written, or null after saying what is missing. */
  function draft(): PublicationDraft | null {
    const title: Record<string, string> = {};
    const text: Record<string, string> = {};
    for (const one of inputs) {
      one.titleField.forgive();
      one.textField.forgive();
      const [heading, body] = [one.title.value.trim(), one.text.value.trim()];
      if (heading === "" && body === "") continue;
      if (heading === "" || body === "") {
        reveal(one.code);
        (heading === "" ? one.titleField : one.textField).blame(t("console.texts.half"));
        return null;
      }
      title[one.code] = heading;
      text[one.code] = body;
    }
    if (Object.keys(title).length > 0) return { title, text };
    reveal(language.value);
    inputs.find((one) => one.code === language.value)?.titleField.blame(t("console.texts.nothing"));
    return null;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    general.hidden = true;
    const written = draft();
    if (written === null) return;
    working(save, async () => {
      try {
        done(await ask((options) =>
          publication === null
            ? api.publish(kind, written, options)
            : api.republish(kind, publication.id, written, options)));
      } catch (error) {
        const failure = Failure.from(error);
        fill(general, failure.explanation);
        general.hidden = false;
        context.session.endIfRefused(failure);
      }
    });
  });
  return form;
}
