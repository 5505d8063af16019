import * as api from "../api";
import type { ZoneImport, ZoneLevel, Zones } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { dayName, megabytes } from "../format";
import { plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { mark } from "../ui/list";
import { segmented } from "../ui/menu";
import { section } from "../ui/section";
import { emptyState, remote } from "../ui/states";
import type { ConsoleContext, SectionInput } from "./context";
import { consolePage } from "./page";
import { fileFaults, fileForms } from "./zonefiles";

type LevelName = ZoneLevel["level"];
type MeasureName = ZoneLevel["measures"][number]["measure"];
type Kind = "areas" | "cases";

/** What is to be imported; the measure is of no account for areas. */
interface Wanted {
  kind: Kind;
  level: LevelName;
  measure: MeasureName;
}

const levels: readonly LevelName[] = ["state", "municipality"];
const measures: readonly MeasureName[] = ["confirmed", "negative", "suspected", "deaths"];
/** What the server takes. */
const largest = 16 * 1024 * 1024;
/** A large file is worked through before the answer comes. */
const patience = 120_000;

/** The areas of the map of cases and their cases: what there is, and files that replace it. */
export function zonesSection(input: SectionInput): HTMLElement {
  const { context, scope } = input;
  const forms = fileForms();
  const showForms = (): void => {
    forms.open = true;
    forms.scrollIntoView({ block: "start" });
    forms.querySelector("summary")?.focus();
  };
  void context.zones.load();
  const present = remote(scope, context.zones, ({ levels: known }) =>
    known.length === 0
      ? emptyState(
        "map", t("console.zones.empty"), t("console.zones.empty.text"),
        button("plain", "question", t("console.zones.forms"), showForms),
      )
      : el("div", { class: "zone-levels" }, ...known.map(levelRows), publicPage()),
  );
  return consolePage(
    t("console.zones.title"), t("console.zones.lead"),
    section("ruled", t("console.zones.import"), importForm(input), forms),
    section("ruled", t("console.zones.present"), present),
  );
}

function publicPage(): HTMLElement {
  return el("p", {}, el("a", { class: "panel-link", href: "/#/zones" }, t("console.zones.public")));
}

/** A level with its areas and every measure, also those that are still missing. */
function levelRows(level: ZoneLevel): HTMLElement {
  const rows = measures.map((name) => {
    const known = level.measures.find(({ measure }) => measure === name);
    const days = known === undefined ? 0 : dayCount(known.firstDay, known.lastDay);
    const span = known !== undefined
      && plural("console.zones.days", days, { first: dayName(known.firstDay), last: dayName(known.lastDay) });
    return el(
      "li", { class: "row", "data-measure": name, "data-days": days },
      mark(known === undefined ? "" : "accepted", known === undefined ? "minus" : "check"),
      el(
        "div", { class: "row-body" },
        el("p", { class: "row-title" }, el("strong", {}, t(`zones.measure.${name}`))),
        el("p", { class: "row-note" }, span === false ? t("console.zones.noDays") : span),
      ),
    );
  });
  return el(
    "section", { "data-level": level.level },
    el("h3", {}, t(`zones.level.${level.level}`)),
    el("p", { class: "quiet" }, plural("console.zones.areas", level.areas)),
    level.isFictional && notice("alert", t("zones.fictional")),
    el("ul", { class: "rows" }, ...rows),
  );
}

function dayCount(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

/** What to import, from which file; afterwards what came of it. */
function importForm(input: SectionInput): HTMLElement {
  let kind: Kind = "areas";
  let level: LevelName = "state";
  let measure: MeasureName = "confirmed";
  let file: File | null = null;
  const said = el("div", { class: "issued-place", "aria-live": "polite" });
  const name = el("span", { class: "file-name quiet" });
  const fault = el("div", { class: "zone-fault", role: "alert", hidden: true });
  const measureChoice = el("div", { hidden: true });
  const chooser = el("input", { type: "file", id: uniqueId("file"), hidden: true });
  const choose = button("plain", "search", t("console.zones.choose"), () => chooser.click());
  const send = el("button", { type: "submit", class: "button button-primary" }, t("console.zones.send"));

  function take(chosen: File | null): void {
    file = chosen;
    fill(name, chosen === null ? t("console.zones.noFile") : `${chosen.name} · ${megabytes(chosen.size)}`);
  }

  function blame(...parts: (HTMLElement | string)[]): void {
    fill(fault, ...parts.map((part) => (typeof part === "string" ? el("p", { class: "form-fault" }, part) : part)));
    fault.hidden = false;
  }

  /** Forgets the file and what was said of the last one, as after choosing something else to import. */
  function begin(): void {
    chooser.accept = kind === "areas" ? ".geojson,.json,application/geo+json" : ".csv,.txt,text/csv";
    measureChoice.hidden = kind === "areas";
    fault.hidden = true;
    fill(said);
    take(null);
  }

  chooser.addEventListener("change", () => {
    const chosen = chooser.files?.[0] ?? null;
    // The same file, corrected, can then be chosen again.
    chooser.value = "";
    if (chosen === null) return;
    fault.hidden = true;
    fill(said);
    take(chosen.size > largest ? null : chosen);
    if (chosen.size > largest) {
      const size = megabytes(chosen.size);
      blame(t(`console.zones.tooLarge.${kind}`, { name: chosen.name, size }), commandFor({ kind, level, measure }));
    }
  });

  const kinds = (["areas", "cases"] as const).map((value) => ({ value, label: t(`console.zones.${value}.kind`) }));
  const levelNames = levels.map((value) => ({ value, label: t(`zones.level.${value}`) }));
  const measureNames = measures.map((value) => ({ value, label: t(`zones.measure.${value}`) }));
  const measureControl = segmented(t("zones.measure"), measureNames, measure, (value) => {
    measure = value;
    begin();
  });
  measureControl.classList.add("segmented-wrap");
  fill(measureChoice, measureControl);
  const form = el(
    "form", { class: "zone-form", novalidate: true },
    segmented(t("console.zones.kind"), kinds, kind, (value) => {
      kind = value;
      begin();
    }),
    segmented(t("zones.level"), levelNames, level, (value) => {
      level = value;
      begin();
    }),
    measureChoice,
    el("div", { class: "actions zone-file" }, choose, name, chooser),
    fault,
    el("div", { class: "actions" }, send),
    said,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = file;
    fault.hidden = true;
    if (chosen === null) {
      blame(t("console.zones.fileMissing"));
      choose.focus();
      return;
    }
    const wanted = { kind, level, measure };
    const controls = [...form.querySelectorAll<HTMLButtonElement>(".segment, .zone-file button")];
    working(send, async () => {
      for (const control of controls) control.disabled = true;
      try {
        const sentence = await replace(input.context, wanted, chosen, said, blame);
        if (sentence === null) return;
        take(null);
        fill(said, notice("check", sentence));
        // Whoever has gone to another section meanwhile is told there.
        if (input.scope.isEnded) input.context.toasts.show({ tone: "ok", key: "zones", text: sentence });
      } finally {
        for (const control of controls) control.disabled = false;
      }
    });
  });
  begin();
  return form;
}

/** Sends a file, after asking when it replaces something; gives what to say of it, or null when nothing changed. */
async function replace(
  context: ConsoleContext, wanted: Wanted, file: File, said: HTMLElement,
  blame: (...parts: (HTMLElement | string)[]) => void,
): Promise<string | null> {
  const { kind, level, measure } = wanted;
  try {
    // Somebody else, or the command, may have imported since the page was opened.
    const zones = await ask(api.zones);
    context.zones.set(zones);
    const known = zones.levels.find((one) => one.level === level);
    if (kind === "cases" && known === undefined) {
      blame(t("console.zones.areasFirst", { level: t(`zones.level.${level}`) }));
      return null;
    }
    if (!(await isMeant(zones, wanted))) return null;
    const label = t("console.zones.sending", { name: file.name, size: megabytes(file.size) });
    fill(said, el("div", { class: "zone-progress" }, el("p", {}, label), el("progress", { "aria-label": label })));
    const done = await ask(
      (options) =>
        kind === "areas"
          ? api.importZoneAreas(level, file, options)
          : api.importZoneCases(level, measure, file, options),
      patience,
    );
    await context.zones.load();
    return outcome(wanted, done, known?.areas ?? done.areas);
  } catch (error) {
    const failure = Failure.from(error);
    fill(said);
    const isSlow = failure.code.startsWith("network.") || failure.code === "request.timeout";
    if (failure.code === "zones.invalid_file") blame(failure.explanation, fileFaults(failure.faults));
    else if (isSlow) blame(failure.explanation, t("console.zones.slow"), commandFor(wanted));
    else blame(failure.explanation);
    context.session.endIfRefused(failure);
    return null;
  }
}

async function isMeant(zones: Zones, { kind, level, measure }: Wanted): Promise<boolean> {
  const known = zones.levels.find((one) => one.level === level);
  if (known === undefined) return true;
  const names = { level: t(`zones.level.${level}`), measure: t(`zones.measure.${measure}`) };
  const action = t("console.zones.replace");
  if (kind === "areas") {
    const text = plural("console.zones.replace.areas.text", known.areas);
    return confirmed(t("console.zones.replace.areas", names), text, action, true);
  }
  const days = known.measures.find((one) => one.measure === measure);
  if (days === undefined) return true;
  const text = plural("console.zones.replace.cases.text", dayCount(days.firstDay, days.lastDay), {
    first: dayName(days.firstDay), last: dayName(days.lastDay),
  });
  return confirmed(t("console.zones.replace.cases", names), text, action, true);
}

function outcome({ kind, level, measure }: Wanted, done: ZoneImport, areas: number): string {
  const levelName = t(`zones.level.${level}`);
  if (kind === "areas") return plural("console.zones.done.areas", done.areas, { level: levelName });
  // Where a file has the whole country, the answer counts it as one more.
  const some = plural("console.zones.areas", Math.min(done.areas, areas));
  const values = { level: levelName, measure: t(`zones.measure.${measure}`), areas: some };
  return plural("console.zones.done.cases", done.days, values);
}

/** The command that imports the same at the server itself. */
function commandFor({ kind, level, measure }: Wanted): HTMLElement {
  const text = kind === "areas"
    ? `cerca exposure zones import-areas areas.geojson --level ${level} --database …`
    : `cerca exposure zones import-cases cases.csv --measure ${measure} --level ${level} --database …`;
  return el("code", { class: "command" }, text);
}
