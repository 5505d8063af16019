import { el, fill, setText } from "../../dom";
import { download } from "../../download";
import { locale, t } from "../../i18n";
import { button, iconButton } from "../../ui/button";
import { change, numberSigns } from "../numbers/format";
import { candleTable } from "./csv";
import type { Frame } from "./frames";
import type { OwnTrades } from "./owntrades";
import type { Point } from "./points";
import { chosenZone, type Words } from "./setting";
import { changeAt } from "./summary";

const rowsOnPage = 50;

/** The candles that are in sight, newest first, as a table for whoever cannot see the drawing; and as a file. */
export class CandleTable {
  readonly element: HTMLElement;
  private readonly body = el("tbody");
  private readonly where = el("p", { class: "chart-table-where", role: "status" });
  private readonly caption = el("caption", { class: "hidden" });
  private readonly newer: HTMLButtonElement;
  private readonly older: HTMLButtonElement;
  private readonly table: HTMLTableElement;
  private readonly scroller: HTMLElement;
  private page = 0;
  private frame: Frame = 60;
  private points: readonly Point[] = [];
  /** The places, among all frames, of those with trades in sight. */
  private places: number[] = [];
  /** What the reader traded, by the beginning of frames; without any there is no column for it. */
  private own: ReadonlyMap<number, OwnTrades> = new Map();
  private readonly ownHead = el("th", { scope: "col", hidden: true }, t("chart.column.own"));

  constructor(private readonly words: Words) {
    const { quote, base } = words;
    const heads = [
      t("chart.column.begin"), t("chart.column.open"), t("chart.column.high"), t("chart.column.low"), t("chart.column.close"),
      t("chart.column.change"), t("chart.column.volume"),
    ];
    this.newer = iconButton("back", t("chart.table.newer"), () => this.turn(-1));
    this.older = iconButton("forward", t("chart.table.older"), () => this.turn(1));
    this.table = el(
      "table", { class: "table chart-table" }, this.caption,
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)), this.ownHead)), this.body,
    );
    // What scrolls is reached by keyboard, and named as the table is.
    this.scroller = el("div", { class: "chart-table-scroll", tabindex: 0, role: "region" }, this.table);
    this.element = el(
      "section", { class: "chart-table-part", "aria-label": t("chart.table") },
      el(
        "div", { class: "chart-table-head" }, this.newer, this.where, this.older,
        button("plain", "download", t("chart.table.csv"), () => this.save()),
      ),
      el("p", { class: "quiet" }, t("chart.table.assets", { quote: quote.name, base: base.name })),
      this.scroller,
    );
  }

  /** Shows the frames from one place to another, both in it. */
  show(frame: Frame, points: readonly Point[], own: ReadonlyMap<number, OwnTrades>, first: number, last: number): void {
    this.own = own;
    if (frame !== this.frame) this.page = 0;
    this.frame = frame;
    this.points = points;
    const places: number[] = [];
    for (let place = Math.min(last, points.length - 1); place >= Math.max(first, 0); place -= 1) {
      if (points[place]?.candle !== null) places.push(place);
    }
    this.places = places;
    this.draw();
  }

  private turn(pages: number): void {
    this.page += pages;
    this.draw();
    // A button that can go no further would lose the focus.
    if (this.newer.disabled && pages < 0) this.older.focus();
    if (this.older.disabled && pages > 0) this.newer.focus();
  }

  private draw(): void {
    const pages = Math.max(1, Math.ceil(this.places.length / rowsOnPage));
    this.page = Math.min(Math.max(0, this.page), pages - 1);
    const begin = this.page * rowsOnPage;
    const shown = this.places.slice(begin, begin + rowsOnPage);
    this.table.setAttribute("aria-rowcount", String(this.places.length + 1));
    const { market } = this.words;
    const caption = t("chart.table.caption", { market: market.name, frame: this.words.frame(this.frame) });
    setText(this.caption, caption);
    this.scroller.setAttribute("aria-label", caption);
    setText(this.where, t("chart.table.where", {
      from: number(shown.length === 0 ? 0 : begin + 1), to: number(begin + shown.length), count: number(this.places.length),
    }));
    this.ownHead.hidden = this.own.size === 0;
    this.newer.disabled = this.page === 0;
    this.older.disabled = this.page >= pages - 1;
    fill(this.body, ...shown.map((place, row) => this.row(place, begin + row + 2)));
  }

  private row(place: number, index: number): HTMLElement | null {
    const point = this.points[place];
    const candle = point?.candle;
    if (point === undefined || candle == null) return null;
    const { words } = this;
    const rise = changeAt(this.points, place, candle);
    const cells = [words.price(candle.open), words.price(candle.high), words.price(candle.low), words.price(candle.close)];
    return el(
      "tr", { "aria-rowindex": index, "data-start": new Date(point.start).toISOString() },
      el("th", { scope: "row" }, words.moment(this.frame, point.start)),
      ...cells.map((text) => el("td", { class: "figures" }, text)),
      el("td", { class: `figures ${rise > 0 ? "chart-up" : rise < 0 ? "chart-down" : ""}` }, change(rise)),
      el("td", { class: "figures" }, words.amount(candle.volume)),
      this.own.size > 0 && el("td", { class: "figures" }, words.own(this.own.get(point.start))),
    );
  }

  private save(): void {
    const decimal = numberSigns().decimal === "," ? "," : ".";
    const zone = chosenZone();
    const heads = [
      "UTC", zone.name, t("chart.column.open"), t("chart.column.high"), t("chart.column.low"), t("chart.column.close"),
      t("chart.column.volume"),
    ];
    const points = [...this.places].reverse().map((place) => this.points[place]!);
    const text = candleTable(this.frame, points, { decimal, zone, heads });
    download(`${this.words.market.name}-${this.frame}.csv`, text, "text/csv");
  }
}

function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}
