import * as api from "../../api";
import { ask } from "../../client";
import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { Scope } from "../../observable";
import { forget, recall, remember } from "../../storage";
import { button } from "../../ui/button";
import { later } from "../../ui/later";
import { page } from "../../ui/section";
import { emptyState, remote } from "../../ui/states";
import { onPlan } from "../map";
import type { Venue } from "../venue";
import { signedIn } from "./signedin";
import type { ViewInput } from "./view";

/** Where the reader is, in words and on the plan: with a simulated phone in the demo, else by the reader's own word. */
export function hereView(input: ViewInput): HTMLElement {
  return remote(input.scope, input.context.venue, (venue) => {
    if (venue === null) {
      return page("", t("here.title"), emptyState("here", t("venue.none"), t("venue.none.text")));
    }
    if (venue.demo !== null) return signedIn(input, t("here.title"), t("here.sign"), () => [inDemo(input, venue)]);
    // Nobody has to sign in to find a shop.
    const place = el("div", { class: "here" }, later(input.scope, onPlan, ({ around }) => around(input, venue)));
    return page("", t("here.title"), place);
  });
}

/** Outside the centre a way in; inside, a phone of the reader's own that walks where the plan is tapped. */
function inDemo(input: ViewInput, venue: Venue): HTMLElement {
  const place = el("div", { class: "here" });
  let stay = new Scope();
  input.scope.add(() => stay.end());

  function outside(): void {
    stay.end();
    forget("guest");
    const enter = button("primary", "walk", t("here.enter"), () => void goIn(enter));
    fill(place, emptyState("walk", t("here.outside"), t("here.outside.text"), enter));
  }

  async function goIn(enter: HTMLButtonElement): Promise<void> {
    enter.disabled = true;
    try {
      const guest = await ask(api.demoEnter);
      remember("guest", String(guest.visitor));
      if (!input.scope.isEnded) inside();
    } catch (error) {
      enter.disabled = false;
      input.context.report(error);
    }
  }

  function inside(): void {
    stay.end();
    stay = new Scope();
    const scope = stay;
    fill(place, later(scope, onPlan, ({ guestParts }) => guestParts(input, venue, scope, outside)));
  }

  if (recall("guest") === null) outside();
  else inside();
  return place;
}
