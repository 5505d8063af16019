import type { Candle } from "./points";

/**
 * What is worked out from candles, as doubles, for drawing alone.
 *
 * Each is an accumulator: `push` takes a candle that is over and gives the value there, `peek` gives the value that a
 * candle would have, so that one which runs costs the same however long the past is. There is no value before there are
 * enough candles; frames without trades are none.
 */
export interface Study<Value> {
  push(candle: Input): Value | null;
  peek(candle: Input): Value | null;
}

/** What a study sees of a candle. */
export interface Input extends Readonly<Candle["drawn"]> {
  /** The number of its day in UTC. */
  day: number;
}

/** The last `count` values. */
class Window {
  private readonly values: number[] = [];

  constructor(readonly count: number) {}

  push(value: number): void {
    this.values.push(value);
    if (this.values.length > this.count) this.values.shift();
  }

  /** The values with one more; null when they are too few. */
  with(value: number): readonly number[] | null {
    const all = [...this.values, value];
    if (all.length < this.count) return null;
    return all.length > this.count ? all.slice(1) : all;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of the last `count` closing prices. */
export class SimpleAverage implements Study<number> {
  private readonly window: Window;

  constructor(count: number) {
    this.window = new Window(count);
  }

  peek({ close }: Input): number | null {
    const values = this.window.with(close);
    return values === null ? null : mean(values);
  }

  push(candle: Input): number | null {
    const value = this.peek(candle);
    this.window.push(candle.close);
    return value;
  }
}

/** An exponential average of plain numbers, which begins with the mean of the first `count`. */
class Exponential {
  private sum = 0;
  private seen = 0;
  private value = 0;

  constructor(private readonly count: number) {}

  peek(next: number): number | null {
    if (this.seen < this.count - 1) return null;
    if (this.seen === this.count - 1) return (this.sum + next) / this.count;
    return this.value + (next - this.value) * (2 / (this.count + 1));
  }

  push(next: number): number | null {
    const value = this.peek(next);
    this.sum += next;
    this.seen += 1;
    if (value !== null) this.value = value;
    return value;
  }
}

/** The exponential average of closing prices. */
export class ExponentialAverage implements Study<number> {
  private readonly average: Exponential;

  constructor(count: number) {
    this.average = new Exponential(count);
  }

  peek({ close }: Input): number | null {
    return this.average.peek(close);
  }

  push({ close }: Input): number | null {
    return this.average.push(close);
  }
}

/** The mean of closing prices, and so many standard deviations above and below it. */
export class Bands implements Study<{ upper: number; middle: number; lower: number }> {
  private readonly window: Window;

  constructor(count: number, private readonly width: number) {
    this.window = new Window(count);
  }

  peek({ close }: Input): { upper: number; middle: number; lower: number } | null {
    const values = this.window.with(close);
    if (values === null) return null;
    const middle = mean(values);
    const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
    return { upper: middle + this.width * deviation, middle, lower: middle - this.width * deviation };
  }

  push(candle: Input): { upper: number; middle: number; lower: number } | null {
    const value = this.peek(candle);
    this.window.push(candle.close);
    return value;
  }
}

/** What was paid on average since the day began in UTC, each candle counted at the mean of high, low and close. */
export class DayAverage implements Study<number> {
  private day = Number.NaN;
  private value = 0;
  private volume = 0;

  peek(candle: Input): number | null {
    const [value, volume] = this.with(candle);
    return volume > 0 ? value / volume : null;
  }

  push(candle: Input): number | null {
    [this.value, this.volume] = this.with(candle);
    this.day = candle.day;
    return this.volume > 0 ? this.value / this.volume : null;
  }

  private with({ high, low, close, volume, day }: Input): [number, number] {
    const [before, weight] = day === this.day ? [this.value, this.volume] : [0, 0];
    return [before + ((high + low + close) / 3) * volume, weight + volume];
  }
}

/** Wilder's relative strength index: 100 when it only rose, 0 when it only fell. */
export class Strength implements Study<number> {
  private before: number | undefined;
  private changes = 0;
  private up = 0;
  private down = 0;

  constructor(private readonly count: number) {}

  peek({ close }: Input): number | null {
    const next = this.with(close);
    if (next === null || next.changes < this.count) return null;
    // Nothing rose and nothing fell: neither side is the stronger one.
    if (next.up + next.down === 0) return 50;
    return (100 * next.up) / (next.up + next.down);
  }

  push(candle: Input): number | null {
    const value = this.peek(candle);
    const next = this.with(candle.close);
    if (next !== null) ({ changes: this.changes, up: this.up, down: this.down } = next);
    this.before = candle.close;
    return value;
  }

  /** The averages with one more change: plain means up to the first `count` changes, Wilder's from then on. */
  private with(close: number): { changes: number; up: number; down: number } | null {
    if (this.before === undefined) return null;
    const change = close - this.before;
    const changes = this.changes + 1;
    const divisor = Math.min(changes, this.count);
    const next = (average: number, value: number): number => (average * (divisor - 1) + value) / divisor;
    return { changes, up: next(this.up, Math.max(change, 0)), down: next(this.down, Math.max(-change, 0)) };
  }
}

/** How far a fast average is from a slow one, the average of that, and the difference. */
export interface Convergence {
  line: number;
  signal: number | null;
  rest: number | null;
}

/** The convergence and divergence of two exponential averages. */
export class AverageConvergence implements Study<Convergence> {
  private readonly fast: Exponential;
  private readonly slow: Exponential;
  private readonly signal: Exponential;

  constructor(fast: number, slow: number, signal: number) {
    this.fast = new Exponential(fast);
    this.slow = new Exponential(slow);
    this.signal = new Exponential(signal);
  }

  peek({ close }: Input): Convergence | null {
    return this.value(this.fast.peek(close), this.slow.peek(close), (line) => this.signal.peek(line));
  }

  push({ close }: Input): Convergence | null {
    return this.value(this.fast.push(close), this.slow.push(close), (line) => this.signal.push(line));
  }

  private value(fast: number | null, slow: number | null, smooth: (line: number) => number | null): Convergence | null {
    if (fast === null || slow === null) return null;
    const line = fast - slow;
    const signal = smooth(line);
    return { line, signal, rest: signal === null ? null : line - signal };
  }
}
