import type { AuditEntry } from "../api";
import { el } from "../dom";
import { dayAndTime, number } from "../format";
import { known, plural, t } from "../i18n";
import { personDayName } from "../personday";
import { notice } from "../ui/banner";
import { emptyState, remote } from "../ui/states";
import type { SectionInput } from "./context";
import { consolePage } from "./page";

/** Who of the staff did what and when, and whether the record is as it was written. */
export function trailSection({ context, scope }: SectionInput): HTMLElement {
  void context.audit.load();
  return consolePage(
    t("console.trail.title"), t("console.trail.lead"),
    remote(scope, context.audit, (audit) => {
      const state = audit.isIntact
        ? notice("check", plural("console.trail.intact", audit.total))
        : notice("alert", t("console.trail.broken"), "bad");
      const list = audit.entries.length === 0
        ? emptyState("check", t("console.trail.empty"), t("console.trail.empty.text"))
        : el("ol", { class: "rows trail-rows" }, ...audit.entries.map(row));
      return el("div", { class: "trail" }, state, el("p", { class: "quiet" }, t("console.trail.days")), list);
    }),
  );
}

function row(entry: AuditEntry): HTMLElement {
  const staff = entry.email ?? t("console.trail.formerAccount");
  const who = entry.actor === "account" ? staff : t(`console.trail.${entry.actor}`);
  // What could point to a person is written down by its day alone.
  const isDay = /T00:00:00(\.000)?Z$/.test(entry.at);
  const when = isDay ? personDayName(entry.at.slice(0, 10)) : dayAndTime(entry.at);
  const action = known(`console.action.${entry.action}`) ?? entry.action;
  const times = entry.times !== undefined && entry.times > 1 ? ` × ${number(entry.times)}` : "";
  return el(
    "li", { class: "row trail-row", "data-action": entry.action },
    el("span", { class: "trail-number" }, entry.number === undefined ? "" : String(entry.number)),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, `${action}${times}`)),
      el("p", { class: "row-note" }, who),
    ),
    el("time", { class: "row-time", datetime: isDay ? entry.at.slice(0, 10) : entry.at }, when),
  );
}
