import * as api from "../../api";
import type { DemoExposure } from "../../api";
import { ask } from "../../client";
import { el, fill, setText } from "../../dom";
import { clock, number } from "../../format";
import { type Key, plural, t } from "../../i18n";
import { button } from "../../ui/button";
import { panel } from "../../ui/section";
import type { Venue } from "../venue";
import type { ViewInput } from "./view";

type State = "clear" | "infected" | "warned" | "due" | "needless";

/** The states in the order of the legend. */
const states: readonly State[] = ["infected", "warned", "due", "needless", "clear"];
const pause = 2000;
const shownBatches = 5;

/** How tracing goes in the simulated centre: until the report, how warnings spread, and who has learned what. */
export function exposurePanel(input: ViewInput, venue: Venue): HTMLElement {
  const stage = el("p", { class: "exposure-stage", role: "status" }, t("loading"));
  const people = peoplePicture();
  const figures = warningFigures();
  const spread = el("ul", { class: "bars exposure-spread", "aria-label": t("demo.exposure.spread") });
  const guests = el("p", { class: "attack-note", "data-figure": "guests", hidden: true });
  const learned = learnedRows();
  const rest = el(
    "div",
    { class: "exposure-rest", hidden: true },
    people.element,
    figures.element,
    guests,
    spread,
    el("h3", {}, t("demo.exposure.learned")),
    learned.element,
    tryIt(input),
  );
  let isAsking = false;

  async function refresh(): Promise<void> {
    // A hidden page need not know.
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const body = await ask(api.demoExposure);
      if (input.scope.isEnded) return;
      setText(stage, stageSentence(body, venue));
      people.show(body);
      figures.show(body);
      guests.hidden = body.guests.reported === 0;
      setText(guests, guestSentence(body));
      showSpread(spread, body, venue);
      learned.show(body);
      rest.hidden = false;
    } catch {
      // The next look may succeed; what was shown before stays.
      if (rest.hidden) setText(stage, t("demo.exposure.waiting"));
    } finally {
      isAsking = false;
    }
  }

  input.scope.every(pause, () => void refresh());
  void refresh();
  return panel(
    "exposure",
    t("demo.exposure.title"),
    el("a", { class: "panel-link", href: "#/about" }, t("demo.exposure.about")),
    el("div", { class: "scroll", tabindex: 0 }, stage, rest),
  );
}

function stageSentence(body: DemoExposure, venue: Venue): string {
  const infected = body.people.filter((state) => state === "infected").length;
  if (body.reported === 0) {
    const minutes = Math.max(0, Math.ceil((Date.parse(body.reportAt) - Date.parse(body.at)) / 60_000));
    const time = t("demo.exposure.time", { hours: number(Math.floor(minutes / 60)), minutes: number(minutes % 60) });
    return plural("demo.exposure.before", infected, { time });
  }
  const batch = 7_200_000;
  const next = new Date((Math.floor(Date.parse(body.at) / batch) + 1) * batch).toISOString();
  return plural("demo.exposure.after", body.reported, { time: shortClock(next, venue) });
}

/** What reports of guests came to, which are no part of the simulated day. */
function guestSentence({ guests }: DemoExposure): string {
  return t("demo.exposure.guests", {
    reported: number(guests.reported), visitors: number(guests.warnedVisitors), guests: number(guests.warnedGuests),
    due: number(guests.shouldHaveBeenWarned),
  });
}

function shortClock(instant: string, venue: Venue): string {
  return clock(instant, venue.body.timeZone).slice(0, 5);
}

interface Part {
  element: HTMLElement;
  show(body: DemoExposure): void;
}

/** A dot for each visitor, told apart by shape as well as by colour, with what they mean. */
function peoplePicture(): Part {
  const dots = el("div", { class: "exposure-people", role: "img" });
  const counts = new Map<State, HTMLElement>();
  const legend = states.map((state) => {
    const count = el("strong", {}, "0");
    counts.set(state, count);
    return el(
      "li",
      {},
      el("span", { class: "person", "data-state": state, "aria-hidden": "true" }),
      el("span", {}, t(`demo.exposure.state.${state}`)),
      count,
    );
  });
  let drawn = "";
  return {
    element: el("div", {}, dots, el("ul", { class: "exposure-legend" }, ...legend)),
    show(body) {
      const picture = body.people.join();
      if (picture === drawn) return;
      drawn = picture;
      fill(dots, ...body.people.map((state) => el("span", { class: "person", "data-state": state })));
      for (const state of states) {
        const count = body.people.filter((other) => other === state).length;
        const place = counts.get(state);
        if (place !== undefined) setText(place, number(count));
      }
      dots.setAttribute(
        "aria-label",
        t("demo.exposure.picture", { warned: number(body.warned), due: number(body.shouldHaveBeenWarned) }),
      );
    },
  };
}

function warningFigures(): Part {
  const values = new Map<string, HTMLElement>();
  const figure = (name: string, label: Key): HTMLElement => {
    const value = el("dd", { "data-figure": name }, "–");
    values.set(name, value);
    return el("div", { class: "figure" }, el("dt", {}, t(label)), value);
  };
  const element = el(
    "dl",
    { class: "exposure-figures" },
    figure("warned", "demo.exposure.warned"),
    figure("due", "demo.exposure.due"),
    figure("right", "demo.exposure.right"),
    figure("needless", "demo.exposure.needless"),
  );
  const put = (name: string, value: number): void => {
    const place = values.get(name);
    if (place !== undefined) setText(place, number(value));
  };
  return {
    element,
    show(body) {
      put("warned", body.warned);
      put("due", body.shouldHaveBeenWarned);
      put("right", body.warnedOfThose);
      put("needless", body.falseWarnings);
    },
  };
}

/** Warnings after each batch, of the first ones in which they changed. */
function showSpread(list: HTMLElement, body: DemoExposure, venue: Venue): void {
  const changes = body.spread.filter(({ warned }, index) => index === 0 || body.spread[index - 1]?.warned !== warned);
  const most = Math.max(1, ...changes.map(({ warned }) => warned));
  list.hidden = changes.length === 0;
  const rows = changes.slice(0, shownBatches).map(({ release, warned }) => {
    const filling = el("span", { class: "bar-fill exposure-bar" });
    filling.style.width = `${(warned / most) * 100}%`;
    return el(
      "li",
      { class: "bar-row" },
      el("span", { class: "bar-label" }, t("demo.exposure.batch", { time: shortClock(release, venue) })),
      el("span", { class: "bar", "aria-hidden": "true" }, filling),
      el("span", { class: "bar-count" }, number(warned)),
    );
  });
  fill(list, ...rows);
}

/** What three who would like to know have learned, in figures that are measured from outside. */
function learnedRows(): Part {
  const rows = (["eavesdropper", "server", "authority"] as const).map((who) => {
    const text = el("p", { class: "attack-note" });
    return { who, text, element: el("li", { "data-who": who }, el("strong", {}, t(`demo.exposure.${who}`)), text) };
  });
  return {
    element: el("ul", { class: "exposure-learned" }, ...rows.map((row) => row.element)),
    show(body) {
      const texts = {
        eavesdropper: eavesdropperSentence(body),
        server: t("demo.exposure.server.text", {
          keys: number(body.server.keys), contacts: number(body.server.contacts),
          rows: number(Object.values(body.server.rows).reduce((sum, count) => sum + count, 0)),
        }),
        authority: t("demo.exposure.authority.text", {
          issued: number(body.authority.codesIssued), used: number(body.authority.codesUsed),
          names: number(body.authority.names), beside: number(body.authority.keysBesideNames),
        }),
      };
      for (const row of rows) setText(row.text, texts[row.who]);
    },
  };
}

function eavesdropperSentence({ eavesdropper: heard, reported }: DemoExposure): string {
  const values = {
    identifiers: number(heard.identifiers), minutes: number(heard.longestChainBefore * 15),
    linked: number(heard.devicesLinked), after: number(heard.longestChainAfter),
  };
  return t(reported === 0 ? "demo.exposure.eavesdropper.before" : "demo.exposure.eavesdropper.after", values);
}

/** A code of the simulated authority, given only to who asks for it. */
function tryIt({ context }: ViewInput): HTMLElement {
  const place = el("div", { class: "exposure-try", "aria-live": "polite" });
  const give = button("plain", "code", t("demo.exposure.try"), () => void fetchCode());

  async function fetchCode(): Promise<void> {
    give.disabled = true;
    try {
      const { code } = await ask(api.demoCode);
      const shown = code.replace(/(\d{4})(?=\d)/g, "$1 ");
      fill(
        place,
        el("p", {}, t("demo.exposure.code")),
        el("p", { class: "code-shown" }, shown),
        el("a", { class: "panel-link", href: "#/health/report" }, t("demo.exposure.use")),
      );
    } catch (error) {
      give.disabled = false;
      context.report(error);
    }
  }

  fill(place, el("p", { class: "attack-note" }, t("demo.exposure.try.text")), give);
  return place;
}
