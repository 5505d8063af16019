import type { PlanDocument } from "../../api";
import { leftOver } from "./differ";

/** What two people changed in different ways. */
export interface Clash {
  part: "venue" | "shop" | "beacon" | "picture";
  /** The shop's name, the beacon's numbers, or the key of the document. */
  name: string;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * My changes of `base` on top of theirs: where they do not touch, both hold; where both changed the same thing in
 * different ways, theirs stays and is named.
 */
export function merged(
  base: PlanDocument | null, mine: PlanDocument, theirs: PlanDocument,
): { document: PlanDocument; clashes: Clash[] } {
  const clashes: Clash[] = [];
  const pick = <Value>(part: Clash["part"], name: string, before: Value, my: Value, their: Value): Value => {
    if (same(my, before) || same(my, their)) return their;
    if (same(their, before)) return my;
    clashes.push({ part, name });
    return their;
  };
  const listed = <Item>(
    part: "shop" | "beacon", name: (item: Item) => string, told: (item: Item) => string,
    before: readonly Item[], my: readonly Item[], their: readonly Item[],
  ): Item[] => {
    const find = (list: readonly Item[], key: string): Item | null => list.find((item) => name(item) === key) ?? null;
    const keys = [...new Set([...their, ...my].map(name))];
    return keys.flatMap((key) => {
      const [was, own, other] = [find(before, key), find(my, key), find(their, key)];
      const known = own ?? other;
      return pick(part, known === null ? key : told(known), was, own, other) ?? [];
    });
  };
  const segments = (list: "walls" | "doors"): PlanDocument["plan"]["walls"] => {
    const before = base?.plan[list] ?? [];
    const removed = leftOver(before, mine.plan[list]);
    return [...leftOver(theirs.plan[list], removed), ...leftOver(leftOver(mine.plan[list], before), leftOver(theirs.plan[list], before))];
  };
  const venue = <Name extends "name" | "timeZone" | "location" | "pointsForTime">(name: Name): PlanDocument[Name] =>
    pick<PlanDocument[Name] | undefined>("venue", name, base?.[name], mine[name], theirs[name]) as PlanDocument[Name];
  const side = (name: "width" | "height"): number =>
    pick<number | undefined>("venue", name, base?.plan[name], mine.plan[name], theirs.plan[name]) ?? theirs.plan[name];
  const picture = (plan: PlanDocument | null): Pick<PlanDocument["plan"], "image" | "imageArea"> => ({
    ...(plan?.plan.image !== undefined && { image: plan.plan.image }),
    ...(plan?.plan.imageArea !== undefined && { imageArea: plan.plan.imageArea }),
  });
  const pointsForTime = venue("pointsForTime");
  const document: PlanDocument = {
    name: venue("name"), uuid: theirs.uuid, timeZone: venue("timeZone"), location: venue("location"),
    plan: {
      width: side("width"), height: side("height"), walls: segments("walls"), doors: segments("doors"),
      ...pick("picture", "picture", picture(base), picture(mine), picture(theirs)),
    },
    shops: listed("shop", ({ major }) => String(major), ({ name }) => name, base?.shops ?? [], mine.shops, theirs.shops),
    beacons: listed(
      "beacon", ({ major, minor }) => `${major}.${minor}`, ({ major, minor }) => `${major}.${minor}`,
      base?.beacons ?? [], mine.beacons, theirs.beacons),
    ...(pointsForTime !== undefined && { pointsForTime }),
  };
  return { document, clashes };
}
