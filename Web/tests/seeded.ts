/** Numbers that look like chance and are the same each time: mulberry32. */
export function seeded(seed: number): { below: (bound: number) => number; pick: <T>(items: readonly T[]) => T } {
  let state = seed;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
