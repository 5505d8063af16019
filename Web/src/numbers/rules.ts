import type { NumberRule } from "./entry";

/**
 * The rule of every number field of the pages. The bounds are those of the API.
 *
 * `Web/tests/number-fields.test.ts` tries odd texts with each of them, and finds fields that use none.
 */

// MARK: Merchants

export const offerPoints: NumberRule = { kind: "count", places: 0, most: "1000" };
export const offerLimit: NumberRule = { kind: "count", places: 0, least: "1", most: "1000000" };
export const visitShare: NumberRule = { kind: "measure", places: 2, least: "0.01", most: "99.99", unit: "%" };
export const weeklyPeople: NumberRule = { kind: "count", places: 0, most: "1000000" };
export const campaignWeeks: NumberRule = { kind: "count", places: 0, least: "1", most: "52" };
export const doorCount: NumberRule = { kind: "count", places: 0, most: "1000000" };

// MARK: Plans and beacons

export const planSide: NumberRule = { kind: "measure", places: 9, least: "1", most: "2000", unit: "m" };
/** A place on the plan; the plan's own check reports what lies outside of it. */
export const planPlace: NumberRule = { kind: "measure", places: 9, least: "-10000", most: "10000", unit: "m" };
export const planLength: NumberRule = { kind: "measure", places: 9, least: "0.01", most: "2000", unit: "m" };
export const latitude: NumberRule = { kind: "measure", places: 15, least: "-90", most: "90", unit: "°" };
export const longitude: NumberRule = { kind: "measure", places: 15, least: "-180", most: "180", unit: "°" };
export const pointsForTime: NumberRule = { kind: "count", places: 0, most: "100" };
export const beaconNumber: NumberRule = { kind: "count", places: 0, most: "65535" };
export const measuredPower: NumberRule = { kind: "count", places: 0, least: "-100", most: "0", unit: "dBm" };
export const codePeriod: NumberRule = { kind: "count", places: 0, least: "5", most: "3600", unit: "s" };
export const accountsPerWindow: NumberRule = { kind: "count", places: 0, least: "1", most: "10000", isOptional: true };
export const beaconHeight: NumberRule = { kind: "measure", places: 9, most: "100", unit: "m", isOptional: true };
export const measuredSeconds: NumberRule = { kind: "measure", places: 3, least: "0.1", most: "86400", unit: "s" };
/** One reading of a list: people leave the minus sign out. */
export const signalReading: NumberRule = { kind: "count", places: 0, least: "-127", most: "127" };

/** A distance along one side of a plan. */
export function withinPlan(side: number): NumberRule {
  return { kind: "measure", places: 9, most: String(side), unit: "m" };
}

// MARK: The market's console

/** An amount as the API takes it: of up to 30 digits before the decimal sign. */
export const deskAmount: NumberRule = { kind: "amount", places: 18, most: "9".repeat(30) };
export const deskBound: NumberRule = { ...deskAmount, isOptional: true };
export const feePercent: NumberRule = { kind: "measure", places: 4, most: "100", unit: "%" };
export const assetDecimals: NumberRule = { kind: "count", places: 0, most: "18" };
