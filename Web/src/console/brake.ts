import * as api from "../api";
import type { Brake } from "../api";
import { ask } from "../client";
import { el } from "../dom";
import { dayAndTime, dayShort, number } from "../format";
import { plural, t } from "../i18n";
import { icon } from "../icons";
import { dayAt } from "../personday";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { section } from "../ui/section";
import { remote } from "../ui/states";
import { barGraph } from "./bars";
import type { ConsoleContext, SectionInput } from "./context";
import { consolePage } from "./page";

const refresh = 60_000;
/** A day with so few batches in the graph has no room for its name. */
const fewBatches = 7;

/** The anomaly brake: how many keys come, and what a person has to decide when too many do. */
export function brakeSection({ context, scope }: SectionInput): HTMLElement {
  void context.brake.load();
  scope.every(refresh, () => void context.brake.load());
  return consolePage(
    t("console.brake.title"), t("console.brake.lead"),
    remote(scope, context.brake, (brake) => state(context, brake)),
    notice("shield", t("console.brake.blind")),
  );
}

function state(context: ConsoleContext, brake: Brake): HTMLElement {
  const isHolding = brake.state === "holding";
  const badge = el(
    "p", { class: `badge badge-${isHolding || brake.held > 0 ? "lost" : "open"}`, "data-brake": brake.state },
    el("span", { class: "badge-dot" }), t(isHolding ? "console.brake.holding" : "console.brake.watching"),
  );
  return el(
    "div", { class: "brake" },
    el("div", { class: "brake-state" }, badge, el("p", {}, t("console.brake.limit", { limit: number(brake.limit) }))),
    heldBlock(context, brake),
    section("ruled", t("console.brake.graph"), graph(brake)),
  );
}

function heldBlock(context: ConsoleContext, brake: Brake): HTMLElement {
  if (brake.held === 0) return section("ruled", t("console.brake.held"), el("p", { class: "quiet" }, t("console.brake.none")));
  const decide = async (releases: boolean): Promise<void> => {
    const isMeant = await confirmed(
      t(releases ? "console.brake.release.title" : "console.brake.discard.title"),
      t(releases ? "console.brake.release.text" : "console.brake.discard.text"),
      t(releases ? "console.brake.release" : "console.brake.discard"), !releases,
    );
    if (!isMeant) return;
    try {
      context.brake.set(await ask((options) => (releases ? api.releaseHeld(options) : api.discardHeld(options))));
      const text = t(releases ? "console.brake.released" : "console.brake.discarded");
      context.toasts.show({ tone: "ok", key: "brake", text });
    } catch (error) {
      context.report(error);
    }
  };
  const release: HTMLButtonElement = button("primary", "check", t("console.brake.release"), () =>
    working(release, () => decide(true)));
  const discard: HTMLButtonElement = button("plain", "trash", t("console.brake.discard"), () =>
    working(discard, () => decide(false)));
  return section(
    "ruled", t("console.brake.held"),
    el("p", { class: "brake-held" }, icon("alert"), plural("console.brake.count", brake.held)),
    el("p", {}, t("console.brake.ask")),
    el("div", { class: "actions" }, release, discard),
  );
}

/** One bar for each two hours of the last seven days; the same in words for whoever does not see it. */
function graph(brake: Brake): HTMLElement {
  const batches = brake.batches;
  const all = batches.reduce((sum, batch) => sum + batch.uploads, 0);
  const busiest = batches.reduce((most, batch) => (batch.uploads > most.uploads ? batch : most), {
    release: "", uploads: 0, held: 0,
  });
  const said = (): string => {
    const most = plural("console.brake.busiest", busiest.uploads, { time: dayAndTime(busiest.release) });
    return `${plural("console.brake.sum", all)} ${most}`;
  };
  const summary = all === 0 ? t("console.brake.quiet") : said();
  const bars = batches.map(({ uploads, held }) => ({ whole: uploads, part: Math.min(uploads, held) }));
  // What came for a batch came before its release: one of midnight belongs to the day before.
  const days = new Map<string, number>();
  for (const { release } of batches) {
    const day = dayAt(Date.parse(release) - 1);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const names = [...days].map(([day, count]) => {
    const name = el("span", {}, count > fewBatches && dayShort(day, "month"));
    name.style.flexGrow = String(count);
    return name;
  });
  return el(
    "figure", { class: "bar-graph" },
    barGraph(bars, brake.limit, summary),
    el("div", { class: "bar-graph-days", "aria-hidden": "true" }, ...names),
    el("figcaption", { class: "quiet" }, summary),
  );
}
