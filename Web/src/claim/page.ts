import * as api from "../api";
import type { BeaconConfiguration } from "../api";
import { ask, Failure } from "../client";
import { el, fill, setText, uniqueId } from "../dom";
import { dayAndTime, number } from "../format";
import { language, languageTags, t } from "../i18n";
import { Scope } from "../observable";
import { type ScanWords, scanPart } from "../qr/scan";
import { TabSecret } from "../tabsecret";
import { notice } from "../ui/banner";
import { button, submitButton } from "../ui/button";
import { field } from "../ui/field";
import { languageMenu } from "../ui/menu";
import { page } from "../ui/section";
import { claimCode, grouped } from "../claimcode";

/** The page of whoever installs a beacon: a claim by camera, by photo, by its address or by typing, and what it gives. */
export function startClaim(root: HTMLElement): void {
  root.classList.add("claim");
  const scope = new Scope();
  // The secret is taken out of the address at once, so that neither history nor a shared screen keeps it.
  const hash = window.location.hash.slice(1);
  if (hash !== "") window.history.replaceState(null, "", window.location.pathname);
  const given = new TabSecret("cerca.claim", hash);
  const show = (): void => {
    document.documentElement.lang = languageTags[language.value];
    document.title = `${t("claim.title")} · Cerca`;
    fill(root, el("main", { id: "main" }, claimPage(scope, given)));
  };
  language.subscribe(show);
}

function claimPage(scope: Scope, given: TabSecret): HTMLElement {
  const input = el("input", {
    id: uniqueId("claim"), type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 400,
    value: given.value,
  });
  const asked = field(t("claim.field"), input, t("claim.hint"));
  const submit = submitButton(t("claim.use"));
  const problem = el("p", { class: "quiet", role: "status" });
  const settings = el("div", { "aria-live": "polite" });
  const form = el("form", { class: "claim-form", novalidate: true }, asked.element, submit.element);
  const scan = scanPart(scope, scanWords(), (text) => {
    input.value = text;
    form.requestSubmit();
  }, (error) => setText(problem, Failure.from(error).explanation), (words) => setText(problem, words));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asked.forgive();
    const claim = claimCode(input.value.replace(/(?<=[0-9a-f]) (?=[0-9a-f])/gi, ""));
    if (claim === null) return asked.blame(t("claim.fault"));
    submit.during(() => ask((options) => api.useClaim(claim.id, { secret: claim.secret }, options))).then((found) => {
      given.forget();
      input.value = "";
      form.hidden = true;
      scan.hidden = true;
      fill(settings, settingsView(found));
      settings.querySelector<HTMLElement>("h2")?.focus();
    }, (error: unknown) => asked.blame(Failure.from(error).explanation));
  });
  return page(
    "claim-view", t("claim.title"), el("p", { class: "lead quiet" }, t("claim.lead")), settings, scan, problem, form,
    languageMenu((error) => setText(problem, Failure.from(error).explanation)),
  );
}

/** What the device needs, to be put into it and kept nowhere else. */
function settingsView(found: BeaconConfiguration): HTMLElement {
  const milliseconds = (value: number): string => `${number(value)} ms`;
  const rows: [string, string][] = [
    [t("claim.place"), `${found.place}, ${found.venue}`], ["UUID", found.uuid], ["Major", String(found.major)],
    ["Minor", String(found.minor)], [t("claim.key"), grouped(found.key)], [t("claim.power"), `${number(found.measuredPower)} dBm`],
    [t("claim.position"), milliseconds(found.positionMilliseconds)],
    [t("claim.security"), milliseconds(found.securityMilliseconds)],
    [t("claim.telemetry"), milliseconds(found.telemetryMilliseconds)], [t("claim.period"), `${number(found.periodSeconds)} s`],
    [t("claim.clock"), found.serverTime], [t("claim.old"), dayAndTime(found.oldKeyUntil)],
  ];
  const copied = el("span", { role: "status" });
  const copy = button("primary", "copy", t("claim.copy"), () => {
    void navigator.clipboard.writeText(JSON.stringify(found, null, 2)).then(() => setText(copied, t("claim.copied")), () => undefined);
  });
  return el(
    "div", { class: "claim-settings" },
    el("h2", { tabindex: -1 }, found.place), notice("key", t("claim.once")),
    el("dl", {}, ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    el("div", { class: "actions" }, copy, copied),
  );
}

function scanWords(): ScanWords {
  return {
    title: t("claim.scan.title"), why: t("claim.scan.why"), scan: t("claim.scan"), photo: t("claim.scan.photo"),
    reading: t("claim.scan.reading"), noCode: t("claim.scan.noCode"), noPicture: t("claim.scan.noPicture"),
    camera: t("claim.scan.camera"), looking: t("claim.scan.looking"), stop: t("claim.scan.stop"),
    refused: t("claim.scan.refused"), missing: t("claim.scan.missing"),
  };
}
