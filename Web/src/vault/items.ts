import * as api from "../api";
import type { VaultPageQuery, VaultPageSummary } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { plural, t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { button, iconButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { checkbox } from "../ui/field";
import { emptyState, failedState, loadingState } from "../ui/states";
import type { Filter } from "./address";
import { categoryDialog } from "./categories";
import type { VaultContext } from "./context";
import { categoryPicture, kindName } from "./words";

/** Rows that are laid out at once: a list of ten thousand shall not hold up the page. */
const rowsAtOnce = 150;
const typingPause = 180;

/** The items of a category, all, the favourites or the trash, and a search in every field of them. */
export class ItemPane {
  readonly element = el("div", { class: "pane-body" });
  private readonly list = el("div", { class: "item-list" });
  private readonly head = el("header", { class: "view-head" });
  private readonly search: HTMLInputElement;
  private readonly concealed = checkbox(t("vault.search.concealed"), false);
  private readonly count = el("p", { class: "hidden", role: "status" });
  private filter: Filter = "all";
  private turn = 0;
  private timer: number | undefined;
  private shownItem: string | null = null;
  private shown: { items: readonly VaultPageSummary[]; text: string; withCategories: boolean } | null = null;

  constructor(private readonly context: VaultContext, scope: Scope) {
    const id = uniqueId("search");
    this.search = el("input", {
      id, type: "search", autocomplete: "off", spellcheck: "false", maxlength: 200, placeholder: t("vault.search"),
      oninput: () => {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.load(), typingPause);
      },
    });
    fill(
      this.element, this.head,
      el(
        "div", { class: "search" }, el("label", { for: id, class: "hidden" }, t("vault.search")), icon("search"),
        this.search,
      ),
      this.concealed.element, this.count, this.list,
    );
    this.concealed.input.addEventListener("change", () => void this.load());
    let isFirst = true;
    scope.watch(context.changes, () => {
      if (!isFirst) void this.load();
      isFirst = false;
    });
    scope.watch(context.categories.observable, () => {
      this.showHead();
      // The list can be there before the categories are, whose pictures it shows.
      if (this.shown !== null && !this.shown.withCategories) this.render(this.shown.items, this.shown.text);
    });
    scope.add(() => window.clearTimeout(this.timer));
  }

  /** Shows the list of `filter`; nothing is asked for again when it is shown already. */
  show(filter: Filter): void {
    const isSame = JSON.stringify(filter) === JSON.stringify(this.filter) && this.turn > 0;
    this.filter = filter;
    this.showHead();
    if (isSame) return;
    this.search.value = "";
    this.concealed.input.checked = false;
    this.shown = null;
    fill(this.list, loadingState());
    void this.load();
  }

  /** Marks the row of the item that is shown beside the list. */
  mark(item: string | null): void {
    this.shownItem = item;
    for (const row of this.list.querySelectorAll<HTMLElement>("[data-item]")) {
      if (row.dataset["item"] === item) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  focusSearch(): void {
    this.search.focus();
  }

  private showHead(): void {
    const { filter } = this;
    const category = typeof filter === "string" ? undefined : this.context.category(filter.category);
    const title = typeof filter === "string" ? t(`vault.filter.${filter}`) : (category?.name ?? "");
    const back = el(
      "a", { class: "button-icon pane-back", href: "#/", "aria-label": t("vault.categories") }, icon("back"),
    );
    const edit = category !== undefined && iconButton(
      "pencil", t("vault.category.edit"), () => void categoryDialog(this.context, category),
    );
    const add = filter !== "trash" && el(
      "a",
      {
        class: "button-icon", href: category === undefined ? "#/new" : `#/new/${category.id}`,
        "aria-label": t("vault.item.add"), title: t("vault.item.add"),
      },
      icon("plus"),
    );
    const empty = filter === "trash" && (this.context.categories.value?.trash ?? 0) > 0
      && button("plain", "trash", t("vault.trash.empty"), () => void this.emptyTrash());
    fill(this.head, filter !== "trash" && back, el("h1", {}, title), edit, add, empty);
  }

  private async load(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    const text = this.search.value.trim();
    const query: VaultPageQuery = { favourites: this.filter === "favourites", trash: this.filter === "trash" };
    if (typeof this.filter !== "string") query.category = this.filter.category;
    // Only what somebody looks for can be looked for in passwords.
    this.concealed.element.hidden = text === "" || query.trash;
    if (text !== "") {
      query.text = text;
      if (this.concealed.input.checked) query.concealed = true;
    }
    try {
      const { items } = await ask((options) => api.vaultPageItems(query, options), 30_000);
      if (turn === this.turn) this.render(items, text);
    } catch (error) {
      if (turn !== this.turn) return;
      const failure = Failure.from(error);
      if (!this.context.closes(failure)) fill(this.list, failedState(failure, () => void this.load()));
    }
  }

  private render(items: readonly VaultPageSummary[], text: string): void {
    this.shown = { items, text, withCategories: this.context.categories.value !== undefined };
    fill(this.count, plural("vault.items", items.length));
    if (items.length === 0) return fill(this.list, this.emptyList(text));
    const rows = el("ul", { class: "rows item-rows" });
    const more = el("button", { type: "button", class: "button", onclick: () => extend() });
    let shown = 0;
    const extend = (): void => {
      const next = items.slice(shown, shown + rowsAtOnce);
      rows.append(...next.map((item) => this.row(item)));
      shown += next.length;
      more.hidden = shown >= items.length;
      fill(more, plural("vault.more", items.length - shown));
    };
    extend();
    fill(this.list, this.filter === "trash" && el("p", { class: "quiet" }, t("vault.trash.note")), rows, more);
    this.mark(this.shownItem);
  }

  private emptyList(text: string): HTMLElement {
    if (text !== "") return emptyState(
      "search", t("vault.search.none"),
      t(this.concealed.input.checked ? "vault.search.noneDeep" : "vault.search.noneText"),
    );
    if (this.filter === "trash") return emptyState("trash", t("vault.trash.none"), t("vault.trash.noneText"));
    if (this.filter === "favourites") return emptyState(
      "star", t("vault.favourites.none"), t("vault.favourites.noneText"),
    );
    const category = typeof this.filter === "string" ? "" : `/${this.filter.category}`;
    const add = button("primary", "plus", t("vault.item.add"), () => (window.location.hash = `#/new${category}`));
    return emptyState("vault", t("vault.items.none"), t("vault.items.noneText"), add);
  }

  private row(item: VaultPageSummary): HTMLElement {
    const category = this.context.category(item.category);
    const found = item.found?.map(kindName).join(", ") ?? "";
    const note = found !== "" ? t("vault.search.found", { fields: found }) : item.user;
    return el(
      "li", {},
      el(
        "a", { class: "item-row", href: `#/item/${item.id}`, "data-item": item.id },
        el("span", { class: "mark" }, icon(categoryPicture(category?.icon ?? ""))),
        el(
          "span", { class: "item-words" },
          el("span", { class: "item-title" }, item.title), note !== "" && el("span", { class: "row-note" }, note),
        ),
        item.hasCode && el(
          "span", { class: "item-sign" }, icon("clock"), el("span", { class: "hidden" }, t("vault.item.hasCode")),
        ),
        item.isFavourite && el(
          "span", { class: "item-sign item-star" }, icon("star"),
          el("span", { class: "hidden" }, t("vault.item.favourite")),
        ),
      ),
    );
  }

  private async emptyTrash(): Promise<void> {
    if (!(await confirmed(
      t("vault.trash.emptyTitle"), t("vault.trash.emptyText"), t("vault.trash.empty"), true,
    ))) return;
    try {
      await ask(api.vaultPageEmptyTrash);
      if (window.location.hash !== "#/trash") window.location.hash = "#/trash";
      this.context.changed();
    } catch (error) {
      this.context.report(error);
    }
  }
}
