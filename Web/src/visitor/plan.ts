import * as L from "leaflet";
import { el } from "../dom";
import { type Key, t } from "../i18n";
import { icon, type IconName } from "../icons";
import type { Scope } from "../observable";
import { floorOf } from "./ground";
import { Labels } from "./labels";
import { Scene } from "./scene";
import { middle, type Venue } from "./venue";

const zoomStep = 0.7;
/** Pixels of a metre at which the names of shops of common size stand along their floor and can be read. */
const legibleMetre = 10;
/** Pixels between the floor and the edge of the element. */
const margin = 8;

export interface PlanOptions {
  venue: Venue;
  scope: Scope;
  /** The accessible name of the plan. */
  label: string;
  /** A shop was tapped, or chosen with the keyboard. */
  onShop?: (major: number) => void;
  /** A point of the floor was tapped, in metres, or the middle of a shop chosen with the keyboard. */
  onPoint?: (x: number, y: number) => void;
}

/**
 * A venue's floor on Leaflet: walls and shops as drawings styled by the sheet, names as buttons, and a scene on top.
 *
 * One unit of Leaflet's simple reference system is a metre; its latitude points up and a plan's y points down.
 */
export class Plan {
  readonly scene: Scene;
  private readonly map: L.Map;
  private readonly bounds: L.LatLngBounds;
  private readonly areas = new Map<number, L.Layer>();
  private readonly labels: Labels;
  /** The zoom at which the whole floor is seen; the plan keeps showing it all until somebody zooms. */
  private fittingZoom: number | null = null;

  constructor(readonly element: HTMLElement, private readonly options: PlanOptions) {
    const { venue, scope } = options;
    element.classList.add("plan");
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", options.label);
    this.map = L.map(element, {
      crs: L.CRS.Simple, attributionControl: false, zoomControl: false, zoomAnimation: false, fadeAnimation: false,
      inertia: false, zoomSnap: 0, zoomDelta: zoomStep, maxBoundsViscosity: 1, boxZoom: false,
    });
    scope.add(() => this.map.remove());
    const { width, height } = venue.body.plan;
    this.bounds = L.latLngBounds([0, 0], [-height, width]);
    this.map.fitBounds(this.bounds, { animate: false });
    this.drawFloor();
    this.labels = new Labels(this.map, venue, (major) => this.chosen(major));
    this.scene = new Scene(this.map, venue, scope);
    this.map.on("click", ({ latlng }) => this.tapped(latlng));
    this.followSize();
  }

  /** Shades a shop by a level from 0 (none) to 4, with a line of text under its name. */
  setLevel(major: number, level: number, text: string): void {
    const area = this.areas.get(major)?.getElement();
    area?.setAttribute("class", area.getAttribute("class")?.replace(/\s*level-\d/, "") + ` level-${level}`);
    this.labels.setDetail(major, text);
  }

  /** Marks one shop, or none, as the one that is spoken of. */
  select(major: number | null): void {
    for (const [other, layer] of this.areas) layer.getElement()?.classList.toggle("is-selected", other === major);
  }

  /** Shows the floor around a point of it, in metres, near enough to read the names. */
  centreOn(point: { x: number; y: number }): void {
    const zoom = Math.max(this.map.getZoom(), Math.log2(legibleMetre));
    this.map.setView([-point.y, point.x], zoom, { animate: false });
  }

  /**
   * Buttons to zoom, which stand beside the plan so that they cover nothing.
   *
   * `me` is where the reader is, for one more button that shows that place; null while it is not known.
   */
  zoomButtons(me?: () => { x: number; y: number } | null): HTMLElement {
    const zoom = (label: Key, picture: IconName, step: number): HTMLElement =>
      el(
        "button",
        {
          type: "button", class: "button-icon", "aria-label": t(label), title: t(label),
          onclick: () => this.map.setZoom(this.map.getZoom() + step, { animate: false }),
        },
        icon(picture),
      );
    const out = zoom("plan.zoomOut", "minus", -zoomStep);
    const centre = (): void => {
      const point = me?.() ?? null;
      if (point !== null) this.centreOn(point);
    };
    const label = t("plan.centreOnMe");
    const own = me !== undefined && el(
      "button", { type: "button", class: "button-icon", "aria-label": label, title: label, onclick: centre }, icon("here"),
    );
    return el("div", { class: "plan-zoom" }, own, out, zoom("plan.zoomIn", "plus", zoomStep));
  }

  private drawFloor(): void {
    const { plan, shops } = this.options.venue.body;
    const renderer = L.svg({ padding: 1 });
    const floor = { renderer, interactive: false };
    const corners: L.LatLngTuple[] = [[0, 0], [0, plan.width], [-plan.height, plan.width], [-plan.height, 0]];
    L.polygon(corners, { ...floor, className: "plan-floor" }).addTo(this.map);
    if (plan.image !== undefined) {
      const [left, top, right, bottom] = plan.imageArea ?? [0, 0, plan.width, plan.height];
      L.imageOverlay(plan.image, L.latLngBounds([-top, left], [-bottom, right])).addTo(this.map);
    }
    // A kiosk lies over the shop around it.
    for (const shop of [...shops].sort((a, b) => floorOf(b.area) - floorOf(a.area))) {
      const area = L.polygon(shop.area.map(([x, y]) => [-y, x]), { renderer, className: "plan-shop" }).addTo(this.map);
      area.on("click", () => this.options.onShop?.(shop.major));
      this.areas.set(shop.major, area);
    }
    for (const [x1, y1, x2, y2] of plan.walls) {
      L.polyline([[-y1, x1], [-y2, x2]], { ...floor, className: "plan-wall" }).addTo(this.map);
    }
  }

  private chosen(major: number): void {
    const shop = this.options.venue.shop(major);
    if (shop === undefined) return;
    const { x, y } = middle(shop.area);
    this.options.onShop?.(major);
    this.options.onPoint?.(x, y);
  }

  private tapped({ lat, lng }: L.LatLng): void {
    const { width, height } = this.options.venue.body.plan;
    const [x, y] = [lng, -lat];
    if (x >= 0 && y >= 0 && x <= width && y <= height) this.options.onPoint?.(x, y);
  }

  /** Refits the floor whenever the element changes size, unless somebody has zoomed in. */
  private followSize(): void {
    const fit = (): void => {
      const wasFitted = this.fittingZoom === null || Math.abs(this.map.getZoom() - this.fittingZoom) < 0.05;
      this.map.invalidateSize({ animate: false, pan: false });
      const { x, y } = this.map.getSize();
      const { width, height } = this.options.venue.body.plan;
      const room = Math.min((x - 2 * margin) / width, (y - 2 * margin) / height);
      if (room <= 0) return;
      // At zoom 0 a metre is a pixel, and each step of zoom doubles it.
      const zoom = Math.log2(room);
      this.map.setMinZoom(zoom).setMaxZoom(zoom + 3.5).setMaxBounds(this.bounds.pad(0.05));
      if (wasFitted) this.map.fitBounds(this.bounds, { padding: [margin, margin], animate: false });
      this.fittingZoom = zoom;
      this.labels.arrange();
      this.scene.redraw();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(this.element);
    this.options.scope.add(() => observer.disconnect());
    fit();
  }
}
