import { Failure } from "../client";
import type { Later } from "../later";
import type { Scope } from "../observable";
import { failedState, loadingState } from "./states";

/**
 * What a part of the page draws once it is here; until then, and instead when it does not come, how that stands.
 *
 * A part that does not come may be one of a page that the server has replaced meanwhile: another try loads the page
 * anew.
 */
export function later<T>(scope: Scope, part: Later<T>, render: (part: T) => HTMLElement | HTMLElement[]): Node {
  if (part.ready !== undefined) return fragment(render(part.ready));
  const waiting = loadingState();
  part.load().then(
    (value) => {
      if (!scope.isEnded) waiting.replaceWith(fragment(render(value)));
    },
    (error: unknown) => waiting.replaceWith(failedState(Failure.from(error), () => window.location.reload())),
  );
  return waiting;
}

function fragment(content: HTMLElement | HTMLElement[]): Node {
  if (!Array.isArray(content)) return content;
  const nodes = document.createDocumentFragment();
  nodes.append(...content);
  return nodes;
}
