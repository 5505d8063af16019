/** Somebody at a place, in metres. */
export interface Walker<Kind> {
  id: number;
  x: number;
  y: number;
  kind: Kind;
}

interface Glide<Kind> {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  kind: Kind;
}

const longestGlide = 1200;

/**
 * Walkers whose positions come in now and then, and who glide in between.
 *
 * A glide lasts as long as the last pause between two updates, so that it ends when the next one begins.
 */
export class Crowd<Kind> {
  private walkers = new Map<number, Glide<Kind>>();
  private since = 0;
  private lasts = 0;

  /** Takes in new positions; with `still` they hold at once. */
  update(walkers: readonly Walker<Kind>[], now: number, still: boolean): void {
    const part = this.part(now);
    const next = new Map<number, Glide<Kind>>();
    for (const { id, x, y, kind } of walkers) {
      const old = this.walkers.get(id);
      const fromX = old === undefined || still ? x : old.fromX + (old.toX - old.fromX) * part;
      const fromY = old === undefined || still ? y : old.fromY + (old.toY - old.fromY) * part;
      next.set(id, { fromX, fromY, toX: x, toY: y, kind });
    }
    this.walkers = next;
    this.lasts = still || this.since === 0 ? 0 : Math.min(now - this.since, longestGlide);
    this.since = now;
  }

  /** Whether somebody has not arrived yet. */
  isMoving(now: number): boolean {
    return this.walkers.size > 0 && now - this.since < this.lasts;
  }

  forEach(now: number, body: (x: number, y: number, kind: Kind, id: number) => void): void {
    const part = this.part(now);
    for (const [id, { fromX, fromY, toX, toY, kind }] of this.walkers) {
      body(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part, kind, id);
    }
  }

  private part(now: number): number {
    return this.lasts === 0 ? 1 : Math.min(Math.max((now - this.since) / this.lasts, 0), 1);
  }
}
