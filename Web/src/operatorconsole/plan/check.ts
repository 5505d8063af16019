import type { PlanDocument, PlanRemark } from "../../api";
import {
  areaOf, centre, contains, crossesItself, crossing, distanceTo, edges, lengthOf, middleOf, nests, overlaps, type Point,
  type Segment,
} from "./geometry";
import type { Ref } from "./model";

/** What can be wrong with a plan; each has a text. */
export type Trouble =
  | "noName" | "side" | "noLength" | "outside" | "sameMajor" | "noShopName" | "noCategory" | "corners" | "itself" | "flat"
  | "overlap" | "sameBeacon" | "noShop" | "number" | "power" | "period" | "accounts" | "crossing" | "doorAlone"
  | "noBeacon" | "away" | "other";

/** Something that keeps a plan from being published, or, as a notice, from nothing. */
export interface Remark {
  trouble: Trouble;
  isNotice: boolean;
  /** Where in the document; one place of it is told once. */
  path: string;
  /** What it is about, to be chosen with a tap. */
  ref: Ref | null;
  place: Point | null;
  /** A name that the text has: the other shop's, or the server's own words. */
  detail: string;
}

/** How many crossings are looked for: nobody mends more at a time. */
const mostCrossings = 50;

/** What is wrong with a plan, told while it is drawn; the server has the last word and looks at more. */
export function check(document: PlanDocument): Remark[] {
  const found: Remark[] = [];
  const tell = (
    trouble: Trouble, path: string, ref: Ref | null = null, place: Point | null = null, detail = "", isNotice = false,
  ): void => {
    found.push({ trouble, path, ref, place, detail, isNotice });
  };
  const { width, height, walls, doors } = document.plan;
  // The server moves what is out by rounding to the edge.
  const isIn = ([x, y]: Point): boolean => x >= -0.01 && y >= -0.01 && x <= width + 0.01 && y <= height + 0.01;
  if (document.name.trim() === "") tell("noName", "$.name");
  for (const [name, side] of [["width", width], ["height", height]] as const) {
    if (!(side >= 1 && side <= 2000)) tell("side", `$.plan.${name}`);
  }
  for (const [kind, list] of [["wall", walls], ["door", doors]] as const) {
    for (const [index, segment] of list.entries()) {
      const [path, ref] = [`$.plan.${kind}s[${index}]`, { kind, index }];
      if (lengthOf(segment) === 0) tell("noLength", path, ref, middleOf(segment));
      else if (!isIn([segment[0], segment[1]]) || !isIn([segment[2], segment[3]])) tell("outside", path, ref, middleOf(segment));
    }
  }
  checkShops(document, isIn, tell);
  checkBeacons(document, isIn, tell);
  const shopEdges = document.shops.flatMap(({ area }) => edges(area));
  for (const { first, second, place } of crossings(walls)) {
    tell("crossing", `$.plan.walls[${second}]`, { kind: "wall", index: second }, place, String(first + 1), true);
  }
  for (const [index, door] of doors.entries()) {
    if (lengthOf(door) === 0 || [...walls, ...shopEdges].some((line) => opens(door, line))) continue;
    tell("doorAlone", `$.plan.doors[${index}]`, { kind: "door", index }, middleOf(door), "", true);
  }
  return found;
}

type Tell = (
  trouble: Trouble, path: string, ref?: Ref | null, place?: Point | null, detail?: string, isNotice?: boolean) => void;

function checkShops({ shops, beacons }: PlanDocument, isIn: (point: Point) => boolean, tell: Tell): void {
  for (const [index, shop] of shops.entries()) {
    const [path, ref, place] = [`$.shops[${index}]`, { kind: "shop" as const, index }, centre(shop.area)];
    const twin = shops.findIndex(({ major }) => major === shop.major);
    if (twin < index) tell("sameMajor", `${path}.major`, ref, place, shops[twin]?.name ?? "");
    if (shop.name.trim() === "") tell("noShopName", `${path}.name`, ref, place);
    if (shop.category.trim() === "") tell("noCategory", `${path}.category`, ref, place);
    if (!(shop.major >= 0 && shop.major <= 65_535)) tell("number", `${path}.major`, ref, place);
    if (shop.area.length < 3 || shop.area.length > 64) tell("corners", `${path}.area`, ref, place);
    else if (!shop.area.every(isIn)) tell("outside", `${path}.area`, ref, place);
    else if (crossesItself(shop.area)) tell("itself", `${path}.area`, ref, place);
    else if (areaOf(shop.area) < 0.01) tell("flat", `${path}.area`, ref, place);
    else {
      const other = shops.slice(0, index).find(({ area }) => area.length > 2 && !crossesItself(area)
        && overlaps(area, shop.area) && !nests(area, shop.area) && !nests(shop.area, area));
      if (other !== undefined) tell("overlap", `${path}.area`, ref, place, other.name);
    }
    if (!beacons.some(({ major }) => major === shop.major)) tell("noBeacon", path, ref, place, "", true);
  }
}

function checkBeacons({ shops, beacons }: PlanDocument, isIn: (point: Point) => boolean, tell: Tell): void {
  const names = new Map<string, number>();
  for (const [index, beacon] of beacons.entries()) {
    const place: Point = [beacon.x, beacon.y];
    const [path, ref] = [`$.beacons[${index}]`, { kind: "beacon" as const, index }];
    const name = `${beacon.major}.${beacon.minor}`;
    if (names.has(name)) tell("sameBeacon", `${path}.minor`, ref, place, name);
    names.set(name, index);
    const shop = shops.find(({ major }) => major === beacon.major);
    if (shop === undefined && beacon.zone !== "entrance" && beacon.zone !== "aisle") tell("noShop", `${path}.major`, ref, place);
    if (![beacon.major, beacon.minor].every((number) => number >= 0 && number <= 65_535)) tell("number", `${path}.minor`, ref, place);
    if (!isIn(place)) tell("outside", `${path}.x`, ref, place);
    if (!(beacon.measuredPower >= -100 && beacon.measuredPower <= 0)) tell("power", `${path}.measuredPower`, ref, place);
    if (!(beacon.period >= 5 && beacon.period <= 3600)) tell("period", `${path}.period`, ref, place);
    const { accountsPerWindow: accounts } = beacon;
    if (accounts !== undefined && !(accounts >= 1 && accounts <= 10_000)) tell("accounts", `${path}.accountsPerWindow`, ref, place);
    if (shop !== undefined && !contains(shop.area, place) && edges(shop.area).every((edge) => distanceTo(place, edge) > 1)) {
      tell("away", path, ref, place, shop.name, true);
    }
  }
}

/** Whether a door lies along a wall or an edge, with some part of it. */
export function opens(door: Segment, line: Segment): boolean {
  const length = lengthOf(line);
  if (length === 0) return false;
  const [ux, uy] = [(line[2] - line[0]) / length, (line[3] - line[1]) / length];
  const along = [0, 2].map((at) => ((door[at] ?? 0) - line[0]) * ux + ((door[at + 1] ?? 0) - line[1]) * uy);
  const across = [0, 2].map((at) => Math.abs(((door[at + 1] ?? 0) - line[1]) * ux - ((door[at] ?? 0) - line[0]) * uy));
  const [first, last] = [Math.max(Math.min(...along), 0), Math.min(Math.max(...along), length)];
  return across.every((metres) => metres <= 0.25) && last - first > 0.01;
}

function crossings(walls: readonly Segment[]): { first: number; second: number; place: Point }[] {
  const found: { first: number; second: number; place: Point }[] = [];
  const order = walls.map((_, index) => index).sort((a, b) => left(walls[a]) - left(walls[b]));
  let open: number[] = [];
  for (const index of order) {
    const wall = walls[index];
    if (wall === undefined || found.length >= mostCrossings) break;
    open = open.filter((other) => right(walls[other]) >= left(wall));
    for (const other of open) {
      const place = crossing(wall, walls[other] ?? wall);
      if (place !== null) found.push({ first: Math.min(index, other), second: Math.max(index, other), place });
    }
    open.push(index);
  }
  return found.sort((a, b) => a.second - b.second || a.first - b.first);
}

const left = (wall: Segment | undefined): number => (wall === undefined ? 0 : Math.min(wall[0], wall[2]));
const right = (wall: Segment | undefined): number => (wall === undefined ? 0 : Math.max(wall[0], wall[2]));

/** What the page found, and what only the server has found, in its own words. */
export function withServer(own: readonly Remark[], faults: readonly PlanRemark[]): Remark[] {
  const known = new Set(own.filter(({ isNotice }) => !isNotice).map(({ path }) => path.replace(/\[\d+\]$|\.\w+$/, "")));
  const others = faults.filter(({ path }) => !known.has(path) && !known.has(path.replace(/\[\d+\]$|\.\w+$/, "")));
  return [...own, ...others.map(({ path, message, x, y }): Remark => ({
    trouble: "other", isNotice: false, path, ref: refOf(path), detail: `${path}: ${message}`,
    place: x === undefined || y === undefined ? null : [x, y],
  }))];
}

/** What a path of the document is about. */
export function refOf(path: string): Ref | null {
  const [, list, index] = /^\$\.(?:plan\.)?(shops|beacons|walls|doors)\[(\d+)\]/.exec(path) ?? [];
  if (list === undefined) return null;
  return { kind: list.slice(0, -1) as Ref["kind"], index: Number(index) };
}
