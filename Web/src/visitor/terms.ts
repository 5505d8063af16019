import type { AttackTotals, Beacon, RangedBeacon } from "../api";

/** Words that the API uses within its bodies. */

export type Zone = Beacon["zone"];
export type Proximity = RangedBeacon["proximity"];
export type AttackKind = keyof AttackTotals;
