import * as api from "../../api";
import type { Zones } from "../../api";
import { ask } from "../../client";
import { el, fill } from "../../dom";
import { number } from "../../format";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { Scope } from "../../observable";
import { Resource } from "../../remote";
import { segmented } from "../../ui/menu";
import { emptyState, remote } from "../../ui/states";
import { orCopy } from "../offline/copies";
import type { ViewInput } from "../views/view";
import { areaPanel } from "./area";
import { type AreaData, areaResource, forgetAreas, type LevelName, type MeasureName, type Span } from "./areas";
import { type Choice, choice, choose, type Drawing, fitting } from "./choice";
import { mapLegend } from "./legend";
import { AreaMap } from "./map";
import { daySlider } from "./slider";
import { areaTable } from "./table";
import { venueZones } from "./venue";

/** Risk zones: areas with their cases, and the venue. The address `#/zones/venue` opens the venue. */
export function zonesView(input: ViewInput): HTMLElement {
  const isVenue = input.path[0] === "venue";
  const tabs = segmented(
    t("zones.title"),
    [{ value: "map", label: t("zones.tab.map") }, { value: "venue", label: t("zones.tab.venue") }],
    isVenue ? "venue" : "map",
    (next) => (next === "venue" ? input.go("zones", "venue") : input.go("zones")),
  );
  return el(
    "div",
    { class: "view zones" },
    el("header", { class: "view-head" }, el("h1", {}, t("zones.title")), tabs),
    isVenue ? venueZones(input) : areaZones(input),
  );
}

function areaZones(input: ViewInput): HTMLElement {
  forgetAreas();
  const overview = new Resource(() => orCopy("zones", () => ask(api.zones)));
  void overview.load();
  return remote(input.scope, overview, (zones) => {
    const fitted = fitting(zones);
    if (fitted === undefined) return nothingYet();
    choice.set(fitted);
    return country(input, zones);
  });
}

/** Says how areas and cases come into the system. */
function nothingYet(): HTMLElement {
  const command = (text: string): HTMLElement => el("code", { class: "command" }, text);
  return emptyState(
    "map", t("zones.empty"), t("zones.empty.text"),
    command("cerca exposure zones import-areas areas.geojson --level state --database …"),
    command("cerca exposure zones import-cases cases.csv --measure confirmed --level state --database …"),
  );
}

function country(input: ViewInput, zones: Zones): HTMLElement {
  const controls = el("div", { class: "zone-controls" });
  const place = el("div");
  let shown: { key: string; scope: Scope } | null = null;
  input.scope.add(() => shown?.scope.end());

  // Another level or measure needs other data; everything else only draws again.
  input.scope.watch(choice, (current) => {
    const key = `${current.level}/${current.measure}`;
    if (shown?.key === key) return;
    shown?.scope.end();
    const scope = new Scope();
    shown = { key, scope };
    fill(controls, ...controlsOf(zones, current));
    const resource = areaResource(current.level, current.measure);
    void resource.load();
    fill(place, remote(scope, resource, (data) => areaMap(scope, data, zones)));
  });
  return el("div", { class: "zone-country" }, controls, place);
}

function controlsOf(zones: Zones, current: Choice): HTMLElement[] {
  const levels = zones.levels.filter(({ measures }) => measures.length > 0).map(({ level }) => level);
  const measures = zones.levels.find(({ level }) => level === current.level)?.measures ?? [];
  const select = el(
    "select", { class: "select", "aria-label": t("zones.measure") },
    ...measures.map(({ measure }) =>
      el("option", { value: measure, selected: measure === current.measure }, t(`zones.measure.${measure}`)),
    ),
  );
  select.addEventListener("change", () => choose({ measure: select.value as MeasureName }));
  const controls: HTMLElement[] = [select, spanSwitch()];
  if (levels.length < 2) return controls;
  const names = levels.map((value) => ({ value, label: t(`zones.level.${value}`) }));
  const chooseLevel = (level: LevelName): void => choose({ level, area: null });
  return [...controls, segmented(t("zones.level"), names, current.level, chooseLevel)];
}

/** The map with everything that speaks of it. */
function areaMap(scope: Scope, data: AreaData, zones: Zones): HTMLElement {
  const floor = el("div");
  const foot = el("div", { class: "plan-foot" });
  const legend = el("div", { class: "zone-legend-place" });
  const side = el("div", { class: "zone-side" });
  const status = el("p", { class: "hidden", role: "status" });
  const map = new AreaMap(floor, data.areas, scope, (area) => choose({ area }));
  const table = areaTable((area) => choose({ area: choice.value.area === area ? null : area }));
  const dayOf = ({ daysBack }: Choice): number => Math.max(0, data.days - 1 - daysBack);
  const slider = daySlider(scope, data.days, (day) => data.date(day), (day) => {
    choose({ daysBack: data.days - 1 - day });
  });
  foot.append(legend, map.zoomButtons());

  scope.watch(choice, (current) => {
    if (current.level !== data.shapes.level || current.measure !== data.series.measure) return;
    const drawn = current.drawing === "light" && !data.hasLights ? { ...current, drawing: "classes" as const } : current;
    const day = dayOf(drawn);
    slider.show(day);
    map.show(data, drawn, day);
    fill(legend, mapLegend(data, drawn, zones.rule));
    fill(side, areaPanel(data, drawn, day));
    table.show(data, drawn, day);
    status.textContent = drawn.area === null ? "" : data.areas.find(({ code }) => code === drawn.area)?.name ?? "";
  });
  return el(
    "div",
    { class: "zone-map-part" },
    data.shapes.isFictional ? el("p", { class: "notice" }, icon("alert"), t("zones.fictional")) : null,
    el(
      "div",
      { class: "zone-split" },
      el(
        "div", { class: "zone-main" },
        drawingSwitch(data),
        el("div", { class: "stage" }, floor),
        slider.element,
        foot,
      ),
      side,
    ),
    table.element,
    lightRule(zones),
    status,
  );
}

function drawingSwitch(data: AreaData): HTMLElement {
  const drawings: Drawing[] = data.hasLights ? ["classes", "heat", "light"] : ["classes", "heat"];
  const names = drawings.map((value) => ({ value, label: t(`zones.drawing.${value}`) }));
  const current = drawings.find((drawing) => drawing === choice.value.drawing) ?? "classes";
  return segmented(t("zones.drawing"), names, current, (drawing) => choose({ drawing }));
}

function spanSwitch(): HTMLElement {
  const spans: readonly Span[] = ["week", "total"];
  const select = el(
    "select", { class: "select", "aria-label": t("zones.span") },
    ...spans.map((span) => el("option", { value: span, selected: span === choice.value.span }, t(`zones.span.${span}`))),
  );
  select.addEventListener("change", () => choose({ span: select.value as Span }));
  return select;
}

/** The rule of the traffic light in words, from the server's own table. */
function lightRule({ rule }: Zones): HTMLElement {
  const values = {
    rise: String(Math.round((rule.risingFrom - 1) * 100)), fall: String(Math.round((1 - rule.fallingTo) * 100)),
    least: String(rule.leastForTrend), population: number(100_000),
  };
  return el(
    "details", { class: "zone-details" },
    el("summary", {}, t("zones.rule")), el("p", { class: "quiet lead" }, t("zones.rule.text", values)),
  );
}
