import type { ZoneLevel } from "../api";
import { el, fill, uniqueId } from "../dom";
import { dayName, megabytes } from "../format";
import { plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { mark } from "../ui/list";
import { segmented } from "../ui/menu";
import { section } from "../ui/section";
import { emptyState, remote } from "../ui/states";
import type { SectionInput } from "./context";
import { consolePage } from "./page";
import { fileFaults, fileForms } from "./zonefiles";
import { commandFor, dayCount, type Kind, type LevelName, type MeasureName, type Mode, send } from "./zoneimport";

const levels: readonly LevelName[] = ["state", "municipality"];
const measures: readonly MeasureName[] = ["confirmed", "negative", "suspected", "deaths"];
/** What the server takes. */
const largest = 16 * 1024 * 1024;

/** The areas of the map of cases and their cases: what there is, and files that add to it or replace it. */
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

/** What to import, from which file; afterwards what came of it. */
function importForm(input: SectionInput): HTMLElement {
  let kind: Kind = "areas";
  let level: LevelName = "state";
  let measure: MeasureName = "confirmed";
  let mode: Mode = "add";
  let file: File | null = null;
  const said = el("div", { class: "issued-place", "aria-live": "polite" });
  const name = el("span", { class: "file-name quiet" });
  const fault = el("div", { class: "zone-fault", role: "alert", hidden: true });
  const measureChoice = el("div", { hidden: true });
  const modeChoice = el("div", { class: "zone-mode" });
  const modeHint = el("p", { class: "quiet", role: "status", hidden: true }, t("console.zones.mode.replace.hint"));
  const chooser = el("input", { type: "file", id: uniqueId("file"), hidden: true });
  const choose = button("plain", "search", t("console.zones.choose"), () => chooser.click());
  const submit = el("button", { type: "submit", class: "button button-primary" }, t("console.zones.send"));

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
    modeChoice.hidden = kind === "cases";
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
      blame(t(`console.zones.tooLarge.${kind}`, { name: chosen.name, size }), commandFor({ kind, level, measure, mode }));
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
  const modeNames = (["add", "replace"] as const).map((value) => ({ value, label: t(`console.zones.mode.${value}`) }));
  const modeControl = segmented(t("console.zones.mode"), modeNames, mode, (value) => {
    mode = value;
    modeHint.hidden = mode === "add";
  });
  modeControl.classList.add("segmented-wrap");
  fill(modeChoice, modeControl, modeHint);
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
    modeChoice,
    el("div", { class: "actions zone-file" }, choose, name, chooser),
    fault,
    el("div", { class: "actions" }, submit),
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
    const wanted = { kind, level, measure, mode };
    const controls = [...form.querySelectorAll<HTMLButtonElement>(".segment, .zone-file button")];
    working(submit, async () => {
      for (const control of controls) control.disabled = true;
      try {
        const outcome = await send(input.context, wanted, chosen, said, blame);
        if (outcome === null) return;
        const { sentence, faults } = outcome;
        take(null);
        fill(said, notice("check", sentence), faults.length > 0 && fileFaults(faults));
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
