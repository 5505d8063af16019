import { el, setText } from "../../dom";
import { plural, t } from "../../i18n";

/** A price with a line of its own. */
export interface Lined {
  kind: "order" | "alert";
  price: number;
}

/** How many orders and alerts are above and below what is in sight. */
export class Outside {
  readonly above = el("p", { class: "chart-outside chart-outside-above", hidden: true });
  readonly below = el("p", { class: "chart-outside chart-outside-below", hidden: true });
  private lines: readonly Lined[] = [];

  show(lines: readonly Lined[]): void {
    this.lines = lines;
  }

  /** Counts anew; `heightOf` is where a price is, in pixels from above, in a drawing of this height. */
  place(heightOf: (price: number) => number | null, height: number): void {
    const heights = this.lines.map(({ kind, price }) => ({ kind, y: heightOf(price) ?? 0 }));
    this.say(this.above, "▲", heights.filter(({ y }) => y < 0), (what) => t("chart.outside.above", { what }));
    this.say(this.below, "▼", heights.filter(({ y }) => y > height), (what) => t("chart.outside.below", { what }));
  }

  private say(place: HTMLElement, arrow: string, lines: readonly { kind: Lined["kind"] }[], words: (what: string) => string): void {
    place.hidden = lines.length === 0;
    if (lines.length === 0) return;
    const count = (kind: Lined["kind"]): number => lines.filter((line) => line.kind === kind).length;
    const [orders, alerts] = [count("order"), count("alert")];
    const what = [
      orders > 0 && plural("chart.outside.orders", orders), alerts > 0 && plural("chart.outside.alerts", alerts),
    ].filter((text) => text !== false);
    setText(place, `${arrow} ${words(what.join(", "))}`);
  }
}
