import type { Cleanup, Scope } from "../../observable";

/** What is to be drawn with the next frame. */
const waiting = new Set<() => void>();
let isAsked = false;

/** Draws once with the browser's next frame, however often it is asked for until then; a hidden page draws nothing. */
export function paint(draw: () => void): void {
  waiting.add(draw);
  if (isAsked) return;
  isAsked = true;
  // The browser itself asks for no frame of a page that nobody sees.
  requestAnimationFrame(() => {
    isAsked = false;
    const due = [...waiting];
    waiting.clear();
    for (const draw of due) draw();
  });
}

/** Something that tells when it changes, whatever it is: an `Observable` of anything. */
export interface Changing {
  subscribe(listener: () => void): Cleanup;
}

/** Draws now, and again with the next frame after any of `sources` has changed, as long as the scope lasts. */
export function painted(scope: Scope, sources: readonly Changing[], draw: () => void): void {
  let isFirst = true;
  for (const source of sources) scope.add(source.subscribe(() => !isFirst && paint(draw)));
  isFirst = false;
  draw();
  scope.add(() => waiting.delete(draw));
}
