import type { PlanDocument } from "../../api";
import { el } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { changes } from "./differ";
import type { Drawing } from "./drawing";
import type { Remark } from "./check";
import { areaOf, centimetre, centre, contains, distance, type Point, type Segment } from "./geometry";
import { cornersText, differenceMarks, Layers, line, remarkMarks, shape } from "./layers";
import { nextMajor, nextMinor, type Ref, segments } from "./model";
import { snap, type Snapped } from "./snap";
import { fitting, panned, pointAt, type View, zoomed } from "./view";

/** What a finger is doing. */
type Gesture =
  | { kind: "pan"; last: Point }
  | { kind: "move"; ref: Ref; from: Point; name: string; hasMoved: boolean; grip: Point }
  | { kind: "handle"; ref: Ref; corner: number; name: string }
  | { kind: "draw"; from: Point; start: Point };

/** Pixels that a finger may tremble before it moves something. */
const tremble = 6;
/** Pixels within which a point is drawn to something. */
const reachPixels = 12;

/** A plan on the screen, drawn and changed by touch, mouse and keyboard. */
export class Canvas {
  readonly element: HTMLElement;
  /** Two points that were tapped with the tool for the picture's scale. */
  onScale: (from: Point, to: Point) => void = () => undefined;
  onRemark: (remark: Remark) => void = () => undefined;
  private readonly svg: SVGSVGElement;
  private readonly world = shape("g", {});
  private readonly layers = new Layers();
  private readonly over = shape("g", { class: "drawing-over" });
  private readonly draft = shape("g", { class: "drawing-draft" });
  private readonly status = el("p", { class: "drawing-status", role: "status" });
  private view: View = { scale: 10, left: 0, top: 0 };
  private isFitted = false;
  private readonly fingers = new Map<number, Point>();
  private gesture: Gesture | null = null;
  private pinch = 0;
  private gestures = 0;
  /** The corners of what is being drawn. */
  private corners: Point[] = [];
  private remarks: readonly Remark[] = [];
  private compared: PlanDocument | null | undefined;
  private opacity = 0.6;

  constructor(private readonly drawing: Drawing, scope: Scope) {
    this.svg = shape("svg", { class: "drawing-sheet", tabindex: 0, role: "application", "aria-label": t("plan.sheet"), "aria-describedby": "plan-keys" });
    this.world.append(...this.layers.elements, this.over, this.draft);
    this.svg.append(this.world);
    this.element = el("div", { class: "drawing" }, this.svg, this.status);
    for (const [type, act] of [
      ["pointerdown", this.pressed], ["pointermove", this.moved], ["pointerup", this.released], ["pointercancel", this.released],
      ["wheel", this.wheeled], ["keydown", this.typed], ["dblclick", this.finish],
    ] as const) this.svg.addEventListener(type, act as (event: Event) => void, { passive: false });
    scope.watch(drawing.history, () => this.redraw());
    scope.watch(drawing.selection, () => this.redraw());
    scope.watch(drawing.tool, () => this.dropDraft());
    const observer = new ResizeObserver(() => (this.isFitted ? this.place() : this.fit()));
    observer.observe(this.element);
    scope.add(() => observer.disconnect());
  }

  /** Shows all of the floor. */
  fit = (): void => {
    const box = this.svg.getBoundingClientRect();
    if (box.width < 10 || box.height < 10) return;
    const { width, height } = this.drawing.document.plan;
    this.view = fitting(Math.max(width, 1), Math.max(height, 1), box);
    this.isFitted = true;
    this.place();
  };

  zoom(factor: number): void {
    const { width, height } = this.svg.getBoundingClientRect();
    this.view = zoomed(this.view, factor, [width / 2, height / 2]);
    this.place();
  }

  /** Brings a point into the middle, near enough to work there. */
  goTo([x, y]: Point): void {
    const { width, height } = this.svg.getBoundingClientRect();
    const scale = Math.max(this.view.scale, 14);
    this.view = { scale, left: x - width / 2 / scale, top: y - height / 2 / scale };
    this.place();
  }

  /** The point in the middle of what is seen, within the floor: where something new is put by the keyboard. */
  get middle(): Point {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = pointAt(this.view, [box.width / 2, box.height / 2]);
    const { width, height } = this.drawing.document.plan;
    return [centimetre(Math.min(Math.max(x, 0), width)), centimetre(Math.min(Math.max(y, 0), height))];
  }

  showRemarks(remarks: readonly Remark[]): void {
    this.remarks = remarks;
    this.redraw();
  }

  /** Draws what is different from another plan over this one; undefined ends it. */
  compare(old: PlanDocument | null | undefined): void {
    this.compared = old;
    this.redraw();
  }

  showPicture(opacity: number): void {
    this.opacity = opacity;
    this.redraw();
  }

  private place(): void {
    const { scale, left, top } = this.view;
    this.world.setAttribute("transform", `scale(${scale}) translate(${-left} ${-top})`);
    this.svg.style.setProperty("--pixel", `${1 / scale}px`);
    this.svg.classList.toggle("is-far", scale < 11);
  }

  private redraw(): void {
    const { document, selection } = { document: this.drawing.document, selection: this.drawing.selection.value };
    this.layers.show(document, this.opacity, selection);
    const marks = this.compared === undefined ? remarkMarks(this.remarks)
      : differenceMarks(this.compared, document, changes(this.compared, document));
    this.over.replaceChildren(...marks, ...this.handles(selection));
    this.svg.dataset["tool"] = this.drawing.tool.value;
  }

  /** What the chosen thing is taken by: its ends or corners, and between corners where one can be added. */
  private handles(ref: Ref | null): SVGElement[] {
    if (ref === null || this.compared !== undefined || this.drawing.tool.value !== "select") return [];
    const points = this.cornersOf(ref);
    return points.map(([cx, cy], corner) => shape("circle", { cx, cy, class: "drawing-handle", "data-corner": corner }));
  }

  private cornersOf({ kind, index }: Ref): Point[] {
    if (kind === "beacon") return [];
    if (kind === "shop") return this.drawing.document.shops[index]?.area ?? [];
    const found = segments(this.drawing.document, kind)[index];
    return found === undefined ? [] : [[found[0], found[1]], [found[2], found[3]]];
  }

  // MARK: Fingers

  private pixels(event: MouseEvent): Point {
    const box = this.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private snapped(pixels: Point, event: { altKey: boolean }, moving?: Ref, from?: Point): Snapped {
    const isOn = this.drawing.isSnapping.value && !event.altKey;
    const options = { reach: reachPixels / this.view.scale, isOn, ...(moving && { moving }), ...(from && { from }) };
    const found = snap(pointAt(this.view, pixels), this.drawing.document, options);
    this.say(found);
    return found;
  }

  private readonly pressed = (event: PointerEvent): void => {
    if (event.button > 1) return;
    const at = this.pixels(event);
    this.fingers.set(event.pointerId, at);
    this.svg.setPointerCapture(event.pointerId);
    this.svg.focus({ preventScroll: true });
    if (this.fingers.size === 2) {
      // The second finger means zooming: what the first one began is given up.
      this.gesture = null;
      this.pinch = this.spread();
      return;
    }
    const target = event.target instanceof Element ? event.target : this.svg;
    const tool = this.drawing.tool.value;
    this.gestures += 1;
    const name = `gesture-${this.gestures}`;
    if (event.button === 1 || (tool === "select" && this.compared !== undefined)) {
      this.gesture = { kind: "pan", last: at };
      return;
    }
    const remark = target.getAttribute("data-remark");
    const chosen = this.drawing.selection.value;
    const corner = target.getAttribute("data-corner");
    if (remark !== null && tool === "select") {
      const found = this.remarks[Number(remark)];
      if (found !== undefined) this.onRemark(found);
    } else if (tool === "select" && corner !== null && chosen !== null) {
      this.gesture = { kind: "handle", ref: chosen, corner: Number(corner), name };
    } else if (tool === "select") {
      const ref = refAt(target);
      this.drawing.select(ref);
      const point = pointAt(this.view, at);
      this.gesture = ref === null ? { kind: "pan", last: at }
        : { kind: "move", ref, from: at, name, hasMoved: false, grip: this.gripOf(ref, point) };
    } else {
      const last = this.corners[this.corners.length - 1];
      const { point } = this.snapped(at, event, undefined, last);
      this.gesture = { kind: "draw", from: at, start: point };
    }
    event.preventDefault();
  };

  /** Where a thing is taken, from its own first point: that point is drawn to what is near, and the rest comes along. */
  private gripOf(ref: Ref, [x, y]: Point): Point {
    const beacon = ref.kind === "beacon" ? this.drawing.document.beacons[ref.index] : undefined;
    const [ax, ay] = beacon === undefined ? this.cornersOf(ref)[0] ?? [x, y] : [beacon.x, beacon.y];
    return [x - ax, y - ay];
  }

  private readonly moved = (event: PointerEvent): void => {
    const at = this.pixels(event);
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) {
      this.hover(at, event);
      return;
    }
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size >= 2) {
      const [spread, middle] = [this.spread(), this.between()];
      if (this.pinch > 0 && spread > 0) this.view = zoomed(this.view, spread / this.pinch, middle);
      this.view = panned(this.view, [(at[0] - before[0]) / 2, (at[1] - before[1]) / 2]);
      this.pinch = spread;
      this.place();
      return;
    }
    const { gesture } = this;
    if (gesture === null) return;
    if (gesture.kind === "pan") {
      this.view = panned(this.view, [at[0] - gesture.last[0], at[1] - gesture.last[1]]);
      gesture.last = at;
      this.place();
    } else if (gesture.kind === "handle") {
      this.setCorner(gesture.ref, gesture.corner, this.snapped(at, event, gesture.ref, this.beside(gesture.ref, gesture.corner)), gesture.name);
    } else if (gesture.kind === "move") this.moveThing(gesture, at, event);
    else this.preview(at, event);
  };

  private moveThing(gesture: Extract<Gesture, { kind: "move" }>, at: Point, event: PointerEvent): void {
    if (!gesture.hasMoved && distance(at, gesture.from) < tremble) return;
    gesture.hasMoved = true;
    const [gx, gy] = gesture.grip;
    const found = this.snapped([at[0] - gx * this.view.scale, at[1] - gy * this.view.scale], event, gesture.ref);
    const beacon = gesture.ref.kind === "beacon" ? this.drawing.document.beacons[gesture.ref.index] : undefined;
    const first = beacon === undefined ? this.cornersOf(gesture.ref)[0] : [beacon.x, beacon.y] as Point;
    if (first === undefined) return;
    this.drawing.run({ do: "move", ref: gesture.ref, by: [found.point[0] - first[0], found.point[1] - first[1]] }, gesture.name);
  }

  /** The corner before one, to which it can make a right angle. */
  private beside(ref: Ref, corner: number): Point | undefined {
    const all = this.cornersOf(ref);
    return all[(corner + all.length - 1) % all.length];
  }

  private setCorner(ref: Ref, corner: number, { point, guide }: Snapped, name: string): void {
    if (ref.kind === "shop") {
      const area = this.cornersOf(ref).map((one, at) => (at === corner ? point : one));
      this.drawing.run({ do: "setShop", index: ref.index, fields: { area } }, name);
    } else if (ref.kind !== "beacon") {
      const [from, to] = this.cornersOf(ref).map((one, at) => (at === corner ? point : one));
      if (from !== undefined && to !== undefined) {
        this.drawing.run({ do: "setSegment", kind: ref.kind, index: ref.index, segment: [...from, ...to] }, name);
      }
    }
    this.draft.replaceChildren(...(guide === null ? [] : [line(guide, "drawing-guide")]));
  }

  private readonly released = (event: PointerEvent): void => {
    const at = this.pixels(event);
    this.fingers.delete(event.pointerId);
    const { gesture } = this;
    this.gesture = null;
    if (gesture?.kind === "handle" || gesture?.kind === "move") this.draft.replaceChildren();
    if (gesture?.kind !== "draw" || event.type === "pointercancel") return;
    this.drawn(gesture, at, event);
  };

  private spread(): number {
    const [one, other] = [...this.fingers.values()];
    return one === undefined || other === undefined ? 0 : distance(one, other);
  }

  private between(): Point {
    return centre([...this.fingers.values()]);
  }

  private readonly wheeled = (event: WheelEvent): void => {
    event.preventDefault();
    this.view = zoomed(this.view, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.pixels(event));
    this.place();
  };

  // MARK: Drawing

  private hover(at: Point, event: PointerEvent): void {
    if (this.drawing.tool.value === "select" || event.pointerType === "touch") return;
    this.preview(at, event);
  }

  /** The line or area that would be there if the finger were lifted now. */
  private preview(at: Point, event: { altKey: boolean }): void {
    const { tool } = { tool: this.drawing.tool.value };
    const { gesture } = this;
    const isDragging = gesture?.kind === "draw" && distance(at, gesture.from) >= tremble;
    const last = this.corners[this.corners.length - 1] ?? (isDragging ? gesture.start : undefined);
    const { point, kind, guide } = this.snapped(at, event, undefined, last);
    const parts: SVGElement[] = [];
    if (tool === "shop" && isDragging && this.corners.length === 0) {
      parts.push(shape("polygon", { points: cornersText(rectangle(gesture.start, point)), class: "drawing-new" }));
    } else if (tool === "shop" && this.corners.length > 0) {
      parts.push(shape("polygon", { points: cornersText([...this.corners, point]), class: "drawing-new" }));
    } else if (last !== undefined) parts.push(line([...last, ...point], "drawing-new"));
    if (guide !== null) parts.push(line(guide, "drawing-guide"));
    parts.push(shape("circle", { cx: point[0], cy: point[1], class: `drawing-snap snap-${kind ?? "none"}` }));
    this.draft.replaceChildren(...parts);
  }

  private drawn({ from, start }: Extract<Gesture, { kind: "draw" }>, at: Point, event: PointerEvent): void {
    const tool = this.drawing.tool.value;
    const isDrag = distance(at, from) >= tremble;
    const before = this.corners[this.corners.length - 1];
    const { point } = this.snapped(at, event, undefined, before ?? start);
    if (tool === "beacon") this.addBeacon(isDrag ? point : start);
    else if (tool === "shop") {
      if (isDrag && this.corners.length === 0) this.addShop(rectangle(start, point));
      else this.addCorner(isDrag ? point : start);
    } else if (isDrag && before === undefined) this.addLine([...start, ...point]);
    else if (before === undefined) this.corners = [start];
    else this.addLine([...before, ...(isDrag ? point : start)]);
    if (this.corners.length > 0) this.preview(at, event);
  }

  private addCorner(point: Point): void {
    const [first] = this.corners;
    if (first !== undefined && this.corners.length > 2 && distance(first, point) * this.view.scale < reachPixels) this.finish();
    else this.corners.push(point);
  }

  private addLine(segment: Segment): void {
    const tool = this.drawing.tool.value;
    const to: Point = [segment[2], segment[3]];
    this.dropDraft();
    if (distance([segment[0], segment[1]], to) < 0.05) return;
    if (tool === "scale") this.onScale([segment[0], segment[1]], to);
    else if (tool === "wall" || tool === "door") {
      this.drawing.add(tool, { do: "addSegment", kind: tool, segment });
      // The next wall goes on where this one ends, until somebody stops.
      if (tool === "wall") this.corners = [to];
    }
  }

  private addShop(area: Point[]): void {
    this.dropDraft();
    if (new Set(area.map(String)).size < 3) return;
    const major = nextMajor(this.drawing.document);
    this.drawing.add("shop", { do: "addShop", shop: { major, name: t("plan.newShop", { major }), category: t("plan.newCategory"), area } });
    this.drawing.tool.set("select");
  }

  private addBeacon(point: Point): void {
    const { document } = this.drawing;
    const shop = document.shops.filter(({ area }) => contains(area, point)).sort((a, b) => areaOf(a.area) - areaOf(b.area))[0];
    const common = document.beacons.find(({ major }) => !document.shops.some((one) => one.major === major))?.major ?? 1;
    const major = shop?.major ?? common;
    const { measuredPower = -59, period = 8 } = document.beacons[document.beacons.length - 1] ?? {};
    this.drawing.add("beacon", {
      do: "addBeacon",
      beacon: { major, minor: nextMinor(document, major), x: point[0], y: point[1], zone: "aisle", measuredPower, period, neighbours: [] },
    });
  }

  /** Ends what is being drawn: a shop with its corners so far, a chain of walls where it is. */
  readonly finish = (): void => {
    if (this.drawing.tool.value === "shop" && this.corners.length > 2) this.addShop([...this.corners]);
    else this.dropDraft();
  };

  private dropDraft(): void {
    this.corners = [];
    this.draft.replaceChildren();
    this.redraw();
  }

  // MARK: Keys

  private readonly typed = (event: KeyboardEvent): void => {
    const { drawing } = this;
    if (event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? 1 : 0.1;
    const ways: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const chosen = drawing.selection.value;
    if (way !== undefined && chosen !== null && this.compared === undefined) {
      drawing.run({ do: "move", ref: chosen, by: [way[0] * step, way[1] * step] }, `keys-${chosen.kind}-${chosen.index}`);
    } else if (way !== undefined) {
      this.view = panned(this.view, [-way[0] * 40, -way[1] * 40]);
      this.place();
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else if (event.key === "Enter") this.finish();
    else if (event.key === "Escape") {
      if (this.corners.length > 0) this.dropDraft();
      else if (drawing.tool.value !== "select") drawing.tool.set("select");
      else drawing.select(null);
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.compared === undefined) drawing.removeSelected();
    else return;
    event.preventDefault();
  };

  private say({ point: [x, y], kind }: Snapped): void {
    const place = t("plan.at", { x: x.toFixed(2), y: y.toFixed(2) });
    this.status.textContent = kind === null ? place : `${place} · ${t(`plan.snap.${kind}`)}`;
  }
}

function rectangle([x1, y1]: Point, [x2, y2]: Point): Point[] {
  return [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];
}

/** What of the plan an element of the drawing shows. */
function refAt(target: Element): Ref | null {
  const thing = target.closest<SVGElement>("[data-kind]");
  const { kind, index } = thing?.dataset ?? {};
  return kind === undefined || index === undefined ? null : { kind: kind as Ref["kind"], index: Number(index) };
}
