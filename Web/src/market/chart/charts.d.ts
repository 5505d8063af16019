/** The parts of TradingView Lightweight Charts 4.1.3 that are used; Web/build says where the library lies. */
declare module "lightweight-charts" {}

declare namespace Charts {
  type Time = number;

  interface Whitespace {
    time: Time;
  }

  interface Bar extends Whitespace {
    open: number;
    high: number;
    low: number;
    close: number;
    color?: string;
    borderColor?: string;
    wickColor?: string;
  }

  interface Single extends Whitespace {
    value: number;
    color?: string;
  }

  /** What points at a bar, in the order of time. */
  interface Marker extends Whitespace {
    position: "aboveBar" | "belowBar";
    shape: "arrowUp" | "arrowDown";
    color: string;
    size: number;
  }

  interface Range {
    from: number;
    to: number;
  }

  interface PriceLine {
    applyOptions(options: PriceLineOptions): void;
  }

  interface PriceLineOptions {
    price?: number;
    color?: string;
    lineWidth?: number;
    lineStyle?: number;
    axisLabelVisible?: boolean;
    title?: string;
  }

  interface Primitive {
    paneViews(): readonly { zOrder(): string; renderer(): { draw(target: unknown): void } }[];
    updateAllViews(): void;
  }

  interface Series<Item extends Whitespace> {
    setData(items: readonly (Item | Whitespace)[]): void;
    update(item: Item | Whitespace): void;
    applyOptions(options: object): void;
    priceToCoordinate(price: number): number | null;
    coordinateToPrice(coordinate: number): number | null;
    createPriceLine(options: PriceLineOptions): PriceLine;
    removePriceLine(line: PriceLine): void;
    attachPrimitive(primitive: Primitive): void;
    setMarkers(markers: readonly Marker[]): void;
  }

  interface PointerNews {
    time?: Time;
    logical?: number;
    point?: { x: number; y: number };
  }

  interface TimeScale {
    getVisibleLogicalRange(): Range | null;
    setVisibleLogicalRange(range: Range): void;
    subscribeVisibleLogicalRangeChange(handler: (range: Range | null) => void): void;
    scrollToPosition(position: number, animated: boolean): void;
    logicalToCoordinate(logical: number): number | null;
    height(): number;
    width(): number;
    applyOptions(options: object): void;
  }

  interface Chart {
    addCandlestickSeries(options: object): Series<Bar>;
    addHistogramSeries(options: object): Series<Single>;
    addLineSeries(options: object): Series<Single>;
    removeSeries(series: Series<never>): void;
    applyOptions(options: object): void;
    priceScale(id: string): { applyOptions(options: object): void; width(): number };
    timeScale(): TimeScale;
    subscribeCrosshairMove(handler: (news: PointerNews) => void): void;
    setCrosshairPosition(price: number, time: Time, series: Series<Bar>): void;
    clearCrosshairPosition(): void;
    remove(): void;
  }

  /** A mark of the time axis on its way to be drawn. */
  interface Mark {
    weight: number;
    time: Time;
  }

  /** What makes of the library's numbers on the horizontal axis times. */
  interface HorizontalBehaviour {
    options(): object;
    setOptions(options: object): void;
    preprocessData(data: unknown): void;
    createConverterToInternalObj(data: unknown): (time: Time) => Time;
    convertHorzItemToInternal(time: Time): Time;
    key(time: Time): number;
    cacheKey(time: Time): number;
    updateFormatter(localization: object): void;
    formatHorzItem(time: Time): string;
    formatTickmark(mark: Mark): string;
    maxTickMarkWeight(marks: readonly Mark[]): number;
    fillWeightsForPoints(points: readonly { time: Time; timeWeight: number }[], from: number): void;
  }

  interface Library {
    createChartEx(element: HTMLElement, behaviour: HorizontalBehaviour, options: object): Chart;
  }
}

interface Window {
  /** What the library leaves when it is loaded. */
  LightweightCharts: Charts.Library;
}
