import * as L from "leaflet";
import type { DemoFrame, DemoPosition } from "../api";
import type { Cleanup, Scope } from "../observable";
import { Crowd } from "./crowd";
import { type Palette, readPalette } from "./palette";
import { pictures } from "./pictures";
import { shapes, type ShapeName } from "./shapes";
import type { AttackKind } from "./terms";
import type { Venue } from "./venue";
import { verdict, type Verdict } from "./words";

/** A sighting's result, shown for a moment where it happened. */
interface Flash {
  x: number;
  y: number;
  verdict: Verdict;
  isAttack: boolean;
  since: number;
}

const flashStay = 1400;
const rise = 160;
const mostFlashes = 80;

/**
 * What moves on a plan: beacons, visitors, attackers and the results of sightings on a canvas below the names, and the
 * reader's own phone on one above them. It draws only while something moves.
 */
export class Scene {
  /** Asks for a picture at the next opportunity of the browser. */
  readonly redraw: () => void;
  private readonly crowd: HTMLCanvasElement;
  /** Whoever looks for themselves must not be hidden by a name. */
  private readonly own: HTMLCanvasElement;
  private readonly paths: Record<ShapeName, Path2D>;
  private readonly visitors = new Crowd<null>();
  private readonly attackers = new Crowd<AttackKind>();
  private readonly guest = new Crowd<null>();
  private readonly estimate = new Crowd<null>();
  private destination: { x: number; y: number } | null = null;
  private highlighted: number | null = null;
  private flashes: Flash[] = [];
  private palette: Palette = readPalette();
  private readonly stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly map: L.Map, private readonly venue: Venue, scope: Scope) {
    this.crowd = this.canvas("scene");
    this.own = this.canvas("own");
    const entries = Object.entries(shapes).map(([name, data]) => [name, new Path2D(data)]);
    this.paths = Object.fromEntries(entries) as Record<ShapeName, Path2D>;
    this.redraw = pictures(scope, (now) => this.draw(now));
    map.on("move zoom resize viewreset", () => this.redraw());
    scope.add(this.followScheme());
  }

  /** A canvas over the whole map in a pane of its own. */
  private canvas(pane: string): HTMLCanvasElement {
    const place = this.map.createPane(pane);
    place.classList.add(`plan-${pane}`);
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    place.append(canvas);
    return canvas;
  }

  /** Shows a frame of the demo; dots glide from the last one. */
  show(frame: DemoFrame): void {
    const now = performance.now();
    const still = this.stillness.matches;
    this.visitors.update(frame.visitors.map(([id, x, y]) => ({ id, x, y, kind: null })), now, still);
    this.attackers.update(frame.attackers.map(([id, x, y, kind]) => ({ id, x, y, kind })), now, still);
    for (const sighting of frame.sightings) {
      const beacon = this.venue.beacon(sighting.major, sighting.minor);
      if (beacon === undefined) continue;
      const { x, y } = beacon;
      this.flash({ x, y, verdict: verdict(sighting.result), isAttack: sighting.attack !== undefined, since: now });
    }
    this.flashes = this.flashes.slice(-mostFlashes);
    this.redraw();
  }

  /** Shows a result in the place of the last one there; success does not hide a refusal that was hardly seen. */
  private flash(news: Flash): void {
    const isThere = (flash: Flash): boolean => flash.x === news.x && flash.y === news.y;
    const last = this.flashes.find(isThere);
    if (news.verdict === "accepted" && last?.verdict === "refused" && news.since - last.since < flashStay / 2) return;
    this.flashes = this.flashes.filter((flash) => !isThere(flash));
    this.flashes.push(news);
  }

  /** Marks one visitor as the reader's own. */
  highlight(visitor: number | null): void {
    this.highlighted = visitor;
    this.redraw();
  }

  /** Shows the reader's own phone: where it is, and where it thinks it is. */
  showGuest(position: Pick<DemoPosition, "x" | "y" | "estimate"> | null): void {
    const now = performance.now();
    const still = this.stillness.matches;
    this.guest.update(position === null ? [] : [{ id: 0, x: position.x, y: position.y, kind: null }], now, still);
    const estimate = position?.estimate;
    this.estimate.update(estimate === undefined ? [] : [{ id: 0, ...estimate, kind: null }], now, still);
    const there = position !== null && this.destination !== null
      && Math.hypot(position.x - this.destination.x, position.y - this.destination.y) < 1;
    if (there) this.destination = null;
    this.redraw();
  }

  setDestination(point: { x: number; y: number } | null): void {
    this.destination = point;
    this.redraw();
  }

  /** Draws everything; true while something still moves. */
  private draw(now: number): boolean {
    const context = this.prepare(this.crowd);
    const above = this.prepare(this.own);
    if (context === null || above === null) return false;
    const origin = this.map.latLngToContainerPoint([0, 0]);
    const metre = this.map.latLngToContainerPoint([0, 100]).x / 100 - origin.x / 100;
    const place = (x: number, y: number): [number, number] => [origin.x + x * metre, origin.y + y * metre];
    const size = Math.min(Math.max(metre / 11, 0.62), 1.6);
    this.flashes = this.flashes.filter((flash) => now - flash.since < flashStay);
    this.drawBeacons(context, now, place, size);
    this.drawPeople(context, above, now, place, size);
    this.drawGuest(context, above, now, place);
    for (const flash of this.flashes) this.drawFlash(context, now, flash, place, size);
    const crowds = [this.visitors, this.attackers, this.guest, this.estimate];
    return this.flashes.length > 0 || crowds.some((crowd) => crowd.isMoving(now));
  }

  /** Fits a canvas to the map and clears it. */
  private prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { x: width, y: height } = this.map.getSize();
    const density = Math.min(window.devicePixelRatio, 2);
    const [pixelWidth, pixelHeight] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth;
      canvas.height = pixelHeight;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    L.DomUtil.setPosition(canvas, this.map.containerPointToLayerPoint([0, 0]));
    const context = canvas.getContext("2d");
    context?.setTransform(density, 0, 0, density, 0, 0);
    context?.clearRect(0, 0, width, height);
    return context;
  }

  private drawBeacons(context: CanvasRenderingContext2D, now: number, place: Placing, size: number): void {
    context.lineWidth = 1.2;
    for (const beacon of this.venue.body.beacons) {
      const [x, y] = place(beacon.x, beacon.y);
      this.mark(context, beacon.zone, x, y, size, this.palette.beacon, this.palette.surface);
    }
    if (this.stillness.matches) return;
    for (const { x, y, since } of this.flashes) {
      // A browser's frame may be older than the news that it draws.
      const age = Math.max(now - since, 0) / rise;
      if (age >= 1) continue;
      context.strokeStyle = this.palette.accent;
      context.globalAlpha = 1 - age;
      context.beginPath();
      context.arc(...place(x, y), 5 + 12 * age * size, 0, 2 * Math.PI);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  private drawPeople(
    context: CanvasRenderingContext2D, above: CanvasRenderingContext2D, now: number, place: Placing, size: number,
  ): void {
    context.lineWidth = 1;
    let own: [number, number] | undefined;
    this.visitors.forEach(now, (x, y, _, id) => {
      const point = place(x, y);
      if (id === this.highlighted) own = point;
      else this.mark(context, "visitor", ...point, size, this.palette.visitor, this.palette.surface);
    });
    context.lineWidth = 1.5;
    this.attackers.forEach(now, (x, y, kind) => {
      this.mark(context, kind, ...place(x, y), size * 0.95, this.palette[kind], this.palette.surface);
    });
    above.lineWidth = 2.5;
    if (own !== undefined) this.mark(above, "guest", ...own, 1, this.palette.accent, this.palette.surface);
  }

  private drawGuest(
    context: CanvasRenderingContext2D, above: CanvasRenderingContext2D, now: number, place: Placing,
  ): void {
    context.lineWidth = 2;
    if (this.destination !== null) {
      const [x, y] = place(this.destination.x, this.destination.y);
      this.mark(context, "times", x, y, 2, "transparent", this.palette.accent);
    }
    this.estimate.forEach(now, (x, y) => {
      const [ex, ey] = place(x, y);
      context.strokeStyle = this.palette.accent;
      context.setLineDash([4, 3]);
      context.beginPath();
      context.arc(ex, ey, 13, 0, 2 * Math.PI);
      context.stroke();
      context.setLineDash([]);
    });
    above.lineWidth = 2.5;
    this.guest.forEach(now, (x, y) => {
      this.mark(above, "guest", ...place(x, y), 1, this.palette.accent, this.palette.surface);
    });
  }

  private drawFlash(context: CanvasRenderingContext2D, now: number, flash: Flash, place: Placing, size: number): void {
    const age = now - flash.since;
    const visible = this.stillness.matches ? 1 : Math.min(1, age / rise, (flashStay - age) / rise);
    const [x, beaconY] = place(flash.x, flash.y);
    const y = beaconY - 13 * size;
    const { ok, warn, beacon, bad } = this.palette;
    const colour = { accepted: flash.isAttack ? warn : ok, kept: beacon, refused: bad }[flash.verdict];
    context.globalAlpha = Math.max(visible, 0);
    context.lineWidth = 1.5;
    this.mark(context, "visitor", x, y, 1.85, colour, this.palette.surface);
    context.lineWidth = 1.7;
    this.mark(context, flash.verdict === "accepted" ? "tick" : "times", x, y, 1, "transparent", this.palette.surface);
    context.globalAlpha = 1;
  }

  private mark(
    context: CanvasRenderingContext2D,
    name: ShapeName,
    x: number,
    y: number,
    size: number,
    inside: string,
    edge: string,
  ): void {
    context.save();
    context.translate(x, y);
    context.scale(size, size);
    context.fillStyle = inside;
    context.strokeStyle = edge;
    context.fill(this.paths[name]);
    context.stroke(this.paths[name]);
    context.restore();
  }

  /** Reads the colours again when the reader's preference changes. */
  private followScheme(): Cleanup {
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const change = (): void => {
      this.palette = readPalette();
      this.redraw();
    };
    scheme.addEventListener("change", change);
    return () => scheme.removeEventListener("change", change);
  }
}

type Placing = (x: number, y: number) => [number, number];
