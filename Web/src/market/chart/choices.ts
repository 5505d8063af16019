import { recall, remember } from "../../storage";
import { type Frame, frames } from "./frames";
import { type StudyName, studyNames } from "./studyset";

/** How the reader wants it drawn. */
export interface Style {
  studies: readonly StudyName[];
  hasVolume: boolean;
  isLogarithmic: boolean;
  /** Whether the bodies of candles that rose are empty, so that they are told apart by shape as well. */
  isHollow: boolean;
}

/** How the reader left the chart. */
export interface Choices extends Style {
  frame: Frame;
  /** Whether own orders and alerts are drawn. */
  hasMarks: boolean;
}

const first: Choices = { frame: 60, studies: [], hasVolume: true, isLogarithmic: false, isHollow: true, hasMarks: true };

/** What a browser kept of the chart; whatever is not understood is as at the first visit. */
export function understoodChoices(text: string | null): Choices {
  let given: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) given = value as Record<string, unknown>;
  } catch {
    return first;
  }
  const flag = (name: "hasVolume" | "isLogarithmic" | "isHollow" | "hasMarks"): boolean => {
    const value = given[name];
    return typeof value === "boolean" ? value : first[name];
  };
  const chosen = Array.isArray(given["studies"]) ? (given["studies"] as unknown[]) : [];
  return {
    frame: frames.find((frame) => frame === given["frame"]) ?? first.frame,
    studies: studyNames.filter((name) => chosen.includes(name)),
    hasVolume: flag("hasVolume"), isLogarithmic: flag("isLogarithmic"), isHollow: flag("isHollow"),
    hasMarks: flag("hasMarks"),
  };
}

export function keptChoices(): Choices {
  return understoodChoices(recall("chart"));
}

export function keepChoices(choices: Choices): void {
  remember("chart", JSON.stringify(choices));
}
