import * as api from "../../api";
import type { Venue } from "../../api";
import { Failure } from "../../client";
import { el, fill, setText } from "../../dom";
import { download } from "../../download";
import { number } from "../../format";
import { plural, t } from "../../i18n";
import { notice } from "../../ui/banner";
import { button, iconButton, working } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { section } from "../../ui/section";
import type { Point } from "../plan/geometry";
import { Floor, reachMetres } from "./floor";
import { Sheet } from "./sheet";
import { type Change, changed, inForce, type Table } from "./versions";
import { keptSurvey, mostTakes, type Place, SurveyWalk } from "./walk";
import { faultList, reason } from "./words";

/** A survey by taps on the plan of a demo, where the server knows what would be heard there. */
export function tapping(table: Table, venue: Venue): { element: HTMLElement; refresh: () => void } {
  const { context } = table;
  const walk = new SurveyWalk(keptSurvey(context.venue.venue));
  const floor = new Floor(venue);
  const listening: Point[] = [];
  const said = el("p", { class: "survey-said", role: "status", tabindex: -1 });
  const coverage = el("p", { id: "survey-coverage" });
  const meter = el("progress", { class: "fleet-progress", max: 100, "aria-labelledby": "survey-coverage" });
  const list = el("ul", { class: "survey-places" });
  const state = el("div", { class: "work-list" });
  const actions = el("div", { class: "actions" });
  const fault = el("div", { class: "survey-fault", role: "alert" });
  const sheet = new Sheet(venue, (point) => void listen(point));
  const undo = button("plain", "undo", t("survey.undo.last"), () => {
    const last = walk.undo();
    if (last !== undefined) setText(said, t("survey.undone", at([last.x, last.y])));
    draw();
  });
  undo.dataset["act"] = "undo-last";

  async function listen(point: Point): Promise<void> {
    const obstacle = floor.obstacle(point);
    if (obstacle !== null) return setText(said, t(`survey.refused.${obstacle}`));
    if (walk.takes.length + listening.length >= mostTakes) return setText(said, t("survey.refused.full", { count: mostTakes }));
    const place = walk.placeAt(point);
    if (floor.obstacle(place) !== null) return setText(said, t("survey.refused.wall"));
    listening.push(place);
    setText(said, t("survey.listening", at(place)));
    draw();
    try {
      const heard = await context.ask((options) => api.demoSurvey(context.venue.venue, { x: place[0], y: place[1] }, options));
      const taken = walk.take(place, heard);
      if (taken === "taken") {
        setText(said, plural("survey.heard", heard.heard.length, at(place)));
      } else {
        setText(said, taken === "full" ? t("survey.refused.full", { count: mostTakes }) : t(`survey.refused.${taken}`));
        if (taken === "other-plan") await table.load();
      }
    } catch (error) {
      setText(said, t("survey.notHeard", { ...at(place), reason: reason(context, Failure.from(error)) }));
    }
    listening.splice(listening.indexOf(place), 1);
    draw();
  }

  /** Whether the places are of a plan that is not in force any more. */
  const isOld = (): boolean => {
    const { plan } = table.value();
    return walk.plan !== null && plan !== undefined && walk.plan !== plan;
  };

  function saveButton(kind: "primary" | "plain", text: string, act: string, change: (file: Blob) => Change, done: string): HTMLElement {
    const save: HTMLButtonElement = button(kind, "check", text, () => working(save, async () => {
      fill(fault);
      const day = new Date(context.now()).toISOString().slice(0, 10);
      const before = walk.takes.length;
      const file = new Blob([walk.file(context.venue.venue, day)], { type: "application/json" });
      const failure = await changed(table, change(file), done);
      if (failure !== null) {
        fill(fault, notice("alert", `${reason(context, failure)} ${t("survey.kept")}`, "bad"), faultList(failure));
        return;
      }
      // What was tapped while it was sent is not in the file.
      if (walk.takes.length === before) walk.clear();
      setText(said, done);
      draw();
      // The button is gone.
      said.focus();
    }));
    save.dataset["act"] = act;
    return save;
  }

  function draw(): void {
    const { places } = walk;
    const { share, cells } = floor.covered(places.map(({ x, y }) => [x, y]));
    sheet.show({ places, covered: cells, cell: floor.cell, listening });
    const percent = Math.round(share * 100);
    meter.value = percent;
    setText(coverage, `${plural("survey.places", places.length)} · ${t("survey.coverage", { percent, metres: reachMetres })}`);
    undo.disabled = walk.takes.length === 0;
    fill(list, ...places.map(row).reverse());
    fill(state, isOld() && notice("alert", t("survey.oldPlan"), "warn"));
    fill(actions, ...ways());
  }

  function ways(): HTMLElement[] {
    if (walk.takes.length === 0) return [];
    const map = inForce(table.value());
    const { venue: uuid } = context.venue;
    const put = (kind: "primary" | "plain", text: string): HTMLElement =>
      saveButton(kind, text, "save-put", (file) => (options) => api.putRadioMap(uuid, file, options), t("survey.put"));
    const saves = isOld() ? [] : map?.fits === true
      ? [
        saveButton("primary", t("survey.save.add"), "save-add", (file) => (options) => api.addRadioSurvey(uuid, file, options), t("survey.added")),
        put("plain", t("survey.save.replace")),
      ] : [put("primary", map === undefined ? t("survey.save.put") : t("survey.save.replace"))];
    const file = button("plain", "download", t("survey.save.file"), () =>
      download("radio-map.json", walk.file(uuid, new Date(context.now()).toISOString().slice(0, 10)), "application/json"));
    const discard = button("plain", "trash", t("survey.discard"), () => void (async () => {
      if (!(await confirmed(t("survey.discard.title"), t("survey.discard.text"), t("survey.discard"), true))) return;
      walk.clear();
      draw();
    })());
    discard.dataset["act"] = "discard";
    return [...saves, file, discard];
  }

  function row({ x, y, heard, times }: Place): HTMLElement {
    const words = at([x, y]);
    const remove = iconButton("trash", t("survey.place.remove", words), () => {
      const back = walk.remove([x, y]);
      draw();
      context.toasts.show({
        text: t("survey.place.removed", words), undo: {
          what: t("survey.place", words), run: () => {
            back();
            draw();
          },
        },
      });
    });
    return el("li", { "data-row": `${x} ${y}` },
      el("span", {}, el("strong", {}, t("survey.place", words)), " ",
        el("span", { class: "quiet" }, `${plural("survey.beacons", heard.length)}${times > 1 ? ` · ${plural("survey.times", times)}` : ""}`)),
      remove);
  }

  draw();
  const element = section(
    "ruled", t("survey.walk"), el("p", {}, t("survey.walk.text")), state, sheet.element,
    el("p", { id: "survey-keys", class: "quiet" }, t("survey.keys")), said,
    meter, coverage, el("div", { class: "actions" }, undo), fault, actions, list,
  );
  element.classList.add("survey-walk");
  return { element, refresh: draw };
}

function at([x, y]: Point): { x: string; y: string } {
  const metres = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
  return { x: metres(x), y: metres(y) };
}
