import { Failure } from "../../client";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { failedState, loadingState } from "../../ui/states";

/** A page of a list, and where the next one begins. */
export interface Page<T> {
  rows: readonly T[];
  next?: string | undefined;
}

/** A list of which one page is on the screen, however long it is. */
export interface PagedList {
  element: HTMLElement;
  /** Begins anew, as with another filter. */
  restart: () => void;
}

/** Pages by their cursors, which do not shift when something new comes; the focus stays on the button that leafs. */
export function pagedList<T>(
  scope: Scope, fetchPage: (before: string | undefined) => Promise<Page<T>>, render: (rows: readonly T[]) => HTMLElement, empty: string,
): PagedList {
  const place = el("div", { class: "paged-rows" });
  const said = el("p", { class: "hidden", role: "status" });
  const older = el("button", { type: "button", class: "button", onclick: () => leaf(1) }, t("order.page.older"));
  const newer = el("button", { type: "button", class: "button", onclick: () => leaf(-1) }, t("order.page.newer"));
  const buttons = el("div", { class: "actions paged-buttons", hidden: true }, newer, older);
  const element = el("div", { class: "paged" }, place, buttons, said);
  /** Where the pages begin that were seen; the last one is shown. */
  let cursors: (string | undefined)[] = [undefined];
  let next: string | undefined;
  let turn = 0;

  function leaf(way: 1 | -1): void {
    if (way === 1 && next !== undefined) cursors = [...cursors, next];
    else if (way === -1 && cursors.length > 1) cursors = cursors.slice(0, -1);
    else return;
    void load();
  }

  async function load(): Promise<void> {
    turn += 1;
    const asked = turn;
    place.setAttribute("aria-busy", "true");
    if (place.childElementCount === 0) fill(place, loadingState());
    try {
      const page = await fetchPage(cursors[cursors.length - 1]);
      if (asked !== turn || scope.isEnded) return;
      next = page.next;
      const isEmpty = page.rows.length === 0;
      fill(place, isEmpty ? el("p", { class: "quiet" }, next === undefined && cursors.length === 1 ? empty : t("order.page.none")) : render(page.rows));
      buttons.hidden = next === undefined && cursors.length === 1;
      older.setAttribute("aria-disabled", String(next === undefined));
      newer.setAttribute("aria-disabled", String(cursors.length === 1));
      setText(said, t("order.page.said", { page: String(cursors.length), rows: String(page.rows.length) }));
    } catch (error) {
      if (asked !== turn || scope.isEnded) return;
      fill(place, failedState(Failure.from(error), () => void load()));
    } finally {
      if (asked === turn) place.setAttribute("aria-busy", "false");
    }
  }

  void load();
  return {
    element,
    restart: () => {
      cursors = [undefined];
      fill(place);
      void load();
    },
  };
}
