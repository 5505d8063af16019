import * as api from "../api";
import type { VaultPageItem, VaultPageItemDraft } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { submitButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { checkbox, faultLine, field } from "../ui/field";
import { select } from "../ui/menu";
import { failedState, loadingState } from "../ui/states";
import { proven } from "./confirm";
import { keyPatience, type VaultContext } from "./context";
import { FieldList } from "./fieldlist";
import { isAboutName } from "./parts";

/** Makes an item; `category` is where it begins. */
export function newItemPane(context: VaultContext, scope: Scope, category: string | null): HTMLElement {
  const place = el("div", { class: "pane-body" }, loadingState());
  // The fields that a new item begins with are those of its category.
  scope.watch(context.categories.observable, (remote) => {
    if (remote.state !== "ready" || place.querySelector("form") !== null) return;
    const first = context.category(category ?? "") ?? remote.value.categories[0];
    if (first === undefined) return;
    const fields = first.template.map((kind) => ({ kind, value: "" }));
    fill(
      place,
      editor(context, scope, null, { category: first.id, title: "", isFavourite: false, asksAgain: false, fields }),
    );
  });
  return place;
}

/** Changes an item; all its values are fetched for that, once it is proved again where it asks for it. */
export function editItemPane(context: VaultContext, scope: Scope, id: string): HTMLElement {
  const place = el("div", { class: "pane-body" }, loadingState());
  const load = async (): Promise<void> => {
    try {
      const draft = await proven(context, () => ask((options) => api.vaultPageDraft(id, options)));
      if (scope.isEnded) return;
      if (draft === null) window.location.hash = `#/item/${id}`;
      else fill(place, editor(context, scope, id, draft));
    } catch (error) {
      const failure = Failure.from(error);
      if (!scope.isEnded && !context.closes(failure)) fill(place, failedState(failure, () => void load()));
    }
  };
  void load();
  return place;
}

function editor(context: VaultContext, scope: Scope, id: string | null, draft: VaultPageItemDraft): HTMLElement {
  const before = JSON.stringify(draft);
  const title = el(
    "input", { id: uniqueId("title"), type: "text", name: "title", maxlength: 200, autocomplete: "off" },
  );
  title.value = draft.title;
  const titleField = field(t("vault.item.title"), title, "");
  const fields = new FieldList(context, draft.fields, () => title.value);
  const categories = context.categories.value?.categories ?? [];
  const category = select(
    t("vault.item.category"), categories.map(({ id: value, name }) => ({ value, label: name })), draft.category,
    (chosen) => {
      // A new item that is still blank takes the fields of the category that it goes to.
      if (id === null && fields.isBlank) fields.replace(context.category(chosen)?.template ?? []);
    },
  );
  const favourite = checkbox(t("vault.item.favourite"), draft.isFavourite);
  const asksAgain = checkbox(t("vault.item.asksAgain"), draft.asksAgain);
  const fault = faultLine();
  const submit = submitButton(t("vault.save"));
  const current = (): VaultPageItemDraft => ({
    // What it was made from goes back with it, so that nobody's change in between is undone.
    ...(draft.revision === undefined ? {} : { revision: draft.revision }), category: category.input.value, title: title.value.trim(), isFavourite: favourite.input.checked,
    asksAgain: asksAgain.input.checked, fields: fields.values,
  });
  const leave = (): void => {
    window.location.hash = id === null ? `#/category/${category.input.value}` : `#/item/${id}`;
  };
  const cancel = async (): Promise<void> => {
    const isSame = JSON.stringify(current()) === before;
    if (isSame || (await confirmed(
      t("vault.item.discardTitle"), t("vault.item.discardText"), t("vault.item.discard"), true,
    ))) leave();
  };

  const send = async (): Promise<void> => {
    fault.hide();
    titleField.forgive();
    const wanted = current();
    if (wanted.title === "") return titleField.blame(t("vault.item.titleMissing"));
    if (wanted.fields.every((one) => one.value === "")) return fault.show(t("problem.vault.empty_item"));
    const work = (): Promise<VaultPageItem> =>
      ask(
        (options) => id === null ? api.vaultPageAddItem(wanted, options) : api.vaultPageSetItem(id, wanted, options),
        keyPatience,
      );
    try {
      const saved = await submit.during(() => proven(context, work));
      if (saved === null) return;
      context.changed();
      context.toasts.show({ text: t("vault.item.saved", { title: saved.title }), tone: "ok" });
      if (!scope.isEnded) window.location.hash = `#/item/${saved.id}`;
    } catch (error) {
      const failure = Failure.from(error);
      if (context.closes(failure)) return;
      if (isAboutName(failure)) titleField.blame(failure.explanation);
      else fault.show(failure.explanation);
    }
  };

  const form = el(
    "form", { class: "form item-form", novalidate: true, autocomplete: "off" },
    titleField.element, category.element, fields.element,
    el("div", { class: "item-switches" }, favourite.element, asksAgain.element),
    el("p", { class: "field-hint" }, t("vault.item.asksAgainHint")),
    fault.element,
    el(
      "div", { class: "actions actions-stay" }, submit.element,
      el("button", { type: "button", class: "button", onclick: () => void cancel() }, t("cancel")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  const back = el(
    "button",
    { type: "button", class: "button-icon pane-back", "aria-label": t("vault.back"), onclick: () => void cancel() },
    icon("back"),
  );
  if (id === null) window.setTimeout(() => title.focus());
  return el(
    "div", {},
    el(
      "header", { class: "view-head" }, back, el("h1", {}, id === null ? t("vault.item.new") : t("vault.item.edit")),
    ), form,
  );
}
