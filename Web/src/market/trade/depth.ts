import { el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { segmented } from "../../ui/menu";
import { loadingState } from "../../ui/states";
import { isFresh } from "../live/connection";
import { paint } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { amountOf, change, exactAmount, percentage, priceOf } from "../numbers/format";
import { Announcer } from "../chart/announcer";
import { type Depth, depthOf, type DepthPoint, type DepthZoom, depthZooms, distanceFromMiddle, outlineOf, pointAt, pointsOf, shareOf } from "./depthsteps";
import type { TradeInput } from "./input";

/** How much is offered up to each price, on both sides of the middle. */
export function depthPart(input: TradeInput): HTMLElement {
  return new DepthChart(input).element;
}

const svgNames = "http://www.w3.org/2000/svg";

/** Room for the labels below the drawing, in pixels. */
const foot = 22;

class DepthChart {
  readonly element: HTMLElement;
  private readonly drawing = document.createElementNS(svgNames, "svg");
  private readonly sides: Record<"bids" | "asks", { area: SVGPathElement; hatch: SVGPathElement; line: SVGPathElement; label: SVGTextElement }>;
  private readonly labels: SVGTextElement[] = [];
  private readonly cross = document.createElementNS(svgNames, "path");
  private readonly ground: HTMLElement;
  private readonly over = el("div", { class: "depth-over" });
  private readonly readout = el("p", { class: "depth-readout figures" });
  private readonly inSight = el("p", { class: "depth-part quiet" });
  private readonly said = el("p", { class: "hidden", "aria-live": "polite" });
  private readonly announcer = new Announcer((text) => setText(this.said, text));
  private readonly tick: Decimal;
  private zoom: DepthZoom = 5;
  private depth: Depth | null = null;
  private pointed: DepthPoint | null = null;

  constructor(private readonly input: TradeInput) {
    const { scope, market, feed, context } = input;
    this.tick = Decimal.from(market.tick);
    const hint = uniqueId("depth-keys");
    this.sides = { bids: this.side("bids"), asks: this.side("asks") };
    for (const place of ["left", "middle", "right", "top"]) this.labels.push(this.text(`depth-label depth-label-${place}`));
    this.cross.setAttribute("class", "depth-cross");
    this.drawing.append(this.cross);
    this.drawing.setAttribute("aria-hidden", "true");
    this.ground = el("div", { class: "depth-ground", role: "img", tabindex: 0, "aria-describedby": hint, "aria-label": t("chart.depth") }, this.drawing);
    const zooms = segmented(
      t("chart.depth.zoom"), depthZooms.map((zoom) => ({ value: String(zoom), label: percentage(zoom / 100, 0) })), String(this.zoom),
      (zoom) => {
        this.zoom = Number(zoom) as DepthZoom;
        this.pointed = null;
        this.draw();
      },
    );
    this.element = el(
      "section", { class: "depth", "aria-label": t("chart.depth") },
      el("div", { class: "depth-head" }, el("h2", {}, t("chart.depth")), zooms),
      el("div", { class: "depth-stage" }, this.ground, this.over), el("p", { class: "hidden", id: hint }, t("chart.depth.keys")),
      this.readout, this.inSight, this.said,
    );
    this.ground.addEventListener("pointermove", (event) => this.point(event));
    this.ground.addEventListener("pointerdown", (event) => this.point(event));
    this.ground.addEventListener("pointerleave", () => this.leave());
    this.ground.addEventListener("keydown", (event) => this.key(event));
    this.ground.addEventListener("blur", () => this.leave());
    const again = (): void => paint(this.draw);
    scope.watch(feed.book, again);
    scope.watch(context.store.connection, again);
    const size = new ResizeObserver(again);
    size.observe(this.ground);
    scope.add(() => {
      size.disconnect();
      this.announcer.end();
    });
    this.draw();
  }

  /** The parts of one side: its area, the hatching over it, its outline, and what it is. */
  private side(name: "bids" | "asks"): DepthChart["sides"]["bids"] {
    const pattern = document.createElementNS(svgNames, "pattern");
    const id = uniqueId(`depth-${name}`);
    for (const [key, value] of Object.entries({ id, width: "8", height: "8", patternUnits: "userSpaceOnUse" })) pattern.setAttribute(key, value);
    const stripe = document.createElementNS(svgNames, "path");
    // Rising lines for buyers, falling ones for sellers.
    stripe.setAttribute("d", name === "bids" ? "M-2 10L10 -2M-2 2L2 -2M6 10L10 6" : "M-2 -2L10 10M6 -2L10 2M-2 6L2 10");
    stripe.setAttribute("class", `depth-stripe depth-${name}`);
    pattern.append(stripe);
    const path = (kind: string): SVGPathElement => {
      const made = document.createElementNS(svgNames, "path");
      made.setAttribute("class", `depth-${kind} depth-${name}`);
      return made;
    };
    const [area, hatch, line] = [path("area"), path("hatch"), path("line")];
    hatch.setAttribute("fill", `url(#${id})`);
    this.drawing.append(pattern, area, hatch, line);
    const label = this.text(`depth-side depth-${name}`);
    label.textContent = t(name === "bids" ? "chart.depth.bids" : "chart.depth.asks");
    return { area, hatch, line, label };
  }

  private text(className: string): SVGTextElement {
    const made = document.createElementNS(svgNames, "text");
    made.setAttribute("class", className);
    this.drawing.append(made);
    return made;
  }

  private readonly draw = (): void => {
    const { feed, context, scope } = this.input;
    if (scope.isEnded) return;
    const book = feed.book.value;
    this.depth = book === null ? null : depthOf(book, this.zoom);
    const isOld = book?.isStale === true || (book !== null && !isFresh(context.store.connection.value));
    this.element.classList.toggle("depth-old", isOld);
    if (book === null) this.cover("loading", () => loadingState());
    else if (this.depth === null) this.cover("empty", () => el("p", { class: "quiet" }, t("chart.depth.empty")));
    else this.cover("", () => null);
    if (this.depth === null) {
      this.drawing.style.visibility = "hidden";
      fill(this.inSight);
      fill(this.readout);
      return;
    }
    this.drawing.style.visibility = "";
    this.outline(this.depth);
    this.keepPointed(this.depth);
    this.showPointed();
    this.describe(this.depth, book?.isWhole === true, isOld);
  };

  /** Something in place of the drawing, made once for as long as it stays. */
  private cover(name: string, make: () => HTMLElement | null): void {
    if (this.over.dataset["state"] === name) return;
    this.over.dataset["state"] = name;
    fill(this.over, make());
  }

  private get size(): { width: number; height: number } {
    return { width: Math.max(1, this.ground.clientWidth), height: Math.max(1, this.ground.clientHeight) };
  }

  private outline(depth: Depth): void {
    const { width, height } = this.size;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const bottom = height - foot;
    const x = (across: number): string => (across * width).toFixed(1);
    const y = (up: number): string => (bottom - up * (bottom - 20)).toFixed(1);
    for (const name of ["bids", "asks"] as const) {
      const corners = outlineOf(depth, name);
      const line = corners.map(([across, up], place) => `${place === 0 ? "M" : "L"}${x(across)} ${y(up)}`).join("");
      const [first, last] = [corners[0], corners[corners.length - 1]];
      const area = first === undefined || last === undefined ? "" : `${line}L${x(last[0])} ${bottom}L${x(first[0])} ${bottom}Z`;
      const { area: ground, hatch, line: edge, label } = this.sides[name];
      ground.setAttribute("d", area);
      hatch.setAttribute("d", area);
      edge.setAttribute("d", line);
      label.setAttribute("x", String(name === "bids" ? 8 : width - 8));
      label.setAttribute("y", "16");
    }
    const [left, middle, right, top] = this.labels;
    const places: [SVGTextElement | undefined, Decimal, number][] = [[left, depth.from, 4], [middle, depth.middle, width / 2], [right, depth.to, width - 4]];
    for (const [label, price, at] of places) {
      label?.setAttribute("x", String(at));
      label?.setAttribute("y", String(height - 6));
      if (label !== undefined) setText(label, this.roughPrice(price));
    }
    top?.setAttribute("x", String(width / 2));
    top?.setAttribute("y", "16");
    if (top !== undefined) setText(top, exactAmount(depth.most, this.input.base));
  }

  /** Of an end of the axis, which is no price of an order, no more digits than prices have. */
  private roughPrice(price: Decimal): string {
    return priceOf(price.floor(this.tick), this.input.quote, this.tick);
  }

  private describe(depth: Depth, isWhole: boolean, isOld: boolean): void {
    const { market, base } = this.input;
    const seen = (side: "bids" | "asks"): Record<"seen" | "known", string> => ({
      seen: exactAmount(depth[side].seen, base), known: exactAmount(depth[side].known, base),
    });
    const [bids, asks] = [seen("bids"), seen("asks")];
    const part = t("chart.depth.part", { bids: bids.seen, allBids: bids.known, asks: asks.seen, allAsks: asks.known });
    setText(this.inSight, [part, !isWhole && t("chart.depth.best"), isOld && t("chart.depth.old")].filter(Boolean).join(" "));
    this.ground.setAttribute("aria-label", t("chart.depth.summary", {
      market: market.name, zoom: percentage(this.zoom / 100, 0), middle: priceOf(depth.middle, this.input.quote, this.tick), bids: bids.seen, asks: asks.seen,
    }));
  }

  // MARK: What is pointed at

  private point(event: PointerEvent): void {
    if (this.depth === null) return;
    const { left, width } = this.ground.getBoundingClientRect();
    this.pointed = pointAt(this.depth, (event.clientX - left) / Math.max(1, width));
    this.showPointed();
  }

  private leave(): void {
    this.pointed = null;
    this.showPointed();
  }

  private key(event: KeyboardEvent): void {
    const { depth } = this;
    if (depth === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const points = pointsOf(depth);
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (event.key === "Escape" && this.pointed !== null) this.leave();
    else if (move === undefined || points.length === 0) return;
    else {
      const now = this.pointed === null ? -1 : points.findIndex(({ step }) => step.price.equals(this.pointed!.step.price));
      // The first key goes to the best price of the side that it points to.
      const start = now >= 0 ? now : depth.bids.steps.length - (move > 0 ? 1 : 0);
      const next = Math.min(points.length - 1, Math.max(0, start + move * (event.shiftKey ? 10 : 1)));
      this.pointed = points[next] ?? null;
      this.showPointed();
      if (this.pointed !== null) this.announcer.tell(this.sentence(depth, this.pointed));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** After a change of the book: the same price as it is now, or nothing. */
  private keepPointed(depth: Depth): void {
    const { pointed } = this;
    if (pointed === null) return;
    this.pointed = pointsOf(depth).find(({ side, step }) => side === pointed.side && step.price.equals(pointed.step.price)) ?? pointAt(depth, shareOf(depth, pointed.step.price));
  }

  private showPointed(): void {
    const { depth, pointed } = this;
    if (depth === null || pointed === null) {
      this.cross.setAttribute("d", "");
      setText(this.readout, t("chart.depth.hint"));
      return;
    }
    const { width, height } = this.size;
    const bottom = height - foot;
    const x = shareOf(depth, pointed.step.price) * width;
    const y = bottom - (pointed.step.total.approximate / Math.max(depth.most.approximate, Number.MIN_VALUE)) * (bottom - 20);
    this.cross.setAttribute("d", `M${x} 0V${bottom}M${x - 5} ${y}h10M${x} ${y - 5}v10`);
    setText(this.readout, this.sentence(depth, pointed));
  }

  private sentence(depth: Depth, { side, step }: DepthPoint): string {
    const { base, quote } = this.input;
    return t(side === "bids" ? "chart.depth.said.bids" : "chart.depth.said.asks", {
      price: priceOf(step.price, quote, this.tick), amount: exactAmount(step.total, base), value: amountOf(step.value, quote),
      distance: change(distanceFromMiddle(depth, step.price)),
    });
  }
}
