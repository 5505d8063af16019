import { Failure } from "../../client";
import { el, fill, setText, uniqueId } from "../../dom";
import { locale, t } from "../../i18n";
import { Later } from "../../later";
import { later } from "../../ui/later";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { alertsOf } from "../alerts/known";
import { isFresh } from "../live/connection";
import { paint } from "../live/paint";
import type { Decimal } from "../../numbers/decimal";
import { change } from "../numbers/format";
import { settings } from "../settings/settings";
import type { TradeInput } from "../trade/input";
import { type Choices, keepChoices, keptChoices, type Style } from "./choices";
import { paletteAt } from "./colours";
import { Crosshair } from "./crosshair";
import { Drawing } from "./drawing";
import { type Frame, isOfDays, nextStart } from "./frames";
import type { FrameHistory, HistoryState } from "./history";
import { Legend } from "./legend";
import type { Marks } from "./marks";
import { type ChartMemory, memoryOf } from "./memory";
import { arrowsOf, type OwnTrades, ownTradesOf, ownWithin } from "./owntrades";
import type { Period } from "./period";
import { lastTraded, type Point } from "./points";
import { chosenZone, Words } from "./setting";
import { studyPlans } from "./studyset";
import { summaryOf } from "./summary";
import type { CandleTable } from "./table";
import { remainingText } from "./timescale";
import { Toolbar } from "./toolbar";
import { offsetName } from "./zone";

/** What is needed by few, or later: the table, and what stands on the lines of orders and alerts. */
const tablePart = new Later(() => import("./table"));
const marksPart = new Later(() => import("./marks"));

/** The candles of a market with what belongs to them. */
export function chartPart(input: TradeInput): HTMLElement {
  return new CandleChart(input).element;
}

/** How many candles before the first in sight older ones are fetched. */
const ahead = 80;

/** The least milliseconds between two questions for what may have been missed. */
const patience = 2000;

class CandleChart {
  readonly element: HTMLElement;
  private readonly words: Words;
  private readonly memory: ChartMemory;
  private readonly toolbar: Toolbar;
  private readonly ground: HTMLElement;
  private readonly over = el("div", { class: "chart-over" });
  private readonly status = el("p", { class: "chart-status", role: "status" });
  private readonly zone = el("p", { class: "chart-zone" });
  private readonly remaining = el("p", { class: "chart-remaining figures", "aria-hidden": "true", hidden: true });
  private readonly toEnd: HTMLButtonElement;
  private readonly legend: Legend;
  private readonly drawing: Drawing;
  private readonly crosshair: Crosshair;
  private readonly tablePlace = el("div", { class: "chart-table-place", hidden: true });
  private marks: Marks | undefined;
  private candleTable: CandleTable | undefined;
  private choices: Choices = keptChoices();
  /** The frame that is drawn: the chosen one, or the one before until the chosen one is here. */
  private shown: Frame;
  private points: readonly Point[] = [];
  /** What the reader traded, by the beginning of frames. */
  private own: ReadonlyMap<number, OwnTrades> = new Map();
  /** The frames that arrows were drawn for. */
  private arrowsFor = "";
  /** What the reader wants in sight, kept while frames are changed in which less of it can be shown. */
  private wanted: Period | null = null;
  private isDrawn = false;
  private place: number | null = null;
  private stopWatching: () => void = () => undefined;
  private askedAt = -Infinity;
  private wasFresh = true;
  /** Whether what is drawn is to be described anew. */
  private isChanged = false;
  private edges = { axis: 0, scale: 0 };

  constructor(private readonly input: TradeInput) {
    const { scope, market, base, quote, context } = input;
    this.words = new Words(market, base, quote);
    this.memory = memoryOf(market.name);
    this.shown = this.choices.frame;
    const hint = uniqueId("chart-keys");
    const canvas = el("div", { class: "chart-canvas", role: "img", tabindex: 0, "aria-describedby": hint, "aria-label": t("chart.title") });
    this.ground = canvas;
    this.legend = new Legend(this.words);
    this.toEnd = el("button", { type: "button", class: "button chart-to-end", hidden: true, onclick: () => this.goToEnd() }, t("chart.toEnd"));
    this.toolbar = new Toolbar(scope, this.words, this.choices, {
      change: (changes) => this.choose(changes),
      addAlert: () => void this.addAlert(null),
      toggleTable: () => this.toggleTable(),
      toggleFullScreen: () => this.toggleFullScreen(),
    });
    const stage = el("div", { class: "chart-stage" }, canvas, this.legend.element);
    const attribution = el(
      "p", { class: "chart-attribution" },
      el("a", { href: "https://www.tradingview.com/", target: "_blank", rel: "noopener noreferrer" }, "TradingView Lightweight Charts™"),
      " © TradingView, Inc.",
    );
    this.element = el(
      "section", { class: "chart-part", "aria-label": t("chart.of", { market: market.name }) },
      this.toolbar.element, stage,
      el("p", { class: "hidden", id: hint }, t("chart.keys")),
      el("div", { class: "chart-foot" }, this.status, this.zone, attribution), this.tablePlace,
    );
    // The library measures its element and reads colours from it, so both have to be on the page; the caller puts this one
    // into its place, and nothing is seen of it before.
    document.body.append(this.element);
    this.drawing = new Drawing(
      canvas, () => ({ frame: this.shown, zone: chosenZone(), locale: locale() }), this.words.places, this.style(),
      paletteAt(this.element),
      {
        onPointer: (at) => this.crosshair.point(at),
        onRange: (range) => this.moved(range),
        onDrawn: () => this.placeOver(),
      },
    );
    this.crosshair = new Crosshair({
      drawing: this.drawing, words: this.words, frame: () => this.shown, points: () => this.points,
      onPlace: (place) => this.pointAt(place),
      onAlert: (price) => void this.addAlert(price),
      onPrice: (price) => input.draft.filled.set({ price: price.text }),
      onMoved: () => (this.wanted = null),
    });
    this.element.remove();
    stage.append(this.over, this.remaining, this.crosshair.buttons, this.toEnd, this.crosshair.said);
    this.legend.arrange(this.choices.studies, this.drawing.plan);
    scope.add(() => this.end());
    canvas.addEventListener("keydown", (event) => {
      if (!this.crosshair.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    canvas.addEventListener("blur", () => this.crosshair.leave());
    for (const type of ["pointerdown", "wheel"]) canvas.addEventListener(type, () => (this.wanted = null), { passive: true });
    this.follow();
    scope.watch(context.store.connection, () => this.followConnection());
    scope.watch(input.feed.candles, () => this.takeRunning());
    const marks = (): void => paint(this.drawMarks);
    scope.watch(context.store.openOrders.observable, marks);
    scope.watch(alertsOf(context).resource.observable, marks);
    scope.watch(input.fills, () => paint(this.drawOwn));
    this.followLooks();
    scope.every(1000, () => this.tick());
    scope.listen(document, "fullscreenchange", () => document.fullscreenElement === null && this.setFull(false));
    this.element.addEventListener("keydown", ({ key }) => {
      // Where a browser gives no full screen the chart fills the window, and is left the same way.
      if (key === "Escape" && this.isFull) this.toggleFullScreen();
    });
  }

  // MARK: What is chosen

  private style(): Style {
    const { studies, hasVolume, isLogarithmic, isHollow } = this.choices;
    const isOfDay = !isOfDays(this.choices.frame);
    // The system's few colours may be the same for both sides.
    const isForced = matchMedia("(forced-colors: active)").matches;
    return { studies: studies.filter((name) => isOfDay || studyPlans[name].isOfDay !== true), hasVolume, isLogarithmic, isHollow: isHollow || isForced };
  }

  private choose(changes: Partial<Choices>): void {
    const isOther = changes.frame !== undefined && changes.frame !== this.choices.frame;
    if (isOther) this.wanted ??= this.drawing.period;
    this.choices = { ...this.choices, ...changes };
    keepChoices(this.choices);
    this.toolbar.show(this.choices);
    if (isOther) this.follow();
    else this.redraw();
  }

  /** Draws everything anew, with the studies and colours that hold now; what is in sight stays. */
  private redraw(): void {
    const { range } = this.drawing;
    const style = this.style();
    this.drawing.restyle(style, paletteAt(this.element));
    this.drawing.redraw(this.points);
    if (range !== null && this.isDrawn) this.drawing.showRange(range);
    this.legend.arrange(style.studies, this.drawing.plan);
    this.drawMarks();
    this.drawOwn();
    this.pointAt(this.place);
    this.sayZone();
  }

  /** Follows themes, the reader's settings, and the system's colours. */
  private followLooks(): void {
    const { scope } = this.input;
    const again = (): void => paint(() => {
      if (!scope.isEnded) this.redraw();
    });
    let isFirst = true;
    scope.watch(settings, () => !isFirst && again());
    isFirst = false;
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      scope.listen(matchMedia(query), "change", again);
    }
  }

  // MARK: What is drawn

  /** Follows the candles of the chosen frame, and fetches those that are missing. */
  private follow(): void {
    this.stopWatching();
    const history = this.memory.of(this.choices.frame);
    let isFirst = true;
    this.stopWatching = history.observable.subscribe(() => !isFirst && paint(this.draw));
    isFirst = false;
    // What is in memory is there at once, and may be brought up to date after it.
    this.draw();
    void this.refresh(history);
  }

  private async refresh(history: FrameHistory): Promise<void> {
    if (history.isStale) {
      this.askedAt = performance.now();
      await history.load();
    }
    const isWanted = (): boolean => !this.input.scope.isEnded && this.choices.frame === history.frame;
    if (isWanted()) whenIdle(() => void this.memory.prepare(history.frame, isWanted));
  }

  private readonly draw = (): void => {
    if (this.input.scope.isEnded) return;
    const history = this.memory.of(this.choices.frame);
    const { state } = history;
    this.ground.setAttribute("aria-busy", String(state.status === "loading" || state.status === "empty"));
    this.sayState(state);
    if (state.status !== "ready") return;
    const isOther = this.shown !== this.choices.frame || !this.isDrawn;
    this.points = state.points;
    if (isOther) {
      const period = this.wanted;
      this.shown = this.choices.frame;
      this.isDrawn = false;
      this.place = null;
      this.redraw();
      if (period !== null) this.drawing.show(period);
      else if (state.points.length > 0) this.showFirst();
      this.isDrawn = state.points.length > 0;
    } else {
      this.drawing.draw(state.points);
      // Trades of one's own are in the newest candle, or in older ones that have just come.
      if (this.arrowsFor !== framesOf(state.points)) this.drawOwn();
    }
    this.marks?.place();
    this.pointAt(this.place);
    this.isChanged = true;
    if (isOther) this.tick();
  };

  /** As many of the newest candles as are told apart well. */
  private showFirst(): void {
    const count = Math.min(160, Math.max(40, Math.round(this.ground.clientWidth / 8)));
    const to = this.points.length + 3;
    this.drawing.showRange({ from: to - count, to });
  }

  /** What is in the way of candles, or missing of them. */
  private sayState({ status, points, failure }: HistoryState): void {
    const retry = (): void => void this.memory.of(this.choices.frame).load();
    if (status === "failed" && !this.isDrawn) fill(this.over, failedState(failure ?? Failure.from(null), retry));
    else if (status === "ready" && points.length === 0) {
      fill(this.over, emptyState("chart", t("chart.empty.title"), t("chart.empty.text")));
    } else if (!this.isDrawn && status !== "ready") fill(this.over, loadingState());
    else fill(this.over);
    this.sayStatus(failure !== null && this.isDrawn);
  }

  /** In the line below: how old what is drawn is, or that newer candles did not come. */
  private sayStatus(isFailed = false): void {
    const connection = this.input.context.store.connection.value;
    if (isFailed) {
      const again = el("button", { type: "button", class: "button-text", onclick: () => void this.memory.of(this.choices.frame).load() }, t("retry"));
      if (this.status.querySelector("button") === null) fill(this.status, t("chart.notNew"), " ", again);
    } else if (connection.state === "slow" || connection.state === "lost") {
      const until = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: chosenZone().name });
      setText(this.status, t("chart.until", { time: until.format(connection.since) }));
    } else fill(this.status);
    this.element.classList.toggle("chart-old", connection.state === "slow" || connection.state === "lost");
  }

  private sayZone(): void {
    const zone = chosenZone();
    const offset = offsetName(zone, Date.now());
    setText(this.zone, isOfDays(this.shown) ? t("chart.zone.utc") : zone.name === offset ? offset : `${zone.name} (${offset})`);
  }

  // MARK: What is live

  /** Takes running candles; a message may have left out the last trades of a frame that is over. */
  private takeRunning(): void {
    this.memory.run(this.input.feed.candles.value);
    const history = this.memory.of(this.choices.frame);
    if (history.state.status === "ready" && history.isStale && performance.now() - this.askedAt > patience) void this.refresh(history);
  }

  private followConnection(): void {
    const { context } = this.input;
    const { state } = context.store.connection.value;
    this.sayStatus(this.memory.of(this.choices.frame).state.failure !== null && this.isDrawn);
    if (state === "connecting") return;
    const isNowFresh = isFresh(context.store.connection.value);
    if (isNowFresh && !this.wasFresh) {
      this.memory.doubt();
      void this.refresh(this.memory.of(this.choices.frame));
    }
    this.wasFresh = isNowFresh;
  }

  /** Each second: how long the running candle lasts, and in words what has been drawn since. */
  private tick(): void {
    if (this.isChanged) this.describe();
    const last = lastTraded(this.points);
    const end = this.points[this.points.length - 1];
    if (last === undefined || end === undefined) {
      this.remaining.hidden = true;
      return;
    }
    const left = nextStart(this.shown, end.start) - Date.now();
    this.remaining.hidden = left <= 0;
    setText(this.remaining, remainingText(left));
    this.placeRemaining();
  }

  private placeRemaining(): void {
    const last = lastTraded(this.points)?.candle;
    const y = last == null ? null : this.drawing.heightOf(last.drawn.close);
    if (y === null) this.remaining.hidden = true;
    else {
      this.remaining.style.transform = `translateY(${Math.round(y + 10)}px)`;
    }
  }

  // MARK: What stands over the drawing

  private placeOver(): void {
    if (this.input.scope.isEnded) return;
    this.marks?.place();
    this.placeRemaining();
    const { axis, scale } = this.drawing.measures;
    // The sheet follows these, which costs something each time that they are set.
    if (axis === this.edges.axis && scale === this.edges.scale) return;
    this.edges = { axis, scale };
    this.element.style.setProperty("--chart-axis", `${axis}px`);
    this.element.style.setProperty("--chart-scale", `${scale}px`);
  }

  /** Own orders and alerts as lines; what they are moved with comes with the first of them. */
  private readonly drawMarks = (): void => {
    const { scope, context, market } = this.input;
    if (scope.isEnded) return;
    const isOfMarket = (each: { market?: string }): boolean => each.market === market.name;
    const orders = this.choices.hasMarks ? (context.store.openOrders.value ?? []).filter(isOfMarket) : [];
    const alerts = this.choices.hasMarks ? (alertsOf(context).resource.value ?? []).filter(isOfMarket) : [];
    if (this.marks === undefined && orders.length + alerts.length === 0) return;
    marksPart.load().then(({ Marks }) => {
      if (scope.isEnded) return;
      if (this.marks === undefined) {
        this.marks = new Marks(this.input, this.words, this.drawing);
        this.over.before(this.marks.element);
      }
      this.marks.draw(orders, alerts, paletteAt(this.element), lastTraded(this.points)?.candle?.drawn.close ?? 0);
    }, () => undefined);
  };

  /** One's own trades as arrows at their candles. */
  private readonly drawOwn = (): void => {
    if (this.input.scope.isEnded) return;
    this.own = this.choices.hasMarks ? ownTradesOf(this.shown, this.input.fills.value) : new Map();
    this.arrowsFor = framesOf(this.points);
    this.drawing.drawArrows(arrowsOf(this.own, this.points, paletteAt(this.element)));
    this.isChanged = true;
  };

  private async addAlert(price: Decimal | null): Promise<void> {
    const { context, market, quote } = this.input;
    if (context.session.account.value == null) {
      context.toasts.show({ icon: "bell", text: t("chart.alert.signIn") });
      return;
    }
    try {
      const { askForAlert } = await import("../alerts/ask");
      await askForAlert({ context, market, quote, ...(price !== null && { price }) });
    } catch (error) {
      context.report(error);
    }
  }

  // MARK: What is in sight

  private moved(range: Charts.Range): void {
    this.toEnd.hidden = range.to >= this.points.length - 1.5;
    if (range.from < ahead && this.isDrawn) void this.memory.of(this.shown).loadOlder();
    paint(this.describe);
  }

  private goToEnd(): void {
    this.wanted = null;
    this.drawing.showEnd();
    this.ground.focus();
  }

  private pointAt(place: number | null): void {
    this.place = place;
    const last = lastTraded(this.points);
    const newest = last === undefined ? -1 : this.points.indexOf(last);
    const shown = place === null ? newest : Math.min(Math.max(0, place), this.points.length - 1);
    this.legend.show(this.shown, this.points, shown, this.drawing.studyValues(shown));
  }

  /** Says in words what is in sight, and shows it in the table. */
  private readonly describe = (): void => {
    if (this.input.scope.isEnded) return;
    this.isChanged = false;
    const range = this.drawing.range ?? { from: 0, to: this.points.length };
    const [first, last] = [Math.ceil(range.from), Math.floor(range.to)];
    const { market } = this.input;
    const { words } = this;
    const summary = summaryOf(this.points, first, last);
    const about = { market: market.name, frame: words.frame(this.shown) };
    const own = summary === null ? "" : words.own(ownWithin(this.own, summary.from, summary.to));
    const text = summary === null ? t("chart.summary.empty", about) : t("chart.summary", {
      ...about, from: words.moment(this.shown, summary.from), to: words.moment(this.shown, summary.to),
      open: words.priceInFull(summary.open), close: words.priceInFull(summary.close), change: change(summary.change),
      low: words.priceInFull(summary.low), high: words.priceInFull(summary.high),
    });
    this.ground.setAttribute("aria-label", own === "" ? text : `${text} ${own}`);
    if (!this.tablePlace.hidden) this.candleTable?.show(this.shown, this.points, this.own, first, last);
  };

  private toggleTable(): void {
    this.tablePlace.hidden = !this.tablePlace.hidden;
    this.toolbar.table.setAttribute("aria-pressed", String(!this.tablePlace.hidden));
    if (this.candleTable !== undefined) this.describe();
    else if (this.tablePlace.childElementCount === 0) {
      fill(this.tablePlace, later(this.input.scope, tablePart, ({ CandleTable }) => {
        this.candleTable = new CandleTable(this.words);
        this.describe();
        return this.candleTable.element;
      }));
    }
  }

  private toggleFullScreen(): void {
    const isFull = !this.isFull;
    this.setFull(isFull);
    // The whole page, so that notices and dialogs are seen; the sheet lets the chart cover the rest of it.
    if (isFull) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement !== null) void document.exitFullscreen();
  }

  private get isFull(): boolean {
    return this.element.classList.contains("chart-full");
  }

  private setFull(isFull: boolean): void {
    this.element.classList.toggle("chart-full", isFull);
    this.toolbar.fullScreen.setAttribute("aria-pressed", String(isFull));
  }

  private end(): void {
    this.stopWatching();
    this.crosshair.end();
    this.drawing.end();
    if (this.isFull && document.fullscreenElement !== null) void document.exitFullscreen();
  }
}

/** What tells frames apart from those before, as more came at either end. */
function framesOf(points: readonly Point[]): string {
  return `${points[0]?.start} ${points.length}`;
}

/** Runs when the browser has nothing better to do. */
function whenIdle(run: () => void): void {
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(run, { timeout: 3000 });
  else window.setTimeout(run, 500);
}
