import * as api from "../api";
import type { Fault, ZoneAreaImport, ZoneAreaMode, ZoneImport, ZoneLevel, Zones } from "../api";
import { ask, Failure } from "../client";
import { el, fill } from "../dom";
import { dayName, megabytes } from "../format";
import { plural, t } from "../i18n";
import { confirmed } from "../ui/dialog";
import type { ConsoleContext } from "./context";
import { fileFaults } from "./zonefiles";

export type LevelName = ZoneLevel["level"];
export type MeasureName = ZoneLevel["measures"][number]["measure"];
export type Kind = "areas" | "cases";
export type Mode = Exclude<ZoneAreaMode, "check">;

/** What is to be imported; the measure does not matter for areas, nor the mode for cases. */
export interface Wanted {
  kind: Kind;
  level: LevelName;
  measure: MeasureName;
  mode: Mode;
}

/** What is said of an import. */
export interface Outcome {
  sentence: string;
  /** What of the file was left out. */
  faults: readonly Fault[];
}

/** A large file is worked through before the answer comes. */
const patience = 120_000;

/** Sends a file, after asking when it changes something; gives what to say of it, or null when nothing changed. */
export async function send(
  context: ConsoleContext, wanted: Wanted, file: File, said: HTMLElement,
  blame: (...parts: (HTMLElement | string)[]) => void,
): Promise<Outcome | null> {
  const { kind, level } = wanted;
  try {
    // Somebody else, or the command, may have imported since the page was opened.
    const zones = await ask(api.zones);
    context.zones.set(zones);
    const known = zones.levels.find((one) => one.level === level);
    if (kind === "cases" && known === undefined) {
      blame(t("console.zones.areasFirst", { level: t(`zones.level.${level}`) }));
      return null;
    }
    const label = t("console.zones.sending", { name: file.name, size: megabytes(file.size) });
    const progress = (): void =>
      fill(said, el("div", { class: "zone-progress" }, el("p", {}, label), el("progress", { "aria-label": label })));
    const outcome = kind === "areas"
      ? await sendAreas(wanted, file, known, said, progress)
      : await sendCases(wanted, file, zones, known?.areas ?? 0, progress);
    if (outcome !== null) await context.zones.load();
    return outcome;
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

/** Sends areas. Where there are some already, the server first counts what the file would do to them. */
async function sendAreas(
  { level, mode }: Wanted, file: File, known: ZoneLevel | undefined, said: HTMLElement, progress: () => void,
): Promise<Outcome | null> {
  progress();
  if (known !== undefined) {
    const counts = await ask((options) => api.importZoneAreas(level, { mode: "check" }, file, options), patience);
    fill(said);
    const names = { level: t(`zones.level.${level}`) };
    const isReplacing = mode === "replace" && counts.removable > 0;
    const isMeant = isReplacing
      ? await confirmed(t("console.zones.replace.areas", names), whatChanges(counts, mode), t("console.zones.replace"), true)
      : await confirmed(t("console.zones.add.areas", names), whatChanges(counts, mode), t("console.zones.add"));
    if (!isMeant) return null;
    progress();
  }
  const done = await ask((options) => api.importZoneAreas(level, { mode }, file, options), patience);
  const imported = plural("console.zones.done.areas", done.areas, { level: t(`zones.level.${level}`) });
  const sentences = [imported, plural("console.zones.done.total", done.total)];
  if (done.leftOut > 0) sentences.push(plural("console.zones.count.leftOut", done.leftOut));
  return { sentence: sentences.join(" "), faults: done.faults ?? [] };
}

/** What a file of areas does to a level, in a sentence for each count that is not zero. */
export function whatChanges(
  { added, updated, others, removable, leftOut }: Pick<ZoneAreaImport, "added" | "updated" | "others" | "removable" | "leftOut">,
  mode: Mode,
): string {
  const removed = mode === "replace" ? removable : 0;
  const counts = [
    ["console.zones.count.added", added], ["console.zones.count.updated", updated],
    ["console.zones.count.stays", others - removed], ["console.zones.count.leftOut", leftOut],
    ["console.zones.count.removed", removed],
  ] as const;
  return counts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count)).join(" ");
}

/** Sends cases, after asking when they replace others. */
async function sendCases(
  { level, measure }: Wanted, file: File, zones: Zones, areas: number, progress: () => void,
): Promise<Outcome | null> {
  if (!(await isMeant(zones, level, measure))) return null;
  progress();
  const done: ZoneImport = await ask((options) => api.importZoneCases(level, measure, file, options), patience);
  // Where a file has the whole country, the answer counts it as one more.
  const some = plural("console.zones.areas", Math.min(done.areas, areas));
  const values = { level: t(`zones.level.${level}`), measure: t(`zones.measure.${measure}`), areas: some };
  return { sentence: plural("console.zones.done.cases", done.days, values), faults: [] };
}

async function isMeant(zones: Zones, level: LevelName, measure: MeasureName): Promise<boolean> {
  const known = zones.levels.find((one) => one.level === level);
  const days = known?.measures.find((one) => one.measure === measure);
  if (days === undefined) return true;
  const names = { level: t(`zones.level.${level}`), measure: t(`zones.measure.${measure}`) };
  const text = plural("console.zones.replace.cases.text", dayCount(days.firstDay, days.lastDay), {
    first: dayName(days.firstDay), last: dayName(days.lastDay),
  });
  return confirmed(t("console.zones.replace.cases", names), text, t("console.zones.replace"), true);
}

/** The command that imports the same at the server itself. */
export function commandFor({ kind, level, measure, mode }: Wanted): HTMLElement {
  const others = mode === "replace" ? " --replace" : "";
  const text = kind === "areas"
    ? `cerca exposure zones import-areas areas.geojson --level ${level}${others} --database …`
    : `cerca exposure zones import-cases cases.csv --measure ${measure} --level ${level} --database …`;
  return el("code", { class: "command" }, text);
}

/** How many days there are from one to another, both included. */
export function dayCount(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}
