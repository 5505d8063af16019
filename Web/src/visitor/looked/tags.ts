/**
 * What the reader looked at, as tags of the catalogue with a weight: worked out and kept on this device alone.
 *
 * Nothing here knows the network, and `Web/tests/looked.test.ts` holds it to that.
 */

/** How many tags are kept; the lightest goes first. */
export const mostTags = 40;
/** The heaviest that a tag becomes, however often it is looked at. */
const heaviest = 20;
/** After how many days a weight counts half. */
const halfLife = 14;
/** What is lighter than this is forgotten. */
const lightest = 0.1;

/** A tag with its weight on the day on which it was looked at last, counted from 1970: no time of day is kept. */
export interface Looked {
  tag: string;
  weight: number;
  day: number;
}

/** What is kept on the device. */
export interface Looking {
  isOn: boolean;
  looked: Looked[];
}

/** What a device keeps at first. */
export const nothingLooked: Looking = { isOn: true, looked: [] };

/** The weight of a tag on a day. */
export function weightOn({ weight, day }: Looked, today: number): number {
  return weight * 0.5 ** (Math.max(0, today - day) / halfLife);
}

/** What is kept once a tag was looked at; the same when nothing is to be noticed. */
export function lookedAt(before: Looking, tag: string, today: number): Looking {
  if (!before.isOn || tag === "" || tag.length > 100) return before;
  const faded = before.looked.map((one) => ({ tag: one.tag, weight: weightOn(one, today), day: today }));
  const known = faded.find((one) => one.tag === tag)?.weight ?? 0;
  const others = faded.filter((one) => one.tag !== tag && one.weight >= lightest);
  const looked = [{ tag, weight: Math.min(known + 1, heaviest), day: today }, ...others];
  return { isOn: true, looked: looked.sort((a, b) => b.weight - a.weight).slice(0, mostTags) };
}

/** A shop that could be suggested. */
export interface Suggestable {
  major: number;
  name: string;
  category: string;
}

/** How many suggestions there are at most. */
const mostSuggestions = 3;

/** The shops that are nearest to what was looked at, the best first; none of a tag that was looked at only once. */
export function suggestions<Shop extends Suggestable>(shops: readonly Shop[], { isOn, looked }: Looking, today: number): Shop[] {
  if (!isOn) return [];
  const weights = new Map(looked.map((one) => [one.tag, weightOn(one, today)]));
  const weight = (shop: Shop): number => weights.get(shop.category) ?? 0;
  return shops.filter((shop) => weight(shop) > 1)
    .sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name))
    .slice(0, mostSuggestions);
}
