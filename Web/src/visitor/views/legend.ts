import { el } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { shape, type ShapeName } from "../shapes";

/** The width from which panels stand beside the plan; the sheets have the same figure. */
const wide = window.matchMedia("(min-width: 1080px)");

const people: readonly ShapeName[] = ["visitor", "guest"];
const attackers: readonly ShapeName[] = ["clone", "replay", "share", "relay"];
const beacons: readonly ShapeName[] = ["entrance", "window", "door", "till", "fitting-room", "aisle"];

/** What the marks of the live plan mean: in sight where there is room, else to be opened. */
export function legend(scope: Scope): HTMLElement {
  const element = el(
    "details",
    { class: "legend" },
    el("summary", {}, t("legend.title"), icon("chevron")),
    group(t("legend.people"), people.map((name) => entry(name, t(`legend.${name as "visitor" | "guest"}`)))),
    group(t("legend.attackers"), attackers.map((name) => entry(name, t(`attack.${name as "clone"}`)))),
    group(t("legend.beacons"), beacons.map((name) => entry(name, t(`zone.${name as "door"}`)))),
  );
  const follow = (): void => {
    element.open = wide.matches;
  };
  scope.listen(wide, "change", follow);
  follow();
  return element;
}

function group(title: string, entries: readonly HTMLElement[]): HTMLElement {
  return el("div", { class: "legend-group" }, el("h2", {}, title), el("ul", {}, ...entries));
}

function entry(name: ShapeName, text: string): HTMLElement {
  return el("li", {}, shape(name), text);
}
