import { el } from "../../dom";
import { daysAgo, number } from "../../format";
import { t } from "../../i18n";
import { personDay, personDayText } from "../../personday";
import { linkButton } from "../../ui/button";
import { points } from "../../ui/list";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import type { PhoneInput } from "./input";
import { advice, emergency, page } from "./parts";

/** After a possible contact: how many days ago, what to do, and what it means. Never a time of day or a place. */
export function contactPage({ tracing }: PhoneInput): HTMLElement {
  const { exposures } = tracing;
  const now = Date.parse(tracing.now);
  if (exposures.length === 0) {
    const none = emptyState("shield", t("health.contact.none"), t("health.contact.none.text"));
    return page(t("health.contact.title"), none);
  }
  const rows = exposures.map(({ day: utcDay, grade, minutes, probability }) => {
    const day = personDay(utcDay, now);
    return el(
      "li",
      { class: "contact-day", "data-grade": grade },
      el("strong", {}, daysAgo(day.daysAgo)),
      el("span", { class: "quiet" }, personDayText(day)),
      el(
        "p",
        { class: "contact-grade" },
        el("strong", {}, t(`health.grade.${grade}`)),
        " ",
        t("health.grade.text", { minutes: number(minutes), percent: number(probability) }),
      ),
    );
  });
  return page(
    t("health.contact.title"),
    el("p", { class: "lead" }, t(exposures.length === 1 ? "health.contact.lead" : "health.contact.leadMany")),
    el("ul", { class: "contact-days" }, ...rows),
    el("p", { class: "quiet" }, t("health.grade.note")),
    el("p", { class: "quiet" }, t("health.contact.private")),
    section(
      "open", t("health.contact.do"),
      advice(["health.do.test", "health.do.stay", "health.do.tell", "health.do.watch"]),
      emergency(),
      el("p", { class: "quiet" }, t("health.follow")),
    ),
    section("open", t("health.contact.meaning"), points("dotted", ["health.contact.meaning.1", "health.contact.meaning.2"])),
    el(
      "div",
      { class: "step-buttons" },
      linkButton("plain", "#/about/isolation", t("health.about.isolation")),
      tracing.state !== "reported" && linkButton("plain", "#/health/report", t("health.contact.positive")),
    ),
  );
}
