/** Values as JSON has them. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

/** A delta that is not of the format, or does not fit what it is applied to: what is known is known no more. */
export class PatchFault extends Error {}

/** The delta of a change of jsondiffpatch, as the market's streams have them. */
const removedMark = 0;
const movedMark = 3;
const arrayMark = "_t";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Applies a delta of jsondiffpatch's format: what can be changed in its place is, and the answer is the new value.
 *
 * `[new]` adds, `[old, new]` replaces, `[old, 0, 0]` removes; an object of deltas changes members; one with `"_t": "a"`
 * an array, where `"_3"` is by the old places and `"3"` by the new ones. Patches of texts are never made by the server.
 * After a fault the value may be changed in part.
 */
export function patched(value: Json, delta: unknown): Json {
  const result = change(value, delta);
  if (result === undefined) throw new PatchFault("nothing is left");
  return result;
}

function change(value: Json | undefined, delta: unknown): Json | undefined {
  if (Array.isArray(delta)) return replaced(value, delta as Json[]);
  if (!isObject(delta)) throw new PatchFault("no delta");
  if (typeof delta[arrayMark] === "string") {
    if (delta[arrayMark] !== "a" || !Array.isArray(value)) throw new PatchFault("no array");
    patchArray(value, delta);
    return value;
  }
  if (!isObject(value)) throw new PatchFault("no object");
  for (const name of Object.keys(delta)) {
    // Assigning it would change what the object is instead of what it has.
    if (name === "__proto__") throw new PatchFault("a name that no state has");
    const known = Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined;
    const next = change(known, delta[name]);
    if (next === undefined) delete value[name];
    else value[name] = next;
  }
  return value;
}

function replaced(value: Json | undefined, parts: Json[]): Json | undefined {
  if (parts.length === 1) return parts[0];
  if (value === undefined) throw new PatchFault("nothing to replace");
  if (parts.length === 2) return parts[1];
  if (parts.length === 3 && parts[2] === removedMark) return undefined;
  throw new PatchFault("an unknown change");
}

/** First what goes away, by the old places; then what comes, by the new ones; then what changes in its new place. */
function patchArray(items: Json[], delta: JsonObject): void {
  const removals: number[] = [];
  const insertions: { place: number; item: Json }[] = [];
  const changes: { place: number; delta: Json }[] = [];
  for (const [name, entry] of Object.entries(delta)) {
    if (name === arrayMark) continue;
    if (name.startsWith("_")) {
      const place = placeOf(name.slice(1));
      const item = items[place];
      if (item === undefined || !Array.isArray(entry) || entry.length !== 3) throw new PatchFault("nothing to remove");
      removals.push(place);
      if (entry[2] === movedMark) insertions.push({ place: placeOf(String(entry[1])), item });
      else if (entry[2] !== removedMark) throw new PatchFault("an unknown change of an array");
    } else if (Array.isArray(entry) && entry.length === 1) {
      insertions.push({ place: placeOf(name), item: entry[0] as Json });
    } else changes.push({ place: placeOf(name), delta: entry });
  }
  for (const place of removals.sort((a, b) => b - a)) items.splice(place, 1);
  for (const { place, item } of insertions.sort((a, b) => a.place - b.place)) {
    if (place > items.length) throw new PatchFault("a place beyond the end");
    items.splice(place, 0, item);
  }
  for (const { place, delta } of changes) {
    const next = change(items[place], delta);
    if (next === undefined || place >= items.length) throw new PatchFault("nothing to change");
    items[place] = next;
  }
}

function placeOf(digits: string): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(digits)) throw new PatchFault("no place");
  return Number(digits);
}
