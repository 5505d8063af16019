import * as api from "../../api";
import { type DemoLocated, type DemoPosition, type RangedBeacon, streams } from "../../api";
import { ask } from "../../client";
import { el, fill, setText } from "../../dom";
import { clock, metres } from "../../format";
import { inMyLanguage, t } from "../../i18n";
import { icon } from "../../icons";
import { Observable, type Scope } from "../../observable";
import { listen, type StreamStatus } from "../../stream";
import { button, working } from "../../ui/button";
import { panel } from "../../ui/section";
import { streamBadge } from "../../ui/states";
import type { Context, OwnEvent } from "../context";
import { Plan } from "../plan";
import { ownSpot } from "../spot";
import type { Venue } from "../venue";
import { beaconName, placeSentence, resultName, resultReason, verdict } from "../words";
import type { ViewInput } from "./view";

const shownBeacons = 6;
const shownEvents = 12;

/** The reader's own simulated phone: its place in words, on the plan, what it hears and what it reported. */
export function guestParts({ context }: ViewInput, venue: Venue, scope: Scope, onGone: () => void): HTMLElement[] {
  const sentence = el("p", { class: "position", role: "status", "aria-live": "polite" }, t("here.locating"));
  const note = el("p", { class: "quiet" }, t("here.hint"));
  const badge = el("div", { class: "badge-place" });
  const floor = el("div");
  const nearest = el("ol", { class: "rows", "aria-label": t("here.nearest") });
  const silence = el("p", { class: "quiet" }, t("here.silence"));
  const leave = button("plain", "leave", t("here.leave"), () => {
    ask(api.demoLeave).then(onGone, (failure) => context.report(failure));
  });
  const answer = el("p", { class: "quiet", role: "status", "aria-live": "polite" });
  const update = button("plain", "here", t("here.update"), () => working(update, locate));
  const entries = [legendEntry("true", t("here.true")), legendEntry("estimate", t("here.estimate"))];
  const simulator = el("p", { class: "quiet" }, t("here.locating"));
  const foot = el("div", { class: "plan-foot" }, note);
  let own: DemoPosition | null = null;
  const parts = [
    el(
      "div", { class: "here-head" },
      el("div", { class: "here-words" }, sentence), leave, badge, el("div", { class: "here-update" }, update, answer),
    ),
    shopsNotice(context, scope, venue),
    el("div", { class: "stage" }, floor),
    foot,
    el(
      "div",
      { class: "panels" },
      panel("nearest", t("here.nearest"), null, silence, nearest),
      panel("events", t("here.events"), null, eventList(context, scope, venue)),
      // What only a simulation can know stands apart from what a phone knows.
      panel("simulator", t("here.simulator"), null, simulator, el("ul", { class: "here-legend" }, ...entries)),
    ),
  ];
  const plan = new Plan(floor, {
    venue, scope, label: t("plan.label", { venue: venue.body.name }),
    onPoint: (x, y) => {
      plan.scene.setDestination({ x, y });
      ask((options) => api.demoWalk({ x, y }, options)).catch((failure) => context.report(failure));
    },
  });

  foot.append(plan.zoomButtons(() => own));

  /** Has the phone look for where it is, as one does who switched it on in the middle, and says what came of it. */
  async function locate(): Promise<void> {
    setText(answer, t("here.update.looking"));
    try {
      const found = await ask(api.demoLocate);
      setText(answer, locatedSentence(venue, found));
      if (found.position !== undefined) plan.centreOn(found.position);
    } catch (failure) {
      setText(answer, "");
      context.report(failure);
    }
  }

  function show(position: DemoPosition): void {
    own = position;
    // What a phone thinks is what it could use.
    ownSpot.set(position.estimate ?? null);
    plan.scene.showGuest(position);
    setText(sentence, placeSentence(venue, position.place));
    setText(simulator, errorSentence(position));
    Object.assign(floor.dataset, { x: position.x.toFixed(1), y: position.y.toFixed(1) });
    silence.hidden = position.ranged.length > 0;
    fill(nearest, ...position.ranged.slice(0, shownBeacons).map((beacon) => beaconRow(venue, beacon)));
  }

  const status = new Observable<StreamStatus>("connecting");
  scope.watch(status, (value) => fill(badge, value !== "open" && streamBadge(value)));
  // Where it is once nobody listens is not known.
  scope.add(() => ownSpot.set(null));
  scope.add(listen(() => streams.demoGuestStream({ position: show }), status, () => {
    onGone();
    return "stop";
  }));
  return parts;
}

/** Says that without chosen shops nothing will come of a walk. */
function shopsNotice(context: Context, scope: Scope, venue: Venue): HTMLElement {
  const text = el("span", {}, t("here.noShops"), " ", el("a", { href: "#/shops" }, t("offers.chooseShops")));
  const notice = el("p", { class: "notice", role: "status" }, icon("shield"), text);
  scope.watch(context.choices.resource.observable, ({ state }) => {
    notice.hidden = state !== "ready" || context.choices.count(venue.body.uuid) > 0;
  });
  return notice;
}

/** What a phone that was asked where it is has to say. */
function locatedSentence(venue: Venue, { position, doubt, place }: DemoLocated): string {
  if (position === undefined) return t("here.update.nothing");
  return t("here.update.found", { place: placeSentence(venue, place), metres: metres(doubt ?? 0) });
}

/** How far the phone is from where it thinks it is. */
function errorSentence({ x, y, estimate }: DemoPosition): string {
  if (estimate === undefined) return t("here.locating");
  return t("here.error", { metres: metres(Math.hypot(estimate.x - x, estimate.y - y)) });
}

function legendEntry(kind: string, text: string): HTMLElement {
  return el("li", {}, el("span", { class: `here-mark here-mark-${kind}` }), text);
}

function beaconRow(venue: Venue, beacon: RangedBeacon): HTMLElement {
  const unknown = beacon.proximity === "unknown";
  return el(
    "li",
    { class: "row" },
    el("span", { class: `mark mark-${beacon.proximity}` }, icon("brand")),
    el(
      "div",
      { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, beaconName(venue, beacon))),
      el("p", { class: "row-note" }, `${t(`proximity.${beacon.proximity}`)} · ${Math.round(beacon.rssi)} dBm`),
    ),
    el("span", { class: "row-figure" }, unknown ? "–" : metres(beacon.distance)),
  );
}

function eventList(context: Context, scope: Scope, venue: Venue): HTMLElement {
  const list = el("ol", { class: "rows", "aria-label": t("here.events") });
  const empty = el("p", { class: "quiet" }, t("here.events.empty"));
  scope.watch(context.events, (events) => {
    empty.hidden = events.length > 0;
    fill(list, ...events.slice(0, shownEvents).map((event) => eventRow(event, venue)));
  });
  return el("div", {}, empty, list);
}

function eventRow(event: OwnEvent, venue: Venue): HTMLElement {
  const time = el("time", { class: "row-time", datetime: event.at }, clock(event.at, venue.body.timeZone));
  const row = (mark: string, picture: Parameters<typeof icon>[0], title: string, note: string): HTMLElement =>
    el(
      "li",
      { class: "row" },
      el("span", { class: `mark mark-${mark}` }, icon(picture)),
      el(
        "div",
        { class: "row-body" },
        el("p", { class: "row-title" }, el("strong", {}, title), time),
        el("p", { class: "row-note" }, note),
      ),
    );
  switch (event.kind) {
    case "accepted":
      return row("accepted", "check", resultName("accepted"), event.shop);
    case "offer":
      return row("offer", "offers", inMyLanguage(event.coupon.text, true), event.coupon.shop.name);
    case "rejected": {
      const outcome = verdict(event.code);
      const picture = outcome === "kept" ? "shield" : "cross";
      return row(outcome, picture, resultName(event.code), resultReason(event.code));
    }
  }
}
