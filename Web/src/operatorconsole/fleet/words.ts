import type { FleetBeacon, FleetReason, FleetSign, FleetState } from "../../api";
import { dayAndTime, number, percent } from "../../format";
import { type Key, locale, plural, t } from "../../i18n";
import type { IconName } from "../../icons";

/** The picture of a state; its word stands beside it. */
export const stateIcons: Record<FleetState, IconName> = { good: "check", note: "eye", soon: "clock", now: "alert" };

/** The kind of mark of a state, for its colour. */
export const stateMarks: Record<FleetState, string> = { good: "accepted", note: "", soon: "near", now: "refused" };

export function stateWord(state: FleetState): string {
  return t(`fleet.state.${state}`);
}

export function signWord(sign: FleetSign): string {
  return t(`fleet.sign.${sign}`);
}

/** What a beacon is called: its shop or place, and its number. */
export function beaconName({ shop, zone, beacon }: { shop?: string; zone: string; beacon: string }): string {
  const place = zoneWord(zone);
  return shop === undefined ? `${place} · ${beacon}` : `${shop}, ${place} · ${beacon}`;
}

const zones: Record<string, Key> = {
  entrance: "fleet.zone.entrance", window: "fleet.zone.window", door: "fleet.zone.door", till: "fleet.zone.till",
  "fitting-room": "fleet.zone.fitting-room", aisle: "fleet.zone.aisle",
};

export function zoneWord(zone: string): string {
  const key = zones[zone];
  return key === undefined ? zone : t(key as "fleet.zone.door");
}

/** Why a sign is there, with the figures it rests on. */
export function reasonText(reason: FleetReason, timeZone: string): string {
  const { sign, since, value = 0, expected = 0, other = "" } = reason;
  const at = since === undefined ? "" : dayAndTime(since, timeZone);
  switch (sign) {
    case "battery-low":
      return t("fleet.why.battery-low", { value: number(value), least: number(expected) });
    case "battery-days":
    case "battery-weeks":
      return value <= 0 ? t("fleet.why.battery-now") : plural("fleet.why.battery", Math.round(value));
    case "silent":
    case "nobody-came":
      return t(`fleet.why.${sign}`, { at, expected: number(expected) });
    case "ask-for-walk":
    case "rebooted":
    case "rotating":
      return t(`fleet.why.${sign}`, { at });
    case "clock-drifts":
      return t("fleet.why.clock-drifts", { value: number(value), most: number(expected) });
    case "clock-jumped":
      return at === "" ? t("fleet.why.clock-back", { count: number(value) })
        : t("fleet.why.clock-jumped", { at, seconds: number(value / 1000) });
    case "clock-back":
      return t("fleet.why.clock-went-back", { seconds: number(Math.round(value / 1000)) });
    case "clock-off":
      return t(value < 0 ? "fleet.why.clock-behind" : "fleet.why.clock-ahead", { time: lengthOf(Math.abs(value)) });
    case "radio-slow":
    case "radio-fast":
      return t("fleet.why.radio", { value: number(value, 2), expected: number(expected, 2) });
    case "moved":
    case "swapped":
      return t(`fleet.why.${sign}`, { other });
    case "proofs-fall":
      return t("fleet.why.proofs-fall", { value: percent(value, 1), expected: percent(expected, 1) });
    case "cloned":
    case "replayed":
    case "shared":
    case "other-period":
    case "temperature-jumped":
      return t(`fleet.why.${sign}`, { value: number(value), expected: number(expected) });
    case "never-heard":
    case "never-claimed":
    case "unwatched":
    case "removed":
    case "lost":
      return t(`fleet.why.${sign}`);
  }
}

/** A length of time in hours to the half, or in minutes where it is shorter than one. */
function lengthOf(milliseconds: number): string {
  const isLong = milliseconds > 3_300_000;
  const value = isLong ? Math.round(milliseconds / 1_800_000) / 2 : Math.round(milliseconds / 60_000);
  return new Intl.NumberFormat(locale(), { style: "unit", unit: isLong ? "hour" : "minute", unitDisplay: "long" }).format(value);
}

/** The word for what a beacon is in, with its gravest sign. */
export function summary(beacon: FleetBeacon): string {
  const [first] = beacon.reasons;
  return first === undefined ? stateWord("good") : signWord(first.sign);
}
