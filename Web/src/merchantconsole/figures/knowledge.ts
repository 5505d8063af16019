import * as api from "../../api";
import type { ShopFigures } from "../../api";
import { el } from "../../dom";
import { dayName, number } from "../../format";
import { t } from "../../i18n";
import { notice } from "../../ui/banner";
import { section } from "../../ui/section";
import { table } from "../../ui/table";
import type { ShopContext } from "../../venueconsole/context";
import { consolePage, facts, steady } from "../../venueconsole/page";

/** What is kept of people for this shop, the term that it needs, for how long, and what of it the shop sees. */
const kept = ["coupons", "redemptions", "visits", "events", "reports", "cells", "campaigns"] as const;

/** The shop's own page about privacy: what it knows of people, and what it does not. */
export function knowledgePage(context: ShopContext): HTMLElement {
  const figures = context.fetched((options) =>
    api.shopFigures(context.venue.venue, context.shop.major, {}, options));
  return consolePage(
    t("figures.knowledge.title"), t("figures.knowledge.lead"),
    section("open", t("figures.knowledge.terms"), steady(context, figures, termsPart)),
    section(
      "ruled", t("figures.knowledge.kept"),
      el("ul", { class: "figure-kept" }, ...kept.map((name) => el(
        "li", { "data-kept": name }, el("h3", {}, t(`figures.kept.${name}.what`)),
        facts(
          [t("figures.kept.term"), t(`figures.kept.${name}.term`)], [t("figures.kept.until"), t(`figures.kept.${name}.until`)],
          [t("figures.kept.seen"), t(`figures.kept.${name}.seen`)],
        ),
      ))),
    ),
    section("ruled", t("figures.knowledge.budget"), steady(context, figures, budgetPart)),
    section("ruled", t("figures.knowledge.not"), el(
      "ul", { class: "figure-words" },
      ...(["who", "other", "place", "small"] as const).map((name) => el("li", {}, t(`figures.not.${name}`))),
    )),
  );
}

/** How many people gave each term, with noise: a shop of few people does not learn who is one of them. */
function termsPart({ terms, termsOn }: ShopFigures): HTMLElement {
  if (terms.length === 0) return notice("clock", t("figures.terms.none"));
  return el(
    "div", { class: "work-list" },
    table(
      [t("figures.terms.term"), t("figures.people"), t("figures.least"), t("figures.most")],
      terms.map(({ term, value, low, high }) =>
        ({ code: term, head: t(`figures.term.${term}`), cells: [number(value), number(low), number(high)] }))),
    el("p", { class: "quiet" }, termsOn === undefined ? t("figures.terms.text") : t("figures.terms.on", { day: dayName(termsOn) })),
  );
}

function budgetPart({ budget, days }: ShopFigures): HTMLElement {
  const released = days.filter((day) => day.isReleased).length;
  return el(
    "div", { class: "work-list" },
    facts([t("figures.budget.spent"), number(budget, 1)], [t("figures.budget.days"), number(released)]),
    el("p", {}, t("figures.budget.text")),
  );
}
