import * as api from "../api";
import type { Fleet, FleetBeacon, FleetState, Venue, VenueStays } from "../api";
import { el, fill, uniqueId } from "../dom";
import { download } from "../download";
import { dayAndTime, number } from "../format";
import { plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { button } from "../ui/button";
import { mark } from "../ui/list";
import { segmented } from "../ui/menu";
import { section } from "../ui/section";
import { emptyState } from "../ui/states";
import type { VenueContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";
import { beaconPage } from "./fleet/beacon";
import { counted, csv, type FleetFilter, filtered, fleetRows } from "./fleet/filter";
import { planMap } from "./fleet/planmap";
import { staysText } from "./fleet/stays";
import { beaconName, reasonText, signWord, stateIcons, stateMarks, stateWord, summary } from "./fleet/words";

/** The letter in a beacon's circle on the plan, so that its colour is not all. */
const stateSigns: Record<FleetState, string> = { good: "", note: "i", soon: "?", now: "!" };

/** How often a page that stays open asks again, in milliseconds: a quarter of an hour is counted together. */
const pace = 300_000;

/** The beacons of a venue: how each is doing and why, as a list and on the plan. */
export function beaconsPage(context: VenueContext): HTMLElement {
  if (context.rest !== "") return beaconPage(context, context.rest);
  const fleet = context.fetched((options) => api.fleet(context.venue.venue, options));
  const stays = context.fetched((options) => api.venueStays(context.venue.venue, options));
  const venue = context.fetched((options) => api.venue(context.venue.venue, options));
  const filter: FleetFilter = { state: "all", words: "" };
  const timer = window.setInterval(() => {
    for (const value of [fleet, stays]) void value.load();
  }, pace);
  context.scope.add(() => window.clearInterval(timer));
  return consolePage(
    t("fleet.title"), t("fleet.lead"),
    steady(context, stays, staysView),
    steady(context, fleet, (value) => fleetView(context, value, filter)),
    steady(context, venue, (plan) => mapSection(context, plan, fleet.value)),
  );
}

/** The shops where phones come and next to none proves a visit; nothing when there are none. */
function staysView({ shops }: VenueStays): HTMLElement {
  return el("div", { class: "work-list" }, ...shops.map((shop) => notice("alert", staysText(shop), "bad", "fleet-stays")));
}

function fleetView(context: VenueContext, { at, beacons }: Fleet, filter: FleetFilter): HTMLElement {
  if (beacons.length === 0) return emptyState("air", t("fleet.none.title"), t("fleet.none"));
  const counts = counted(beacons);
  const list = el("ul", { class: "rows fleet-rows" });
  const found = el("p", { class: "quiet", role: "status" });
  const show = (): void => {
    const rows = filtered(beacons, filter, nameOf);
    fill(found, plural("fleet.found", rows.length, { whole: beacons.length }));
    fill(list, ...rows.map((beacon) => beaconRow(context, beacon)));
  };
  const states = segmented<FleetState | "all">(
    t("fleet.filter.state"),
    [
      { value: "all", label: t("fleet.filter.all") },
      ...(["now", "soon", "note", "good"] as const).map((value) => ({ value, label: `${stateWord(value)} ${counts[value]}` })),
    ],
    filter.state,
    (state) => {
      filter.state = state;
      show();
    },
  );
  const words = el("input", {
    id: uniqueId("words"), type: "search", value: filter.words, autocomplete: "off", spellcheck: "false",
    oninput: () => {
      filter.words = words.value;
      show();
    },
  });
  const save = button("plain", "download", t("fleet.csv"), () => saveTable(beacons, filter, at));
  show();
  return el(
    "div", { class: "work-list" },
    el("p", { class: "quiet" }, t("fleet.at", { at: dayAndTime(at, context.timeZone) })),
    states,
    el("div", { class: "field" }, el("label", { for: words.id }, t("fleet.filter.words")), words),
    el("div", { class: "actions" }, save), found, list,
  );
}

function nameOf(beacon: FleetBeacon): string {
  return beaconName(beacon);
}

function beaconRow(context: VenueContext, beacon: FleetBeacon): HTMLElement {
  const last = beacon.lastProofAt;
  const notes = [
    ...beacon.reasons.slice(0, 3).map((reason) => `${signWord(reason.sign)}: ${reasonText(reason, context.timeZone)}`),
    last === undefined ? "" : t("fleet.row", {
      at: dayAndTime(last, context.timeZone), proofs: number(beacon.proofs), usual: number(beacon.expectedProofs),
    }),
  ].filter((note) => note !== "");
  const open = el(
    "button", {
      type: "button", class: "link-row", "data-act": `open-${beacon.beacon}`,
      onclick: () => context.go("beacons", beacon.beacon),
    },
    el("span", { class: "link-mark" }, mark(stateMarks[beacon.state], stateIcons[beacon.state])),
    el(
      "span", { class: "link-text" },
      el("strong", {}, nameOf(beacon)), " ",
      el("span", { class: `fleet-tag fleet-tag-${beacon.state}` }, beacon.state === "good" ? stateWord("good") : `${stateWord(beacon.state)}: ${summary(beacon)}`),
      ...notes.map((note) => el("span", { class: "row-note fleet-note" }, note)),
    ),
  );
  return el("li", { "data-beacon": beacon.beacon, "data-state": beacon.state }, open);
}

function mapSection(context: VenueContext, venue: Venue, fleet: Fleet | undefined): HTMLElement {
  const states = new Map((fleet?.beacons ?? []).map((beacon) => [beacon.beacon, beacon]));
  const spots = venue.beacons.map(({ major, minor, x, y }) => {
    const name = `${major}.${minor}`;
    const known = states.get(name);
    const state = known?.state ?? "good";
    const label = known === undefined ? name : `${nameOf(known)}: ${stateWord(state)}`;
    return { x, y, label, kind: state, sign: stateSigns[state], run: () => context.go("beacons", name) };
  });
  const legend = (["now", "soon", "note", "good"] as const).map((state) =>
    el("li", { class: "fleet-done" }, mark(stateMarks[state], stateIcons[state]), stateWord(state)));
  return section(
    "ruled", t("fleet.map"), planMap(venue.plan, venue.shops, spots, t("fleet.map.label")),
    el("ul", { class: "fleet-legend" }, ...legend),
  );
}

function saveTable(beacons: readonly FleetBeacon[], filter: FleetFilter, at: string): void {
  const text = csv(fleetRows(filtered(beacons, filter, nameOf)));
  download(`beacons-${at.slice(0, 10)}.csv`, text, "text/csv;charset=utf-8");
}
