import type { Book, Level } from "../live/store";
import { Decimal } from "../../numbers/decimal";

/** How far from the middle the depth is drawn, in per cent of it. */
export const depthZooms = [1, 2, 5, 10, 25] as const;

export type DepthZoom = (typeof depthZooms)[number];

/** What is offered from the best price of a side to this one. */
export interface DepthStep {
  price: Decimal;
  /** In the base asset. */
  total: Decimal;
  /** What that comes to, in the quote asset. */
  value: Decimal;
}

/** The offers of one side that are in sight. */
export interface DepthSide {
  /** Best price first. */
  steps: readonly DepthStep[];
  /** What is in sight, and what the page knows of, in the base asset. */
  seen: Decimal;
  known: Decimal;
}

/** A book as its depth is drawn: as far to the one side of the middle as to the other. */
export interface Depth {
  middle: Decimal;
  from: Decimal;
  to: Decimal;
  bids: DepthSide;
  asks: DepthSide;
  /** The most that either side comes to in sight. */
  most: Decimal;
}

/** The depth of a book around its middle; null when nothing is offered. */
export function depthOf(book: Book, zoom: DepthZoom): Depth | null {
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price];
  const middle = bid !== undefined && ask !== undefined ? bid.plus(ask).times(Decimal.of(5n, 1)) : (bid ?? ask);
  if (middle === undefined) return null;
  const reach = middle.times(Decimal.of(BigInt(zoom), 2));
  const [from, to] = [middle.minus(reach), middle.plus(reach)];
  const bids = sideOf(book.bids, (price) => price.compare(from) >= 0);
  const asks = sideOf(book.asks, (price) => price.compare(to) <= 0);
  return { middle, from, to, bids, asks, most: bids.seen.compare(asks.seen) > 0 ? bids.seen : asks.seen };
}

function sideOf(levels: readonly Level[], isSeen: (price: Decimal) => boolean): DepthSide {
  const steps: DepthStep[] = [];
  let [total, value, known] = [Decimal.zero, Decimal.zero, Decimal.zero];
  for (const { price, amount } of levels) {
    known = known.plus(amount);
    if (!isSeen(price)) continue;
    total = total.plus(amount);
    value = value.plus(price.times(amount));
    steps.push({ price, total, value });
  }
  return { steps, seen: total, known };
}

/** Where a price is between the two ends, from 0 to 1. */
export function shareOf({ from, to }: Depth, price: Decimal): number {
  const width = to.minus(from).approximate;
  return width === 0 ? 0.5 : price.minus(from).approximate / width;
}

/** How far a price is from the middle, as a fraction. */
export function distanceFromMiddle({ middle }: Depth, price: Decimal): number {
  return middle.isZero ? 0 : price.minus(middle).dividedBy(middle, 6).approximate;
}

/** Corners of the outline of a side: across from 0 to 1, up from 0 to 1; from the best price outwards, steps and no slopes. */
export function outlineOf(depth: Depth, side: "bids" | "asks"): [across: number, up: number][] {
  const { steps } = depth[side];
  const corners: [number, number][] = [];
  const most = depth.most.approximate;
  let up = 0;
  for (const { price, total } of steps) {
    const across = shareOf(depth, price);
    corners.push([across, up]);
    up = most === 0 ? 0 : total.approximate / most;
    corners.push([across, up]);
  }
  if (steps.length > 0) corners.push([side === "bids" ? 0 : 1, up]);
  return corners;
}

/** A place in the drawing that can be pointed at: a step of one of the sides. */
export interface DepthPoint {
  side: "bids" | "asks";
  step: DepthStep;
}

/** All steps from left to right. */
export function pointsOf({ bids, asks }: Depth): DepthPoint[] {
  return [
    ...[...bids.steps].reverse().map((step): DepthPoint => ({ side: "bids", step })),
    ...asks.steps.map((step): DepthPoint => ({ side: "asks", step })),
  ];
}

/** The step under a place: the last one on the way from the middle to there. */
export function pointAt(depth: Depth, across: number): DepthPoint | null {
  const points = pointsOf(depth);
  const middle = shareOf(depth, depth.middle);
  const side = across < middle ? "bids" : "asks";
  const isPassed = ({ step }: DepthPoint): boolean =>
    side === "bids" ? shareOf(depth, step.price) >= across : shareOf(depth, step.price) <= across;
  const own = points.filter((point) => point.side === side);
  const passed = own.filter(isPassed);
  // Left of the middle the farthest that was passed comes first.
  return (side === "bids" ? passed[0] : passed[passed.length - 1]) ?? null;
}
