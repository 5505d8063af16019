import type { Shop } from "../../api";
import { el, fill, uniqueId } from "../../dom";
import { dayAndTime } from "../../format";
import { plural, t } from "../../i18n";
import { withTexts } from "../../texts";
import { button } from "../../ui/button";
import { later } from "../../ui/later";
import type { Venue } from "../venue";
import type { ViewInput } from "../views/view";
import { type Fact, knowledge, ofShop } from "./knowledge";
import { type Step, steps } from "./term";

const muting = withTexts(["visitor-coupons"], () => import("../notices/mute"));

/** A step in a few words. */
export function stepName(step: Step): string {
  return t(`terms.step.${step}`);
}

/** The four steps of a shop to choose from, and in its own name what it knows now and what it never learns. */
export function whatIsKnown(
  { context, scope }: ViewInput, venue: Venue, shop: Shop, onChoose: (step: Step) => void,
): HTMLElement {
  const { uuid } = venue.body;
  const name = uniqueId("step");
  const choices = steps.map((value) => {
    const id = uniqueId("step-text");
    const input = el("input", {
      type: "radio", name, value, "aria-describedby": id, onchange: () => onChoose(value),
    });
    const words = el("span", {}, el("strong", {}, stepName(value)), el("span", { class: "row-note", id }, t(`terms.step.${value}.text`)));
    return { value, input, element: el("label", { class: "term-step" }, input, words) };
  });
  const known = el("ul", { class: "points-list" });
  const never = el("ul", { class: "points-list" });
  const stop = button("plain", "shield", t("terms.stop", { shop: shop.name }), () => onChoose("nothing"));
  stop.dataset["stop"] = String(shop.major);

  const mute = el("div", {}, later(scope, muting, ({ muteSwitch }) => muteSwitch(context, uuid, shop.major)));

  const draw = (): void => {
    const step = context.choices.step(uuid, shop.major);
    for (const choice of choices) choice.input.checked = choice.value === step;
    const told = knowledge(step, {
      coupons: ofShop(context.coupons.resource.value ?? [], uuid, shop.major),
      visits: ofShop(context.visits.value ?? [], uuid, shop.major),
    });
    fill(known, ...told.facts.map((fact) => el("li", { "data-fact": fact.kind }, factText(fact, shop, venue))));
    fill(never, ...told.never.map((secret) => el("li", { "data-never": secret }, t(`terms.never.${secret}`))));
    const hadFocus = stop === document.activeElement;
    mute.hidden = stop.hidden = step === "nothing";
    if (hadFocus && stop.hidden) choices[0]?.input.focus();
  };
  // What it knows comes of three lists; each may change under the reader's eyes.
  scope.watch(context.choices.resource.observable, draw);
  scope.watch(context.coupons.resource.observable, draw);
  scope.watch(context.visits.observable, draw);
  return el(
    "div", { class: "terms" },
    el(
      "fieldset", { class: "term-steps" }, el("legend", {}, t("terms.legend", { shop: shop.name })),
      el("p", { class: "quiet" }, t("terms.note")), ...choices.map(({ element }) => element),
    ),
    el("div", {}, el("h2", {}, t("terms.now", { shop: shop.name })), known),
    el("div", {}, el("h2", {}, t("terms.never")), never),
    mute,
    el("div", {}, stop),
  );
}

function factText(fact: Fact, shop: Shop, venue: Venue): string {
  switch (fact.kind) {
    case "coupons":
      return fact.count === 0 ? t("terms.known.coupons.none") : plural("terms.known.coupons", fact.count);
    case "visits": {
      if (fact.until === null) return t("terms.known.visits.none");
      const time = dayAndTime(fact.until, venue.sessionTimeZone);
      const text = plural("terms.known.visits", fact.count, { time });
      return fact.disputed === 0 ? text : `${text} ${plural("terms.known.disputed", fact.disputed)}`;
    }
    default:
      return t(`terms.known.${fact.kind}`, { shop: shop.name });
  }
}

