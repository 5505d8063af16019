import type { Demo, DemoFrame } from "../../api";
import { el, fill, setText } from "../../dom";
import { clock, number } from "../../format";
import { plural, t } from "../../i18n";
import type { Scope } from "../../observable";
import { recall } from "../../storage";
import { segmented } from "../../ui/menu";
import { streamBadge } from "../../ui/states";
import type { Live } from "../live";
import { Plan } from "../plan";
import type { Venue } from "../venue";
import { attackPanel } from "./attacks";
import { exposurePanel } from "./exposure-demo";
import { legend } from "./legend";
import { liveList } from "./livelist";
import { offerList } from "./offerlist";
import { shopSheet } from "./shopsheet";
import { refusalBars, totalsStrip } from "./totals";
import type { ViewInput } from "./view";

const summaryPause = 20_000;

/** The centre of a demo as it goes: who walks where, what is proved and refused, and what attackers try. */
export function liveCentre(input: ViewInput, venue: Venue, demo: Demo): HTMLElement {
  const { scope, live, go } = input;
  const totals = totalsStrip();
  const refusals = refusalBars();
  const attacks = attackPanel();
  const floor = el("div");
  const foot = el("div", { class: "plan-foot" }, legend(scope));
  const sheet = shopSheet(input.context, venue, (major) => plan.select(major), () => go("shops"));
  const panels = el(
    "div", { class: "panels" }, liveList(scope, live, venue), offerList(scope, live, venue), attacks.element,
    exposurePanel(input, venue),
  );
  const element: HTMLElement = el(
    "div",
    { class: "centre", "data-shown": "live" },
    header(scope, live, venue, demo),
    el("div", { class: "stage" }, floor, sheet.element),
    foot,
    totals.element,
    tabs((shown) => (element.dataset["shown"] = shown)),
    refusals.element,
    panels,
    spokenSummary(scope, live),
  );
  const plan = new Plan(floor, {
    venue, scope, label: t("plan.label", { venue: venue.body.name }),
    onShop: (major) => sheet.open(major, plural("shop.proved", live.proved.get(major) ?? 0)),
  });
  foot.append(plan.zoomButtons());
  const own = recall("guest");
  plan.scene.highlight(own === null ? null : Number(own));

  let last: DemoFrame | null = null;
  scope.watch(live.frame, (frame) => {
    if (frame === null) return;
    venue.follow(frame.at);
    plan.scene.show(frame);
    totals.show(frame.totals);
    refusals.show(frame.totals.rejected);
    attacks.show(frame.totals);
    describe(floor, last, frame);
    last = frame;
  });
  live.follow(scope);
  return element;
}

function header(scope: Scope, live: Live, venue: Venue, demo: Demo): HTMLElement {
  const time = el("time", { class: "clock" }, clock(demo.now, venue.body.timeZone));
  const visitors = el("span", {}, plural("demo.visitors", demo.visitors));
  const badge = el("div", { class: "badge-place" });
  scope.watch(live.frame, (frame) => {
    if (frame === null) return;
    setText(time, clock(frame.at, venue.body.timeZone));
    setText(visitors, plural("demo.visitors", frame.visitors.length));
  });
  scope.watch(live.status, (status) => fill(badge, streamBadge(status)));
  const speed = demo.speed === 0 ? t("demo.unpaced") : t("demo.speed", { speed: number(demo.speed) });
  return el(
    "header",
    { class: "view-head" },
    el("h1", {}, venue.body.name),
    badge,
    el(
      "p",
      { class: "facts" },
      el("span", { class: "hidden" }, t("demo.clock")), time, el("span", {}, speed), visitors,
      el("span", { class: "fact-minor" }, t("demo.seed", { seed: String(demo.seed) })),
    ),
  );
}

/** The choice of panel on a narrow screen; a wide one shows all of them. */
function tabs(onShow: (shown: string) => void): HTMLElement {
  const names = (["live", "offers", "attacks", "exposure"] as const).map((value) => ({ value, label: t(`centre.tab.${value}`) }));
  const control = segmented(t("centre.tabs"), names, "live", onShow);
  control.classList.add("centre-tabs");
  return control;
}

/** Says now and then in words what a sighted reader sees all the time. */
function spokenSummary(scope: Scope, live: Live): HTMLElement {
  const element = el("p", { class: "hidden", role: "status", "aria-live": "polite" });
  scope.every(summaryPause, () => {
    const totals = live.frame.value?.totals;
    if (totals === undefined) return;
    const { sightings, accepted, offers } = totals;
    const values = { sightings: number(sightings), accepted: number(accepted), offers: number(offers) };
    setText(element, t("centre.summary", values));
  });
  return element;
}

/** Counts on the element what the canvas shows, for assistive scripts and tests that cannot see it. */
function describe(floor: HTMLElement, last: DemoFrame | null, frame: DemoFrame): void {
  const before = new Map(last?.visitors.map(([id, x, y]) => [id, [x, y]]) ?? []);
  const moving = frame.visitors.filter(([id, x, y]) => {
    const old = before.get(id);
    return old !== undefined && (old[0] !== x || old[1] !== y);
  });
  floor.dataset["frames"] = String(Number(floor.dataset["frames"] ?? 0) + 1);
  floor.dataset["visitors"] = String(frame.visitors.length);
  floor.dataset["attackers"] = String(frame.attackers.length);
  floor.dataset["moving"] = String(moving.length);
}
