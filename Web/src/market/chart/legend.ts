import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { change } from "../numbers/format";
import type { BandPlan } from "./bands";
import type { Frame } from "./frames";
import type { Point } from "./points";
import type { Words } from "./setting";
import { type StudyName, studyPlans } from "./studyset";
import { changeAt } from "./summary";

/** What the candle under the cross-hair says, or the newest one; over the drawing, out of the pointer's way. */
export class Legend {
  readonly element: HTMLElement;
  private readonly prices = el("p", { class: "chart-legend-prices figures" });
  private readonly studies = el("p", { class: "chart-legend-studies figures" });
  private readonly bands = new Map<string, HTMLElement>();
  private readonly values = new Map<string, HTMLElement>();

  constructor(private readonly words: Words) {
    // The same is said to screen readers by the drawing's own words.
    this.element = el("div", { class: "chart-legend", "aria-hidden": "true" }, this.prices, this.studies);
  }

  /** Lays out the names of studies, and the bands below the candles. */
  arrange(studies: readonly StudyName[], plan: BandPlan): void {
    this.values.clear();
    for (const band of this.bands.values()) band.remove();
    this.bands.clear();
    for (const [name, { top }] of plan.bands) {
      const place = el("p", { class: "chart-band figures" });
      place.style.top = `${top * 100}%`;
      this.bands.set(name, place);
      this.element.append(place);
      if (name === "volume") fill(place, `${t("chart.volume")} `, this.value("volume", ""));
    }
    fill(this.studies);
    for (const name of studies) {
      const { label, band, traces } = studyPlans[name];
      const values = traces.map(({ colour, kind }, trace) =>
        this.value(`${name} ${trace}`, kind === "bars" ? "" : `chart-study-${colour + 1}`));
      const first = traces.find(({ kind }) => kind === "line")?.colour ?? 0;
      const place = el("span", { class: "chart-study" }, el("span", { class: `chart-study-${first + 1}` }, label), ...values.flatMap((value) => [" ", value]));
      (band === "price" ? this.studies : this.bands.get(band))?.append(place);
    }
  }

  private value(key: string, name: string): HTMLElement {
    const value = el("span", { class: name });
    this.values.set(key, value);
    return value;
  }

  /** Shows the frame at a place. */
  show(frame: Frame, points: readonly Point[], place: number, studies: ReadonlyMap<StudyName, readonly (number | null)[]>): void {
    const { words } = this;
    const point = points[place];
    const candle = point?.candle ?? null;
    if (point === undefined) fill(this.prices);
    else if (candle === null) fill(this.prices, el("span", {}, words.moment(frame, point.start)), el("span", {}, t("chart.noTrade")));
    else {
      const rise = changeAt(points, place, candle);
      const part = (label: string, text: string): HTMLElement => el("span", {}, el("b", {}, label), text);
      fill(
        this.prices, el("span", {}, words.moment(frame, point.start)), part(t("chart.letter.open"), words.price(candle.open)),
        part(t("chart.letter.high"), words.price(candle.high)), part(t("chart.letter.low"), words.price(candle.low)),
        part(t("chart.letter.close"), words.price(candle.close)),
        el("span", { class: rise > 0 ? "chart-up" : rise < 0 ? "chart-down" : "" }, `${arrow(rise)} ${change(rise)}`),
      );
    }
    this.say("volume", candle === null ? "–" : words.amount(candle.volume));
    for (const [name, values] of studies) {
      values.forEach((value, trace) => this.say(`${name} ${trace}`, value === null ? "–" : this.studyText(name, value)));
    }
  }

  private studyText(name: StudyName, value: number): string {
    if (name === "rsi") return value.toFixed(1);
    const places = this.words.places + (name === "macd" ? 1 : 0);
    const text = this.words.drawn(Math.abs(value), places);
    return value < 0 ? `−${text}` : text;
  }

  private say(key: string, text: string): void {
    const place = this.values.get(key);
    if (place !== undefined) setText(place, text);
  }
}

/** Which way a change goes, for whoever does not see its colour. */
export function arrow(change: number): string {
  return change > 0 ? "▲" : change < 0 ? "▼" : "■";
}
