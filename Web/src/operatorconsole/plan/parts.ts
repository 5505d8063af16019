import { el, fill } from "../../dom";
import { plural, t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { section } from "../../ui/section";
import type { Canvas } from "./canvas";
import { check, type Remark, withServer } from "./check";
import type { Drawing } from "./drawing";
import { centre, middleOf, type Point } from "./geometry";
import type { Keeper } from "./keeper";
import { nextMajor, nextMinor, type Ref } from "./model";
import { exactly, nameOf, remarkText } from "./words";

/** Where a thing is. */
function placeOf(drawing: Drawing, { kind, index }: Ref): Point {
  const { plan, shops, beacons } = drawing.document;
  if (kind === "shop") return centre(shops[index]?.area ?? []);
  if (kind === "beacon") return [beacons[index]?.x ?? 0, beacons[index]?.y ?? 0];
  const segment = (kind === "wall" ? plan.walls : plan.doors)[index];
  return segment === undefined ? [0, 0] : middleOf(segment);
}

/** Everything on the plan in words, and what adds to it: all that the drawing can do, without the drawing. */
export function partsPanel(drawing: Drawing, canvas: Canvas, scope: Scope): HTMLElement {
  const place = el("div", { class: "plan-parts" });
  const open = new Set<Ref["kind"]>();
  const draw = (): void => {
    const { plan, shops, beacons } = drawing.document;
    const focused = document.activeElement instanceof HTMLElement && place.contains(document.activeElement)
      ? document.activeElement.dataset["act"] : undefined;
    const group = (kind: Ref["kind"], title: string, count: number): HTMLElement => {
      const body = el("div", { class: "plan-part-body" });
      const box: HTMLDetailsElement = el("details", { class: "plan-corners", open: open.has(kind) },
        el("summary", { "data-act": kind }, title, icon("chevron")), body);
      const show = (): void => {
        // Lists of a large venue are made when somebody looks at them.
        const items = Array.from({ length: count }, (_, index) => item({ kind, index }));
        const add = el("button", { type: "button", class: "button", "data-act": `add-${kind}`, onclick: () => addAt(kind) }, icon("plus"), t(`plan.add.${kind}`));
        fill(body, add, el("ul", { class: "plan-items" }, ...items));
      };
      box.addEventListener("toggle", () => {
        if (box.open) open.add(kind);
        else open.delete(kind);
        if (box.open) show();
      });
      if (open.has(kind)) show();
      return box;
    };
    fill(
      place,
      group("shop", plural("plan.count.shops", shops.length), shops.length),
      group("beacon", plural("plan.count.beacons", beacons.length), beacons.length),
      group("wall", plural("plan.count.walls", plan.walls.length), plan.walls.length),
      group("door", plural("plan.count.doors", plan.doors.length), plan.doors.length),
    );
    if (focused !== undefined) place.querySelector<HTMLElement>(`[data-act="${CSS.escape(focused)}"]`)?.focus();
  };
  const item = (ref: Ref): HTMLElement => {
    const [x, y] = placeOf(drawing, ref);
    const choose = (): void => {
      drawing.tool.set("select");
      drawing.select(ref);
      canvas.goTo([x, y]);
    };
    const chosen = drawing.selection.value;
    const isChosen = chosen?.kind === ref.kind && chosen.index === ref.index;
    return el("li", {}, el(
      "button", { type: "button", class: "plan-item", "data-act": `${ref.kind}-${ref.index}`, "aria-pressed": String(isChosen), onclick: choose },
      el("span", {}, nameOf(drawing.document, ref)), el("span", { class: "quiet" }, t("plan.at", { x: exactly(x), y: exactly(y) })),
    ));
  };
  const addAt = (kind: Ref["kind"]): void => {
    const [x, y] = canvas.middle;
    const { document } = drawing;
    if (kind === "wall" || kind === "door") {
      drawing.add(kind, { do: "addSegment", kind, segment: [x, y, x + (kind === "wall" ? 5 : 1.2), y] });
    } else if (kind === "shop") {
      const major = nextMajor(document);
      const area: Point[] = [[x, y], [x + 5, y], [x + 5, y + 5], [x, y + 5]];
      drawing.add("shop", { do: "addShop", shop: { major, name: t("plan.newShop", { major }), category: t("plan.newCategory"), area } });
    } else {
      drawing.add("beacon", {
        do: "addBeacon",
        beacon: { major: 1, minor: nextMinor(document, 1), x, y, zone: "aisle", measuredPower: -59, period: 8, neighbours: [] },
      });
    }
  };
  scope.watch(drawing.history, draw);
  scope.watch(drawing.selection, draw);
  return section("open", t("plan.parts"), place);
}

/** What is wrong, each with a tap that leads there; drawn at its place too. */
export function remarksPanel(drawing: Drawing, canvas: Canvas, keeper: Keeper, scope: Scope): HTMLElement {
  const place = el("div", { class: "plan-remarks", role: "status" });
  let timer: number | undefined;
  const lead = ({ ref, place: at }: Remark): void => {
    drawing.tool.set("select");
    drawing.select(ref);
    if (at !== null) canvas.goTo(at);
  };
  canvas.onRemark = lead;
  const draw = (): void => {
    const { document } = drawing;
    const remarks = withServer(check(document), keeper.keeping.value.state === "saved" ? keeper.remarks.value : []);
    canvas.showRemarks(remarks);
    const faults = remarks.filter(({ isNotice }) => !isNotice).length;
    const items = remarks.slice(0, 100).map((remark) => el("li", {}, el(
      "button", { type: "button", class: `plan-item ${remark.isNotice ? "is-notice" : "is-fault"}`, onclick: () => lead(remark) },
      icon("alert"), el("span", {}, remarkText(document, remark)),
    )));
    const summary = faults > 0 ? plural("plan.faults", faults)
      : remarks.length > 0 ? plural("plan.notices", remarks.length) : t("plan.sound");
    fill(place, el("p", { class: faults > 0 ? "form-fault" : "quiet" }, summary), items.length > 0 && el("ul", { class: "plan-items" }, ...items));
  };
  const soon = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(draw, 150);
  };
  scope.add(() => window.clearTimeout(timer));
  scope.watch(drawing.history, soon);
  scope.watch(keeper.keeping, soon);
  return place;
}
