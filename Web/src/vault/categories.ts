import * as api from "../api";
import type { VaultPageCategories, VaultPageCategory, VaultPageCategoryDraft } from "../api";
import { ask } from "../client";
import { el, uniqueId } from "../dom";
import { number } from "../format";
import { plural, t } from "../i18n";
import { icon, type IconName } from "../icons";
import type { Scope } from "../observable";
import { confirmed, formDialog, type FormSender } from "../ui/dialog";
import { checkbox, field } from "../ui/field";
import { remote } from "../ui/states";
import { addressOf, type Filter } from "./address";
import { keyPatience, type VaultContext } from "./context";
import { isAboutName } from "./parts";
import { categoryPicture } from "./words";

/** The categories with their exact numbers of items, and the lists across them. */
export function categoryPane(context: VaultContext, scope: Scope): HTMLElement {
  return el(
    "div", { class: "pane-body" },
    remote(scope, context.categories, (all) => categoryList(context, all)),
  );
}

function categoryList(context: VaultContext, all: VaultPageCategories): HTMLElement {
  const add = el(
    "button",
    {
      type: "button", class: "category-row category-add",
      onclick: () => void categoryDialog(context, null),
    },
    icon("plus"), el("span", { class: "category-name" }, t("vault.category.add")),
  );
  return el(
    "div", {},
    el(
      "ul", { class: "category-rows" },
      el("li", {}, link("all", "vault", t("vault.filter.all"), all.total)),
      el("li", {}, link("favourites", "star", t("vault.filter.favourites"), all.favourites)),
    ),
    el("h2", { class: "category-head" }, t("vault.categories")),
    el(
      "ul", { class: "category-rows" },
      ...all.categories.map((category) =>
        el("li", {}, link({ category: category.id }, categoryPicture(category.icon), category.name, category.count))),
      el("li", {}, add),
    ),
  );
}

function link(filter: Filter, picture: IconName, name: string, count: number): HTMLElement {
  const address = addressOf(filter);
  return el(
    "a", { class: "category-row", href: address, "data-address": address },
    icon(picture), el("span", { class: "category-name" }, name),
    el("span", { class: "category-count", "aria-hidden": "true" }, number(count)),
    el("span", { class: "hidden" }, plural("vault.items", count)),
  );
}

/** Marks the row of the list that is shown. */
export function markCategory(pane: HTMLElement, filter: Filter | null): void {
  const address = filter === null ? "" : addressOf(filter);
  for (const row of pane.querySelectorAll<HTMLElement>("[data-address]")) {
    if (row.dataset["address"] === address) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

/** Makes a category, or changes one; a protected one keeps its name and stays. */
export async function categoryDialog(context: VaultContext, category: VaultPageCategory | null): Promise<void> {
  const name = el("input", { id: uniqueId("name"), type: "text", maxlength: 200, autocomplete: "off" });
  name.value = category?.name ?? "";
  name.readOnly = category?.isProtected ?? false;
  const nameField = field(t("vault.category.name"), name, name.readOnly ? t("vault.category.protected") : "");
  const removable = checkbox(t("vault.category.removable"), category?.isRemovable ?? false);
  let isRemoved = false;

  async function take(answer: Promise<VaultPageCategories>): Promise<void> {
    context.categories.set(await answer);
    context.changed();
  }

  async function remove(removed: VaultPageCategory, send: FormSender): Promise<void> {
    const title = t("vault.category.removeTitle", { name: removed.name });
    const text = plural("vault.category.removeText", removed.count);
    if (!(await confirmed(title, text, t("vault.remove"), true))) return;
    nameField.forgive();
    await send(async () => {
      await take(ask((options) => api.vaultPageRemoveCategory(removed.id, options)));
      isRemoved = true;
    });
  }

  await formDialog({
    title: category === null ? t("vault.category.add") : t("vault.category.edit"), action: t("vault.save"),
    fields: [
      nameField.element, removable.element, el("p", { class: "field-hint" }, t("vault.category.removableHint")),
    ],
    others: (send) => [
      category !== null && !category.isProtected && el(
        "button", { type: "button", class: "button button-grave", onclick: () => void remove(category, send) },
        t("vault.remove"),
      ),
    ],
    read: () => {
      nameField.forgive();
      const draft: VaultPageCategoryDraft = { name: name.value, isRemovable: removable.input.checked };
      if (category !== null) draft.mark = category.mark;
      if (name.value.trim() === "") {
        nameField.blame(t("vault.category.nameMissing"));
        return null;
      }
      return () =>
        take(ask(
          (options) => category === null ? api.vaultPageAddCategory(draft, options) : api.vaultPageSetCategory(
            category.id, draft, options,
          ),
          keyPatience,
        ));
    },
    explain: (failure) => {
      if (!isAboutName(failure)) return false;
      nameField.blame(failure.explanation);
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
  if (isRemoved) window.location.hash = "#/all";
}
