import * as api from "../api";
import type { VaultPageRecipe } from "../api";
import { ask } from "../client";
import { el, setText, uniqueId } from "../dom";
import { number } from "../format";
import { type Key, t } from "../i18n";
import { button } from "../ui/button";
import { checkbox } from "../ui/field";
import type { VaultContext } from "./context";

const classes = ["capitals", "digits", "symbols", "avoidsLookAlikes"] as const;

/** The last recipe of this page: whoever makes two passwords mostly wants the same kind. */
const recipe: VaultPageRecipe = { length: 20, capitals: true, digits: true, symbols: true, avoidsLookAlikes: true };

/** Makes passwords by a recipe, the first at once when `begins`; `use` is given each one. */
export function generator(context: VaultContext, use: (password: string) => void, begins: boolean): HTMLElement {
  const make = async (): Promise<void> => {
    try {
      use((await ask((options) => api.vaultPageGenerate(recipe, options))).value);
    } catch (error) {
      context.report(error);
    }
  };
  const count = el("output", { class: "generator-length" }, number(recipe.length));
  const length: HTMLInputElement = el("input", {
    id: uniqueId("length"), type: "range", min: 8, max: 64,
    oninput: () => {
      recipe.length = Number(length.value);
      setText(count, number(recipe.length));
    },
    onchange: () => void make(),
  });
  length.value = String(recipe.length);
  const choices = classes.map((name) =>
    checkbox(t(`vault.generate.${name}` as Key), recipe[name], (isOn) => {
      recipe[name] = isOn;
      void make();
    }).element,
  );
  if (begins) void make();
  return el(
    "div", { class: "generator", role: "group", "aria-label": t("vault.generate.title") },
    el("div", { class: "generator-row" }, el("label", { for: length.id }, t("vault.generate.length")), length, count),
    el("div", { class: "generator-classes" }, ...choices),
    button("plain", "refresh", t("vault.generate.again"), () => void make()),
  );
}
