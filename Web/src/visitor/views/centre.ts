import { el } from "../../dom";
import { t } from "../../i18n";
import { later } from "../../ui/later";
import { emptyState, remote } from "../../ui/states";
import { onPlan } from "../map";
import type { ViewInput } from "./view";

/** The centre: live in the demo, else the public picture of the venue. */
export function centreView(input: ViewInput): HTMLElement {
  return remote(input.scope, input.context.venue, (venue) => {
    if (venue === null) {
      const pages = el("a", { class: "button", href: "#/about" }, t("health.about"));
      return emptyState("centre", t("venue.none"), t("venue.none.text"), pages);
    }
    const { demo } = venue;
    return demo === null
      ? later(input.scope, onPlan, ({ publicPicture }) => publicPicture(input, venue))
      : later(input.scope, onPlan, ({ liveCentre }) => liveCentre(input, venue, demo));
  });
}
