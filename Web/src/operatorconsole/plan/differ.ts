import type { PlanBeacon, PlanChange, PlanDocument, Shop } from "../../api";
import { centre, type Segment } from "./geometry";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is different between two plans; from null, that everything is new. The server tells the same when it is asked. */
export function changes(old: PlanDocument | null, plan: PlanDocument): PlanChange[] {
  return [
    ...venueChanges(old, plan),
    ...compared(old?.shops ?? [], plan.shops, ({ major }) => String(major), shopChanges),
    ...compared(old?.beacons ?? [], plan.beacons, ({ major, minor }) => `${major}.${minor}`, beaconChanges),
    ...counted("wall", old?.plan.walls ?? [], plan.plan.walls),
    ...counted("door", old?.plan.doors ?? [], plan.plan.doors),
    ...pictureChange(old, plan),
  ];
}

function venueChanges(old: PlanDocument | null, plan: PlanDocument): PlanChange[] {
  if (old === null) return [{ part: "venue", kind: "added", name: plan.name }];
  const found: PlanChange[] = [];
  if (old.name !== plan.name) found.push({ part: "venue", kind: "renamed", name: plan.name, before: old.name });
  const fields: [string, boolean][] = [
    ["timeZone", old.timeZone !== plan.timeZone], ["location", !same(old.location, plan.location)],
    ["width", old.plan.width !== plan.plan.width], ["height", old.plan.height !== plan.plan.height],
    ["pointsForTime", (old.pointsForTime ?? 0) !== (plan.pointsForTime ?? 0)],
  ];
  const changed = fields.filter(([, isChanged]) => isChanged).map(([name]) => name);
  if (changed.length > 0) found.push({ part: "venue", kind: "changed", name: plan.name, fields: changed });
  return found;
}

function pictureChange(old: PlanDocument | null, plan: PlanDocument): PlanChange[] {
  const [before, now] = [old?.plan.image, plan.plan.image];
  if (before === undefined && now === undefined) return [];
  if (before === undefined) return [{ part: "picture", kind: "added" }];
  if (now === undefined) return [{ part: "picture", kind: "removed" }];
  if (before !== now) return [{ part: "picture", kind: "changed" }];
  return same(old?.plan.imageArea, plan.plan.imageArea) ? [] : [{ part: "picture", kind: "moved" }];
}

function compared<Item>(
  old: readonly Item[], now: readonly Item[], name: (item: Item) => string,
  compare: (before: Item | undefined, after: Item | undefined) => PlanChange[],
): PlanChange[] {
  const before = new Map(old.map((item) => [name(item), item]));
  const names = new Set(now.map(name));
  return [
    ...old.filter((item) => !names.has(name(item))).flatMap((item) => compare(item, undefined)),
    ...now.flatMap((item) => compare(before.get(name(item)), item)),
  ];
}

function shopChanges(old: Shop | undefined, now: Shop | undefined): PlanChange[] {
  const shop = now ?? old;
  if (shop === undefined) return [];
  const common = {
    part: "shop" as const, major: shop.major, name: shop.name,
    ...(old && { from: centre(old.area) }), ...(now && { to: centre(now.area) }),
  };
  if (now === undefined) return [{ ...common, kind: "removed" }];
  if (old === undefined) return [{ ...common, kind: "added" }];
  const found: PlanChange[] = [];
  if (old.name !== now.name) found.push({ ...common, kind: "renamed", before: old.name });
  if (!same(old.area, now.area)) found.push({ ...common, kind: "moved" });
  if (old.category !== now.category) found.push({ ...common, kind: "changed", fields: ["category"] });
  return found;
}

function beaconChanges(old: PlanBeacon | undefined, now: PlanBeacon | undefined): PlanChange[] {
  const beacon = now ?? old;
  if (beacon === undefined) return [];
  const common = {
    part: "beacon" as const, major: beacon.major, minor: beacon.minor,
    ...(old && { from: [old.x, old.y] as [number, number] }), ...(now && { to: [now.x, now.y] as [number, number] }),
  };
  if (now === undefined) return [{ ...common, kind: "removed" }];
  if (old === undefined) return [{ ...common, kind: "added" }];
  const fields = (["zone", "measuredPower", "period", "accountsPerWindow", "neighbours"] as const)
    .filter((field) => !same(old[field], now[field]));
  const found: PlanChange[] = [];
  if (old.x !== now.x || old.y !== now.y) found.push({ ...common, kind: "moved" });
  if (fields.length > 0) found.push({ ...common, kind: "changed", fields: [...fields] });
  return found;
}

/** What of one list is not in the other, each as often as it is there. */
export function leftOver(list: readonly Segment[], other: readonly Segment[]): Segment[] {
  const rest = new Map<string, number>();
  for (const one of other) rest.set(String(one), (rest.get(String(one)) ?? 0) + 1);
  return list.filter((one) => {
    const count = rest.get(String(one)) ?? 0;
    rest.set(String(one), count - 1);
    return count <= 0;
  });
}

function counted(part: "wall" | "door", old: readonly Segment[], now: readonly Segment[]): PlanChange[] {
  const [removed, added] = [leftOver(old, now).length, leftOver(now, old).length];
  return [
    ...(removed > 0 ? [{ part, kind: "removed" as const, count: removed }] : []),
    ...(added > 0 ? [{ part, kind: "added" as const, count: added }] : []),
  ];
}
