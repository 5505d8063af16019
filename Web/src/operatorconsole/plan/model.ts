import type { PlanBeacon, PlanDocument, PlanFloor, Shop } from "../../api";
import { centimetre, type Point, type Segment } from "./geometry";

/** A kind of thing on a plan. */
export type Kind = "wall" | "door" | "shop" | "beacon";

/** Something on a plan, by its place in its list. */
export interface Ref {
  kind: Kind;
  index: number;
}

/** What a plan says of the venue itself. */
export type VenueFields = Pick<PlanDocument, "name" | "timeZone" | "location" | "pointsForTime">;

/** A change of a plan, as a value. */
export type Command =
  | { do: "addSegment"; kind: "wall" | "door"; segment: Segment }
  | { do: "setSegment"; kind: "wall" | "door"; index: number; segment: Segment }
  | { do: "addShop"; shop: Shop }
  | { do: "setShop"; index: number; fields: Partial<Shop> }
  | { do: "addBeacon"; beacon: PlanBeacon }
  | { do: "setBeacon"; index: number; fields: Partial<PlanBeacon> }
  | { do: "move"; ref: Ref; by: Point }
  | { do: "remove"; ref: Ref }
  | { do: "setVenue"; fields: Partial<VenueFields> }
  | { do: "setFloor"; fields: Partial<PlanFloor> }
  | { do: "replace"; document: PlanDocument };

/** A plan of a venue that has none: an empty floor of a middling size. */
export function emptyPlan(uuid: string, name: string, timeZone: string): PlanDocument {
  return {
    name, uuid, timeZone, location: { latitude: 0, longitude: 0 },
    plan: { width: 60, height: 40, walls: [], doors: [] }, shops: [], beacons: [],
  };
}

function replaced<Item>(list: readonly Item[], index: number, item: Item): Item[] {
  return list.map((one, at) => (at === index ? item : one));
}

function without<Item>(list: readonly Item[], index: number): Item[] {
  return list.filter((_, at) => at !== index);
}

/** The list of walls or doors. */
export function segments(document: PlanDocument, kind: "wall" | "door"): readonly Segment[] {
  return kind === "wall" ? document.plan.walls : document.plan.doors;
}

function withSegments(document: PlanDocument, kind: "wall" | "door", list: Segment[]): PlanDocument {
  return { ...document, plan: { ...document.plan, ...(kind === "wall" ? { walls: list } : { doors: list }) } };
}

/** The plan after a command; the plan before is as it was. What the command names and is not there is left alone. */
export function perform(document: PlanDocument, command: Command): PlanDocument {
  switch (command.do) {
    case "addSegment":
      return withSegments(document, command.kind, [...segments(document, command.kind), rounded(command.segment)]);
    case "setSegment":
      return withSegments(
        document, command.kind, replaced(segments(document, command.kind), command.index, rounded(command.segment)));
    case "addShop": return { ...document, shops: [...document.shops, command.shop] };
    case "setShop": return setShop(document, command.index, command.fields);
    case "addBeacon": return { ...document, beacons: [...document.beacons, command.beacon] };
    case "setBeacon": return setBeacon(document, command.index, command.fields);
    case "move": return move(document, command.ref, command.by);
    case "remove": return remove(document, command.ref);
    case "setVenue": return { ...document, ...command.fields };
    case "setFloor": return { ...document, plan: withoutGaps({ ...document.plan, ...command.fields }) };
    case "replace": return command.document;
  }
}

/** A floor without members that say nothing: a picture that was taken away leaves no trace. */
function withoutGaps(floor: { [Name in keyof PlanFloor]: PlanFloor[Name] | undefined }): PlanFloor {
  return Object.fromEntries(Object.entries(floor).filter(([, value]) => value !== undefined)) as unknown as PlanFloor;
}

function rounded(segment: Segment): Segment {
  return segment.map(centimetre) as Segment;
}

function setShop(document: PlanDocument, index: number, fields: Partial<Shop>): PlanDocument {
  const shop = document.shops[index];
  if (shop === undefined) return document;
  const changed = { ...document, shops: replaced(document.shops, index, { ...shop, ...fields }) };
  const { major } = fields;
  if (major === undefined || major === shop.major) return changed;
  // Its beacons go with it: they say by their major whose they are.
  return renumbered(changed, (beacon) => (beacon.major === shop.major ? { ...beacon, major } : beacon));
}

function setBeacon(document: PlanDocument, index: number, fields: Partial<PlanBeacon>): PlanDocument {
  const beacon = document.beacons[index];
  if (beacon === undefined) return document;
  const { major = beacon.major, minor = beacon.minor, ...others } = fields;
  const withoutNothing = Object.fromEntries(
    Object.entries({ ...beacon, ...others }).filter(([, value]) => value !== undefined)) as unknown as PlanBeacon;
  const changed = { ...document, beacons: replaced(document.beacons, index, withoutNothing) };
  if (major === beacon.major && minor === beacon.minor) return changed;
  const target = changed.beacons[index];
  return renumbered(changed, (one) => (one === target ? { ...one, major, minor } : one));
}

/** Gives beacons other numbers, and lets those who name them as neighbours name them so. */
function renumbered(document: PlanDocument, rename: (beacon: PlanBeacon) => PlanBeacon): PlanDocument {
  const names = new Map<string, [number, number]>();
  const beacons = document.beacons.map((beacon) => {
    const changed = rename(beacon);
    if (changed !== beacon) names.set(`${beacon.major}.${beacon.minor}`, [changed.major, changed.minor]);
    return changed;
  });
  const neighbours = (beacon: PlanBeacon): [number, number][] =>
    beacon.neighbours.map((pair) => names.get(pair.join(".")) ?? pair);
  return { ...document, beacons: beacons.map((beacon) => ({ ...beacon, neighbours: neighbours(beacon) })) };
}

function move(document: PlanDocument, { kind, index }: Ref, [dx, dy]: Point): PlanDocument {
  const by = ([x, y]: Point): Point => [centimetre(x + dx), centimetre(y + dy)];
  if (kind === "wall" || kind === "door") {
    const found = segments(document, kind)[index];
    if (found === undefined) return document;
    const [x1, y1, x2, y2] = found;
    return withSegments(document, kind, replaced(segments(document, kind), index, [...by([x1, y1]), ...by([x2, y2])]));
  }
  if (kind === "shop") {
    const shop = document.shops[index];
    return shop === undefined ? document : setShop(document, index, { area: shop.area.map(by) });
  }
  const beacon = document.beacons[index];
  if (beacon === undefined) return document;
  const [x, y] = by([beacon.x, beacon.y]);
  return setBeacon(document, index, { x, y });
}

function remove(document: PlanDocument, { kind, index }: Ref): PlanDocument {
  if (kind === "wall" || kind === "door") {
    return withSegments(document, kind, without(segments(document, kind), index));
  }
  if (kind === "shop") {
    const shop = document.shops[index];
    if (shop === undefined) return document;
    // A window, a door or a till of no shop is nothing: what hangs in the shop goes with it.
    const gone = document.beacons.filter(({ major }) => major === shop.major);
    return withoutBeacons({ ...document, shops: without(document.shops, index) }, gone);
  }
  return withoutBeacons(document, document.beacons.slice(index, index + 1));
}

function withoutBeacons(document: PlanDocument, gone: readonly PlanBeacon[]): PlanDocument {
  if (gone.length === 0) return document;
  const names = new Set(gone.map(({ major, minor }) => `${major}.${minor}`));
  const isLeft = (pair: [number, number]): boolean => !names.has(pair.join("."));
  const left = document.beacons.filter((beacon) => !gone.includes(beacon));
  return {
    ...document,
    beacons: left.map((beacon) =>
      beacon.neighbours.every(isLeft) ? beacon : { ...beacon, neighbours: beacon.neighbours.filter(isLeft) }),
  };
}

/**
 * A major for a new shop, from 100 on: the one after the highest, since whoever had to do with a shop that is gone knows it
 * by its major; the lowest free one when there is none above.
 */
export function nextMajor(document: PlanDocument): number {
  const used = new Set([...document.shops, ...document.beacons].map(({ major }) => major));
  const highest = Math.max(99, ...used);
  if (highest < 65_535) return highest + 1;
  let major = 100;
  while (used.has(major)) major += 1;
  return major;
}

/** The lowest minor from 1 on that no beacon of this major has. */
export function nextMinor(document: PlanDocument, major: number): number {
  const used = new Set(document.beacons.filter((beacon) => beacon.major === major).map(({ minor }) => minor));
  let minor = 1;
  while (used.has(minor)) minor += 1;
  return minor;
}

/** Whether something is there. */
export function exists(document: PlanDocument, { kind, index }: Ref): boolean {
  const list = kind === "shop" ? document.shops : kind === "beacon" ? document.beacons : segments(document, kind);
  return index >= 0 && index < list.length;
}

/** A plan with the states before and after it. */
export interface History {
  past: readonly PlanDocument[];
  present: PlanDocument;
  future: readonly PlanDocument[];
  /** What the last command was part of: those of one drag, or of typing in one field, are undone together. */
  gesture: string | null;
}

/** How far back one can go. */
const mostSteps = 200;

export function begun(document: PlanDocument): History {
  return { past: [], present: document, future: [], gesture: null };
}

/** The history after a command; one that changes nothing is no step. */
export function after(history: History, command: Command, gesture: string | null = null): History {
  const present = perform(history.present, command);
  if (JSON.stringify(present) === JSON.stringify(history.present)) return history;
  const isSame = gesture !== null && gesture === history.gesture && history.past.length > 0;
  const past = isSame ? history.past : [...history.past, history.present].slice(-mostSteps);
  return { past, present, future: [], gesture };
}

export function undone(history: History): History {
  const present = history.past[history.past.length - 1];
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], gesture: null };
}

export function redone(history: History): History {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, gesture: null };
}
