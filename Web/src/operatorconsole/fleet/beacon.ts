import * as api from "../../api";
import type { FleetBeaconHistory, FleetDay, FleetSign } from "../../api";
import { el } from "../../dom";
import { dayAndTime, dayName, dayShort, metres, number } from "../../format";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { mark, row } from "../../ui/list";
import { section } from "../../ui/section";
import { table } from "../../ui/table";
import type { VenueContext } from "../../venueconsole/context";
import { consolePage, facts, steady } from "../../venueconsole/page";
import { bounds, dayNumber, lineChart, type LinePoint } from "./line";
import { beaconName, reasonText, signWord, stateIcons, stateMarks, stateWord } from "./words";

/** Below this a coin cell no longer carries the radio's pulses, in millivolts. */
const emptyAt = 2400;

/** Signs after which the clock of a device may have been set. */
const clockSigns: ReadonlySet<FleetSign> = new Set(["clock-back", "clock-jumped", "clock-off"]);

/** How many of the newest days stand in a table. */
const shownDays = 14;

/** One beacon: what is wrong and why, its battery and its clock over time, refusals, and whom it is heard with. */
export function beaconPage(context: VenueContext, beacon: string): HTMLElement {
  const history = context.fetched((options) => api.fleetBeacon(context.venue.venue, beacon, options));
  const back = button("plain", "back", t("fleet.back"), () => context.go("beacons"));
  return consolePage(
    t("fleet.beacon", { beacon }), "", el("div", { class: "actions" }, back),
    steady(context, history, (value) => historyView(context, value, () => void history.load())),
  );
}

function historyView(context: VenueContext, history: FleetBeaconHistory, reload: () => void): HTMLElement {
  const { beacon, days, pairs, deployment } = history;
  const zone = context.timeZone;
  const reasons = beacon.reasons.map((reason) =>
    row({ "data-sign": reason.sign }, {
      picture: mark(stateMarks[reason.state], stateIcons[reason.state]), title: `${stateWord(reason.state)}: ${signWord(reason.sign)}`,
      notes: [reasonText(reason, zone)],
    }));
  const last = beacon.lastProofAt;
  const isClockWrong = beacon.reasons.some(({ sign }) => clockSigns.has(sign));
  return el(
    "div", { class: "work-list" },
    el("p", {}, el("strong", {}, beaconName(beacon))),
    reasons.length === 0 ? el("p", {}, t("fleet.allWell")) : el("ul", { class: "rows" }, ...reasons),
    facts(
      [t("fleet.fact.proofs"), number(beacon.proofs)], [t("fleet.fact.usual"), number(beacon.expectedProofs)],
      [t("fleet.fact.disputed"), number(beacon.disputed)], [t("fleet.fact.refused"), number(beacon.refused)],
      [t("fleet.fact.last"), last === undefined ? t("fleet.never") : dayAndTime(last, zone)],
    ),
    batterySection(history), clockSection(days), refusalSection(days),
    section("ruled", t("fleet.pairs"), pairs.length === 0 ? el("p", { class: "quiet" }, t("fleet.pairs.none")) : table(
      [t("fleet.pairs.beacon"), t("fleet.pairs.heard"), t("fleet.pairs.metres"), t("fleet.pairs.plan")],
      pairs.map((pair) => ({
        code: pair.beacon, head: pair.beacon,
        cells: [number(pair.heard), metres(pair.metres), t(pair.isNeighbour ? "fleet.pairs.neighbour" : "fleet.pairs.far")],
      })),
    )),
    section(
      "ruled", t("fleet.device"),
      el("div", { class: "actions" },
        button("plain", "wand", t("fleet.install"), () => context.go("deployment", beacon.beacon)),
        ...(isClockWrong ? [button("plain", "clock", t("fleet.clock.reset"), () => resetClock(context, beacon.beacon, reload))] : []),
        ...(deployment.device === "lost" ? [] : [
          button("plain", "trash", t("fleet.revoke"), () => void revoke(context, beacon.beacon, reload)),
        ])),
    ),
  );
}

/** Lets codes of a corrected clock prove visits again; what was heard cannot do that by itself. */
function resetClock(context: VenueContext, beacon: string, reload: () => void): void {
  context.ask((options) => api.resetBeaconClock(context.venue.venue, beacon, options)).then(() => {
    context.toasts.show({ text: t("fleet.clock.resetDone"), tone: "ok" });
    reload();
  }, (error) => context.report(error));
}

function batterySection({ beacon: { battery }, days }: FleetBeaconHistory): HTMLElement {
  const points: LinePoint[] = days.flatMap(({ day, millivolts }) =>
    millivolts === undefined ? [] : [{ day: dayNumber(day), value: millivolts }]);
  const last = points[points.length - 1];
  if (battery === undefined || last === undefined) {
    return section("ruled", t("fleet.battery"), el("p", { class: "quiet" }, t("fleet.battery.none")));
  }
  const end = battery.emptyOn;
  const ahead = end === undefined || dayNumber(end) - last.day > 400 ? [] : [last, { day: dayNumber(end), value: emptyAt }];
  const between = battery.earliest === undefined ? "" : battery.latest === undefined
    ? t("fleet.battery.from", { from: dayName(battery.earliest) })
    : t("fleet.battery.between", { from: dayName(battery.earliest), until: dayName(battery.latest) });
  const [low, high] = bounds(points.map(({ value }) => value));
  const label = t("fleet.battery.label", { from: number(high), to: number(low) });
  return section(
    "ruled", t("fleet.battery"),
    facts(
      [t("fleet.battery.now"), `${number(battery.millivolts)} mV`],
      [t("fleet.battery.celsius"), battery.celsius === undefined ? undefined : `${number(battery.celsius, 1)} °C`],
      [t("fleet.battery.empty"), end === undefined ? t("fleet.battery.noLine") : dayName(end)],
    ),
    between !== "" && el("p", { class: "quiet" }, between),
    points.length > 1 && lineChart(label, points, { level: emptyAt, ahead }),
    daysTable(days, [t("fleet.battery.volts"), t("fleet.battery.celsius")], ({ millivolts, celsius }) =>
      millivolts === undefined ? null : [number(millivolts), celsius === undefined ? "" : number(celsius, 1)]),
  );
}

function clockSection(days: readonly FleetDay[]): HTMLElement {
  const points: LinePoint[] = days.flatMap(({ day, clockMilliseconds }) =>
    clockMilliseconds === undefined ? [] : [{ day: dayNumber(day), value: clockMilliseconds / 1000 }]);
  if (points.length === 0) return section("ruled", t("fleet.clock"), el("p", { class: "quiet" }, t("fleet.clock.none")));
  return section(
    "ruled", t("fleet.clock"), el("p", { class: "quiet" }, t("fleet.clock.lead")),
    points.length > 1 && lineChart(t("fleet.clock.label"), points),
    daysTable(days, [t("fleet.clock.seconds")], ({ clockMilliseconds }) =>
      clockMilliseconds === undefined ? null : [number(clockMilliseconds / 1000, 1)]),
  );
}

function refusalSection(days: readonly FleetDay[]): HTMLElement {
  return section(
    "ruled", t("fleet.refusals"),
    daysTable(
      days,
      [t("fleet.fact.proofs"), t("fleet.fact.disputed"), t("fleet.refusals.wrong"), t("fleet.refusals.late"), t("fleet.refusals.others")],
      ({ proofs, disputed, mismatches, stale, otherRefusals }) =>
        [proofs, disputed, mismatches, stale, otherRefusals].map((value) => number(value)),
    ),
  );
}

/** The newest days of which something is known, the newest first. */
function daysTable(
  days: readonly FleetDay[], heads: readonly string[], cells: (day: FleetDay) => string[] | null,
): HTMLElement {
  const rows = days.flatMap((day) => {
    const found = cells(day);
    return found === null ? [] : [{ code: day.day, head: dayShort(day.day, "month"), cells: found }];
  }).slice(-shownDays).reverse();
  return el("div", { class: "fleet-table", tabindex: 0, role: "group", "aria-label": heads.join(", ") }, table([t("fleet.day"), ...heads], rows));
}

async function revoke(context: VenueContext, beacon: string, reload: () => void): Promise<void> {
  if (!await confirmed(t("fleet.revoke.title", { beacon }), t("fleet.revoke.text"), t("fleet.revoke"), true)) return;
  try {
    await context.ask((options) => api.revokeBeacon(context.venue.venue, beacon, options));
    context.toasts.show({ text: t("fleet.revoked"), tone: "ok" });
    reload();
  } catch (error) {
    context.report(error);
  }
}
