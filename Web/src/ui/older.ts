import { el } from "../dom";
import { button, working } from "./button";

/** Some entries, the newest first, and where older ones go on as long as there are any. */
export interface Entries<Entry, Cursor> {
  readonly entries: readonly Entry[];
  readonly next?: Cursor;
}

/**
 * The rows of entries, and a button that brings older ones.
 *
 * @param label what the button says
 * @param older fetches what comes before a place
 * @param report is told when that fails
 */
export function olderRows<Entry, Cursor>(
  first: Entries<Entry, Cursor>, label: string, row: (entry: Entry) => HTMLElement,
  older: (before: Cursor) => Promise<Entries<Entry, Cursor>>, report: (error: unknown) => void,
): [HTMLElement, HTMLElement] {
  const list = el("ol", { class: "rows trail-rows" }, ...first.entries.map(row));
  let { next } = first;
  const more: HTMLButtonElement = button("plain", "chevron", label, () =>
    working(more, async () => {
      if (next === undefined) return;
      const before = next;
      try {
        const page = await older(before);
        const rows = page.entries.map(row);
        list.append(...rows);
        next = page.next;
        more.hidden = next === undefined;
        // The button may be gone: what it brought is where whoever pressed it goes on.
        if (more.hidden) rows[0]?.focus();
      } catch (error) {
        report(error);
      }
    }));
  more.hidden = next === undefined;
  return [list, el("div", { class: "actions" }, more)];
}
