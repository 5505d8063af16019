import * as api from "../../api";
import type { VenueRisk } from "../../api";
import { ask } from "../../client";
import { el, fill } from "../../dom";
import { number } from "../../format";
import { t } from "../../i18n";
import { personDay, personDayName, personDayText } from "../../personday";
import { Resource } from "../../remote";
import { emptyState, remote } from "../../ui/states";
import { Plan } from "../plan";
import { orCopy } from "../offline/copies";
import type { Venue } from "../venue";
import type { ViewInput } from "../views/view";

const allDays = "all";

/** Where in the venue several people were who later reported. */
export function venueZones(input: ViewInput): HTMLElement {
  return remote(input.scope, input.context.venue, (venue) => {
    if (venue === null) return emptyState("shops", t("venue.none"), t("venue.none.text"));
    const fetchRisk = (): Promise<VenueRisk> => ask((options) => api.venueRisk(venue.body.uuid, options));
    const resource = new Resource(() => orCopy("venue-zones", fetchRisk));
    void resource.load();
    return remote(input.scope, resource, (risk) => shown(input, venue, risk));
  });
}

function shown(input: ViewInput, venue: Venue, risk: VenueRisk): HTMLElement {
  const least = number(risk.least);
  const parts: HTMLElement[] = [];
  if (risk.isTooSmall) {
    parts.push(emptyState("shield", t("zones.venue.small"), t("zones.venue.small.text")));
  } else if (risk.cells.length === 0) {
    parts.push(emptyState("check", t("zones.venue.none"), t("zones.venue.none.text", { least })));
  } else {
    parts.push(venuePlan(input, venue, risk));
  }
  return el("div", { class: "zone-venue" }, ...parts, explanation(risk));
}

/** A UTC day of what was reported, as a day of the person's calendar. */
function shownDay(day: string): string {
  return personDayText(personDay(day, Date.now()));
}

function venuePlan({ scope }: ViewInput, venue: Venue, risk: VenueRisk): HTMLElement {
  const days = [...new Set(risk.cells.map(({ day }) => day))].sort().reverse();
  const floor = el("div");
  const list = el("ul", { class: "rows zone-cells", tabindex: 0, "aria-label": t("zones.venue.list") });
  const options = days.map((day) => el("option", { value: day }, shownDay(day)));
  const select = el(
    "select", { class: "select", "aria-label": t("zones.day") },
    el("option", { value: allDays }, t("zones.venue.all", { count: number(risk.days) })), ...options,
  );
  const stage = el("div", { class: "stage" }, floor);
  const plan = new Plan(floor, { venue, scope, label: t("plan.label", { venue: venue.body.name }) });

  function show(): void {
    const cells = risk.cells.filter(({ day }) => select.value === allDays || day === select.value);
    for (const shop of venue.body.shops) {
      const most = Math.max(0, ...cells.filter(({ major }) => major === shop.major).map(({ people }) => people));
      const level = Math.min(4, Math.ceil(most / 5));
      plan.setLevel(shop.major, level, most === 0 ? "" : t("zones.venue.short", { people: number(most) }));
    }
    const rows = [...cells].sort((a, b) => b.day.localeCompare(a.day) || b.people - a.people).map((cell) =>
      el(
        "li",
        { class: "row" },
        el(
          "div", { class: "row-body" },
          el("strong", {}, venue.nameOf(cell.major)), el("p", { class: "row-note" }, shownDay(cell.day)),
        ),
        el("span", { class: "row-figure" }, t("zones.venue.people", { people: number(cell.people) })),
      ),
    );
    fill(list, ...rows);
  }

  select.addEventListener("change", show);
  show();
  const published = risk.publishedOn === undefined ? null : t("zones.venue.published", { day: personDayName(risk.publishedOn) });
  return el(
    "div",
    { class: "zone-split" },
    el(
      "div", { class: "zone-main" },
      el("div", { class: "zone-bar" }, el("h2", {}, venue.body.name), select),
      stage,
      el("div", { class: "plan-foot" }, el("p", { class: "quiet" }, published), plan.zoomButtons()),
    ),
    el("section", { class: "zone-panel" }, el("h2", {}, t("zones.venue.list")), list),
  );
}

/** How nobody can be found in it, and what it cannot promise. */
function explanation(risk: VenueRisk): HTMLElement {
  const values = { least: number(risk.least), days: number(risk.days) };
  const points = (["agree", "blind", "coarse", "daily", "limit"] as const).map((name) =>
    el("li", {}, t(`zones.venue.how.${name}`, values)),
  );
  return el(
    "details", { class: "zone-details" },
    el("summary", {}, t("zones.venue.how")), el("ul", { class: "points-list" }, ...points),
  );
}
