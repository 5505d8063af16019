import { el, uniqueId } from "../dom";
import { chooseLanguage, type Language, language, languages, languageTags, t } from "../i18n";

/** One of the things to choose from. */
export interface Choice<T> {
  value: T;
  label: string;
}

/** A row of buttons of which one is pressed: few choices that are all seen at once. */
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

/** A list to choose one of, with its label. */
export function select(
  label: string, choices: readonly Choice<string>[], current: string,
  onChange: (value: string) => void = () => undefined,
): { element: HTMLElement; input: HTMLSelectElement } {
  const input: HTMLSelectElement = el(
    "select", { id: uniqueId("select"), onchange: () => onChange(input.value) },
    ...choices.map((choice) => el("option", { value: choice.value }, choice.label)),
  );
  input.value = current;
  return { input, element: el("div", { class: "field" }, el("label", { for: input.id }, label), input) };
}

/** The languages of the page, each in its own name, and said as in its own language. */
export function languageMenu(onFailure: (error: unknown) => void): HTMLElement {
  const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }));
  const menu = segmented(t("me.language"), choices, language.value, (chosen) => {
    chooseLanguage(chosen).catch((error: unknown) => {
      // Its texts did not come, so the page speaks as before.
      for (const choice of menu.querySelectorAll("button")) {
        choice.setAttribute("aria-pressed", String(choice.dataset["value"] === language.value));
      }
      onFailure(error);
    });
  });
  for (const choice of menu.querySelectorAll("button")) {
    choice.lang = languageTags[choice.dataset["value"] as Language];
  }
  return menu;
}
