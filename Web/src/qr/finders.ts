/** A picture in dark and light, 1 is dark. */
export interface Bitmap {
  width: number;
  height: number;
  dark: Uint8Array;
}

/** The middle of a corner's square, and how large a module is there. */
export interface Finder {
  x: number;
  y: number;
  module: number;
  /** How many lines met it. */
  seen: number;
}

/** The squares of corners in a picture, those that most lines met first: dark and light as 1 : 1 : 3 : 1 : 1 both ways. */
export function findersOf(bitmap: Bitmap): Finder[] {
  const found: Finder[] = [];
  const { width, height, dark } = bitmap;
  const runs = new Int32Array(5);
  for (let y = 0; y < height; y += 1) {
    runs.fill(0);
    let colour = 0;
    let length = 0;
    let count = 0;
    for (let x = 0; x <= width; x += 1) {
      const now = x < width ? (dark[y * width + x] ?? 0) : 1 - colour;
      if (x > 0 && now === colour) {
        length += 1;
        continue;
      }
      if (x > 0) {
        runs.copyWithin(0, 1);
        runs[4] = length;
        count += 1;
        // The last of the five was dark.
        if (count >= 5 && colour === 1 && isFinder(runs)) look(bitmap, runs, x, y, found);
      }
      colour = now;
      length = 1;
    }
  }
  // The middle is three modules high: what only one or two lines met is a chance.
  return found.filter(({ seen, module }) => seen >= Math.max(2, module)).sort((a, b) => b.seen - a.seen);
}

function isFinder(runs: ArrayLike<number>): boolean {
  const total = (runs[0] ?? 0) + (runs[1] ?? 0) + (runs[2] ?? 0) + (runs[3] ?? 0) + (runs[4] ?? 0);
  if (total < 7) return false;
  const module = total / 7;
  const most = module * 0.7;
  for (let index = 0; index < 5; index += 1) {
    const wanted = index === 2 ? 3 : 1;
    if (Math.abs((runs[index] ?? 0) - wanted * module) > most * (index === 2 ? 2 : 1)) return false;
  }
  return true;
}

/** Looks at what a line met in the other direction and then in this one again, and keeps it with what others met there. */
function look(bitmap: Bitmap, runs: Int32Array, end: number, y: number, found: Finder[]): void {
  const middle = end - (runs[4] ?? 0) - (runs[3] ?? 0) - (runs[2] ?? 0) / 2;
  const total = runs[0]! + runs[1]! + runs[2]! + runs[3]! + runs[4]!;
  const down = crossed(bitmap, Math.floor(middle), y, 0, 1, total);
  if (down === null) return;
  const across = crossed(bitmap, Math.floor(middle), Math.floor(down.middle), 1, 0, total);
  if (across === null) return;
  const module = (down.total + across.total) / 14;
  for (const one of found) {
    if (Math.abs(one.x - across.middle) > module * 1.5 || Math.abs(one.y - down.middle) > module * 1.5) continue;
    if (Math.abs(one.module - module) > Math.max(1, one.module * 0.5)) continue;
    const all = one.seen + 1;
    one.x += (across.middle - one.x) / all;
    one.y += (down.middle - one.y) / all;
    one.module += (module - one.module) / all;
    one.seen = all;
    return;
  }
  found.push({ x: across.middle, y: down.middle, module, seen: 1 });
}

/** The five runs around a dark pixel in one direction: where their middle is, and how long they are. */
function crossed(
  { width, height, dark }: Bitmap, x: number, y: number, dx: number, dy: number, most: number,
): { middle: number; total: number } | null {
  const at = (step: number): number => {
    const [column, row] = [x + dx * step, y + dy * step];
    return column < 0 || row < 0 || column >= width || row >= height ? -1 : (dark[row * width + column] ?? 0);
  };
  if (at(0) !== 1) return null;
  const runs = [0, 0, 1, 0, 0];
  const ends = [0, 0];
  for (const [which, direction] of [[0, -1], [1, 1]] as const) {
    let step = direction;
    while (at(step) === 1 && runs[2]! <= most) {
      runs[2]! += 1;
      step += direction;
    }
    ends[which] = step;
    for (let run = 1; run <= 2; run += 1) {
      const index = 2 + direction * run;
      const colour = run === 1 ? 0 : 1;
      while (at(step) === colour && runs[index]! <= most) {
        runs[index]! += 1;
        step += direction;
      }
      if (runs[index] === 0) return null;
    }
  }
  const total = runs.reduce((sum, run) => sum + run, 0);
  if (!isFinder(runs) || total > most * 2 || total * 2 < most) return null;
  return { middle: (dx === 1 ? x : y) + (ends[0]! + ends[1]! + 1) / 2, total };
}
