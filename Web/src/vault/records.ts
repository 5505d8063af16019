import { el, fill } from "../dom";
import { t } from "../i18n";
import { Scope } from "../observable";
import { notice } from "../ui/banner";
import { emptyState } from "../ui/states";
import { type Filter, isOverview, type Place } from "./address";
import { categoryPane, markCategory } from "./categories";
import type { VaultContext } from "./context";
import { editItemPane, newItemPane } from "./editor";
import { itemPane } from "./item";
import { ItemPane } from "./items";

/**
 * Categories, the items of one, and one item: beside one another on a wide screen, one after the other on a telephone.
 *
 * The list stays as it is while one goes from item to item, so that neither its place nor a search is lost.
 */
export class RecordsView {
  readonly element: HTMLElement;
  private readonly categories: HTMLElement;
  private readonly items: ItemPane;
  private readonly detail = el("section", { class: "pane pane-detail", "aria-label": t("vault.pane.item") });
  private detailScope = new Scope();
  private filter: Filter = "all";

  constructor(private readonly context: VaultContext, scope: Scope) {
    this.categories = el(
      "section", { class: "pane pane-categories", "aria-label": t("vault.categories") },
      el("header", { class: "view-head pane-title" }, el("h1", {}, t("vault.name"))), categoryPane(context, scope),
      context.state.value?.isTravelling === true && notice("walk", t("vault.travelling")),
    );
    this.items = new ItemPane(context, scope);
    const list = el("section", { class: "pane pane-list", "aria-label": t("vault.pane.list") }, this.items.element);
    this.element = el("div", { class: "panes" }, this.categories, list, this.detail);
    scope.add(() => this.detailScope.end());
    scope.watch(context.categories.observable, () => markCategory(this.categories, this.filter));
  }

  show(place: Place, hash: string): void {
    this.detailScope.end();
    this.detailScope = new Scope();
    if (place.kind === "items") this.filter = place.filter;
    this.items.show(this.filter);
    this.items.mark(place.kind === "item" || place.kind === "edit" ? place.id : null);
    markCategory(this.categories, this.filter);
    fill(this.detail, this.detailFor(place));
    this.detail.scrollTop = 0;
    this.element.dataset["pane"] = place.kind !== "items" ? "detail" : isOverview(hash) ? "categories" : "list";
    this.element.classList.toggle("panes-trash", this.filter === "trash");
  }

  private detailFor(place: Place): HTMLElement {
    const { context, detailScope } = this;
    if (place.kind === "item") return itemPane(context, detailScope, place.id);
    if (place.kind === "edit") return editItemPane(context, detailScope, place.id);
    if (place.kind === "new") return newItemPane(context, detailScope, place.category);
    return emptyState("vault", t("vault.choose"), t("vault.chooseText"));
  }
}
