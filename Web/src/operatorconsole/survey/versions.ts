import * as api from "../../api";
import type { CallOptions, RadioMapVersion, RadioMapVersions } from "../../api";
import { Failure } from "../../client";
import { el, fill } from "../../dom";
import { dayAndTime } from "../../format";
import { plural, t } from "../../i18n";
import { button, working } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { notice } from "../../ui/banner";
import { section } from "../../ui/section";
import type { VenueContext } from "../../venueconsole/context";
import { facts } from "../../venueconsole/page";
import { faultList, reason } from "./words";

/** The largest file that a server reads, in bytes. */
const mostBytes = 4 * 1024 * 1024;

/** What the parts of the page share. */
export interface Table {
  context: VenueContext;
  /** What the server has last told. */
  value: () => RadioMapVersions;
  /** Takes over what the server has now. */
  take: (value: RadioMapVersions) => void;
  /** What was wrong with the last change of the map; it outlives a newer list of versions. */
  fault: HTMLElement;
  /** Asks the server once more. */
  load: () => Promise<unknown>;
}

/** The map in force; undefined where there is none. */
export function inForce({ number, versions }: RadioMapVersions): RadioMapVersion | undefined {
  return versions.find((version) => version.number === number && version.places > 0);
}

/** A change of the map, made from the version that the page shows. */
export type Change = (options: CallOptions & { match: number }) => Promise<RadioMapVersions>;

/**
 * Makes a change, shows what it came to, and offers to take it back, which is a version of its own. Null when it failed: who
 * was quicker is asked for at once, and what the failure says is answered.
 */
export async function changed({ context, value, take, load }: Table, change: Change, done: string): Promise<Failure | null> {
  const before = value();
  let now: RadioMapVersions;
  try {
    now = await context.ask((options) => change({ ...options, match: before.number }));
  } catch (error) {
    const failure = Failure.from(error);
    // What the page shows is not what is there any more.
    if (failure.status === 412 || failure.code === "surveys.none" || failure.code === "surveys.other_plan") await load();
    return failure;
  }
  take(now);
  const was = inForce(before);
  const back: Change | null = was !== undefined && was.fits
    ? (options) => api.restoreRadioMap(context.venue.venue, was.number, options)
    : was === undefined && inForce(now) !== undefined ? (options) => api.removeRadioMap(context.venue.venue, options) : null;
  const run = async (): Promise<void> => {
    if (back === null) return;
    try {
      take(await context.ask((options) => back({ ...options, match: now.number })));
    } catch (error) {
      context.toasts.show({ text: reason(context, Failure.from(error)), tone: "bad" });
      await load();
    }
  };
  context.toasts.show({ key: "map", text: done, tone: "ok", ...(back === null ? {} : { undo: { what: t("survey.undo.what"), run: () => void run() } }) });
  return null;
}

/** The map in force with what can be done with it. */
export function mapSection(table: Table): HTMLElement {
  const { context, fault } = table;
  const { venue } = context.venue;
  const value = table.value();
  const map = inForce(value);
  const act = async (change: Change, done: string): Promise<void> => {
    fill(fault);
    const failure = await changed(table, change, done);
    if (failure !== null) fill(fault, notice("alert", reason(context, failure), "bad"), faultList(failure));
  };
  const files = value.plan === undefined ? [] : [
    ...(map?.fits === true ? [fileButton(t("survey.file.add"), "plus", "add", (file) =>
      act((options) => api.addRadioSurvey(venue, file, options), t("survey.added")), tooLarge)] : []),
    fileButton(map === undefined ? t("survey.file.put") : t("survey.file.replace"), "folder", "replace", (file) =>
      act((options) => api.putRadioMap(venue, file, options), t("survey.put")), tooLarge),
  ];
  function tooLarge(): void {
    fill(fault, notice("alert", t("survey.file.large"), "bad"));
  }
  if (map === undefined) {
    return section("open", t("survey.map"), el("p", { "data-map": "none" }, value.plan === undefined ? t("survey.noPlan") : t("survey.none.now")), fault,
      files.length > 0 && el("div", { class: "actions" }, ...files));
  }
  const remove: HTMLButtonElement = button("plain", "trash", t("survey.remove"), () => working(remove, async () => {
    if (!(await confirmed(t("survey.remove.title"), t("survey.remove.text"), t("survey.remove"), true))) return;
    await act((options) => api.removeRadioMap(venue, options), t("survey.removed"));
  }));
  remove.dataset["act"] = "remove";
  const save = el(
    "a", { class: "button", href: `/api/venues/${encodeURIComponent(venue)}/radio-map`, download: `radio-map-${map.number}.json` }, t("survey.download"));
  return section(
    "open", t("survey.map"),
    facts(
      [t("survey.fact.number"), String(map.number)], [t("survey.fact.at"), dayAndTime(map.at, context.timeZone)],
      [t("survey.fact.places"), plural("survey.places", map.places)], [t("survey.fact.scans"), plural("survey.scans", map.scans)]),
    map.fits ? notice("check", t("survey.fits")) : notice("alert", t("survey.fitsNot"), "warn"),
    fault,
    el("div", { class: "actions", "data-map": String(map.number) }, save, ...files, remove),
  );
}

/** A button that has the reader choose a file. */
function fileButton(
  text: string, picture: "plus" | "folder", act: string, run: (file: File) => Promise<void>, tooLarge: () => void,
): HTMLElement {
  const input: HTMLInputElement = el("input", {
    type: "file", accept: "application/json,.json", hidden: true, "data-file": act,
    onchange: () => {
      const [file] = [...(input.files ?? [])];
      input.value = "";
      if (file === undefined) return;
      if (file.size > mostBytes) tooLarge();
      else working(choose, () => run(file));
    },
  });
  const choose: HTMLButtonElement = button("plain", picture, text, () => input.click());
  choose.dataset["act"] = act;
  return el("span", {}, choose, input);
}

/** The versions that are kept, each of which can come into force again. */
export function versionsSection(table: Table): HTMLElement | null {
  const { context } = table;
  const { venue } = context.venue;
  const value = table.value();
  if (value.versions.length === 0) return null;
  const now = inForce(value);
  const rowOf = (version: RadioMapVersion): HTMLElement => {
    const fault = el("p", { class: "form-fault", role: "alert", hidden: true });
    const restore: HTMLButtonElement = button("plain", "undo", t("survey.restore"), () => working(restore, async () => {
      fault.hidden = true;
      const failure = await changed(
        table, (options) => api.restoreRadioMap(venue, version.number, options), t("survey.restored", { number: version.number }));
      if (failure === null) return;
      fill(fault, reason(context, failure));
      fault.hidden = false;
      // The row is drawn anew when somebody else was quicker.
      if (!fault.isConnected) context.toasts.show({ text: reason(context, failure), tone: "bad" });
    }));
    restore.dataset["act"] = `restore-${version.number}`;
    const isNow = version === now;
    const isMap = version.places > 0;
    return el(
      "li", { class: "plan-version", "data-version": String(version.number) },
      el("p", {}, el("strong", {}, t("survey.version", { number: version.number })), " ", isNow && el("span", { class: "own-tag" }, t("survey.inForce"))),
      el("p", { class: "quiet" }, `${dayAndTime(version.at, context.timeZone)} · ${version.by ?? t("survey.byMachine")}`),
      el("p", { class: "quiet" }, isMap
        ? `${plural("survey.places", version.places)}, ${plural("survey.scans", version.scans)}` : t("survey.wasRemoved")),
      version.restored !== undefined && el("p", { class: "quiet" }, t("survey.wasRestored", { number: version.restored })),
      isMap && !version.fits && el("p", { class: "quiet" }, t("survey.otherPlan")),
      isMap && version.fits && !isNow && el("div", { class: "plan-actions" }, restore),
      fault,
    );
  };
  return section("ruled", t("survey.versions"), el("p", { class: "quiet" }, t("survey.versions.text")),
    el("ul", { class: "survey-versions" }, ...value.versions.map(rowOf)));
}
