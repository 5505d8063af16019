import * as api from "../api";
import type { BeaconDeployment, Deployment } from "../api";
import { el } from "../dom";
import { plural, t } from "../i18n";
import { mark } from "../ui/list";
import { emptyState } from "../ui/states";
import type { VenueContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";
import { stepsPage, stepWord } from "./fleet/steps";
import { beaconName } from "./fleet/words";

/** How far the beacons of a venue are, until all of them can be handed over. */
export function deploymentPage(context: VenueContext): HTMLElement {
  if (context.rest !== "") return stepsPage(context, context.rest);
  const deployment = context.fetched((options) => api.deployment(context.venue.venue, options));
  return consolePage(
    t("fleet.deploy.title"), t("fleet.deploy.lead"), steady(context, deployment, (value) => listView(context, value)),
  );
}

function listView(context: VenueContext, { beacons, ready }: Deployment): HTMLElement {
  if (beacons.length === 0) return emptyState("air", t("fleet.none.title"), t("fleet.none"));
  const left = beacons.filter(({ missing }) => missing.length > 0);
  const done = beacons.filter(({ missing }) => missing.length === 0);
  return el(
    "div", { class: "work-list" },
    el("progress", { class: "fleet-progress", max: beacons.length, value: ready, "aria-label": t("fleet.deploy.title") }),
    el("p", { role: "status" }, plural("fleet.deploy.ready", ready, { whole: beacons.length })),
    el("ul", { class: "rows" }, ...[...left, ...done].map((beacon) => beaconRow(context, beacon))),
  );
}

function beaconRow(context: VenueContext, beacon: BeaconDeployment): HTMLElement {
  const isReady = beacon.missing.length === 0;
  const note = isReady ? t("fleet.deploy.complete") : t("fleet.deploy.missing", { steps: beacon.missing.map(stepWord).join(", ") });
  return el(
    "li", { "data-beacon": beacon.beacon },
    el(
      "button", { type: "button", class: "link-row", onclick: () => context.go("deployment", beacon.beacon) },
      el("span", { class: "link-mark" }, mark(isReady ? "accepted" : "", isReady ? "check" : "minus")),
      el("span", { class: "link-text" }, el("strong", {}, beaconName(beacon)), " ", el("span", { class: "row-note fleet-note" }, note)),
    ),
  );
}
