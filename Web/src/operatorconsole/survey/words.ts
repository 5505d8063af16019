import type { Failure } from "../../client";
import { el } from "../../dom";
import { known, t } from "../../i18n";
import type { VenueContext } from "../../venueconsole/context";

/** What a failure says: in the page's own words where it has some. */
export function reason(context: VenueContext, failure: Failure): string {
  const own = known(`survey.problem.${failure.code}`) ?? context.explain(failure);
  if (failure.code !== "surveys.other_plan" || failure.faults.length === 0) return own;
  return `${own} ${t("survey.moved", { beacons: failure.faults.map(({ path }) => path).join(", ") })}`;
}

/** What is wrong in a file, as the server words it: in English, with the place. */
export function faultList(failure: Failure): HTMLElement | null {
  if (failure.code !== "surveys.faulty" || failure.faults.length === 0) return null;
  return el("ul", { class: "plan-sentences", lang: "en" },
    ...failure.faults.map(({ path, message }) => el("li", {}, el("code", {}, path), ` ${message}`)));
}
