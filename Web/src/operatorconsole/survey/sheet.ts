import type { Venue } from "../../api";
import { el, setText } from "../../dom";
import { number } from "../../format";
import { t } from "../../i18n";
import { planMap, shape } from "../fleet/planmap";
import type { Point } from "../plan/geometry";
import { type Place, stepped } from "./walk";

/** How the plan is drawn. */
export interface Picture {
  places: readonly Place[];
  /** The cells of the floor that the places speak for. */
  covered: readonly Point[];
  cell: number;
  /** Where somebody listens now. */
  listening: readonly Point[];
}

/** The venue's plan on which somebody says where they stand: by a tap, or by a cursor that the arrow keys move. */
export class Sheet {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly under = shape("g", { class: "survey-under" });
  private readonly over = shape("g", { class: "survey-over" });
  private readonly pointer = shape("g", { class: "survey-cursor" });
  private readonly where = el("p", { class: "hidden", role: "status" });
  private cursor: Point;

  constructor(private readonly venue: Venue, private readonly onPlace: (point: Point) => void) {
    const { plan, shops, beacons } = venue;
    this.cursor = [Math.round(plan.width / 2), Math.round(plan.height / 2)];
    const map = planMap(plan, shops, [], t("survey.sheet"), (x, y) => {
      this.cursor = [x, y];
      onPlace([x, y]);
    });
    map.classList.add("survey-frame");
    this.svg = map.querySelector("svg") as SVGSVGElement;
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("aria-describedby", "survey-keys");
    this.svg.classList.add("survey-sheet");
    const hung = beacons.map(({ x, y }) => shape("circle", { cx: x, cy: y, r: this.radius * 0.35, class: "survey-beacon" }));
    // Above the shops and below the walls, so that these still show.
    this.svg.insertBefore(this.under, this.svg.querySelector(".plan-wall"));
    this.svg.append(...hung, this.over, this.pointer);
    this.svg.addEventListener("keydown", this.typed);
    // Who taps needs no cursor, and no plan that moves under the finger.
    this.svg.addEventListener("focus", () => {
      if (this.svg.matches(":focus-visible")) this.point();
    });
    this.svg.addEventListener("blur", () => this.pointer.replaceChildren());
    this.element = el("div", { class: "survey-plan" }, map, this.where);
  }

  private get radius(): number {
    return Math.max(this.venue.plan.width, this.venue.plan.height) / 64;
  }

  show({ places, covered, cell, listening }: Picture): void {
    const path = covered.map(([x, y]) => `M${x} ${y}h${cell}v${cell}h${-cell}z`).join("");
    this.under.replaceChildren(shape("path", { d: path, class: "survey-covered" }));
    const marks = places.map(({ x, y, heard }) => {
      const group = shape("g", { class: "survey-place", transform: `translate(${x} ${y})`, "data-place": `${x} ${y}` });
      const count = shape("text", { "font-size": this.radius * 1.05, dy: this.radius * 0.38 });
      count.textContent = String(heard.length);
      group.append(shape("circle", { r: this.radius }), count);
      return group;
    });
    this.over.replaceChildren(...marks, ...listening.map(([cx, cy]) => shape("circle", { cx, cy, r: this.radius, class: "survey-listening" })));
  }

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onPlace(this.cursor);
      return;
    }
    const next = stepped(this.cursor, event.key, event.shiftKey, this.venue.plan);
    if (next === null) return;
    event.preventDefault();
    this.cursor = next;
    this.point();
    setText(this.where, t("survey.cursor", { x: number(next[0], 1), y: number(next[1], 1) }));
  };

  /** Draws the cursor, and brings it into sight where the plan is wider than the page. */
  private point(): void {
    const [x, y] = this.cursor;
    const arm = this.radius * 1.6;
    this.pointer.replaceChildren(shape("path", { d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`, class: "survey-arm" }));
    const frame = this.svg.parentElement;
    if (frame !== null && frame.scrollWidth > frame.clientWidth) {
      frame.scrollLeft = (x / this.venue.plan.width) * frame.scrollWidth - frame.clientWidth / 2;
    }
  }
}
