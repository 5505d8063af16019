import * as L from "leaflet";
import type { ZoneArea } from "../../api";
import { el } from "../../dom";
import { t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import type { Scope } from "../../observable";
import { pictures } from "../pictures";
import type { AreaData, Light } from "./areas";
import type { Choice } from "./choice";
import { drawHeat, type HeatPoint, heatRamp, type HeatRamp } from "./heat";

const margin = 12;
const zoomStep = 0.7;
/** Marks of the traffic light, so that it need not be told by colour: path data in pixels around 0, 0. */
const lightMarks: Record<Light, string> = {
  green: "M-4 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0Z",
  yellow: "M-4.5 3.8 0-4.6 4.5 3.8Z",
  orange: "M0-5.4 5.4 0 0 5.4-5.4 0Z",
  red: "M-4.2-4.2h8.4v8.4h-8.4Z",
};

/** The mark of a colour of the traffic light. */
export function lightMark(light: Light): string {
  return lightMarks[light];
}

/**
 * A map of areas on Leaflet, drawn from our own server's borders alone: it asks nobody else for anything, so that
 * nobody else learns who looks at which place.
 *
 * Longitudes are shortened by the cosine of the middle latitude, which is as true as a map of one country need be.
 */
export class AreaMap {
  private readonly map: L.Map;
  private readonly shapes = new Map<string, Element>();
  private readonly canvas = el("canvas", { "aria-hidden": "true" });
  private readonly bounds: L.LatLngBounds;
  private readonly stretch: number;
  private readonly size: { width: number; height: number };
  private readonly marks: Record<Light, Path2D>;
  private shown: { data: AreaData; choice: Choice; day: number } | null = null;
  private fittingZoom: number | null = null;
  private readonly redraw: () => void;
  private ramp: HeatRamp;
  private ink = "#000000";

  constructor(
    readonly element: HTMLElement, areas: readonly ZoneArea[], private readonly scope: Scope,
    private readonly onArea: (code: string | null) => void,
  ) {
    element.classList.add("plan", "zone-map");
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", t("zones.map"));
    const corners = areas.flatMap(({ polygons }) => polygons.flatMap((polygon) => polygon[0] ?? []));
    const [west, east] = extent(corners.map(([longitude]) => longitude));
    const [south, north] = extent(corners.map(([, latitude]) => latitude));
    this.stretch = Math.max(0.1, Math.cos(((south + north) / 2) * (Math.PI / 180)));
    this.bounds = L.latLngBounds([south, west * this.stretch], [north, east * this.stretch]);
    this.size = { width: (east - west) * this.stretch, height: north - south };
    this.map = L.map(element, {
      crs: L.CRS.Simple, attributionControl: false, zoomControl: false, zoomAnimation: false, fadeAnimation: false,
      inertia: false, zoomSnap: 0, zoomDelta: zoomStep, maxBoundsViscosity: 1, boxZoom: false,
    });
    scope.add(() => this.map.remove());
    this.map.fitBounds(this.bounds, { animate: false });
    for (const area of areas) this.draw(area);
    this.map.on("click", () => this.onArea(null));
    const pane = this.map.createPane("heat");
    pane.classList.add("zone-canvas");
    pane.append(this.canvas);
    this.redraw = pictures(scope, () => {
      this.paint();
      return false;
    });
    this.map.on("move zoom resize viewreset", () => this.redraw());
    const entries = Object.entries(lightMarks).map(([name, data]) => [name, new Path2D(data)]);
    this.marks = Object.fromEntries(entries) as Record<Light, Path2D>;
    this.ramp = this.readColours();
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    scope.listen(dark, "change", () => {
      this.ramp = this.readColours();
      this.redraw();
    });
    this.followSize();
  }

  /** Colours the areas by a day. */
  show(data: AreaData, choice: Choice, day: number): void {
    this.shown = { data, choice, day };
    for (const { code } of data.areas) {
      const shape = this.shapes.get(code);
      if (shape === undefined) continue;
      const selected = code === choice.area ? " is-selected" : "";
      shape.setAttribute("class", `leaflet-interactive zone-area ${this.kind(data, choice, code, day)}${selected}`);
    }
    this.element.dataset["day"] = data.date(day);
    this.element.dataset["drawing"] = choice.drawing;
    this.redraw();
  }

  /** Buttons to zoom, which stand beside the map so that they cover nothing. */
  zoomButtons(): HTMLElement {
    const zoom = (label: string, picture: IconName, step: number): HTMLElement =>
      el(
        "button",
        {
          type: "button", class: "button-icon", "aria-label": label, title: label,
          onclick: () => this.map.setZoom(this.map.getZoom() + step, { animate: false }),
        },
        icon(picture),
      );
    const [out, closer] = [zoom(t("plan.zoomOut"), "minus", -zoomStep), zoom(t("plan.zoomIn"), "plus", zoomStep)];
    return el("div", { class: "plan-zoom" }, out, closer);
  }

  private kind(data: AreaData, { drawing, span }: Choice, code: string, day: number): string {
    if (drawing === "heat") return "is-plain";
    if (drawing === "light") return `light-${data.cases(code)?.light(day) ?? "none"}`;
    const value = data.value(code, day, span);
    return value === undefined ? "class-none" : `class-${data.classOf(value, span)}`;
  }

  private draw(area: ZoneArea): void {
    const points = area.polygons.map((polygon) =>
      polygon.map((ring) => ring.map(([longitude, latitude]): L.LatLngTuple => [latitude, longitude * this.stretch])),
    );
    const renderer = this.renderer;
    const layer = L.polygon(points, { renderer, className: "zone-area", bubblingMouseEvents: false }).addTo(this.map);
    layer.on("click", () => this.onArea(area.code));
    const shape = layer.getElement();
    if (shape === undefined) return;
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = area.name;
    shape.append(title);
    shape.setAttribute("data-code", area.code);
    this.shapes.set(area.code, shape);
  }

  private readonly renderer = L.svg({ padding: 1 });

  private readColours(): HeatRamp {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    this.ink = colour("--zone-ink");
    return heatRamp([colour("--heat-1"), colour("--heat-2"), colour("--heat-3"), colour("--heat-4")]);
  }

  private paint(): void {
    const { x: width, y: height } = this.map.getSize();
    const density = Math.min(window.devicePixelRatio, 2);
    if (this.canvas.width !== Math.round(width * density) || this.canvas.height !== Math.round(height * density)) {
      this.canvas.width = Math.round(width * density);
      this.canvas.height = Math.round(height * density);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    L.DomUtil.setPosition(this.canvas, this.map.containerPointToLayerPoint([0, 0]));
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    if (this.shown === null) return;
    const { data, choice, day } = this.shown;
    if (choice.drawing === "heat") drawHeat(context, width, height, this.heat(), this.heatRadius(), this.ramp);
    if (choice.drawing === "light") {
      for (const area of data.areas) this.paintLight(context, area, data.cases(area.code)?.light(day));
    }
  }

  /** The weight of an area is its value beside the largest that there ever was. */
  private heat(): HeatPoint[] {
    if (this.shown === null) return [];
    const { data, choice, day } = this.shown;
    const bounds = data.bounds(choice.span);
    const top = bounds[bounds.length - 1] ?? 1;
    return data.areas.map((area) => {
      const { x, y } = this.place(area);
      return { x, y, weight: (data.value(area.code, day, choice.span) ?? 0) / top };
    });
  }

  /** Clouds of neighbours meet: as wide as an area would be if all were alike. */
  private heatRadius(): number {
    const degree = this.map.latLngToContainerPoint([0, 1]).x - this.map.latLngToContainerPoint([0, 0]).x;
    const each = Math.sqrt((this.size.width * this.size.height) / Math.max(this.shapes.size, 1));
    return Math.min(Math.max(each * degree * 0.95, 14), 320);
  }

  private paintLight(context: CanvasRenderingContext2D, area: ZoneArea, light: Light | undefined): void {
    if (light === undefined) return;
    const { x, y } = this.place(area);
    context.save();
    context.translate(x, y);
    context.fillStyle = this.ink;
    context.fill(this.marks[light]);
    context.restore();
  }

  private place({ point: [longitude, latitude] }: ZoneArea): L.Point {
    return this.map.latLngToContainerPoint([latitude, longitude * this.stretch]);
  }

  /** Refits the map whenever the element changes size, unless somebody has zoomed in. */
  private followSize(): void {
    const fit = (): void => {
      const wasFitted = this.fittingZoom === null || Math.abs(this.map.getZoom() - this.fittingZoom) < 0.05;
      this.map.invalidateSize({ animate: false, pan: false });
      const { x, y } = this.map.getSize();
      const room = Math.min((x - 2 * margin) / this.size.width, (y - 2 * margin) / this.size.height);
      if (!(room > 0)) return;
      const zoom = Math.log2(room);
      this.map.setMinZoom(zoom).setMaxZoom(zoom + 5).setMaxBounds(this.bounds.pad(0.1));
      if (wasFitted) this.map.fitBounds(this.bounds, { padding: [margin, margin], animate: false });
      this.fittingZoom = zoom;
      this.redraw();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(this.element);
    this.scope.add(() => observer.disconnect());
    fit();
  }
}

function extent(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
}
