import type { PlanBeacon, PlanChange, PlanDocument, Shop } from "../../api";
import type { Remark } from "./check";
import { areaOf, centre, inside, type Point, type Segment } from "./geometry";
import { leftOver } from "./differ";
import type { Ref } from "./model";

const namespace = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name, attributes: Record<string, string | number>, text?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  set(element, attributes);
  if (text !== undefined) element.textContent = text;
  return element;
}

export function set(element: Element, attributes: Record<string, string | number>): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}

export const cornersText = (corners: readonly Point[]): string => corners.map((point) => point.join(",")).join(" ");

export const line = ([x1, y1, x2, y2]: Segment, name: string): SVGLineElement => shape("line", { x1, y1, x2, y2, class: name });

/** Things of one kind, of which only those are drawn anew that have changed. */
class Layer<Item> {
  readonly element: SVGGElement;
  private readonly drawn: { item: Item; element: SVGGElement }[] = [];

  constructor(
    private readonly kind: Ref["kind"], private readonly draw: (item: Item) => SVGElement[],
    private readonly size?: (item: Item) => number,
  ) {
    this.element = shape("g", { class: `drawing-${kind}s` });
  }

  show(items: readonly Item[]): void {
    for (const [index, item] of items.entries()) {
      const known = this.drawn[index];
      if (known?.item === item) continue;
      const element = known?.element ?? shape("g", { class: `drawing-${this.kind}`, "data-kind": this.kind, "data-index": index });
      element.replaceChildren(...this.draw(item));
      if (known === undefined) {
        this.element.append(element);
        this.drawn.push({ item, element });
      } else known.item = item;
    }
    for (const { element } of this.drawn.splice(items.length)) element.remove();
    if (this.size !== undefined) this.order(this.size);
  }

  /** The larger below the smaller, so that a kiosk in a shop is seen and can be chosen. */
  private order(size: (item: Item) => number): void {
    const sorted = [...this.drawn].sort((a, b) => size(b.item) - size(a.item));
    if (sorted.some(({ element }, index) => this.element.children[index] !== element)) {
      this.element.append(...sorted.map(({ element }) => element));
    }
  }

  mark(index: number | null): void {
    for (const [at, { element }] of this.drawn.entries()) element.classList.toggle("is-chosen", at === index);
  }
}

/** What is drawn of a plan, from the floor up. */
export class Layers {
  readonly elements: readonly SVGElement[];
  private readonly floor = shape("rect", { class: "drawing-floor", x: 0, y: 0 });
  private readonly picture = shape("image", { preserveAspectRatio: "none", class: "drawing-picture" });
  private readonly grid = shape("path", { class: "drawing-grid" });
  private readonly shops = new Layer<Shop>("shop", ({ area, name }) => {
    const [x, y] = area.length > 2 ? inside(area) : centre(area);
    return [shape("polygon", { points: cornersText(area) }), shape("text", { x, y }, name)];
  }, ({ area }) => areaOf(area));
  private readonly walls = new Layer<Segment>("wall", (wall) => [line(wall, "drawing-reach"), line(wall, "drawing-line")]);
  private readonly doors = new Layer<Segment>("door", (door) => [line(door, "drawing-reach"), line(door, "drawing-line")]);
  private readonly beacons = new Layer<PlanBeacon>("beacon", ({ x, y, zone, major, minor }) => [
    shape("circle", { cx: x, cy: y, class: "drawing-reach" }), shape("circle", { cx: x, cy: y, class: `drawing-dot zone-${zone}` }),
    shape("text", { x, y }, `${major}.${minor}`),
  ]);

  constructor() {
    const { floor, picture, grid, shops, walls, doors, beacons } = this;
    this.elements = [floor, picture, grid, shops.element, walls.element, doors.element, beacons.element];
  }

  show(document: PlanDocument, opacity: number, selection: Ref | null): void {
    const { width, height, image, imageArea } = document.plan;
    set(this.floor, { width, height });
    this.grid.setAttribute("d", gridOf(width, height));
    const [left, top, right, bottom] = imageArea ?? [0, 0, width, height];
    this.picture.style.display = image === undefined ? "none" : "";
    if (image !== undefined) {
      set(this.picture, { x: left, y: top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0), opacity });
      if (this.picture.getAttribute("href") !== image) this.picture.setAttribute("href", image);
    }
    this.shops.show(document.shops);
    this.walls.show(document.plan.walls);
    this.doors.show(document.plan.doors);
    this.beacons.show(document.beacons);
    for (const [kind, layer] of [["shop", this.shops], ["wall", this.walls], ["door", this.doors], ["beacon", this.beacons]] as const) {
      layer.mark(selection?.kind === kind ? selection.index : null);
    }
  }
}

/** Lines of each fifth metre; closer ones would hide the plan. */
function gridOf(width: number, height: number): string {
  const lines: string[] = [];
  const step = Math.max(width, height) > 300 ? 50 : 5;
  for (let x = step; x < width; x += step) lines.push(`M${x} 0V${height}`);
  for (let y = step; y < height; y += step) lines.push(`M0 ${y}H${width}`);
  return lines.join("");
}

/** Marks at the places of remarks; a tap on one leads to what it is about. */
export function remarkMarks(remarks: readonly Remark[]): SVGElement[] {
  return remarks.flatMap(({ place, isNotice }, index) => (place === null ? [] : [
    shape("circle", { cx: place[0], cy: place[1], class: `drawing-remark ${isNotice ? "is-notice" : ""}`, "data-remark": index }),
    shape("text", { x: place[0], y: place[1], class: "drawing-remark-sign" }, "!"),
  ]));
}

/** What is different between two plans, drawn over the newer one: new, gone, and from where to where. */
export function differenceMarks(old: PlanDocument | null, plan: PlanDocument, changes: readonly PlanChange[]): SVGElement[] {
  const marks: SVGElement[] = [];
  for (const list of ["walls", "doors"] as const) {
    const [before, now] = [old?.plan[list] ?? [], plan.plan[list]];
    for (const one of leftOver(before, now)) marks.push(line(one, "differs is-removed"));
    for (const one of leftOver(now, before)) marks.push(line(one, "differs is-added"));
  }
  for (const { part, kind, major, minor, from, to } of changes) {
    if (part === "shop") {
      const was = old?.shops.find((shop) => shop.major === major)?.area;
      const now = plan.shops.find((shop) => shop.major === major)?.area;
      if (was !== undefined && (kind === "removed" || kind === "moved")) {
        marks.push(shape("polygon", { points: cornersText(was), class: "differs is-removed" }));
      }
      if (now !== undefined && kind !== "removed") {
        marks.push(shape("polygon", { points: cornersText(now), class: `differs is-${kind === "added" || kind === "moved" ? "added" : "changed"}` }));
      }
    } else if (part === "beacon" && minor !== undefined) {
      if (from !== undefined && to !== undefined && kind === "moved") marks.push(line([...from, ...to], "differs is-way"));
      if (from !== undefined && (kind === "removed" || kind === "moved")) marks.push(shape("circle", { cx: from[0], cy: from[1], class: "differs is-removed" }));
      if (to !== undefined && kind !== "removed") marks.push(shape("circle", { cx: to[0], cy: to[1], class: `differs is-${kind === "changed" ? "changed" : "added"}` }));
    }
  }
  return marks;
}
