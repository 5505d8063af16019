import type { FleetBeacon, FleetReason, FleetSign, FleetState } from "../../api";
import { dayAndTime, number, percent } from "../../format";
import { type Key, plural, t } from "../../i18n";
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
      return t("fleet.why.silent", { at, expected: number(expected) });
    case "nobody-came":
      return t("fleet.why.nobody-came", { at, expected: number(expected) });
    case "ask-for-walk":
      return t("fleet.why.ask-for-walk", { at });
    case "rebooted":
      return t("fleet.why.rebooted", { at });
    case "clock-drifts":
      return t("fleet.why.clock-drifts", { value: number(value), most: number(expected) });
    case "clock-jumped":
      return at === "" ? t("fleet.why.clock-back", { count: number(value) })
        : t("fleet.why.clock-jumped", { at, seconds: number(value / 1000) });
    case "radio-slow":
    case "radio-fast":
      return t("fleet.why.radio", { value: number(value, 2), expected: number(expected, 2) });
    case "moved":
      return t("fleet.why.moved", { other });
    case "swapped":
      return t("fleet.why.swapped", { other });
    case "cloned":
      return t("fleet.why.cloned", { value: number(value), expected: number(expected) });
    case "temperature-jumped":
      return t("fleet.why.temperature-jumped", { value: number(value), expected: number(expected) });
    case "proofs-fall":
      return t("fleet.why.proofs-fall", { value: percent(value, 1), expected: percent(expected, 1) });
    case "rotating":
      return t("fleet.why.rotating", { at });
    case "never-heard":
      return t("fleet.why.never-heard");
    case "removed":
      return t("fleet.why.removed");
    case "lost":
      return t("fleet.why.lost");
  }
}

/** The word for what a beacon is in, with its gravest sign. */
export function summary(beacon: FleetBeacon): string {
  const [first] = beacon.reasons;
  return first === undefined ? stateWord("good") : signWord(first.sign);
}
