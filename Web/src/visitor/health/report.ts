import type { ReportableDays } from "../../api";
import { Failure } from "../../client";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { dayName, dayShort } from "../../format";
import { type Key, plural, t } from "../../i18n";
import { icon } from "../../icons";
import { dayAfter, dayAt } from "../../personday";
import { button, linkButton } from "../../ui/button";
import { points } from "../../ui/list";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import { isolationAdvice } from "./advice";
import { codeField, grouped, isComplete } from "./codefield";
import { type PhoneInput, report } from "./input";
import { caution, emergency, page, stepButtons, stepLine } from "./parts";
import { readCode } from "./reportcode";
import type { OwnTracing } from "./tracing";

/** The steps by their name in the address; the first has none. */
const steps = ["", "days", "code", "confirm"] as const;

type Step = (typeof steps)[number];

/**
 * Takes a code out of an address such as `#/health/report?code=…`, as in a message of the authority.
 *
 * What stands after # is never sent to a server; it is taken out of the address as well, so that it does not stay in
 * the history.
 */
export function takeCodeFromAddress(tracing: OwnTracing): void {
  const { hash } = window.location;
  const query = hash.indexOf("?");
  if (query < 0) return;
  const reading = readCode(new URLSearchParams(hash.slice(query + 1)).get("code") ?? "");
  if (reading.kind === "code") tracing.draft = reading.digits;
  window.history.replaceState(null, "", hash.slice(0, query));
}

/** "I tested positive": what happens, which days, the code, and the last word; afterwards thanks and advice. */
export function reportPage(input: PhoneInput): HTMLElement {
  const { tracing } = input;
  if (tracing.state === "reported") return thanksPage();
  if (tracing.reportable === undefined) {
    const nothing = emptyState("health", t("health.report.nothing"), t("health.report.nothing.text"));
    return page(t("health.report.title"), nothing);
  }
  const wanted = steps.find((name) => name === (input.path[1] ?? "")) ?? "";
  // The last step without a code, as after a reload, is the step of the code.
  const step = wanted === "confirm" && !isComplete(input.context.tracing.draft) ? "code" : wanted;
  switch (step) {
    case "": return whatHappens();
    case "days": return whichDays(calendarDays(tracing.reportable, tracing.now));
    case "code": return theCode(input);
    case "confirm": {
      return confirmation(input, calendarDays(tracing.reportable, tracing.now), tracing.venueDays ?? 0);
    }
  }
}

function stepPage(step: Step, title: Key, ...content: Child[]): HTMLElement {
  return page(
    t("health.report.title"),
    stepLine(steps.indexOf(step) + 1, steps.length),
    section("open", t(title), ...content),
  );
}

function address(step: Step): string {
  return step === "" ? "#/health/report" : `#/health/report/${step}`;
}

function whatHappens(): HTMLElement {
  return stepPage(
    "",
    "health.report.step1",
    points("dotted", [
      "health.report.step1.1", "health.report.step1.2", "health.report.step1.3", "health.report.step1.4",
    ]),
    caution(t("health.report.final")),
    stepButtons(
      linkButton("plain", "#/health", t("health.start.later")),
      linkButton("primary", address("days"), t("health.next")),
    ),
  );
}

function whichDays(days: ReportableDays): HTMLElement {
  return stepPage(
    "days",
    "health.report.step2",
    el("p", {}, t("health.report.step2.text")),
    el(
      "p",
      { class: "report-range" },
      el("strong", {}, t("health.report.range", { from: dayName(days.from), to: dayName(days.to) })),
      el("span", { class: "quiet" }, plural("health.report.days", dayCount(days))),
    ),
    dayStrip(days),
    el("p", { class: "quiet" }, t("health.report.step2.note")),
    stepButtons(
      linkButton("plain", address(""), t("health.previous")),
      linkButton("primary", address("code"), t("health.next")),
    ),
  );
}

function theCode(input: PhoneInput): HTMLElement {
  const own = input.context.tracing;
  const field = codeField(own.draft, input.tracing.codesHaveCheckDigit === true, (digits) => (own.draft = digits));
  const form = el(
    "form",
    { class: "report-form", novalidate: true },
    field.element,
    el("p", {}, el("a", { class: "panel-link", href: "#/health/case" }, t("health.report.noCode"))),
    stepButtons(
      linkButton("plain", address("days"), t("health.previous")),
      el("button", { type: "submit", class: "button button-primary" }, t("health.next")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.check()) input.go("health", "report", "confirm");
  });
  return stepPage("code", "health.report.step3", form);
}

function confirmation(input: PhoneInput, days: ReportableDays, venueDays: number): HTMLElement {
  const { context, scope } = input;
  const identifier = uniqueId("understand");
  const understood = el("input", { id: identifier, type: "checkbox", "aria-describedby": `${identifier}-fault` });
  const tells = el("input", { id: uniqueId("venue-days"), type: "checkbox" });
  const fault = el("p", { class: "form-fault", id: `${identifier}-fault`, role: "alert", hidden: true });
  const send = button("primary", "forward", t("health.report.send"), () => void sendReport());
  const fact = (label: Key, value: string, className = ""): HTMLElement =>
    el("div", {}, el("dt", {}, t(label)), el("dd", { class: className }, value));

  function blame(text: string): void {
    setText(fault, text);
    fault.hidden = false;
  }

  async function sendReport(): Promise<void> {
    fault.hidden = true;
    if (!understood.checked) {
      blame(t("health.report.understand.missing"));
      understood.focus();
      return;
    }
    send.disabled = true;
    fill(send, t("health.report.sending"));
    try {
      await context.tracing.report(tells.checked);
      if (!scope.isEnded) input.go("health", "report", "thanks");
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401 || failure.status === 404) report(input, error);
      else blame(failure.explanation);
    } finally {
      send.disabled = false;
      fill(send, icon("forward"), t("health.report.send"));
    }
  }

  return stepPage(
    "confirm",
    "health.report.step4",
    el(
      "dl",
      { class: "facts-list" },
      fact("health.report.summary.days", t("health.report.range", { from: dayName(days.from), to: dayName(days.to) })),
      fact("health.report.summary.code", grouped(context.tracing.draft), "report-digits"),
    ),
    caution(t("health.report.final")),
    venueDays > 0 &&
      el(
        "label",
        { class: "check", for: tells.id },
        tells,
        el(
          "span",
          {},
          plural("health.report.venueDays", venueDays),
          " ",
          el("span", { class: "quiet" }, t("health.report.venueDays.how")),
        ),
      ),
    el("label", { class: "check", for: identifier }, understood, el("span", {}, t("health.report.understand"))),
    fault,
    stepButtons(linkButton("plain", address("code"), t("health.previous")), send),
  );
}

function thanksPage(): HTMLElement {
  return page(
    t("health.report.thanks"),
    el("p", { class: "lead" }, t("health.report.thanks.text")),
    section("open", t("health.report.thanks.next"), ...isolationAdvice()),
    emergency(),
    el("p", { class: "quiet" }, t("health.follow")),
  );
}

/** The days of the person's calendar that a report covers: from the one in which its first UTC day begins to today. */
function calendarDays({ from }: ReportableDays, now: string): ReportableDays {
  return { from: dayAt(Date.parse(`${from}T00:00:00Z`)), to: dayAt(Date.parse(now)) };
}

function dayCount({ from, to }: ReportableDays): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** A square for each day that is warned. */
function dayStrip(days: ReportableDays): HTMLElement {
  const squares = Array.from({ length: Math.min(Math.max(dayCount(days), 1), 21) }, (_, index) => {
    return el("span", { class: "strip-day" }, dayShort(dayAfter(days.from, index), "number"));
  });
  return el("div", { class: "strip", "aria-hidden": "true" }, ...squares);
}
