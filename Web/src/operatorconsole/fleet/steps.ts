import * as api from "../../api";
import type { BeaconClaim, BeaconDeployment, DeploymentDistance, DeploymentStep, Venue } from "../../api";
import { claimLink, grouped } from "../../claimcode";
import { Failure } from "../../client";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { dayAndTime, metres, number } from "../../format";
import { plural, t } from "../../i18n";
import { qrOf } from "../../qr/picture";
import { readNumber } from "../../numbers/entry";
import { beaconHeight, measuredSeconds, signalReading, withinPlan } from "../../numbers/rules";
import { signsOf } from "../../numbers/signs";
import { codeCharacters } from "../../typed";
import { button } from "../../ui/button";
import { checkbox, field } from "../../ui/field";
import { mark } from "../../ui/list";
import { numberField } from "../../ui/numberfield";
import { section } from "../../ui/section";
import type { VenueContext } from "../../venueconsole/context";
import { consolePage, steady } from "../../venueconsole/page";
import { planMap } from "./planmap";
import { snapped } from "./snap";
import { keptWalk, type NewAction, Walk } from "./walk";
import { beaconName } from "./words";

export function stepWord(step: DeploymentStep): string {
  return t(`fleet.step.${step}`);
}

/** What the steps of one beacon work with. */
interface Steps {
  context: VenueContext;
  venue: Venue;
  beacon: BeaconDeployment;
  /** Writes an action down and sends it when there is a network. */
  act: (action: Omit<NewAction, "beacon">) => void;
  reload: () => void;
}

/** One beacon, step by step: claim, place, verify; each can be done again, and taken back. */
export function stepsPage(context: VenueContext, name: string): HTMLElement {
  const { venue: uuid } = context.venue;
  const state = context.fetched(async (options) => {
    const [venue, deployment] = await Promise.all([api.venue(uuid, options), api.deployment(uuid, options)]);
    return { venue, beacon: deployment.beacons.find(({ beacon }) => beacon === name) };
  });
  const walk = new Walk(
    keptWalk(uuid, context.account.email), () => randomHex(),
    (id, actions) => context.ask((options) => api.recordDeployment(uuid, id, { actions }, options)),
  );
  const waiting = el("p", { class: "fleet-waiting", role: "status" });
  const showWaiting = (): void => setText(waiting, walk.waiting === 0 ? "" : plural("fleet.walk.waiting", walk.waiting));
  const flush = async (): Promise<void> => {
    showWaiting();
    try {
      const { refused } = await walk.flush();
      for (const refusal of refused) context.toasts.show({ text: t(`fleet.refused.${refusal}`), tone: "bad" });
      await state.load();
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.code === "fleet.action_missing") {
        walk.restart();
        return await flush();
      }
      // Without a network it waits; the line above says so.
      if (!failure.code.startsWith("network.")) context.report(failure);
    } finally {
      showWaiting();
    }
  };
  context.scope.listen(window, "online", () => void flush());
  if (walk.waiting > 0) void flush();
  const act = (action: Omit<NewAction, "beacon">): void => {
    walk.add({ ...action, beacon: name });
    void flush();
  };
  const back = button("plain", "back", t("fleet.deploy.back"), () => context.go("deployment"));
  showWaiting();
  return consolePage(
    t("fleet.beacon", { beacon: name }), "", el("div", { class: "actions" }, back), waiting,
    steady(context, state, ({ venue, beacon }) => (beacon === undefined
      ? el("p", {}, t("problem.fleet.unknown_beacon"))
      : stepsView({ context, venue, beacon, act, reload: () => void state.load() }))),
  );
}

function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function stepsView(steps: Steps): HTMLElement {
  const { beacon } = steps;
  const lacks = (...names: DeploymentStep[]): boolean => names.some((name) => beacon.missing.includes(name));
  return el(
    "div", { class: "work-list" },
    el("p", {}, el("strong", {}, beaconName(beacon))),
    el("p", { role: "status" }, beacon.missing.length === 0
      ? t("fleet.deploy.complete") : t("fleet.deploy.missing", { steps: beacon.missing.map(stepWord).join(", ") })),
    part(1, t("fleet.claim"), !lacks("claim"), claimPart(steps)),
    part(2, t("fleet.place"), !lacks("place", "near-plan"), placePart(steps)),
    part(3, t("fleet.verify"), !lacks("power", "near", "far", "code", "neighbours"), verifyPart(steps)),
    section("ruled", t("fleet.device"), devicePart(steps)),
  );
}

function part(number: number, title: string, isDone: boolean, ...children: Child[]): HTMLElement {
  const state = el(
    "p", { class: "fleet-done" }, mark(isDone ? "accepted" : "", isDone ? "check" : "minus"),
    t(isDone ? "fleet.done" : "fleet.open"));
  return section("ruled", `${number}. ${title}`, state, ...children);
}

// MARK: Claim

function claimPart({ context, beacon, reload }: Steps): HTMLElement {
  const { venue: uuid } = context.venue;
  const shown = el("div", { class: "fleet-claim" });
  const showClaim = (claim: BeaconClaim): void => fill(
    shown,
    el("p", {}, t("fleet.claim.show")),
    qrOf(claimLink(window.location.origin, claim), t("fleet.claim.qr")),
    el("p", { class: "fleet-code" }, `${grouped(claim.id)} . ${grouped(claim.secret)}`),
    el("p", { class: "quiet" }, t("fleet.claim.once", { at: dayAndTime(claim.endsAt, context.timeZone) })),
  );
  const make = button(beacon.claimedAt === undefined ? "primary" : "plain", "code", t("fleet.claim.make"), () => {
    context.ask((options) => api.makeClaim(uuid, beacon.beacon, options)).then(showClaim, (error) => context.report(error));
  });
  const withdraw = beacon.claimEndsAt === undefined ? null : button("plain", "undo", t("fleet.claim.withdraw"), () => {
    context.ask((options) => api.withdrawClaim(uuid, beacon.beacon, options)).then(() => {
      context.toasts.show({ text: t("fleet.claim.withdrawn"), tone: "ok" });
      fill(shown);
      reload();
    }, (error) => context.report(error));
  });
  const undo = beacon.rotationEndsAt === undefined ? null : button("plain", "undo", t("fleet.rotation.undo"), () => {
    context.ask((options) => api.undoRotation(uuid, beacon.beacon, options)).then(() => {
      context.toasts.show({ text: t("fleet.rotation.undone"), tone: "ok" });
      reload();
    }, (error) => context.report(error));
  });
  return el(
    "div", { class: "work-list" },
    el("p", { class: "quiet" }, t("fleet.claim.lead")),
    beacon.claimedAt !== undefined && el("p", {}, t("fleet.claim.used", { at: dayAndTime(beacon.claimedAt, context.timeZone) })),
    beacon.claimEndsAt !== undefined && el("p", {}, t("fleet.claim.waits", { at: dayAndTime(beacon.claimEndsAt, context.timeZone) })),
    beacon.rotationEndsAt !== undefined && el("p", {}, t("fleet.rotation", { at: dayAndTime(beacon.rotationEndsAt, context.timeZone) })),
    el("div", { class: "actions" }, make, withdraw, undo), shown,
  );
}

// MARK: Place

function placePart({ context, venue, beacon, act }: Steps): HTMLElement {
  const x = numberField({ label: t("fleet.place.x"), rule: withinPlan(venue.plan.width), value: beacon.x ?? beacon.planX });
  const y = numberField({ label: t("fleet.place.y"), rule: withinPlan(venue.plan.height), value: beacon.y ?? beacon.planY });
  const height = numberField({ label: t("fleet.place.height"), rule: beaconHeight, value: beacon.height });
  const note = el("p", { class: "quiet", role: "status" });
  const spots = [
    { x: beacon.planX, y: beacon.planY, label: t("fleet.place.plan"), kind: "note", sign: "" },
    ...(beacon.x === undefined || beacon.y === undefined ? []
      : [{ x: beacon.x, y: beacon.y, label: t("fleet.place.here"), kind: "good", sign: "×" }]),
  ];
  const map = planMap(venue.plan, venue.shops, spots, t("fleet.place.map"), (px, py) => {
    const point = snapped({ x: px, y: py }, venue.plan.walls, venue.plan);
    x.set(point.x);
    y.set(point.y);
    setText(note, t(point.onWall ? "fleet.place.wall" : "fleet.place.free", { x: number(point.x, 2), y: number(point.y, 2) }));
  });
  const save = button("primary", "check", t("fleet.place.save"), () => {
    // Each field says what is wrong with it; the first one that does has the focus in the end.
    const high = height.read();
    const [top, left] = [y.read()?.approximate, x.read()?.approximate];
    if (high === undefined || top === undefined || left === undefined) return;
    const up = high?.approximate;
    const before = beacon.x === undefined || beacon.y === undefined ? undefined
      : { x: beacon.x, y: beacon.y, ...(beacon.height === undefined ? {} : { height: beacon.height }) };
    act({ kind: "place", x: left, y: top, ...(up === undefined ? {} : { height: up }) });
    context.toasts.show({
      text: t("fleet.place.saved"), tone: "ok",
      undo: { what: beacon.beacon, run: () => act(before === undefined ? { kind: "unplace" } : { kind: "place", ...before }) },
    });
  });
  return el(
    "div", { class: "work-list" },
    el("p", { class: "quiet" }, t("fleet.place.lead")), map, note,
    el("div", { class: "fleet-metres" },
      x.element, y.element, height.element),
    el("div", { class: "actions" }, save),
  );
}

// MARK: Verify

const distances: readonly { distance: DeploymentDistance; metres: number }[] = [
  { distance: "one", metres: 1 }, { distance: "three", metres: 3 }, { distance: "six", metres: 6 },
];

function verifyPart(steps: Steps): HTMLElement {
  const { beacon, venue, act, context } = steps;
  const own = venue.beacons.find(({ major, minor }) => `${major}.${minor}` === beacon.beacon);
  const heard = new Set(beacon.neighbours);
  const neighbours = (own?.neighbours ?? []).map(([major, minor]) => `${major}.${minor}`);
  const boxes = neighbours.map((name) => ({ name, box: checkbox(name, heard.has(name)) }));
  const saveHeard = button("plain", "ear", t("fleet.verify.saveHeard"), () => {
    act({ kind: "hear", neighbours: boxes.filter(({ box }) => box.input.checked).map(({ name }) => name) });
  });
  const code = el("input", {
    id: uniqueId("code"), type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40,
  });
  const codeField = field(t("fleet.verify.code"), code, t("fleet.verify.codeHint"));
  const sendCode = button("plain", "key", t("fleet.verify.sendCode"), () => {
    codeField.forgive();
    const digits = codeCharacters(code.value).toLowerCase();
    if (!/^[0-9a-f]{28}$/.test(digits)) return codeField.blame(t("fleet.verify.codeFault"));
    act({ kind: "code", code: digits });
  });
  const seen = beacon.codeSeenAt;
  return el(
    "div", { class: "work-list" },
    el("p", { class: "quiet" }, t("fleet.verify.lead")),
    ...distances.map((one) => measurePart(steps, one.distance, one.metres)),
    el("h3", {}, t("fleet.verify.codeTitle")),
    el("p", {}, seen === undefined ? t("fleet.verify.noCode") : t("fleet.verify.codeSeen", { at: dayAndTime(seen, context.timeZone) })),
    ...(seen === undefined ? [codeField.element, el("div", { class: "actions" }, sendCode)] : []),
    el("h3", {}, t("fleet.verify.neighbours")),
    neighbours.length === 0 ? el("p", { class: "quiet" }, t("fleet.verify.noNeighbours")) : el("div", { class: "work-list" },
      el("p", { class: "quiet" }, t("fleet.verify.neighboursLead")), ...boxes.map(({ box }) => box.element),
      el("div", { class: "actions" }, saveHeard)),
    beacon.checks.length > 0 && el("div", { class: "actions" },
      button("plain", "trash", t("fleet.verify.forget"), () => act({ kind: "forget" }))),
  );
}

/** Readings in dBm as somebody typed them, between spaces, commas or semicolons; null when one of them is none. */
export function typedReadings(text: string): number[] | null {
  const found = text.split(/[\s,;]+/).filter((one) => one !== "").map((one) => readNumber(one, signalReading, signsOf("en")));
  const values = found.map((one) => (one.kind === "number" ? -Math.abs(one.value.approximate) : null));
  if (values.length === 0 || values.length > 1000) return null;
  return values.every((value): value is number => value !== null) ? values : null;
}

function measurePart({ beacon, act }: Steps, distance: DeploymentDistance, away: number): HTMLElement {
  const check = beacon.checks.find((one) => one.distance === distance);
  const readings = el("input", {
    id: uniqueId("readings"), type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false", maxlength: 6000,
  });
  const seconds = numberField({ label: t("fleet.verify.seconds"), rule: measuredSeconds, value: 20 });
  const asked = field(t("fleet.verify.readings", { metres: number(away) }), readings, t("fleet.verify.readingsHint"));
  const save = button("plain", "check", t("fleet.verify.save"), () => {
    asked.forgive();
    const lasted = seconds.read()?.approximate;
    const values = typedReadings(readings.value);
    if (values === null) return asked.blame(t("fleet.verify.fault"));
    if (lasted !== undefined) act({ kind: "measure", distance, seconds: lasted, readings: values });
  });
  const known = check === undefined ? null : el(
    "p", { class: "fleet-done" }, mark(check.isGood ? "accepted" : "refused", check.isGood ? "check" : "cross"),
    t(check.isGood ? "fleet.verify.good" : "fleet.verify.poor", {
      median: number(check.median), metres: metres(check.metres), readings: number(check.readings), seconds: number(check.seconds),
    }));
  return el(
    "div", { class: "fleet-measure" }, el("h3", {}, t("fleet.verify.at", { metres: number(away) })), known,
    asked.element, seconds.element, el("div", { class: "actions" }, save),
  );
}

// MARK: Device

function devicePart({ context, beacon, act }: Steps): HTMLElement {
  const { device } = beacon;
  const takeDown = button("plain", "minus", t("fleet.remove"), () => {
    act({ kind: "remove" });
    context.toasts.show({
      text: t("fleet.removed"), tone: "ok", undo: { what: beacon.beacon, run: () => act({ kind: "restore" }) },
    });
  });
  const restore = button("plain", "undo", t("fleet.restore"), () => act({ kind: "restore" }));
  return el(
    "div", { class: "work-list" }, el("p", {}, t(`fleet.device.${device}`)),
    el("div", { class: "actions" }, device === "hanging" ? takeDown : restore),
  );
}
