import * as api from "../../api";
import type { ZoneArea, ZoneAreas, ZoneLevel, ZoneMeasure, ZoneSeries } from "../../api";
import { ask } from "../../client";
import { Resource } from "../../remote";
import { orCopy } from "../offline/copies";

export type LevelName = ZoneLevel["level"];
export type MeasureName = ZoneMeasure["measure"];

/** What a number counts: the last seven days, or all days up to the chosen one. */
export type Span = "week" | "total";

/** The colours of the traffic light, from calm to grave. */
export const lights = ["green", "yellow", "orange", "red"] as const;

export type Light = (typeof lights)[number];

const week = 7;

/** The cases of one area, with sums at hand. */
export class AreaCases {
  /** The sums of the first 0, 1, 2… days. */
  private readonly sums: number[] = [0];

  constructor(
    readonly counts: readonly number[],
    readonly population: number | undefined,
    private readonly colours: string | undefined,
  ) {
    for (const count of counts) this.sums.push((this.sums[this.sums.length - 1] ?? 0) + count);
  }

  /** The cases of a span that ends with a day; at the beginning a week has as many days as there are. */
  cases(day: number, span: Span): number {
    const before = span === "total" ? 0 : Math.max(0, day + 1 - week);
    return (this.sums[day + 1] ?? 0) - (this.sums[before] ?? 0);
  }

  light(day: number): Light | undefined {
    return lights[Number(this.colours?.[day])];
  }
}

/** Areas with the cases of one measure: everything that the map, the chart and the table show. */
export class AreaData {
  readonly areas: readonly ZoneArea[];
  readonly nation: AreaCases | undefined;
  private readonly byCode: ReadonlyMap<string, AreaCases>;
  private readonly firstDay: number;

  constructor(readonly shapes: ZoneAreas, readonly series: ZoneSeries) {
    this.areas = shapes.areas;
    const cases = (area: ZoneSeries["areas"][number]): AreaCases =>
      new AreaCases(area.counts, area.population, area.colours);
    this.byCode = new Map(series.areas.map((area) => [area.code, cases(area)]));
    this.nation = series.nation === undefined ? undefined : cases(series.nation);
    this.firstDay = Date.parse(`${series.firstDay}T00:00:00Z`);
  }

  get days(): number {
    return this.series.days;
  }

  /** Whether values are for 100,000 people. */
  get isPerPopulation(): boolean {
    return this.series.isPerPopulation;
  }

  /** Whether a colour of the traffic light is known anywhere. */
  get hasLights(): boolean {
    return this.series.areas.some((area) => /[0-3]/.test(area.colours ?? ""));
  }

  /** A day as `2026-11-21`. */
  date(day: number): string {
    return new Date(this.firstDay + day * 86_400_000).toISOString().slice(0, 10);
  }

  cases(code: string): AreaCases | undefined {
    return this.byCode.get(code);
  }

  /** What the map shows of an area, or undefined where nothing is known. */
  value(code: string, day: number, span: Span): number | undefined {
    const area = this.byCode.get(code);
    if (area === undefined) return undefined;
    const cases = area.cases(day, span);
    return this.isPerPopulation ? (cases * 100_000) / (area.population ?? 1) : cases;
  }

  bounds(span: Span): readonly number[] {
    return span === "week" ? this.series.weekBounds : this.series.totalBounds;
  }

  /** The class of a value, from 1; 0 for no cases. */
  classOf(value: number, span: Span): number {
    const bounds = this.bounds(span);
    if (value <= 0 || bounds.length === 0) return 0;
    const index = bounds.findIndex((bound) => value <= bound);
    return index < 0 ? bounds.length : index + 1;
  }
}

const shapes = new Map<LevelName, Promise<ZoneAreas>>();

/** Areas and cases of a level and measure; the areas are fetched once for all measures. */
export function areaResource(level: LevelName, measure: MeasureName): Resource<AreaData> {
  return new Resource(async () => {
    const known = shapes.get(level) ?? orCopy(`areas/${level}`, () => ask((options) => api.zoneAreas(level, options)));
    shapes.set(level, known);
    try {
      const cases = orCopy(`areas/${level}/${measure}`, () => ask((options) => api.zoneSeries(level, measure, options)));
      const [areas, series] = await Promise.all([known, cases]);
      return new AreaData(areas, series);
    } catch (error) {
      shapes.delete(level);
      throw error;
    }
  });
}

/** Forgets the areas, so that a view that opens anew shows what was imported meanwhile. */
export function forgetAreas(): void {
  shapes.clear();
}
