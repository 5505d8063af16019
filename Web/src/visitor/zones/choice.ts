import type { Zones } from "../../api";
import { Observable } from "../../observable";
import type { LevelName, MeasureName, Span } from "./areas";

/** How the map is drawn. */
export type Drawing = "classes" | "heat" | "light";

/** What the reader looks at. It outlives the view, so that another language or tab does not lose it. */
export interface Choice {
  level: LevelName;
  measure: MeasureName;
  span: Span;
  drawing: Drawing;
  /** The day, counted from the last one backwards, so that it means the same in another measure. */
  daysBack: number;
  /** The code of the area that is spoken of. */
  area: string | null;
}

export const choice = new Observable<Choice>({
  level: "state", measure: "confirmed", span: "week", drawing: "classes", daysBack: 0, area: null,
});

/** Changes a part of the choice. */
export function choose(change: Partial<Choice>): void {
  choice.set({ ...choice.value, ...change });
}

/** Moves the choice to something that there is; undefined when there is nothing. */
export function fitting(zones: Zones): Choice | undefined {
  const current = choice.value;
  const withCases = zones.levels.filter((level) => level.measures.length > 0);
  const level = withCases.find(({ level }) => level === current.level) ?? withCases[0];
  if (level === undefined) return undefined;
  const measure = level.measures.find(({ measure }) => measure === current.measure) ?? level.measures[0];
  if (measure === undefined) return undefined;
  return { ...current, level: level.level, measure: measure.measure };
}
