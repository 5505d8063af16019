import type { Tracing } from "../../api";
import { el, fill, setText } from "../../dom";
import { dayAndTime, dayName, daysAgo } from "../../format";
import { plural, t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import { personDay } from "../../personday";
import { button, linkButton } from "../../ui/button";
import { linkRow } from "../../ui/list";
import { section } from "../../ui/section";
import { contactDays } from "./days";
import { type PhoneInput, report } from "./input";
import { aboutLinks } from "./nophone";
import { noticeList } from "./notices";
import { pulse } from "./pulse";
import { tracingSwitch } from "./switch";

/** The state of tracing, what the phone met and told, and what its owner can do. */
export function statusPage(input: PhoneInput): HTMLElement {
  const { tracing } = input.context;
  const alert = el("div", { class: "health-alert-place" });
  const days = el("div");
  const notices = el("div");
  const actions = el("ul", { class: "rows" });
  const state = stateOfTracing(input);
  const compared = comparison(input);
  const whatToDo = section("open", t("health.actions"), actions);
  const contacts = section("open", t("health.contacts.title"), days, el("p", { class: "quiet" }, t("health.contacts.note")));
  const told = section("open", t("health.notices.title"), notices);
  input.scope.watch(tracing.resource.observable, () => {
    const now = tracing.resource.value;
    if (now === undefined || now === null) return;
    for (const { show } of [state, compared]) show(now);
    fill(alert, possibleContact(now));
    fill(days, contactDays(now));
    fill(notices, noticeList(now.notices, Date.parse(now.now)));
    const links = actionLinks(now);
    if (actions.children.length !== links.length) fill(actions, ...links);
    // A phone that has never traced has nothing to show and nothing to report.
    for (const section of [whatToDo, contacts, told]) section.hidden = now.state === "never";
  });
  return el(
    "div",
    { class: "view health" },
    el("header", { class: "view-head" }, el("h1", {}, t("nav.health"))),
    el(
      "div",
      { class: "view-body health-body health-columns" },
      el("div", { class: "health-column" }, alert, state.element, whatToDo, contacts),
      el("div", { class: "health-column" }, compared.element, told, aboutLinks()),
    ),
  );
}

interface Part {
  element: HTMLElement;
  show(tracing: Tracing): void;
}

/** Whether the phone traces, with its switch, and while it does, the present identifier's life. */
function stateOfTracing(input: PhoneInput): Part {
  const { context, scope } = input;
  const since = el("p", { class: "quiet" });
  const text = el("p", {});
  const toggle = tracingSwitch(input);
  const start = linkButton("primary", "#/health/start", t("health.start.open"));
  const life = pulse();
  const picture = el("div", { class: "pulse-place" }, el("h3", {}, t("health.pulse.title")), life.element);
  const speed = context.venue.value?.demo?.speed ?? 1;
  const tick = (): void => life.show(context.tracing.now(speed));
  tick();
  scope.every(250, tick);
  return {
    element: el("section", { class: "tracing", "aria-label": t("health.switch") }, toggle, text, since, start, picture),
    show({ state, since: day, now }) {
      setText(text, t(`health.state.${state}.text`));
      setText(since, day === undefined ? "" : t("health.state.since", { day: dayName(personDay(day, Date.parse(now)).day) }));
      start.hidden = state !== "never";
      picture.hidden = state !== "on";
    },
  };
}

/** When the phone compares, and a way to let it do so now. */
function comparison(input: PhoneInput): Part {
  const { context, scope } = input;
  const last = el("dd");
  const next = el("dd");
  const nextRow = el("div", {}, el("dt", {}, t("health.sync.next")), next);
  const gaps = el("p", { class: "sync-gaps", role: "status" });
  const now = button("plain", "refresh", t("health.sync.now"), () => void compare());
  const element = section(
    "open", t("health.sync.title"),
    el("p", { class: "quiet" }, t("health.sync.text")),
    el("dl", { class: "sync-facts" }, el("div", {}, el("dt", {}, t("health.sync.last")), last), nextRow),
    gaps,
    now,
  );

  async function compare(): Promise<void> {
    now.disabled = true;
    try {
      await context.tracing.synchronise();
      context.toasts.show({ key: "health", tone: "ok", text: t("health.sync.done") });
    } catch (error) {
      report(input, error);
    } finally {
      if (!scope.isEnded) now.disabled = false;
    }
  }

  return {
    element,
    show({ state, lastSync, nextSync, gaps: missing }) {
      const zone = context.venue.value?.sessionTimeZone;
      element.hidden = state !== "on";
      setText(last, lastSync === undefined ? t("health.sync.never") : dayAndTime(lastSync, zone));
      gaps.hidden = missing === undefined;
      setText(gaps, missing === undefined ? "" : plural("health.sync.gaps", missing));
      nextRow.hidden = nextSync === undefined;
      if (nextSync !== undefined) setText(next, dayAndTime(nextSync, zone));
    },
  };
}

function possibleContact({ exposures, now }: Tracing): HTMLElement | null {
  const latest = exposures[0];
  if (latest === undefined) return null;
  return el(
    "section",
    { class: "health-alert", "aria-labelledby": "health-alert-title" },
    icon("alert"),
    el(
      "div",
      {},
      el("h2", { id: "health-alert-title" }, t("health.alert.title")),
      el("p", {}, t("health.alert.text", { when: daysAgo(personDay(latest.day, Date.parse(now)).daysAgo) })),
      linkButton("primary", "#/health/contact", t("health.alert.action")),
    ),
  );
}

function actionLinks({ state, reportable }: Tracing): HTMLElement[] {
  const link = (picture: IconName, href: string, name: "report" | "case" | "settings"): HTMLElement =>
    linkRow(picture, href, t(`health.action.${name}`), t(`health.action.${name}.note`));
  const settings = link("settings", "#/health/settings", "settings");
  if (state === "reported") {
    const [title, note] = [t("health.about.isolation"), t("health.about.isolation.note")];
    return [linkRow("house", "#/about/isolation", title, note), settings];
  }
  if (reportable === undefined) return [settings];
  return [link("alert", "#/health/report", "report"), link("code", "#/health/case", "case"), settings];
}
