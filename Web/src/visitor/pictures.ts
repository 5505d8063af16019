import type { Scope } from "../observable";

/**
 * Gives what asks for a picture at the browser's next opportunity, and again for as long as `paint` says that something
 * still moves; once the scope has ended there are none.
 */
export function pictures(scope: Scope, paint: (now: number) => boolean): () => void {
  let request: number | undefined;
  const ask = (): void => {
    // A map that is taken away while it moves says once more that it moved.
    if (scope.isEnded) return;
    request ??= window.requestAnimationFrame((now) => {
      request = undefined;
      if (paint(now)) ask();
    });
  };
  scope.add(() => window.cancelAnimationFrame(request ?? 0));
  return ask;
}
