import { type Child, el } from "../../dom";
import { inMyLanguage, t } from "../../i18n";
import { personDayName } from "../../personday";
import type { Scope } from "../../observable";
import { linkButton } from "../../ui/button";
import { points } from "../../ui/list";
import { section } from "../../ui/section";
import { emptyState, remote } from "../../ui/states";
import type { Context } from "../context";
import type { ViewInput } from "../views/view";
import { isolationAdvice } from "./advice";
import { advice, emergency, page, stepButtons } from "./parts";
import { type Entry, newsResource, questionsResource } from "./publications";
import { whoLearnsWhat } from "./who";

const pages = {
  how: { href: "#/about", label: "health.about.how", build: howPage },
  news: { href: "#/about/news", label: "health.about.news", build: newsPage },
  questions: { href: "#/about/questions", label: "health.about.questions", build: questionsPage },
  protect: { href: "#/about/protect", label: "health.about.protect", build: protectPage },
  isolation: { href: "#/about/isolation", label: "health.about.isolation", build: isolationPage },
} as const;

type Name = keyof typeof pages;

/** The public pages, for everybody, signed in or not. */
export function aboutView(input: ViewInput): HTMLElement {
  const name = (Object.keys(pages) as Name[]).find((known) => known === input.path[0]) ?? "how";
  return pages[name].build(input);
}

/** A public page with the ways to the others. */
function publicPage(name: Name, title: string, ...parts: Child[]): HTMLElement {
  const links = (Object.keys(pages) as Name[]).map((other) =>
    el(
      "li",
      {},
      el(
        "a",
        { class: "chip", href: pages[other].href, ...(other === name ? { "aria-current": "page" } : {}) },
        t(pages[other].label),
      ),
    ),
  );
  const zones = el("li", {}, el("a", { class: "chip", href: "#/zones" }, t("health.action.zones")));
  const navigation = el("nav", { "aria-label": t("health.about") }, el("ul", { class: "chips" }, ...links, zones));
  return page(title, navigation, ...parts);
}

function howPage({ context, scope }: ViewInput): HTMLElement {
  return publicPage(
    "how",
    t("health.how.title"),
    el("p", { class: "lead" }, t("health.lead")),
    thisServer(context, scope),
    section("open", t("health.how.steps"), points("numbered", ["health.how.1", "health.how.2", "health.how.3", "health.how.4"])),
    section("open", t("health.who.title"), whoLearnsWhat()),
    section(
      "open", t("health.limits.title"),
      points("dotted", ["health.limits.1", "health.limits.2", "health.limits.3", "health.limits.4"]),
    ),
    section("open", t("health.kept.title"), points("dotted", ["health.kept.1", "health.kept.2", "health.kept.3"])),
  );
}

/** On a server without a venue: what it is, for somebody who came by its address alone. */
function thisServer(context: Context, scope: Scope): HTMLElement {
  const place = el("div", { class: "this-server", hidden: true });
  scope.watch(context.venue.observable, (venue) => {
    place.hidden = !(venue.state === "ready" && venue.value === null);
    if (place.hidden || place.hasChildNodes()) return;
    place.append(
      section(
        "open", t("health.server.title"),
        points("dotted", ["health.server.1", "health.server.2", "health.server.3"]),
        stepButtons(
          linkButton("plain", "#/health", t("health.server.take")),
          linkButton("plain", "/console/health", t("health.server.staff")),
        ),
      ),
    );
  });
  return place;
}

function newsPage({ scope }: ViewInput): HTMLElement {
  const news = newsResource();
  void news.load();
  return publicPage("news", t("health.about.news"), remote(scope, news, (entries) => {
    if (entries.length === 0) return emptyState("news", t("health.news.empty"), t("health.news.empty.text"));
    return el("div", { class: "articles" }, ...entries.map(article));
  }));
}

function article({ day, title, text }: Entry): HTMLElement {
  return el(
    "article",
    {},
    el("h2", {}, inMyLanguage(title)),
    el("time", { class: "row-note", datetime: day }, personDayName(day)),
    ...paragraphs(text),
  );
}

function questionsPage({ scope }: ViewInput): HTMLElement {
  const questions = questionsResource();
  void questions.load();
  return publicPage("questions", t("health.about.questions"), remote(scope, questions, (entries) => {
    if (entries.length === 0) {
      return emptyState("question", t("health.questions.empty"), t("health.questions.empty.text"));
    }
    return el("div", { class: "answers" }, ...entries.map(({ title, text }) =>
      el("details", {}, el("summary", {}, inMyLanguage(title)), el("div", {}, ...paragraphs(text))),
    ));
  }));
}

function paragraphs(text: Record<string, string>): HTMLElement[] {
  return inMyLanguage(text).split(/\n\s*\n/).map((paragraph) => el("p", {}, paragraph));
}

function protectPage(): HTMLElement {
  return publicPage(
    "protect",
    t("health.protect.title"),
    advice([
      "health.protect.air", "health.protect.distance", "health.protect.mask", "health.protect.hands",
      "health.protect.home", "health.protect.vaccine",
    ]),
    el("p", { class: "quiet" }, t("health.follow")),
  );
}

function isolationPage(): HTMLElement {
  return publicPage(
    "isolation",
    t("health.isolation.title"),
    el("p", { class: "lead" }, t("health.isolation.lead")),
    ...isolationAdvice(),
    emergency(),
    el("p", { class: "quiet" }, t("health.follow")),
  );
}
