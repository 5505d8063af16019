import type { Point } from "./points";
import { AverageConvergence, Bands, DayAverage, ExponentialAverage, type Input, SimpleAverage, Strength, type Study } from "./studies";

/** The studies that can be drawn, by the names under which the choice is kept. */
export const studyNames = [
  "sma9", "sma21", "sma50", "ema9", "ema21", "ema50", "bands", "vwap", "rsi", "macd",
] as const;

export type StudyName = (typeof studyNames)[number];

/** One line, or one row of bars, of a study. */
export interface Trace {
  /** What tells it from others of the same study. */
  part: "value" | "upper" | "middle" | "lower" | "line" | "signal" | "rest";
  kind: "line" | "bars";
  /** Which of the sheet's colours of studies it has. */
  colour: number;
  /** How it is drawn, so that colour does not tell it alone: 0 solid, 1 dotted, 2 dashed. */
  style: 0 | 1 | 2;
}

/** What is known of a study before it is worked out. */
export interface StudyPlan {
  /** How traders write it. */
  label: string;
  /** Where it is drawn: over the candles, or in a band below them. */
  band: "price" | "rsi" | "macd";
  traces: readonly Trace[];
  /** Whether it says something of frames shorter than a day alone. */
  isOfDay?: true;
}

const line = (part: Trace["part"], colour: number, style: Trace["style"] = 0): Trace => ({ part, kind: "line", colour, style });

export const studyPlans: Record<StudyName, StudyPlan> = {
  sma9: { label: "SMA 9", band: "price", traces: [line("value", 0)] },
  sma21: { label: "SMA 21", band: "price", traces: [line("value", 1)] },
  sma50: { label: "SMA 50", band: "price", traces: [line("value", 2)] },
  ema9: { label: "EMA 9", band: "price", traces: [line("value", 0, 2)] },
  ema21: { label: "EMA 21", band: "price", traces: [line("value", 1, 2)] },
  ema50: { label: "EMA 50", band: "price", traces: [line("value", 2, 2)] },
  bands: { label: "Bollinger 20, 2", band: "price", traces: [line("upper", 3), line("middle", 3, 2), line("lower", 3)] },
  vwap: { label: "VWAP", band: "price", traces: [line("value", 4, 1)], isOfDay: true },
  rsi: { label: "RSI 14", band: "rsi", traces: [line("value", 5)] },
  macd: {
    label: "MACD 12, 26, 9", band: "macd",
    traces: [{ part: "rest", kind: "bars", colour: 0, style: 0 }, line("line", 1), line("signal", 2, 2)],
  },
};

/** What a study says at a candle, in the order of its traces; null where it says nothing. */
export type Values = readonly (number | null)[];

const nothing: Record<StudyName, Values> = Object.fromEntries(
  studyNames.map((name) => [name, studyPlans[name].traces.map(() => null)]),
) as unknown as Record<StudyName, Values>;

/** A study as the values of its traces. */
function begun(name: StudyName): { push: (input: Input) => Values; peek: (input: Input) => Values } {
  const of = <Value>(study: Study<Value>, values: (value: Value) => Values) => {
    const told = (value: Value | null): Values => (value === null ? nothing[name] : values(value));
    return { push: (input: Input) => told(study.push(input)), peek: (input: Input) => told(study.peek(input)) };
  };
  const single = (study: Study<number>) => of(study, (value) => [value]);
  switch (name) {
    case "sma9": return single(new SimpleAverage(9));
    case "sma21": return single(new SimpleAverage(21));
    case "sma50": return single(new SimpleAverage(50));
    case "ema9": return single(new ExponentialAverage(9));
    case "ema21": return single(new ExponentialAverage(21));
    case "ema50": return single(new ExponentialAverage(50));
    case "bands": return of(new Bands(20, 2), ({ upper, middle, lower }) => [upper, middle, lower]);
    case "vwap": return single(new DayAverage());
    case "rsi": return single(new Strength(14));
    case "macd": return of(new AverageConvergence(12, 26, 9), ({ line, signal, rest }) => [rest, line, signal]);
  }
}

const dayLength = 86_400_000;

/**
 * A study over the frames of a history, kept up with it: what has not changed is not worked out again, and the last candle
 * is only looked at, because it may still change.
 */
export class StudyRun {
  /** The values of each frame. */
  readonly values: Values[] = [];
  private study: ReturnType<typeof begun>;
  /** The frames that the study has taken: all but the last. */
  private taken: Point[] = [];

  constructor(readonly name: StudyName) {
    this.study = begun(name);
  }

  /** Brings the values up to date, and says from which place on they are new. */
  follow(points: readonly Point[]): number {
    const settled = Math.max(0, points.length - 1);
    const isContinued = this.taken.length <= settled && this.taken.every((point, place) => point === points[place]);
    if (!isContinued) {
      this.study = begun(this.name);
      this.taken = [];
      this.values.length = 0;
    }
    const first = this.taken.length;
    this.values.length = first;
    for (let place = first; place < settled; place += 1) {
      const point = points[place]!;
      this.values.push(point.candle === null ? nothing[this.name] : this.study.push(inputOf(point.start, point.candle.drawn)));
      this.taken.push(point);
    }
    const last = points[settled];
    if (last !== undefined) {
      this.values.push(last.candle === null ? nothing[this.name] : this.study.peek(inputOf(last.start, last.candle.drawn)));
    }
    return first;
  }
}

function inputOf(start: number, drawn: Omit<Input, "day">): Input {
  return { ...drawn, day: Math.floor(start / dayLength) };
}
