import type { Coupon, Visit } from "../../api";
import { el } from "../../dom";
import { dayAndTime, timeUntil } from "../../format";
import { languageOf, nearestText, plural, t } from "../../i18n";
import { icon } from "../../icons";
import { button } from "../../ui/button";
import { segmented } from "../../ui/menu";
import { emptyState, remote } from "../../ui/states";
import { pointsPart } from "./points";
import { signedIn } from "./signedin";
import type { ViewInput } from "./view";

/** The reader's offers, and the visits that shops know of. */
export function offersView(input: ViewInput): HTMLElement {
  return signedIn(input, t("offers.title"), t("offers.sign"), () => {
    const coupons = remote(input.scope, input.context.coupons.resource, (list) => couponList(input, list));
    const visits = remote(input.scope, input.context.visits, (list) => visitList(input, list));
    const show = (shown: OfferTab): void => {
      if (shown === "shops") return input.go("shops");
      coupons.hidden = shown !== "coupons";
      visits.hidden = shown !== "visits";
    };
    const first = input.path[0] === "visits" ? "visits" : "coupons";
    show(first);
    return [offerTabs(first, show), pointsPart(input.scope), coupons, visits];
  });
}

export type OfferTab = "coupons" | "visits" | "shops";

/** What belongs to Offers: the offers, the visits that brought them, and the shops that may know of visits. */
export function offerTabs(current: OfferTab, onChange: (tab: OfferTab) => void): HTMLElement {
  const names = { coupons: t("offers.tab.coupons"), visits: t("offers.tab.visits"), shops: t("nav.shops") };
  const tabs = (["coupons", "visits", "shops"] as const).map((value) => ({ value, label: names[value] }));
  return segmented(t("offers.tabs"), tabs, current, onChange);
}

function couponList(input: ViewInput, coupons: readonly Coupon[]): HTMLElement {
  if (coupons.length === 0) {
    const choose = button("primary", "shops", t("offers.chooseShops"), () => input.go("shops"));
    return emptyState("offers", t("offers.empty"), t("offers.empty.text"), choose);
  }
  return el("ul", { class: "rows coupons" }, ...coupons.map((coupon) => couponRow(input, coupon)));
}

/** Ends that are farther off than this, in milliseconds, are told by their day alone. */
const soon = 30 * 86_400_000;

/** When an offer ends, in the venue's time. */
function ending({ context }: ViewInput, coupon: Coupon): string {
  const time = dayAndTime(coupon.validUntil, context.venue.value?.body.timeZone);
  const left = Date.parse(coupon.validUntil) - (context.venue.value?.now() ?? Date.now());
  if (left <= 0) return t("offers.over", { time });
  return left > soon ? t("offers.until", { time }) : t("offers.ends", { left: timeUntil(left), time });
}

/** Where an offer is good; the venue is named when it is the one that the page knows. */
function whereabouts({ context }: ViewInput, coupon: Coupon): string {
  const venue = context.venue.value?.body;
  const shop = coupon.shop.name;
  return venue?.uuid === coupon.shop.venue
    ? t("offers.where", { shop, venue: venue.name }) : t("offers.whereShop", { shop });
}

function couponRow(input: ViewInput, coupon: Coupon): HTMLElement {
  const { context } = input;
  const { text, tag, isMine } = nearestText(coupon.text);
  return el(
    "li",
    { class: "coupon", "data-coupon": coupon.id },
    el(
      "div",
      { class: "coupon-body" },
      el("p", { class: "coupon-shop" }, coupon.shop.name),
      el("p", { class: "coupon-text", lang: isMine ? undefined : tag }, text),
      el(
        "p",
        { class: "row-note" },
        coupon.points > 0 && el("span", { class: "points" }, plural("offers.points", coupon.points)),
        el("span", { class: "coupon-end" }, ending(input, coupon)),
        !isMine && el("span", { class: "text-language" }, languageOf(tag)),
      ),
      el("p", { class: "row-note coupon-where" }, whereabouts(input, coupon)),
    ),
    el(
      "button",
      {
        type: "button", class: "button-icon", "aria-label": t("offers.delete", { shop: coupon.shop.name }),
        onclick: (event) => void remove(context, coupon, (event as MouseEvent).detail === 0),
      },
      icon("trash"),
    ),
  );
}

async function remove(context: ViewInput["context"], coupon: Coupon, byKeyboard: boolean): Promise<void> {
  const restore = (): void => {
    context.coupons.restore(coupon).catch((error) => context.report(error));
  };
  context.toasts.show({
    key: "coupon", icon: "trash", text: t("offers.deleted", { shop: coupon.shop.name }),
    undo: { what: coupon.shop.name, run: restore },
    // The button that had the focus goes with its row.
    focus: byKeyboard,
  });
  try {
    await context.coupons.remove(coupon);
  } catch (error) {
    context.report(error);
  }
}

/** When a visit was: "Sat 11:02", or with its end "Sat 11:02 – Sat 11:20". */
function stayText(visit: Visit, zone: string | undefined): string {
  const [from, until] = [dayAndTime(visit.at, zone), dayAndTime(visit.until, zone)];
  return from === until ? from : t("visits.stay", { from, until });
}

function visitList({ context }: ViewInput, visits: readonly Visit[]): HTMLElement {
  if (visits.length === 0) return emptyState("shield", t("visits.empty"), t("visits.empty.text"));
  const zone = context.venue.value?.body.timeZone;
  const rows = visits.map((visit) =>
    el(
      "li",
      { class: "row" },
      el("span", { class: "mark mark-accepted" }, icon("check")),
      el(
        "div",
        { class: "row-body" },
        el("p", { class: "row-title" }, el("strong", {}, visit.shop.name)),
        visit.disputed && el("p", { class: "quiet" }, t("visits.disputed")),
      ),
      el("time", { class: "row-time", datetime: visit.at }, stayText(visit, zone)),
    ),
  );
  return el("div", {}, el("p", { class: "quiet" }, t("visits.note")), el("ol", { class: "rows" }, ...rows));
}
