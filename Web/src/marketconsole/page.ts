import { type Child, el, fill } from "../dom";
import type { Scope } from "../observable";
import type { Resource } from "../remote";
import { page } from "../ui/section";
import { failedState, loadingState } from "../ui/states";

/** A page of the console: its heading, what it is for in a sentence, and its parts. */
export function deskPage(title: string, lead: string, ...children: Child[]): HTMLElement {
  return page("desk-view", title, lead !== "" && el("p", { class: "lead quiet" }, lead), ...children);
}

/**
 * Shows a resource that changes by itself: loading, failed with another try, or the value by `render`.
 *
 * The focus stays on what has the same `data-act`, and on the place when that is gone; also when it was on a button that
 * cannot hold it while its work is under way.
 */
export function steady<T>(scope: Scope, resource: Resource<T>, render: (value: T) => Child): HTMLElement {
  const place = el("div", { class: "remote", tabindex: -1 });
  let last: string | null = null;
  place.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement ? (target.dataset["act"] ?? "") : null;
  });
  place.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof HTMLButtonElement && target.disabled)) last = null;
  });
  scope.watch(resource.observable, (current) => {
    const focused = document.activeElement;
    const act = focused === null || focused === document.body || place.contains(focused) ? last : null;
    place.setAttribute("aria-busy", String(current.state === "loading"));
    if (current.state === "loading") fill(place, loadingState());
    else if (current.state === "failed") fill(place, failedState(current.failure, () => void resource.load()));
    else fill(place, render(current.value));
    if (act === null) return;
    (place.querySelector<HTMLElement>(`[data-act="${CSS.escape(act)}"]`) ?? place).focus({ preventScroll: true });
  });
  return place;
}

/** Facts one below the other; those without a value are left out. */
export function facts(...all: readonly (readonly [string, string | undefined])[]): HTMLElement {
  const shown = all.filter(([, value]) => value !== undefined && value !== "");
  return el("dl", { class: "desk-facts" }, ...shown.map(([name, value = ""]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}
