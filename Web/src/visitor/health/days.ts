import type { Tracing } from "../../api";
import { el } from "../../dom";
import { dayName, dayShort, number } from "../../format";
import { plural, t } from "../../i18n";
import { personDay } from "../../personday";

const shownDays = 14;
/** So few contacts do not fill a bar: a picture of one contact must not look like a crowd. */
const leastScale = 6;

/** The contacts of the last fourteen days as small bars: days and counts, and which days had a possible contact. */
export function contactDays(tracing: Tracing): HTMLElement {
  const now = Date.parse(tracing.now);
  // Two UTC days may lie in one day of the person's calendar while the second has not got far.
  const counts = new Map<string, number>();
  for (const { day, contacts } of tracing.contacts) {
    const shown = personDay(day, now).day;
    counts.set(shown, (counts.get(shown) ?? 0) + contacts);
  }
  const days = [...counts].map(([day, contacts]) => ({ day, contacts })).slice(-shownDays);
  const total = days.reduce((sum, { contacts }) => sum + contacts, 0);
  if (total === 0) return el("p", { class: "quiet" }, t("health.contacts.none"));
  const exposed = new Set(tracing.exposures.map(({ day }) => personDay(day, now).day));
  const most = Math.max(leastScale, ...days.map(({ contacts }) => contacts));
  const bars = days.map(({ day, contacts }) => {
    const isExposed = exposed.has(day);
    const count = plural("health.contacts.total", contacts);
    const words = `${dayName(day)}: ${count}${isExposed ? `, ${t("health.contacts.exposed")}` : ""}`;
    const fill = el("span", { class: isExposed ? "day-fill is-exposed" : "day-fill" });
    fill.style.height = `${contacts === 0 ? 0 : Math.max((contacts / most) * 100, 4)}%`;
    return el(
      "li",
      { class: "day", title: words },
      el("span", { class: "hidden" }, words),
      el("span", { class: "day-count", "aria-hidden": "true" }, contacts > 0 && number(contacts)),
      el("span", { class: "day-bar", "aria-hidden": "true" }, fill),
      el("span", { class: "day-number", "aria-hidden": "true" }, dayShort(day, "number")),
    );
  });
  const legend = days.some(({ day }) => exposed.has(day)) &&
    el("p", { class: "day-legend" }, el("span", { class: "day-key" }), t("health.contacts.exposed"));
  // Days before tracing began keep their place, so that today always stands at the right.
  const before = Array.from({ length: shownDays - days.length }, () => el("li", { "aria-hidden": "true" }));
  return el(
    "div",
    { class: "days" },
    el("p", { class: "days-total" }, plural("health.contacts.total", total)),
    el("ol", { class: "day-bars", "aria-label": t("health.contacts.title") }, ...before, ...bars),
    legend,
  );
}
