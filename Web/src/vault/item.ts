import * as api from "../api";
import type { VaultPageItem } from "../api";
import { ask, Failure } from "../client";
import { el, fill, setText } from "../dom";
import { dayAndTime } from "../format";
import { t } from "../i18n";
import { icon } from "../icons";
import { Scope } from "../observable";
import { notice } from "../ui/banner";
import { button, iconButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { section } from "../ui/section";
import { failedState, loadingState } from "../ui/states";
import { addressOf } from "./address";
import { codeRows } from "./codes";
import type { VaultContext } from "./context";
import { fieldRow, pastRow } from "./fieldrows";
import { filesBlock } from "./files";

/** One item: its fields as its owner ordered them, codes, files and what it had before. */
export function itemPane(context: VaultContext, scope: Scope, id: string): HTMLElement {
  const place = el("div", { class: "pane-body item-view" }, loadingState());
  let itemScope = new Scope();
  scope.add(() => itemScope.end());

  const show = (item: VaultPageItem): void => {
    if (scope.isEnded) return;
    itemScope.end();
    itemScope = new Scope();
    fill(place, ...itemParts(context, itemScope, item, show));
  };
  const load = async (): Promise<void> => {
    try {
      show(await ask((options) => api.vaultPageItem(id, options)));
    } catch (error) {
      const failure = Failure.from(error);
      if (scope.isEnded || context.closes(failure)) return;
      fill(place, failedState(failure, () => void load()));
    }
  };
  void load();
  return place;
}

function itemParts(
  context: VaultContext, scope: Scope, item: VaultPageItem, show: (item: VaultPageItem) => void,
): (HTMLElement | false)[] {
  const isInTrash = item.deleted !== undefined;
  const category = el("p", { class: "quiet item-category" });
  // The categories may come after the item.
  scope.watch(context.categories.observable, () => setText(category, context.category(item.category)?.name ?? ""));
  /** Shows a change at once, and has lists and counters follow. */
  const changed = (next: VaultPageItem): void => {
    show(next);
    context.changed();
  };
  const attempt = (work: () => Promise<void>): void => {
    work().catch((error: unknown) => context.report(error));
  };
  // One-time codes have rows of their own above.
  const shownFields = item.fields
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => field.kind.kind !== "otp" || !field.isFilled);
  const hasCode = item.fields.some((field) => field.kind.kind === "otp" && field.isFilled);
  const setFavourite = async (): Promise<void> => {
    changed(await ask((options) => api.vaultPageSetFavourite(item.id, { on: !item.isFavourite }, options)));
  };
  const favourite = iconButton("star", t("vault.item.favourite"), () => attempt(setFavourite));
  favourite.setAttribute("aria-pressed", String(item.isFavourite));
  favourite.classList.add("favourite");
  return [
    el(
      "header", { class: "view-head" },
      el(
        "a",
        {
          class: "button-icon pane-back", href: isInTrash ? "#/trash" : addressOf({ category: item.category }),
          "aria-label": t("vault.back"),
        },
        icon("back"),
      ),
      el("h1", { tabindex: -1 }, item.title),
      !isInTrash && favourite,
      !isInTrash && el(
        "a",
        {
          class: "button-icon", href: `#/edit/${item.id}`, "aria-label": t("vault.item.edit"),
          title: t("vault.item.edit"),
        },
        icon("pencil"),
      ),
      !isInTrash && iconButton(
        "trash", t("vault.item.remove"),
        (event) => attempt(() => trash(context, item, (event as MouseEvent).detail === 0)),
      ),
    ),
    isInTrash && trashNotice(context, item, attempt),
    category,
    hasCode && codeRows(context, scope, item),
    el(
      "dl", { class: "rows field-rows" },
      ...shownFields.map(({ field, index }) => fieldRow(context, scope, item, field, index)),
    ),
    filesBlock(context, item, changed),
    item.history.length > 0 && history(context, scope, item, changed, attempt),
    el(
      "p", { class: "quiet item-dates" },
      t("vault.item.dates", { created: dayAndTime(item.created), modified: dayAndTime(item.modified) }),
      item.asksAgain ? ` ${t("vault.item.asksAgainNote")}` : "",
    ),
  ];
}

function history(
  context: VaultContext, scope: Scope, item: VaultPageItem, changed: (item: VaultPageItem) => void,
  attempt: (work: () => Promise<void>) => void,
): HTMLElement {
  const rows = item.history.map((past, index) =>
    pastRow(context, scope, item, past, index, () =>
      attempt(async () => {
        changed(await ask((options) => api.vaultPageRestoreValue(item.id, { past: index, revision: item.revision }, options)));
        context.toasts.show({ text: t("vault.history.restored"), tone: "ok" });
      })));
  return section("ruled", t("vault.history.title"), el("dl", { class: "rows field-rows" }, ...rows));
}

function trashNotice(context: VaultContext, item: VaultPageItem, attempt: (work: () => Promise<void>) => void): HTMLElement {
  const restore = async (): Promise<void> => {
    await ask((options) => api.vaultPageRestoreItem(item.id, options));
    context.changed();
    context.toasts.show({ text: t("vault.trash.restored", { title: item.title }), tone: "ok" });
    window.location.hash = `#/category/${item.category}`;
    window.location.hash = `#/item/${item.id}`;
  };
  const erase = async (): Promise<void> => {
    if (!(await confirmed(
      t("vault.trash.eraseTitle", { title: item.title }), t("vault.trash.eraseText"), t("vault.trash.erase"), true,
    ))) return;
    await ask((options) => api.vaultPageEraseItem(item.id, options));
    window.location.hash = "#/trash";
    context.changed();
  };
  const eraseButton = button("plain", "trash", t("vault.trash.erase"), () => attempt(erase));
  eraseButton.classList.add("button-grave");
  return el(
    "div", { class: "trash-notice" },
    notice("trash", t("vault.trash.item", { time: dayAndTime(item.deleted ?? item.modified) })),
    el(
      "div", { class: "actions" }, button("primary", "undo", t("vault.trash.restore"), () => attempt(restore)),
      eraseButton,
    ),
  );
}

/** Puts an item into the trash and offers to take it back. */
async function trash(context: VaultContext, item: VaultPageItem, byKeyboard: boolean): Promise<void> {
  await ask((options) => api.vaultPageTrashItem(item.id, options));
  // Whoever has gone elsewhere meanwhile stays there.
  if (window.location.hash === `#/item/${item.id}`) window.location.hash = addressOf({ category: item.category });
  context.changed();
  const undo = (): void => {
    ask((options) => api.vaultPageRestoreItem(item.id, options)).then(
      () => {
        context.changed();
        window.location.hash = `#/item/${item.id}`;
      },
      (error: unknown) => context.report(error),
    );
  };
  context.toasts.show({
    key: "trash", icon: "trash", text: t("vault.trash.moved", { title: item.title }),
    undo: { what: item.title, run: undo }, focus: byKeyboard,
  });
}
