import { el } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Decimal } from "../../numbers/decimal";
import { change } from "../numbers/format";
import { Announcer } from "./announcer";
import type { Drawing } from "./drawing";
import type { Frame } from "./frames";
import { lastTraded, type Point } from "./points";
import type { Words } from "./setting";
import { changeAt } from "./summary";

/** What the cross-hair is moved over. */
export interface CrosshairGround {
  drawing: Drawing;
  words: Words;
  frame: () => Frame;
  points: () => readonly Point[];
  /** Is told the frame that the cross-hair is on; null is the newest one. */
  onPlace: (place: number | null) => void;
  /** The reader asks for an alert at a price. */
  onAlert: (price: Decimal | null) => void;
  /** The reader takes a price for the next order. */
  onPrice: (price: Decimal) => void;
  /** The reader moved what is in sight. */
  onMoved: () => void;
}

/** The cross-hair: followed by pointer, moved by keys, and said aloud at most once a second. */
export class Crosshair {
  /** What is said to screen readers. */
  readonly said = el("p", { class: "hidden", "aria-live": "polite" });
  /** The buttons at the height of the pointer. */
  readonly buttons: HTMLElement;
  private readonly announcer = new Announcer((text) => (this.said.textContent = text));
  private place: number | null = null;
  private price: Decimal | null = null;
  private hiding: number | undefined;

  constructor(private readonly ground: CrosshairGround) {
    const choose = (run: (price: Decimal) => void) => () => this.price !== null && run(this.price);
    const make = (label: string, picture: "bell" | "pencil", run: () => void): HTMLButtonElement =>
      // By keyboard the same is done with Enter and with the form's own field.
      el("button", { type: "button", class: "chart-at-price-button", title: label, "aria-label": label, tabindex: -1, onclick: run }, icon(picture));
    this.buttons = el(
      "div", { class: "chart-at-price", hidden: true },
      make(t("chart.price.use"), "pencil", choose((price) => ground.onPrice(price))),
      make(t("chart.alert.here"), "bell", choose((price) => ground.onAlert(price))),
    );
    this.buttons.addEventListener("pointerenter", () => window.clearTimeout(this.hiding));
    this.buttons.addEventListener("pointerleave", () => this.hideSoon());
  }

  /** The pointer is over a frame, or gone. */
  point(at: { place: number; y: number } | null): void {
    if (at === null) {
      this.ground.onPlace(this.place);
      this.hideSoon();
      return;
    }
    const drawn = this.ground.drawing.priceAt(at.y);
    this.price = drawn === null ? null : this.ground.words.nearestPrice(drawn);
    this.place = null;
    this.ground.onPlace(at.place);
    window.clearTimeout(this.hiding);
    this.buttons.hidden = this.price === null;
    this.buttons.style.transform = `translateY(${Math.round(at.y - 22)}px)`;
  }

  private hideSoon(): void {
    window.clearTimeout(this.hiding);
    // Long enough for the way from the line to the buttons.
    this.hiding = window.setTimeout(() => (this.buttons.hidden = true), 600);
  }

  /** Moves by a key; false when the key means nothing here. */
  key(event: KeyboardEvent): boolean {
    const { drawing } = this.ground;
    const points = this.ground.points();
    if (points.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    const range = drawing.range ?? { from: 0, to: points.length - 1 };
    const wide = Math.max(1, Math.round(range.to - range.from));
    const now = this.place ?? Math.min(points.length, Math.floor(range.to) + 1);
    const far = event.shiftKey ? 10 : 1;
    switch (event.key) {
      case "ArrowLeft": this.go(now - far); break;
      case "ArrowRight": this.go(now + far); break;
      case "Home": this.go(Math.max(0, Math.ceil(range.from))); break;
      case "End": this.go(points.length - 1); break;
      case "PageUp": this.go(now - wide); break;
      case "PageDown": this.go(now + wide); break;
      case "ArrowUp": this.lift(event.shiftKey ? 10n : 1n); break;
      case "ArrowDown": this.lift(event.shiftKey ? -10n : -1n); break;
      case "+": this.zoom(range, 0.8); break;
      case "-": this.zoom(range, 1.25); break;
      case "Enter": this.ground.onAlert(this.price); break;
      case "Escape":
        if (this.place === null) return false;
        this.leave();
        break;
      default: return false;
    }
    return true;
  }

  /** Takes the cross-hair away. */
  leave(): void {
    this.place = null;
    this.price = null;
    this.ground.drawing.uncross();
    this.ground.onPlace(null);
  }

  end(): void {
    this.announcer.end();
    window.clearTimeout(this.hiding);
  }

  private go(wanted: number): void {
    const points = this.ground.points();
    this.place = Math.min(Math.max(0, wanted), points.length - 1);
    const { drawing, words } = this.ground;
    const range = drawing.range;
    if (range !== null && (this.place < range.from || this.place > range.to)) {
      const shift = this.place < range.from ? this.place - range.from - 1 : this.place - range.to + 1;
      drawing.showRange({ from: range.from + shift, to: range.to + shift });
      this.ground.onMoved();
    }
    const candle = points[this.place]?.candle ?? lastTraded(points, this.place)?.candle;
    if (candle != null) this.price = words.nearestPrice(candle.drawn.close);
    this.cross();
    this.announcer.tell(this.sentence(points, this.place));
  }

  private lift(steps: bigint): void {
    const { drawing, words } = this.ground;
    const points = this.ground.points();
    this.place ??= points.length - 1;
    const from = this.price?.approximate ?? lastTraded(points)?.candle?.drawn.close;
    if (from === undefined) return;
    // As far as six pixels are, and a step of the market at least.
    const y = drawing.heightOf(from);
    const there = y === null ? null : drawing.priceAt(y - Number(steps) * 6);
    const next = there === null ? null : words.nearestPrice(there);
    if (next === null) return;
    this.price = next.approximate === from ? words.stepFrom(next, steps) : next;
    this.cross();
    const last = lastTraded(points)?.candle?.drawn.close;
    const distance = last === undefined ? "" : change(this.price.approximate / last - 1);
    this.announcer.tell(t("chart.price.said", { price: words.priceInFull(this.price.text), distance }));
  }

  private cross(): void {
    if (this.place === null || this.price === null) return;
    this.ground.drawing.cross(this.place, this.price.approximate);
    this.ground.onPlace(this.place);
  }

  private zoom(range: { from: number; to: number }, factor: number): void {
    const place = this.place ?? range.to;
    this.ground.drawing.showRange({ from: place - (place - range.from) * factor, to: place + (range.to - place) * factor });
    this.ground.onMoved();
  }

  private sentence(points: readonly Point[], place: number): string {
    const { words } = this.ground;
    const point = points[place];
    if (point === undefined) return "";
    const moment = words.moment(this.ground.frame(), point.start);
    const { candle } = point;
    if (candle === null) return t("chart.said.none", { moment });
    return t("chart.said", {
      moment, open: words.price(candle.open), high: words.price(candle.high), low: words.price(candle.low),
      close: words.price(candle.close), change: change(changeAt(points, place, candle)), volume: words.amount(candle.volume),
    });
  }
}
