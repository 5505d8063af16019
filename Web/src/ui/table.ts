import { type Child, el } from "../dom";

/** A row of a table: the cell that names it, and the others. */
export interface TableRow {
  /** What the row is found by. */
  code: string;
  head: Child;
  cells: readonly string[];
}

/** A table with a heading for each column and each row. */
export function table(heads: readonly string[], rows: readonly TableRow[]): HTMLTableElement {
  return el(
    "table", { class: "table" },
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))),
    el(
      "tbody", {},
      ...rows.map(({ code, head, cells }) =>
        el("tr", { "data-code": code }, el("th", { scope: "row" }, head), ...cells.map((text) => el("td", {}, text))),
      ),
    ),
  );
}
