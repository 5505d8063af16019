import { Decimal } from "../../numbers/decimal";
import { figure } from "../numbers/format";
import { type Band, bandPlan, type BandPlan, marginsOf } from "./bands";
import type { Style } from "./choices";
import { faded, type Palette } from "./colours";
import { HorizontalTimes, type Labels } from "./horizontal";
import { library } from "./library";
import { type Period, periodOf, rangeOf, roomAtEnd } from "./period";
import type { Point } from "./points";
import { type StudyName, studyPlans, StudyRun } from "./studyset";

/** What moves on the drawing is told of. */
export interface DrawingNews {
  /** The pointer is over a frame, at a height in pixels; null when it is gone. */
  onPointer: (at: { place: number; y: number } | null) => void;
  /** What is in sight has changed; places among the frames. */
  onRange: (range: Charts.Range) => void;
  /** The pane was drawn: what stands over it may have to move. */
  onDrawn: () => void;
}

const seconds = (point: Point): number => point.start / 1000;

/** The candles and what belongs to them, drawn by the library; everything that reaches it has been checked before. */
export class Drawing {
  private readonly times: HorizontalTimes;
  private readonly chart: Charts.Chart;
  private readonly candles: Charts.Series<Charts.Bar>;
  private readonly volume: Charts.Series<Charts.Single>;
  private readonly runs = new Map<StudyName, { run: StudyRun; series: Charts.Series<Charts.Single>[] }>();
  private readonly lines: Charts.PriceLine[] = [];
  private points: readonly Point[] = [];
  private style: Style;
  private palette: Palette;
  /** How the height is shared out now. */
  plan: BandPlan;

  constructor(
    element: HTMLElement, private readonly labels: () => Labels, private readonly places: number, style: Style,
    palette: Palette, news: DrawingNews,
  ) {
    this.style = style;
    this.palette = palette;
    this.plan = bandPlan(style.hasVolume, style.studies);
    this.times = new HorizontalTimes(labels);
    this.chart = library().createChartEx(element, this.times, {
      autoSize: true,
      // Values stay where they are when the pointer is between two candles.
      crosshair: { mode: 0 },
      kineticScroll: { mouse: false, touch: !matchMedia("(prefers-reduced-motion: reduce)").matches },
      // One finger that moves up or down scrolls the page.
      handleScroll: { vertTouchDrag: false },
    });
    this.volume = this.chart.addHistogramSeries({ priceScaleId: "volume", priceFormat: { type: "volume" }, lastValueVisible: false, priceLineVisible: false });
    this.candles = this.chart.addCandlestickSeries({
      priceFormat: { type: "custom", minMove: 1 / 10 ** Math.min(places, 15), formatter: (price: number) => this.priceText(price) },
    });
    this.candles.attachPrimitive({
      updateAllViews: () => undefined,
      paneViews: () => [{ zOrder: () => "bottom", renderer: () => ({ draw: () => news.onDrawn() }) }],
    });
    this.chart.subscribeCrosshairMove(({ logical, point }) => {
      news.onPointer(logical === undefined || point === undefined ? null : { place: Math.round(logical), y: point.y });
    });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => range !== null && news.onRange(range));
    this.restyle(style, palette);
  }

  /** The digits that a price of the axis has; they are never rounded to a step, which would say what is not there. */
  private priceText(price: number): string {
    return figure(Decimal.parse(price.toFixed(this.places)) ?? Decimal.zero, this.places);
  }

  /** Takes other colours or other studies; what is drawn has to be drawn anew then. */
  restyle(style: Style, palette: Palette): void {
    this.style = style;
    this.palette = palette;
    this.plan = bandPlan(style.hasVolume, style.studies);
    const { up, down, ink, soft, line, accent } = palette;
    const { family, size } = letters();
    this.chart.applyOptions({
      layout: { background: { type: "solid", color: "rgba(0, 0, 0, 0)" }, textColor: soft, fontFamily: family, fontSize: size },
      grid: { vertLines: { color: faded(line, 0.6) }, horzLines: { color: faded(line, 0.6) } },
      crosshair: { vertLine: { color: soft, labelBackgroundColor: ink }, horzLine: { color: soft, labelBackgroundColor: ink } },
      rightPriceScale: { borderColor: line, mode: style.isLogarithmic ? 1 : 0, scaleMargins: marginsOf(this.plan.price, 0) },
      timeScale: { borderColor: line, timeVisible: true, rightOffset: roomAtEnd, minBarSpacing: 0.3 },
    });
    this.candles.applyOptions({
      upColor: style.isHollow ? "rgba(0, 0, 0, 0)" : up, downColor: down, borderUpColor: up, borderDownColor: down,
      wickUpColor: up, wickDownColor: down, priceLineColor: accent, priceLineStyle: 1,
    });
    for (const [band, share] of this.plan.bands) if (band === "volume") this.scale(band, share);
    this.volume.applyOptions({ visible: style.hasVolume });
    this.chooseStudies();
  }

  private scale(band: Band, share: { top: number; bottom: number }): void {
    this.chart.priceScale(band).applyOptions({ scaleMargins: marginsOf(share) });
  }

  /** Adds and removes the lines of studies. */
  private chooseStudies(): void {
    for (const [name, { series }] of this.runs) {
      for (const one of series) this.chart.removeSeries(one);
      this.runs.delete(name);
    }
    for (const name of this.style.studies) {
      const { band, traces } = studyPlans[name];
      const scale = band === "price" ? {} : { priceScaleId: band };
      const series = traces.map(({ kind, colour, style }) => {
        const color = this.palette.studies[colour] ?? this.palette.accent;
        const common = { ...scale, lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false };
        const format = band === "price" ? {} : { priceFormat: { type: "price", precision: band === "rsi" ? 0 : Math.min(this.places + 1, 12), minMove: band === "rsi" ? 1 : 1 / 10 ** Math.min(this.places + 1, 12) } };
        if (kind === "bars") return this.chart.addHistogramSeries({ ...common, ...format, color, base: 0 });
        // A study never squeezes the candles that it is about.
        const range = band === "price" ? { autoscaleInfoProvider: () => null } : band === "rsi" ? { autoscaleInfoProvider: strengthRange } : {};
        return this.chart.addLineSeries({ ...common, ...format, ...range, color, lineWidth: 2, lineStyle: style });
      });
      if (name === "rsi") {
        for (const price of [30, 70]) series[0]?.createPriceLine({ price, color: this.palette.soft, lineWidth: 1, lineStyle: 1, axisLabelVisible: true, title: "" });
      }
      if (band !== "price") this.scale(band, this.plan.bands.get(band) ?? this.plan.price);
      this.runs.set(name, { run: new StudyRun(name), series });
    }
  }

  /** Draws these frames; when only the last ones are new, nothing else is touched. */
  draw(points: readonly Point[]): void {
    const old = this.points;
    this.points = points;
    const same = samePlaces(old, points);
    // The library can change its last item and add more, nothing before.
    if (old.length === 0 || points.length < old.length || same < old.length - 1) return this.drawAll();
    for (let place = Math.min(same, points.length - 1); place < points.length; place += 1) {
      const point = points[place]!;
      this.candles.update(this.bar(point));
      this.volume.update(this.column(point));
    }
    for (const { run, series } of this.runs.values()) {
      const first = Math.min(run.follow(points), same);
      series.forEach((one, trace) => {
        for (let place = first; place < points.length; place += 1) one.update(this.traceItem(run, trace, place));
      });
    }
  }

  /** Draws frames of another length, or the same ones with other labels, colours or studies. */
  redraw(points: readonly Point[]): void {
    this.times.renew();
    // What stays would keep its place in the order of marks.
    this.candles.setData([]);
    this.volume.setData([]);
    for (const { series } of this.runs.values()) for (const one of series) one.setData([]);
    this.points = points;
    this.drawAll();
  }

  private drawAll(): void {
    this.candles.setData(this.points.map((point) => this.bar(point)));
    this.volume.setData(this.points.map((point) => this.column(point)));
    for (const { run, series } of this.runs.values()) {
      run.follow(this.points);
      series.forEach((one, trace) => one.setData(this.points.map((_, place) => this.traceItem(run, trace, place))));
    }
  }

  private bar(point: Point): Charts.Bar | Charts.Whitespace {
    if (point.candle === null) return { time: seconds(point) };
    const { open, high, low, close } = point.candle.drawn;
    return { time: seconds(point), open, high, low, close };
  }

  private column(point: Point): Charts.Single | Charts.Whitespace {
    if (point.candle === null) return { time: seconds(point) };
    const { open, close, volume } = point.candle.drawn;
    return { time: seconds(point), value: volume, color: faded(close >= open ? this.palette.up : this.palette.down, 0.45) };
  }

  private traceItem(run: StudyRun, trace: number, place: number): Charts.Single | Charts.Whitespace {
    const time = seconds(this.points[place]!);
    const value = run.values[place]?.[trace] ?? null;
    if (value === null) return { time };
    if (studyPlans[run.name].traces[trace]?.kind !== "bars") return { time, value };
    return { time, value, color: faded(value >= 0 ? this.palette.up : this.palette.down, 0.6) };
  }

  /** What the studies say at a place. */
  studyValues(place: number): ReadonlyMap<StudyName, readonly (number | null)[]> {
    return new Map([...this.runs].map(([name, { run }]) => [name, run.values[place] ?? []]));
  }

  /** Replaces the horizontal lines. */
  drawLines(lines: readonly { price: number; color: string; style: 0 | 1 | 2 }[]): void {
    for (const line of this.lines.splice(0)) this.candles.removePriceLine(line);
    // More labels would cover the axis.
    const axisLabelVisible = lines.length <= 5;
    for (const { price, color, style } of lines) {
      this.lines.push(this.candles.createPriceLine({ price, color, lineStyle: style, lineWidth: 1, axisLabelVisible, title: "" }));
    }
  }

  /** Replaces what points at candles. */
  drawArrows(arrows: readonly Charts.Marker[]): void {
    this.candles.setMarkers(arrows);
  }

  /** Moves one of the lines. */
  moveLine(number: number, price: number): void {
    this.lines[number]?.applyOptions({ price });
  }

  /** Where a price is, in pixels from above; null while nothing is drawn. */
  heightOf(price: number): number | null {
    return this.candles.priceToCoordinate(price);
  }

  /** Which price is at a height. */
  priceAt(y: number): number | null {
    return this.candles.coordinateToPrice(y);
  }

  /** What is in sight. */
  get period(): Period | null {
    const range = this.range;
    return range === null || this.points.length === 0 ? null : periodOf(this.labels().frame, this.points, range);
  }

  get range(): Charts.Range | null {
    return this.chart.timeScale().getVisibleLogicalRange();
  }

  show(period: Period): void {
    if (this.points.length > 0) this.showRange(rangeOf(this.labels().frame, this.points, period));
  }

  showRange(range: Charts.Range): void {
    this.chart.timeScale().setVisibleLogicalRange(range);
  }

  /** Goes to the newest candle. */
  showEnd(): void {
    this.chart.timeScale().scrollToPosition(roomAtEnd, false);
  }

  /** Puts the cross-hair on a frame and a price. */
  cross(place: number, price: number): void {
    const point = this.points[place];
    if (point !== undefined) this.chart.setCrosshairPosition(price, seconds(point), this.candles);
  }

  uncross(): void {
    this.chart.clearCrosshairPosition();
  }

  /** The widths of the drawing without the scale at its right, and of that scale, and the height of the time axis. */
  get measures(): { pane: number; scale: number; axis: number } {
    const time = this.chart.timeScale();
    return { pane: time.width(), scale: this.chart.priceScale("right").width(), axis: time.height() };
  }

  end(): void {
    this.chart.remove();
  }
}

/** How many of the first frames are the very same. */
function samePlaces(old: readonly Point[], points: readonly Point[]): number {
  const most = Math.min(old.length, points.length);
  let place = 0;
  while (place < most && old[place] === points[place]) place += 1;
  return place;
}

const strengthRange = (): object => ({ priceRange: { minValue: 0, maxValue: 100 } });

/** The letters of the page. */
function letters(): { family: string; size: number } {
  return { family: getComputedStyle(document.body).fontFamily, size: 12 };
}
