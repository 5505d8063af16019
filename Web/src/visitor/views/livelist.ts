import type { DemoSighting } from "../../api";
import { el, fill } from "../../dom";
import { clock } from "../../format";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { panel } from "../../ui/section";
import type { Live, Logged } from "../live";
import { shape } from "../shapes";
import type { Venue } from "../venue";
import { beaconName, resultName, resultReason, verdict } from "../words";

const filters = ["all", "refused", "attacks"] as const;

const rows = 60;
const refresh = 500;

/** What each sighting ended as and why, newest first; it can be held still to be read. */
export function liveList(scope: Scope, live: Live, venue: Venue): HTMLElement {
  let filter: (typeof filters)[number] = "all";
  let held = false;
  const list = el("ol", { class: "rows", "aria-label": t("live.title") });
  const empty = el("p", { class: "quiet" }, t("live.empty"));

  function passes(sighting: DemoSighting): boolean {
    if (filter === "all") return true;
    return filter === "attacks" ? sighting.attack !== undefined : verdict(sighting.result) === "refused";
  }

  function render(): void {
    const shown = live.sightings.filter(passes).slice(0, rows);
    empty.hidden = shown.length > 0;
    const old = new Map([...list.children].map((row) => [row.getAttribute("data-number"), row]));
    fill(list, ...shown.map((sighting) => old.get(String(sighting.number)) ?? row(sighting, venue)));
  }

  const hold = el("button", { type: "button", class: "button-icon", onclick: () => setHeld(!held) });
  function setHeld(value: boolean): void {
    held = value;
    hold.setAttribute("aria-label", held ? t("live.resume") : t("live.hold"));
    hold.setAttribute("title", held ? t("live.resume") : t("live.hold"));
    fill(hold, icon(held ? "play" : "pause"));
    if (!held) render();
  }
  setHeld(false);

  const options = filters.map((value) => el("option", { value }, t(`live.filter.${value}`)));
  const select = el("select", { class: "select", "aria-label": t("live.filter") }, ...options);
  select.addEventListener("change", () => {
    filter = filters.find((value) => value === select.value) ?? "all";
    render();
  });
  let drawn: readonly Logged<DemoSighting>[] = [];
  scope.every(refresh, () => {
    if (held || drawn === live.sightings) return;
    drawn = live.sightings;
    render();
  });
  const tools = el("div", { class: "panel-tools" }, select, hold);
  return panel("live", t("live.title"), tools, el("div", { class: "scroll", tabindex: 0 }, empty, list));
}

function row(sighting: Logged<DemoSighting>, venue: Venue): HTMLElement {
  const outcome = verdict(sighting.result);
  const { attack } = sighting;
  const gotIn = attack !== undefined && outcome === "accepted";
  const picture = outcome === "accepted" ? "check" : outcome === "kept" ? "shield" : "cross";
  const refusal = outcome === "accepted" ? null : resultReason(sighting.result);
  const reason = gotIn ? t("why.attackAccepted") : refusal;
  const sender = t(attack === undefined ? "live.visitor" : "live.sender", { number: sighting.visitor });
  return el(
    "li",
    { class: "row", "data-number": sighting.number, "data-result": sighting.result, "data-attack": attack },
    el("span", { class: `mark mark-${gotIn ? "through" : outcome}` }, icon(picture)),
    el(
      "div",
      { class: "row-body" },
      el(
        "p",
        { class: "row-title" },
        el("strong", {}, resultName(sighting.result)),
        el("time", { class: "row-time", datetime: sighting.at }, clock(sighting.at, venue.body.timeZone)),
      ),
      reason !== null && el("p", { class: "row-reason" }, reason),
      el(
        "p",
        { class: "row-note" },
        attack !== undefined && el("span", { class: `tag tag-${attack}` }, shape(attack), t(`attack.${attack}`)),
        `${beaconName(venue, sighting)} · ${sender}`,
      ),
    ),
  );
}
