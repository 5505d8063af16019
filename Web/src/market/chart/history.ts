import type { MarketChart } from "../../api";
import { Failure } from "../../client";
import type { RunningCandle } from "../live/store";
import { Observable } from "../../observable";
import { type Frame, frameStart, nextStart } from "./frames";
import { candleOf, merged, type Point, pointsOf } from "./points";

/** Asks for the candles of a span of time. */
export type FetchChart = (query: { frame: Frame; from?: number; to?: number }) => Promise<MarketChart>;

/** What is known of one length of candles. */
export interface HistoryState {
  /** Oldest first, each frame after the one before. */
  points: readonly Point[];
  /** `ready` once an answer was here, also with nothing in it. */
  status: "empty" | "loading" | "ready" | "failed";
  /** Why the newest are not here, or not up to date. */
  failure: Failure | null;
  /** Whether older ones are on their way. */
  isLoadingOlder: boolean;
  /** Whether nothing was traded before. */
  isWhole: boolean;
}

/** How many frames are kept of one length. */
const mostKept = 20_000;

/** The candles of one market and length: the newest, and older ones as somebody looks for them. */
export class FrameHistory {
  readonly observable = new Observable<HistoryState>({
    points: [], status: "empty", failure: null, isLoadingOlder: false, isWhole: false,
  });
  /** The parameter `to` of the piece before. */
  private olderTo: number | undefined;
  /** Where it may be wrong or missing from: the frame that ran when the server was asked last. */
  private sureBefore = 0;
  private isDoubted = false;
  private loading: Promise<void> | undefined;
  private turn = 0;

  constructor(readonly frame: Frame, private readonly fetchChart: FetchChart) {}

  get state(): HistoryState {
    return this.observable.value;
  }

  /** Whether what is here has to be asked for, wholly or at its end. */
  get isStale(): boolean {
    return this.state.status !== "ready" || this.isDoubted;
  }

  /** Says that changes may have been missed. */
  doubt(): void {
    this.isDoubted = true;
  }

  /** Fetches the newest candles, or those since the last answer; several who ask at once share one answer. */
  load(): Promise<void> {
    this.loading ??= this.fetchNewest().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async fetchNewest(): Promise<void> {
    const { points } = this.state;
    this.isDoubted = false;
    const known = points.length > 0;
    if (this.state.status !== "ready") this.change({ status: "loading", failure: null });
    try {
      const chart = await this.fetchChart(known ? { frame: this.frame, from: this.sureBefore } : { frame: this.frame });
      this.take(chart);
    } catch (error) {
      this.isDoubted = true;
      this.change({ status: this.state.points.length > 0 ? "ready" : "failed", failure: Failure.from(error) });
    }
  }

  private take(chart: MarketChart): void {
    const newest = pointsOf(this.frame, chart.points);
    const { points } = this.state;
    const [first] = newest;
    const last = points[points.length - 1];
    // More happened than one answer holds: what is between is not known, and would look as if nothing had been traded.
    const isApart = first !== undefined && last !== undefined && first.start > nextStart(this.frame, last.start);
    const all = isApart || last === undefined ? newest : merged(this.frame, points, newest);
    const isNew = isApart || last === undefined;
    if (isNew) this.olderTo = chart.olderTo;
    const running = chart.points.find(({ isRunning }) => isRunning);
    const end = newest[newest.length - 1];
    if (end !== undefined) this.sureBefore = running === undefined ? end.start : Date.parse(running.start);
    this.change({
      points: all, status: "ready", failure: null,
      ...(isNew && { isWhole: chart.olderTo === undefined, isLoadingOlder: false }),
    });
    if (isNew) this.turn += 1;
  }

  /** Fetches the piece before what is here, once at a time; nothing is done when there is none. */
  async loadOlder(): Promise<void> {
    const { status, isLoadingOlder, isWhole, points } = this.state;
    const to = this.olderTo;
    if (status !== "ready" || isLoadingOlder || isWhole || to === undefined || points.length >= mostKept) return;
    this.change({ isLoadingOlder: true });
    const { turn } = this;
    try {
      const chart = await this.fetchChart({ frame: this.frame, to });
      if (turn !== this.turn) return;
      const older = pointsOf(this.frame, chart.points).filter(({ start }) => start < to);
      this.olderTo = chart.olderTo;
      this.change({
        points: merged(this.frame, older, this.state.points), isLoadingOlder: false,
        isWhole: chart.olderTo === undefined || older.length === 0,
      });
    } catch {
      // Whoever goes on looking there asks again.
      if (turn === this.turn) this.change({ isLoadingOlder: false });
    }
  }

  /** Takes the candle that runs now, as the stream tells it. */
  run(candle: RunningCandle): void {
    const { points, status } = this.state;
    if (status !== "ready" || frameStart(this.frame, candle.start) !== candle.start) return;
    const last = points[points.length - 1];
    if (last !== undefined && candle.start < last.start) return;
    const known = candleOf(candle);
    if (known === null) return;
    if (last !== undefined && candle.start > last.start) {
      // The last trades of the one before may have come between two messages.
      this.isDoubted = true;
    }
    const tail = last === undefined ? [] : [last];
    const next = merged(this.frame, tail, [{ start: candle.start, candle: known }]);
    const [only] = next;
    // The stream often says again what is known.
    if (last !== undefined && next.length === 1 && only !== undefined && isSame(only, last)) return;
    this.change({ points: [...points.slice(0, -1), ...next] });
  }

  private change(changes: Partial<HistoryState>): void {
    this.observable.set({ ...this.state, ...changes });
  }
}

function isSame({ candle: one }: Point, { candle: other }: Point): boolean {
  if (one === null || other === null) return one === other;
  return one.volume === other.volume && one.close === other.close && one.high === other.high && one.low === other.low;
}
