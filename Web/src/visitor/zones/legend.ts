import type { TrafficLightRule } from "../../api";
import { type Child, el, svg } from "../../dom";
import { number } from "../../format";
import { t } from "../../i18n";
import { type AreaData, type Light, lights } from "./areas";
import type { Choice } from "./choice";
import { lightMark } from "./map";

/** What the colours of the map mean. */
export function mapLegend(data: AreaData, choice: Choice, rule: TrafficLightRule): HTMLElement {
  const rows = choice.drawing === "light" ? lightRows(rule) : choice.drawing === "heat" ? heatRows() : classRows(data, choice);
  const unit = choice.drawing === "light" ? t("zones.unit.light", { population: number(100_000) }) : unitOf(data, choice);
  return el(
    "div",
    { class: "zone-legend", "data-drawing": choice.drawing },
    el("h2", {}, unit),
    el("ul", {}, ...rows.map((row) => el("li", {}, ...row))),
  );
}

/** The unit of the map's numbers in words. */
export function unitOf(data: AreaData, { measure, span }: Pick<Choice, "measure" | "span">): string {
  const what = t(`zones.measure.${measure}`);
  return data.isPerPopulation
    ? t(`zones.unit.${span}.population`, { what, population: number(100_000) })
    : t(`zones.unit.${span}.cases`, { what });
}

function swatch(name: string, mark?: Light): HTMLElement {
  const drawing = mark === undefined ? null : svg("-9 -9 18 18", "zone-mark", [lightMark(mark)]);
  return el("span", { class: `zone-swatch ${name}` }, drawing);
}

function classRows(data: AreaData, { span }: Choice): Child[][] {
  const bounds = data.bounds(span);
  const digits = bounds.some((bound) => bound % 1 !== 0) ? 1 : 0;
  const rows: Child[][] = [[swatch("class-0"), t("zones.class.none")]];
  bounds.forEach((bound, index) => {
    const from = bounds[index - 1];
    const [low, high] = [number(from ?? 0, digits), number(bound, digits)];
    const words = from === undefined ? t("zones.class.first", { high }) : t("zones.class.between", { low, high });
    rows.push([swatch(`class-${index + 1}`), words]);
  });
  if (data.areas.some(({ code }) => data.cases(code) === undefined)) {
    rows.push([swatch("class-none"), t("zones.class.unknown")]);
  }
  return rows;
}

function heatRows(): Child[][] {
  return [[el("span", { class: "zone-ramp" }), t("zones.heat.scale")]];
}

function lightRows(rule: TrafficLightRule): Child[][] {
  const froms: Record<Light, number> = {
    green: 0, yellow: rule.yellowFrom, orange: rule.orangeFrom, red: rule.redFrom,
  };
  const rows = lights.map((light, index): Child[] => {
    const next = lights[index + 1];
    const values = { low: number(froms[light]), high: next === undefined ? "" : number(froms[next]) };
    const range =
      light === "green" ? t("zones.light.below", values)
      : next === undefined ? t("zones.light.from", values)
      : t("zones.light.between", values);
    return [swatch(`light-${light}`, light), el("strong", {}, t(`zones.light.${light}`)), ` ${range}`];
  });
  rows.push([swatch("light-none"), t("zones.class.unknown")]);
  return rows;
}
