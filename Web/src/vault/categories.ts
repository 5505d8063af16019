import { api, type VaultPageCategories, type VaultPageCategory, type VaultPageCategoryDraft } from "../api";
import { ask, Failure } from "../client";
import { el, uniqueId } from "../dom";
import { number } from "../format";
import { plural, t } from "../i18n";
import { icon, type IconName } from "../icons";
import type { Scope } from "../observable";
import { remote } from "../ui/states";
import { addressOf, type Filter } from "./address";
import { keyPatience, type VaultContext } from "./context";
import { checkbox, confirmed, faultLine, field, isAboutName, submitButton } from "./parts";
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
export function categoryDialog(context: VaultContext, category: VaultPageCategory | null): Promise<void> {
  const id = uniqueId("category");
  const name = el("input", { id: uniqueId("name"), type: "text", maxlength: 200, autocomplete: "off" });
  name.value = category?.name ?? "";
  name.readOnly = category?.isProtected ?? false;
  const nameField = field(t("vault.category.name"), name, name.readOnly ? t("vault.category.protected") : "");
  const removable = checkbox(t("vault.category.removable"), category?.isRemovable ?? false);
  const fault = faultLine();
  const submit = submitButton(t("vault.save"));
  const opener = document.activeElement;
  return new Promise((resolve) => {
    const remove = async (): Promise<void> => {
      if (category === null) return;
      const text = plural("vault.category.removeText", category.count);
      if (!(await confirmed(
        t("vault.category.removeTitle", { name: category.name }), text, t("vault.remove"), true,
      ))) return;
      await send(() => ask((options) => api.vaultPageRemoveCategory(category.id, options)), true);
    };
    const send = async (work: () => Promise<VaultPageCategories>, leaves = false): Promise<void> => {
      fault.hide();
      nameField.forgive();
      try {
        context.categories.set(await submit.during(work));
        context.changed();
        dialog.close();
        if (leaves) window.location.hash = "#/all";
      } catch (error) {
        const failure = Failure.from(error);
        if (failure.status === 401) {
          dialog.close();
          context.report(failure);
        } else if (isAboutName(failure)) nameField.blame(failure.explanation);
        else fault.show(failure.explanation);
      }
    };
    const form: HTMLFormElement = el(
      "form", { class: "vault-form", novalidate: true },
      nameField.element, removable.element,
      el("p", { class: "field-hint" }, t("vault.category.removableHint")), fault.element,
      el(
        "div", { class: "confirm-actions" },
        category !== null && !category.isProtected && el(
          "button", { type: "button", class: "button button-grave", onclick: () => void remove() }, t("vault.remove"),
        ),
        el("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("vault.cancel")),
        submit.element,
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const draft: VaultPageCategoryDraft = { name: name.value, isRemovable: removable.input.checked };
      if (category !== null) draft.mark = category.mark;
      if (name.value.trim() === "") return nameField.blame(t("vault.category.nameMissing"));
      void send(() =>
        ask(
          (options) => category === null ? api.vaultPageAddCategory(draft, options) : api.vaultPageSetCategory(
            category.id, draft, options,
          ),
          keyPatience,
        ));
    });
    const title = category === null ? t("vault.category.add") : t("vault.category.edit");
    const dialog: HTMLDialogElement = el(
      "dialog", { class: "confirm", "aria-labelledby": id }, el("h2", { id }, title), form,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
