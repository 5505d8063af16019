import type { ShopHours, ShopOffer, ShopOfferTerms } from "../../api";
import { couponCard } from "../../coupon/card";
import { cardWords } from "../../coupon/words";
import { el } from "../../dom";
import { dayName, number } from "../../format";
import { languages, locale, t } from "../../i18n";
import { days, dayText } from "./hours";
import { type Difference, endOfDay, type Part, type Tongue } from "./terms";

/** A day of the week in words. */
export function weekday(day: ShopHours["day"], style: "long" | "short" = "long"): string {
  // 2024-01-01 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + days.indexOf(day)));
  return new Intl.DateTimeFormat(locale(), { weekday: style, timeZone: "UTC" }).format(date);
}

/** What a part of an offer is called. */
export function partName(part: Part): string {
  switch (part) {
    case "validFrom": return t("shop.from");
    case "validUntil": return t("shop.until");
    case "hours": return t("shop.hours");
    case "points": return t("shop.points");
    case "limit": return t("shop.limit");
    default: return languages[part.slice(5) as Tongue] ?? part.slice(5);
  }
}

/** What a part of an offer says. */
function partWords(part: Part, terms: ShopOfferTerms): string {
  switch (part) {
    case "validFrom": return terms.validFrom === undefined ? "–" : dayName(terms.validFrom);
    case "validUntil": return terms.validUntil === undefined ? "–" : dayName(terms.validUntil);
    case "hours": return hoursWords(terms.hours);
    case "points": return number(terms.points);
    case "limit": return terms.limit === undefined ? t("shop.limit.none") : number(terms.limit);
    default: return terms.text[part.slice(5)] || "–";
  }
}

/** Weekly hours in words: "Friday 22:00-02:00; Sunday 10:00-14:00". */
export function hoursWords(hours: readonly ShopHours[]): string {
  if (hours.length === 0) return t("shop.hours.always");
  return days.filter((day) => hours.some((stretch) => stretch.day === day))
    .map((day) => `${weekday(day)} ${dayText(hours, day)}`).join("; ");
}

/** Two versions beside each other, where they differ. */
export function comparison(
  found: readonly Difference[], before: ShopOfferTerms, after: ShopOfferTerms, heads: readonly [string, string],
): HTMLElement {
  if (found.length === 0) return el("p", { class: "quiet" }, t("shop.same"));
  const rows = found.map(({ part }) => el(
    "tr", { "data-part": part }, el("th", { scope: "row" }, partName(part)),
    el("td", {}, el("del", {}, partWords(part, before))), el("td", {}, el("ins", {}, partWords(part, after))),
  ));
  return el(
    "div", { class: "shop-comparison" },
    el(
      "table", { class: "table" },
      el("thead", {}, el("tr", {}, ...[t("shop.part"), ...heads].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, ...rows),
    ),
  );
}

/** The card that a visitor's phone shows of an offer, in one language: drawn by what draws it there. */
export function previewCard(
  terms: ShopOfferTerms, tongue: string, shop: string, timeZone: string, now: number,
): HTMLElement {
  const text = terms.text[tongue]?.trim() ?? "";
  const ends = terms.validUntil === undefined ? now + 86_400_000 : endOfDay(terms.validUntil, timeZone);
  const words = cardWords(
    {
      id: "preview", shop: { venue: "", major: 0, name: shop }, text: { [tongue]: text }, points: terms.points,
      receivedAt: new Date(now).toISOString(), validUntil: new Date(ends).toISOString(), state: "open",
      pointsPaid: "redeemed",
    }, now, timeZone,
  );
  return couponCard({
    ...words, text: text === "" ? t("shop.preview.nothing") : text, language: undefined,
    where: t("offers.whereShop", { shop }), actions: [],
  });
}

/** How an offer stands, in words; with a word of its own when its newest version is not the one that is published. */
export function stateBadge({ state, isChanged }: ShopOffer): HTMLElement {
  const words = { draft: t("shop.state.draft"), planned: t("shop.state.planned"), running: t("shop.state.running"),
    ended: t("shop.state.ended"), deleted: t("shop.state.deleted") }[state];
  const changed = isChanged && (state === "running" || state === "planned") ? ` · ${t("shop.state.changed")}` : "";
  return el("span", { class: `shop-state shop-state-${state}` }, words + changed);
}
