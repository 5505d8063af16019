import * as api from "../api";
import type { Venue } from "../api";
import { el, fill } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import { button } from "../ui/button";
import { section } from "../ui/section";
import { emptyState } from "../ui/states";
import type { VenueContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";
import { tapping } from "./survey/tapping";
import { mapSection, type Table, versionsSection } from "./survey/versions";

/** The venue's radio map: which one is in force, its versions, and how one is made; in a demo by taps on the plan. */
export function surveyPage(context: VenueContext): HTMLElement {
  // Only a demo can be entered without a password; a server that does not say is none.
  const demo = context.fetched(async (options) => {
    const { entrances } = await api.consoleEntrances(options);
    return entrances.some(({ role }) => role === "operator") ? api.venue(context.venue.venue, options) : null;
  });
  let shown: HTMLElement | undefined;
  return consolePage(t("survey.title"), t("survey.lead"), steady(context, demo, (plan) => {
    shown ??= surveyView(context, plan);
    return shown;
  }));
}

/** The page's parts; `plan` is that of a demo, on which one can tap. */
function surveyView(context: VenueContext, plan: Venue | null): HTMLElement {
  const maps = context.fetched((options) => api.radioMapVersions(context.venue.venue, options));
  const table: Table = {
    context, value: () => maps.value ?? { number: 0, versions: [] }, take: (value) => maps.set(value), load: () => maps.load(),
    fault: el("div", { class: "survey-fault", role: "alert" }),
  };
  const walk = plan === null ? null : tapping(table, plan);
  const versions = el("div", {});
  context.scope.watch(maps.observable, () => {
    walk?.refresh();
    fill(versions, versionsSection(table));
  });
  return el(
    "div", { class: "survey-view" },
    steady(context, maps, (value) => el(
      "div", { class: "work-list" },
      value.versions.length === 0 && plan === null && emptyState("walk", t("survey.empty"), t("survey.empty.text")), mapSection(table))),
    walk === null ? command(context) : walk.element, versions,
  );
}

/** The command that surveys this venue, to be copied. */
function command(context: VenueContext): HTMLElement {
  const { venue } = context.venue;
  const text = `cerca proximity survey --server ${window.location.origin} --uuid ${venue} --controller hci0 --out radio-map.json`;
  const copy = button("plain", "copy", t("survey.command.copy"), () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => context.toasts.show({ key: "copy", icon: "copy", text: t("survey.command.copied") }),
      () => context.toasts.show({ key: "copy", tone: "bad", text: t("copy.failed") }));
  });
  return section(
    "ruled", t("survey.command"), el("p", {}, t("survey.command.text")),
    el("pre", { class: "survey-command", tabindex: 0, "aria-label": t("survey.command"), translate: "no" }, text),
    el("div", { class: "actions" }, copy),
    el("ol", { class: "numbers" }, ...(["walk", "type", "upload"] as const).map((step) => el("li", {}, t(`survey.command.${step}`)))),
    el("p", { class: "quiet survey-why" }, icon("air"), el("span", {}, t("survey.command.why"))),
  );
}
