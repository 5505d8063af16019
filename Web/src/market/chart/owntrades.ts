import type { MarketSide } from "../../api";
import { Decimal } from "../../numbers/decimal";
import type { Palette } from "./colours";
import { type Frame, frameStart } from "./frames";
import type { Point } from "./points";

/** What somebody bought and sold in a frame. */
export interface OwnTrades {
  bought: Decimal;
  sold: Decimal;
}

/** An execution, as far as it matters here. */
interface Execution {
  side: MarketSide;
  amount: string;
  at: string;
}

/** What was executed in each frame, by its beginning in milliseconds. */
export function ownTradesOf(frame: Frame, executions: readonly Execution[]): Map<number, OwnTrades> {
  const own = new Map<number, OwnTrades>();
  for (const { side, amount, at } of executions) {
    const [instant, value] = [Date.parse(at), Decimal.parse(amount)];
    if (Number.isNaN(instant) || value === null) continue;
    const start = frameStart(frame, instant);
    const { bought, sold } = own.get(start) ?? { bought: Decimal.zero, sold: Decimal.zero };
    own.set(start, side === "buy" ? { bought: bought.plus(value), sold } : { bought, sold: sold.plus(value) });
  }
  return own;
}

/** What was executed in the frames that begin from one instant to another. */
export function ownWithin(own: ReadonlyMap<number, OwnTrades>, from: number, to: number): OwnTrades {
  let [bought, sold] = [Decimal.zero, Decimal.zero];
  for (const [start, trades] of own) {
    if (start < from || start > to) continue;
    [bought, sold] = [bought.plus(trades.bought), sold.plus(trades.sold)];
  }
  return { bought, sold };
}

/** The arrows of own trades: from below where one bought, from above where one sold, told apart without their colours. */
export function arrowsOf(own: ReadonlyMap<number, OwnTrades>, points: readonly Point[], { up, down }: Palette): Charts.Marker[] {
  return points.flatMap(({ start, candle }): Charts.Marker[] => {
    const trades = candle === null ? undefined : own.get(start);
    if (trades === undefined) return [];
    const time = start / 1000;
    return [
      ...(trades.bought.isZero ? [] : [{ time, position: "belowBar", shape: "arrowUp", color: up, size: 1 } as const]),
      ...(trades.sold.isZero ? [] : [{ time, position: "aboveBar", shape: "arrowDown", color: down, size: 1 } as const]),
    ];
  });
}
