import * as api from "../api";
import type { OperatorPlan, PlanDocument } from "../api";
import { el, fill, setText, uniqueId } from "../dom";
import { clock } from "../format";
import { t } from "../i18n";
import { icon } from "../icons";
import { Scope } from "../observable";
import { button, iconButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { segmented } from "../ui/menu";
import type { VenueContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";
import { Canvas } from "./plan/canvas";
import { Drawing, type Tool } from "./plan/drawing";
import { fieldsPanel } from "./plan/fields";
import { opened } from "./plan/geometry";
import { Keeper, type Keeping } from "./plan/keeper";
import { emptyPlan } from "./plan/model";
import { partsPanel, remarksPanel } from "./plan/parts";
import { askScale, pictureFields } from "./plan/picture";
import { reason } from "./plan/words";
import { clashPanel, reviewPanel, saveFile, type Table, versionsPanel } from "./plan/review";

/** The operator's plan editor: a drawing, what is chosen of it, everything in words, and what becomes of it. */
export function planPage(context: VenueContext): HTMLElement {
  const value = context.fetched((options) => api.operatorPlan(context.venue.venue, options));
  let shown: HTMLElement | null = null;
  return consolePage(t("plan.title"), t("plan.lead"), steady(context, value, (plan) => {
    // What is on the table is not taken away because the plan was asked for once more.
    shown ??= editor(context, plan);
    return shown;
  }));
}

function keepingText(keeping: Keeping, context: VenueContext): string {
  switch (keeping.state) {
    case "saved": return keeping.at === null ? t("plan.keeping.nothing") : t("plan.keeping.saved", { time: clock(keeping.at, context.timeZone) });
    case "waiting": case "saving": return t("plan.keeping.saving");
    case "offline": return t("plan.keeping.offline");
    case "clash": return t("plan.keeping.clash");
    case "failed": return t("plan.keeping.failed", { reason: reason(context, keeping.failure) });
  }
}

function editor(context: VenueContext, first: OperatorPlan): HTMLElement {
  const { scope } = context;
  const { venue, name, timeZone } = context.venue;
  const start = first.draftDocument ?? first.document ?? emptyPlan(venue, name, timeZone);
  const keeper = new Keeper(context, first, start);
  const drawing = new Drawing(start);
  const canvas = new Canvas(drawing, scope);
  const opacity = { value: 0.6 };
  const side = el("div", { class: "plan-side" });
  const isReviewing = { value: false };
  let panelScope = new Scope();
  scope.add(() => panelScope.end());

  const show = (make: (panel: Scope) => (HTMLElement | null)[]): void => {
    panelScope.end();
    panelScope = new Scope();
    fill(side, ...make(panelScope));
  };
  const edit = (): void => {
    isReviewing.value = false;
    canvas.compare(undefined);
    show((panel) => [
      drawing.document.shops.length === 0 && drawing.document.plan.walls.length === 0 ? beginning() : null,
      remarksPanel(drawing, canvas, keeper, panel),
      fieldsPanel(drawing, panel, () => pictureFields(context, drawing, canvas, opacity)),
      partsPanel(drawing, canvas, panel),
    ]);
  };
  const table: Table = {
    context, drawing, canvas, keeper, plan: first, leave: edit,
    take: (plan) => {
      table.plan = plan;
      const document = plan.draftDocument ?? plan.document;
      if (document === undefined) return;
      drawing.begin(document);
      keeper.settled(plan, drawing.document);
    },
  };
  canvas.onScale = (from, to) => void askScale(drawing, from, to);
  const kept = keeper.recalled(first);
  if (kept !== null) drawing.run({ do: "replace", document: kept });
  scope.watch(drawing.history, ({ present }) => keeper.changed(present));
  scope.watch(keeper.clash, (clash) => {
    if (clash !== null) show(() => [clashPanel(table, clash)]);
  });
  if (keeper.clash.value === null) edit();

  const review = (): void => {
    drawing.tool.set("select");
    drawing.select(null);
    show(() => [reviewPanel(table)]);
    side.scrollIntoView({ block: "nearest" });
  };
  const versions = (): void => {
    drawing.tool.set("select");
    show(() => [versionsPanel(table)]);
  };
  const element = el(
    "div", { class: "plan-editor" },
    toolbar(drawing, canvas, scope),
    el("div", { class: "plan-table" }, canvas.element, side),
    footer({ table, review, versions }),
    el("p", { id: "plan-keys", class: "quiet plan-keys" }, t("plan.keys")),
  );
  scope.listen(element, "keydown", (event) => shortcuts(event as KeyboardEvent, drawing));
  // Whoever leaves the page takes nothing along that is not kept: it is in the browser, and sent now.
  scope.add(() => void keeper.flush());
  return element;
}

/** What somebody reads whose venue has no plan yet. */
function beginning(): HTMLElement {
  const steps = (["size", "picture", "walls", "shops", "beacons"] as const).map((step) => el("li", {}, t(`plan.begin.${step}`)));
  return el("div", { class: "plan-begin" }, el("h2", {}, t("plan.begin")), el("ol", { class: "numbers" }, ...steps));
}

function toolbar(drawing: Drawing, canvas: Canvas, scope: Scope): HTMLElement {
  const tools = (["select", "wall", "door", "shop", "beacon"] as const).map((tool) => ({ value: tool, label: t(`plan.tool.${tool}`) }));
  const menu = segmented<Tool>(t("plan.tools"), tools, drawing.tool.value, (tool) => {
    drawing.tool.set(tool);
    if (tool !== "select") drawing.select(null);
  });
  const hint = el("p", { class: "quiet plan-hint", role: "status" });
  scope.watch(drawing.tool, (tool) => {
    for (const one of menu.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset["value"] === tool));
    setText(hint, t(`plan.hint.${tool}`));
  });
  const [undo, redo] = [
    iconButton("undo", t("plan.undo"), () => drawing.undo()), iconButton("undo", t("plan.redo"), () => drawing.redo()),
  ];
  redo.classList.add("is-mirrored");
  scope.watch(drawing.history, ({ past, future }) => {
    undo.disabled = past.length === 0;
    redo.disabled = future.length === 0;
  });
  const snapping: HTMLInputElement = el("input", { type: "checkbox", id: uniqueId("snap"), onchange: () => drawing.isSnapping.set(snapping.checked) });
  scope.watch(drawing.isSnapping, (isOn) => {
    snapping.checked = isOn;
  });
  return el(
    "div", { class: "plan-toolbar" }, menu,
    el("div", { class: "plan-buttons" },
      undo, redo, iconButton("minus", t("plan.zoomOut.sheet"), () => canvas.zoom(0.8)), iconButton("plus", t("plan.zoomIn.sheet"), () => canvas.zoom(1.25)),
      iconButton("expand", t("plan.fit"), () => canvas.fit()),
      el("label", { class: "check" }, snapping, el("span", {}, t("plan.snapping")))),
    hint,
  );
}

function footer({ table, review, versions }: { table: Table; review: () => void; versions: () => void }): HTMLElement {
  const { context, drawing, keeper } = table;
  const state = el("p", { class: "plan-keeping", role: "status" });
  context.scope.watch(keeper.keeping, (keeping) => {
    state.dataset["state"] = keeping.state;
    setText(state, keepingText(keeping, context));
  });
  const input: HTMLInputElement = el("input", {
    type: "file", accept: "application/json,.json", class: "hidden", tabindex: -1, "aria-label": t("plan.file.open"),
    onchange: () => {
      const [file] = [...(input.files ?? [])];
      input.value = "";
      if (file !== undefined) void openFile(table, file);
    },
  });
  const discard = async (): Promise<void> => {
    if (!(await confirmed(t("plan.discard.title"), t("plan.discard.text"), t("plan.discard.yes"), true))) return;
    try {
      await keeper.flush();
      await context.ask((options) => api.discardPlanDraft(context.venue.venue, { ...options, match: keeper.draftNumber }));
      table.take(await context.ask((options) => api.operatorPlan(context.venue.venue, options)));
      table.leave();
    } catch (error) {
      context.report(error);
    }
  };
  return el(
    "div", { class: "plan-footer" }, state,
    el("div", { class: "plan-actions" },
      el("button", { type: "button", class: "button button-primary", onclick: review }, icon("check"), t("plan.publish")),
      button("plain", "clock", t("plan.versions"), versions),
      button("plain", "folder", t("plan.file.open"), () => input.click()),
      button("plain", "download", t("plan.file.save"), () => saveFile(drawing.document)),
      button("plain", "trash", t("plan.discard"), () => void discard())),
    input,
  );
}

/** Reads a venue file into the drawing; the venue stays the same one, and its shops' offers stay theirs. */
async function openFile({ context, drawing }: Table, file: Blob): Promise<void> {
  try {
    const read = JSON.parse(await file.text()) as Partial<PlanDocument> | null;
    const { plan, shops, beacons } = read ?? {};
    if (read === null || plan === undefined || !Array.isArray(shops) || !Array.isArray(beacons) || !Array.isArray(plan.walls)) throw new Error();
    const { document } = drawing;
    drawing.run({
      do: "replace",
      document: {
        name: read.name ?? document.name, uuid: document.uuid, timeZone: read.timeZone ?? document.timeZone,
        location: read.location ?? document.location,
        plan: { ...plan, doors: plan.doors ?? [] },
        shops: shops.map((shop) => ({ ...shop, area: opened(shop.area) })),
        beacons: beacons.map((beacon) => ({ ...beacon, period: beacon.period ?? 60, neighbours: beacon.neighbours ?? [] })),
      },
    });
  } catch {
    context.toasts.show({ text: t("plan.file.wrong"), tone: "bad" });
  }
}

/** Keys that work wherever the focus is in the editor, but for what a text field does with them. */
function shortcuts(event: KeyboardEvent, drawing: Drawing): void {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "text";
  if (isTyping) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) drawing.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) drawing.redo();
    else return;
    event.preventDefault();
    return;
  }
  if (event.altKey || event.target instanceof HTMLSelectElement) return;
  const tools: Record<string, Tool> = { v: "select", w: "wall", d: "door", s: "shop", b: "beacon" };
  const tool = tools[key];
  if (tool !== undefined) {
    drawing.tool.set(tool);
    if (tool !== "select") drawing.select(null);
  } else if (key === "g") drawing.isSnapping.set(!drawing.isSnapping.value);
  else return;
  event.preventDefault();
}
