import { el, setText } from "../../dom";
import { icon } from "../../icons";
import { Decimal } from "../../numbers/decimal";
import type { Drawing } from "./drawing";

/** A price that stands on the drawing as a line, with what can be taken hold of. */
export interface Mark {
  /** What names it among the others. */
  key: string;
  kind: "buy" | "sell" | "alert";
  price: Decimal;
  /** What it is, in few letters. */
  text: string;
  /** What it is, for a screen reader. */
  label: string;
  /** What a press does; of what can be moved, that is asked for with the price to which it was moved. */
  press: () => void;
  move?: (to: Decimal) => void;
}

/** What the handles ask of the drawing. */
export interface HandleGround {
  drawing: Drawing;
  tick: Decimal;
  priceText: (price: Decimal) => string;
  nearestPrice: (drawn: number) => Decimal | null;
}

/** The buttons on the lines of own orders and alerts: an order is moved by dragging or by arrow keys, then asked for. */
export class Handles {
  readonly element = el("div", { class: "chart-handles" });
  private marks: readonly Mark[] = [];
  private readonly buttons = new Map<string, Handle>();

  constructor(private readonly ground: HandleGround) {}

  /** Shows these marks; one under a finger, or with the focus, stays what it is. */
  show(marks: readonly Mark[]): void {
    this.marks = marks;
    const keys = new Set(marks.map(({ key }) => key));
    for (const [key, handle] of this.buttons) {
      if (keys.has(key)) continue;
      handle.element.remove();
      this.buttons.delete(key);
    }
    marks.forEach((mark, line) => {
      let handle = this.buttons.get(mark.key);
      if (handle === undefined) {
        handle = new Handle(this.ground, mark.kind, () => this.place());
        this.buttons.set(mark.key, handle);
        this.element.append(handle.element);
      }
      handle.show(mark, line);
    });
    this.place();
  }

  /** Puts each button on its line. */
  place(): void {
    const { pane, axis } = this.ground.drawing.measures;
    const height = this.element.clientHeight - axis;
    const taken: number[] = [];
    for (const { key } of this.marks) {
      const handle = this.buttons.get(key);
      const y = handle === undefined ? null : this.ground.drawing.heightOf(handle.price.approximate);
      if (handle === undefined) continue;
      const isSeen = y !== null && y >= 0 && y <= height;
      handle.element.hidden = !isSeen;
      if (!isSeen) continue;
      // Lines close to one another have their buttons side by side, as far as there is room.
      const beside = 8 + taken.filter((other) => Math.abs(other - y) < 26).length * 128;
      taken.push(y);
      handle.element.hidden = beside > 8 && beside + 128 > pane;
      handle.element.style.transform = `translate(${beside}px, ${Math.round(y - 22)}px)`;
    }
  }
}

class Handle {
  readonly element: HTMLButtonElement;
  private readonly text = el("span");
  private mark: Mark | undefined;
  private line = 0;
  /** Where it was moved to, and not yet asked for. */
  private moved: Decimal | null = null;

  constructor(private readonly ground: HandleGround, kind: Mark["kind"], private readonly onMoved: () => void) {
    this.element = el(
      "button", { type: "button", class: `chart-handle chart-handle-${kind}` },
      el("span", { class: "chart-handle-face" }, kind === "alert" && icon("bell"), this.text),
    );
    this.element.addEventListener("click", () => this.press());
    this.element.addEventListener("pointerdown", (event) => this.take(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("blur", () => this.put(null));
  }

  get price(): Decimal {
    return this.moved ?? this.mark!.price;
  }

  show(mark: Mark, line: number): void {
    this.mark = mark;
    this.line = line;
    if (this.moved !== null) this.ground.drawing.moveLine(line, this.moved.approximate);
    this.say();
  }

  private say(): void {
    const { mark } = this;
    if (mark === undefined) return;
    const price = this.ground.priceText(this.price);
    setText(this.text, this.moved === null ? mark.text : `${mark.text} → ${price}`);
    this.element.setAttribute("aria-label", mark.label);
    this.element.classList.toggle("chart-handle-moved", this.moved !== null);
    if (mark.move === undefined) return;
    for (const [name, value] of Object.entries({
      role: "slider", "aria-orientation": "vertical", "aria-valuemin": "0", "aria-valuemax": String(this.price.approximate * 10),
      "aria-valuenow": String(this.price.approximate), "aria-valuetext": price,
    })) this.element.setAttribute(name, value);
  }

  private put(price: Decimal | null): void {
    const { mark } = this;
    if (mark === undefined) return;
    this.moved = price !== null && price.equals(mark.price) ? null : price;
    this.ground.drawing.moveLine(this.line, this.price.approximate);
    this.say();
    this.onMoved();
  }

  private press(): void {
    const { mark, moved } = this;
    if (mark === undefined) return;
    if (moved === null || mark.move === undefined) mark.press();
    else {
      mark.move(moved);
      this.put(null);
    }
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, bigint> = { ArrowUp: 1n, ArrowDown: -1n, PageUp: 10n, PageDown: -10n };
    const step = steps[event.key];
    if (event.key === "Escape" && this.moved !== null) this.put(null);
    else if (step !== undefined && this.mark?.move !== undefined) {
      const { tick } = this.ground;
      const next = this.price.plus(tick.times(Decimal.of(event.shiftKey ? step * 10n : step)));
      if (!next.isNegative && !next.isZero) this.put(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Follows a finger from its first movement on; let go, the new price is asked for. */
  private take(event: PointerEvent): void {
    if (this.mark?.move === undefined || event.button !== 0) return;
    const begin = event.clientY;
    const top = this.ground.drawing.heightOf(this.mark.price.approximate);
    if (top === null) return;
    let isMoved = false;
    const { element } = this;
    element.setPointerCapture(event.pointerId);
    const follow = (next: PointerEvent): void => {
      if (!isMoved && Math.abs(next.clientY - begin) < 4) return;
      isMoved = true;
      const drawn = this.ground.drawing.priceAt(top + next.clientY - begin);
      const price = drawn === null ? null : this.ground.nearestPrice(drawn);
      if (price !== null) this.put(price);
    };
    const leave = (): void => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerup", leave);
      element.removeEventListener("pointercancel", drop);
    };
    const drop = (): void => {
      leave();
      this.put(null);
    };
    element.addEventListener("pointermove", follow);
    // The press that follows asks for the price.
    element.addEventListener("pointerup", leave);
    element.addEventListener("pointercancel", drop);
  }
}
