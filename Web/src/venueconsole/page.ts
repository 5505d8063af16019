import "./common";
import { type Child, el, fill } from "../dom";
import { dayAndTime } from "../format";
import { type Key, t } from "../i18n";
import type { IconName } from "../icons";
import type { Later } from "../later";
import { notice } from "../ui/banner";
import { emptyState, failedState, loadingState } from "../ui/states";
import { page } from "../ui/section";
import type { VenueContext } from "./context";
import type { Fetched } from "./fetched";

/**
 * A page of a venue's console.
 *
 * To add one: write `Web/src/merchantconsole/NAME.ts` (or `operatorconsole`) with one exported function that is given a
 * `ShopContext` (a `VenueContext` there) and answers `consolePage(…)`; put a line into the table of `main.ts` beside it,
 * which fetches the module and the texts of its areas when the page is first opened:
 *
 *     { name: "offers", label: "work.nav.offers", picture: "offers",
 *       part: withTexts(["merchant-shop"], async () => (await import("./offers")).offersPage) },
 *
 * (`withTexts` is that of `../texts`); its styles are a sheet that `main.css` beside it imports. Tell which areas the file speaks
 * in `loaded` of `Web/tests/modules.test.ts`. The word in the navigation is `work.nav.NAME` of `Strings/venue-console`,
 * since the frame shows it before the page's own texts are here. What the page asks of the server goes through the
 * context's `ask`, `change` and `fetched`; what the address says after the page's name is `context.rest`, and
 * `context.go(page, rest)` changes it, upon which the page is drawn anew. Timers and listeners belong to `context.scope`.
 */
export interface ConsolePage<Context extends VenueContext> {
  /** What the address calls it. */
  name: string;
  /** The word in the navigation. */
  label: Key;
  picture: IconName;
  part: Later<(context: Context) => HTMLElement>;
}

/** A page: its heading, what it is for in a sentence, and its parts. */
export function consolePage(title: string, lead: string, ...children: Child[]): HTMLElement {
  return page("work-view", title, lead !== "" && el("p", { class: "lead quiet" }, lead), ...children);
}

/**
 * Shows a value of the server with all of its states: loading; failed, with another try; the value by `render`, and how
 * old it is when a newer one did not come.
 *
 * The focus stays on what has the same `data-act`, and on the place when that is gone.
 */
export function steady<Value>(
  context: VenueContext, value: Fetched<Value>, render: (value: Value) => Child,
): HTMLElement {
  const place = el("div", { class: "remote", tabindex: -1 });
  const age = el("div", { class: "work-age", role: "status" });
  let last: string | null = null;
  place.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement ? (target.dataset["act"] ?? "") : null;
  });
  place.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof HTMLButtonElement && target.disabled)) last = null;
  });
  context.scope.watch(value.observable, (current) => {
    const focused = document.activeElement;
    const act = focused === null || focused === document.body || place.contains(focused) ? last : null;
    place.setAttribute("aria-busy", String(current.state === "loading"));
    if (current.state === "loading") fill(place, loadingState());
    else if (current.state === "failed") fill(place, failedState(current.failure, () => void value.load()));
    else fill(place, render(current.value));
    if (act === null) return;
    (place.querySelector<HTMLElement>(`[data-act="${CSS.escape(act)}"]`) ?? place).focus({ preventScroll: true });
  });
  context.scope.watch(value.isOld, (isOld) => {
    const at = value.fetchedAt;
    fill(age, isOld && at !== null && notice("offline", t("work.asOf", { time: dayAndTime(at.toISOString()) }), "warn"));
  });
  // Somebody who comes back to a page that was shown an hour ago, or whose network comes back, sees what is.
  context.scope.listen(window, "online", () => void value.load());
  return el("div", { class: "work-steady" }, age, place);
}

/** What stands in place of figures of so few people that they would tell of one of them. */
export function tooFewState(text: string): HTMLElement {
  return emptyState("eyeOff", t("work.tooFew"), text);
}

/** Facts one below the other; those without a value are left out. */
export function facts(...all: readonly (readonly [string, string | undefined])[]): HTMLElement {
  const shown = all.filter(([, value]) => value !== undefined && value !== "");
  return el("dl", { class: "work-facts" }, ...shown.map(([name, value = ""]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}
