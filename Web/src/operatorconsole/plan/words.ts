import type { PlanChange, PlanDocument, PlanLoss } from "../../api";
import type { Failure } from "../../client";
import { number } from "../../format";
import { known, plural, t } from "../../i18n";
import type { VenueContext } from "../../venueconsole/context";
import type { Remark } from "./check";
import type { Clash } from "./merge";
import type { Ref } from "./model";

/** What somebody calls a thing of a plan. */
export function nameOf(document: PlanDocument, { kind, index }: Ref): string {
  if (kind === "shop") {
    const shop = document.shops[index];
    return shop === undefined || shop.name === "" ? t("plan.nth.shop", { number: index + 1 }) : shop.name;
  }
  if (kind === "beacon") {
    const beacon = document.beacons[index];
    if (beacon === undefined) return t("plan.nth.beacon", { name: "" });
    return t("plan.nth.beacon", { name: `${beacon.major}.${beacon.minor}` });
  }
  return kind === "wall" ? t("plan.nth.wall", { number: index + 1 }) : t("plan.nth.door", { number: index + 1 });
}

/** What a failure says: in the editor's own words where it has some. */
export function reason(context: VenueContext, failure: Failure): string {
  return known(`plan.problem.${failure.code}`) ?? context.explain(failure);
}

/** A remark as a sentence, with what it is about before it. */
export function remarkText(document: PlanDocument, { trouble, ref, detail }: Remark): string {
  if (trouble === "other") return detail;
  const text = t(`plan.trouble.${trouble}`, { detail } as never);
  return ref === null ? text : `${nameOf(document, ref)}: ${text}`;
}

/** Metres with as many decimals as they need. */
export function exactly(metres: number): string {
  return number(metres, Number.isInteger(metres) ? 0 : Number.isInteger(Math.round(metres * 1000) / 100) ? 1 : 2);
}

/** A change as a sentence. */
export function changeText({ part, kind, major, minor, name = "", before = "", fields = [], count = 1, from, to }: PlanChange): string {
  const told = fields.map((field) => t(`plan.field.${field}` as "plan.field.zone")).join(", ");
  if (part === "wall" || part === "door") {
    return plural(`plan.change.${part}.${kind === "removed" ? "removed" : "added"}`, count);
  }
  if (part === "picture") return t(`plan.change.picture.${kind === "renamed" ? "changed" : kind}`);
  if (part === "venue") {
    if (kind === "renamed") return t("plan.change.renamed", { what: before, name });
    return kind === "added" ? t("plan.change.added", { what: name }) : t("plan.change.changed", { what: name, fields: told });
  }
  const what = part === "shop" ? `${name} (${major ?? ""})` : t("plan.nth.beacon", { name: `${major ?? ""}.${minor ?? ""}` });
  switch (kind) {
    case "added": return t("plan.change.added", { what });
    case "removed": return t("plan.change.removed", { what });
    case "renamed": return t("plan.change.renamed", { what: before, name });
    case "changed": return t("plan.change.changed", { what, fields: told });
    case "moved": {
      if (part === "shop" || from === undefined || to === undefined) return t("plan.change.reshaped", { what });
      return t("plan.change.moved", { what, metres: exactly(Math.hypot(to[0] - from[0], to[1] - from[1])) });
    }
  }
}

/** What ends, as a sentence. */
export function lossText({ kind, major, minor, name = "", atLeast }: PlanLoss): string {
  switch (kind) {
    case "choices": return atLeast === 0 ? t("plan.loss.choices.few", { name }) : t("plan.loss.choices", { name, count: atLeast });
    case "coupons": return atLeast === 0 ? t("plan.loss.coupons.few", { name }) : t("plan.loss.coupons", { name, count: atLeast });
    case "offers": return plural("plan.loss.offers", atLeast, { name });
    case "keys": return t("plan.loss.keys", { name: `${major}.${minor ?? ""}` });
  }
}

/** What two changed in different ways, by its name. */
export function clashText({ part, name }: Clash): string {
  if (part === "beacon") return t("plan.nth.beacon", { name });
  if (part === "shop") return name;
  return part === "picture" ? t("plan.field.picture") : t(`plan.field.${name}` as "plan.field.zone");
}
