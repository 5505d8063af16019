import * as api from "../../api";
import type { OperatorPlan, PlanDifferences, PlanDocument, PlanVersion } from "../../api";
import { Failure } from "../../client";
import { el, fill, uniqueId } from "../../dom";
import { download } from "../../download";
import { dayAndTime } from "../../format";
import { plural, t } from "../../i18n";
import { button, working } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { faultLine } from "../../ui/field";
import { section } from "../../ui/section";
import { loadingState } from "../../ui/states";
import type { VenueContext } from "../../venueconsole/context";
import type { Canvas } from "./canvas";
import { changes } from "./differ";
import type { Drawing } from "./drawing";
import type { Clashing, Keeper } from "./keeper";
import { merged } from "./merge";
import { changeText, clashText, lossText, reason } from "./words";

/** What the panels beside the plan share. */
export interface Table {
  context: VenueContext;
  drawing: Drawing;
  canvas: Canvas;
  keeper: Keeper;
  /** What the server has last told. */
  plan: OperatorPlan;
  /** Shows the fields and lists again. */
  leave: () => void;
  /** Takes over what the server has now. */
  take: (plan: OperatorPlan) => void;
}

function sentences(texts: readonly string[]): HTMLElement {
  return el("ul", { class: "plan-sentences" }, ...texts.map((text) => el("li", {}, text)));
}

/** Loads something into a panel, with its states; the panel may be gone when it comes. */
function loaded<Value>(
  context: VenueContext, place: HTMLElement, load: () => Promise<Value>, show: (value: Value) => void,
): void {
  fill(place, loadingState());
  load().then(show, (error: unknown) => {
    const again = button("plain", "refresh", t("retry"), () => loaded(context, place, load, show));
    fill(place, el("p", { role: "alert" }, reason(context, Failure.from(error))), again);
  });
}

/** What publishing would change, drawn over the plan and in words; and publishing it. */
export function reviewPanel(table: Table): HTMLElement {
  const { context, drawing, canvas, keeper, plan, leave, take } = table;
  const { venue } = context.venue;
  const place = el("div", { class: "plan-review" });
  const fault = faultLine();
  const note: HTMLInputElement = el("input", { id: uniqueId("note"), type: "text", maxlength: 200 });
  const publish = async (): Promise<void> => {
    fault.hide();
    try {
      const now = await context.ask((options) =>
        api.publishPlan(venue, { note: note.value.trim() }, { ...options, match: keeper.draftNumber }));
      context.toasts.show({ text: t("plan.published", { number: now.version?.number ?? 0 }), tone: "ok" });
      take(now);
      leave();
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status !== 412) fault.show(reason(context, failure));
      else {
        const now = await context.ask((options) => api.operatorPlan(venue, options)).catch(() => null);
        if (now !== null) keeper.meet(now, drawing.document);
      }
    }
  };
  const show = ({ base, changes: told, losses }: PlanDifferences): void => {
    const go = button("primary", "check", t("plan.publish.now"), () => working(go, publish));
    fill(
      place,
      el("p", { class: "quiet" }, base === 0 ? t("plan.review.first") : t("plan.review.against", { number: base })),
      told.length === 0 ? el("p", {}, t("plan.review.none")) : sentences(told.map(changeText)),
      losses.length > 0 && el("div", { class: "plan-losses" }, el("h3", {}, t("plan.review.ends")), sentences(losses.map(lossText))),
      told.some(({ part, kind }) => part === "beacon" && kind === "added") && el("p", { class: "quiet" }, t("plan.review.keys")),
      el("div", { class: "field" }, el("label", { for: note.id }, t("plan.note")), note),
      fault.element,
      el("div", { class: "plan-actions" }, go),
    );
  };
  loaded(context, place, async () => {
    if (!(await keeper.flush())) throw new Failure("plan.unsaved", 0);
    return context.ask((options) => api.planDifferences(venue, options));
  }, show);
  canvas.compare(plan.document ?? null);
  const back = button("plain", "back", t("plan.back"), leave);
  return section("open", t("plan.review"), back, place, el("p", { class: "quiet" }, t("plan.review.legend")));
}

/** The versions with who and when; an older one is looked at over the plan, brought back, or saved as a file. */
export function versionsPanel(table: Table): HTMLElement {
  const { context, drawing, canvas, plan, keeper, leave, take } = table;
  const { venue, timeZone } = context.venue;
  const place = el("div", { class: "plan-versions" });
  const fault = faultLine();
  const restore = async (version: PlanVersion): Promise<void> => {
    fault.hide();
    const isMeant = await confirmed(
      t("plan.restore.title", { number: version.number }), t("plan.restore.text"), t("plan.restore.yes"));
    if (!isMeant) return;
    try {
      const now = await context.ask((options) =>
        api.restorePlanVersion(venue, version.number, { ...options, match: plan.version?.number ?? 0 }));
      context.toasts.show({ text: t("plan.restored", { number: version.number }), tone: "ok" });
      // A draft that somebody works on stays, and is looked at beside what is in force now.
      if (now.draft.isEmpty) take(now);
      else keeper.meet(now, drawing.document);
      leave();
    } catch (error) {
      fault.show(reason(context, Failure.from(error)));
    }
  };
  const look = async (version: PlanVersion, words: HTMLElement): Promise<void> => {
    try {
      const { document } = await context.ask((options) => api.planVersion(venue, version.number, options));
      canvas.compare(document);
      const told = changes(document, drawing.document).map(changeText);
      fill(words, told.length === 0 ? el("p", {}, t("plan.review.none")) : sentences(told));
    } catch (error) {
      fault.show(reason(context, Failure.from(error)));
    }
  };
  const rowOf = (version: PlanVersion): HTMLElement => {
    const words = el("div", { role: "status" });
    const isNow = version.number === plan.version?.number;
    const seen = button("plain", "eye", t("plan.compare"), () => working(seen, () => look(version, words)));
    const back = button("plain", "undo", t("plan.restore"), () => working(back, () => restore(version)));
    const address = `/api/operator/${encodeURIComponent(venue)}/plan/versions/${version.number}/file`;
    return el(
      "li", { class: "plan-version" },
      el("p", {}, el("strong", {}, t("plan.version", { number: version.number })), " ", isNow && el("span", { class: "own-tag" }, t("plan.inForce"))),
      el("p", { class: "quiet" }, `${dayAndTime(version.at, timeZone)} · ${version.by ?? t("plan.byMachine")}`),
      version.note !== "" && el("p", {}, version.note),
      version.restored !== undefined && el("p", { class: "quiet" }, t("plan.wasRestored", { number: version.restored })),
      el("p", { class: "quiet" }, `${plural("plan.count.shops", version.shops)}, ${plural("plan.count.beacons", version.beacons)}`),
      el("div", { class: "plan-actions" }, seen, !isNow && back, el("a", { class: "button", href: address, download: "" }, t("plan.download"))),
      words,
    );
  };
  loaded(context, place, () => context.ask((options) => api.planVersions(venue, options)), ({ versions }) =>
    fill(place, versions.length === 0 ? el("p", {}, t("plan.versions.none")) : el("ul", { class: "plan-items" }, ...versions.map(rowOf))));
  return section("open", t("plan.versions"), button("plain", "back", t("plan.back"), leave), fault.element, place);
}

/** What somebody else did and what was done here, side by side, and the three ways on. */
export function clashPanel(table: Table, { before, theirs, who }: Clashing): HTMLElement {
  const { context, drawing, canvas, keeper, leave } = table;
  const { venue } = context.venue;
  const mine = drawing.document;
  const fault = faultLine();
  const together = merged(before, mine, theirs);
  const go = (choose: (now: PlanDocument) => PlanDocument) => async (): Promise<void> => {
    try {
      // What is there may have changed once more while this was read.
      const now = await context.ask((options) => api.operatorPlan(venue, options));
      const there = now.draftDocument ?? now.document;
      if (there === undefined) return;
      const document = choose(there);
      drawing.run({ do: "replace", document });
      keeper.settled(now, drawing.document);
      canvas.compare(undefined);
      leave();
    } catch (error) {
      fault.show(reason(context, Failure.from(error)));
    }
  };
  const take = button("plain", "download", t("plan.clash.theirs"), () => working(take, go((there) => there)));
  const keep = button("primary", "check", t("plan.clash.mine"), () => working(keep, go((there) => merged(before, mine, there).document)));
  canvas.compare(theirs);
  const list = (from: PlanDocument | null, to: PlanDocument): HTMLElement => sentences(changes(from, to).map(changeText));
  return section(
    "open", t("plan.clash"),
    el("p", {}, who === null ? t("plan.clash.text") : t("plan.clash.who", { who })),
    el("div", { class: "plan-sides" },
      el("div", {}, el("h3", {}, t("plan.clash.theirChanges")), list(before, theirs)),
      el("div", {}, el("h3", {}, t("plan.clash.myChanges")), list(before, mine))),
    together.clashes.length > 0 && el("div", {}, el("h3", {}, t("plan.clash.both")), sentences(together.clashes.map(clashText))),
    fault.element,
    el("div", { class: "plan-actions" }, keep, take, button("plain", "copy", t("plan.clash.copy"), () => saveFile(mine))),
  );
}

/** Gives a plan to the reader as a file, which the editor can read again. */
export function saveFile(document: PlanDocument): void {
  download("plan.json", JSON.stringify(document, null, 2), "application/json");
}
