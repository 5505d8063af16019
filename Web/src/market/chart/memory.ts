import * as api from "../../api";
import { ask } from "../../client";
import type { RunningCandle } from "../live/store";
import { type Frame, frames, neighbours } from "./frames";
import { type FetchChart, FrameHistory } from "./history";

/** The candles of a market, of every length that was looked at or is likely to be next. */
export class ChartMemory {
  private readonly histories = new Map<Frame, FrameHistory>();

  constructor(private readonly fetchChart: FetchChart) {}

  of(frame: Frame): FrameHistory {
    let history = this.histories.get(frame);
    if (history === undefined) {
      history = new FrameHistory(frame, this.fetchChart);
      this.histories.set(frame, history);
    }
    return history;
  }

  /** Takes what the stream says of the candles that run now. */
  run(candles: ReadonlyMap<number, RunningCandle>): void {
    for (const frame of frames) {
      const candle = candles.get(frame);
      if (candle !== undefined) this.histories.get(frame)?.run(candle);
    }
  }

  /** Says that changes may have been missed; each length is asked for again when it is looked at. */
  doubt(): void {
    for (const history of this.histories.values()) history.doubt();
  }

  /** Fetches what is beside a length, one after the other, while `isWanted`. */
  async prepare(frame: Frame, isWanted: () => boolean): Promise<void> {
    for (const next of neighbours(frame)) {
      const history = this.of(next);
      if (isWanted() && history.isStale) await history.load();
    }
  }
}

const kept = new Map<string, ChartMemory>();

/** How many markets' candles are kept. */
const mostMarkets = 4;

/** The candles of a market as they are remembered from the last look at it, to be brought up to date. */
export function memoryOf(market: string): ChartMemory {
  const memory =
    kept.get(market) ??
    new ChartMemory(({ frame, from, to }) =>
      ask((options) =>
        api.marketChart(market, { kind: "last", frame, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, options),
      ),
    );
  kept.delete(market);
  kept.set(market, memory);
  for (const name of [...kept.keys()].slice(0, -mostMarkets)) kept.delete(name);
  memory.doubt();
  return memory;
}
