import * as api from "../../api";
import type { ShopBeacons, ShopOffers, ShopQuarters, StayRatioDay } from "../../api";
import { el } from "../../dom";
import { clock, dayName, number, percent } from "../../format";
import { plural, t } from "../../i18n";
import { notice } from "../../ui/banner";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import { table } from "../../ui/table";
import type { ShopContext } from "../../venueconsole/context";
import { consolePage, facts, steady } from "../../venueconsole/page";
import { charted } from "./parts";
import { dayAfter, dayIn, quartersOf } from "./reckoning";

/** Quarters are closed some minutes after they end: looking more often shows nothing new. */
const refresh = 60_000;

/** What happens in the shop today: quarters of an hour that are over, what was proved, and what is odd. */
export function todayPage(context: ShopContext): HTMLElement {
  const { venue } = context.venue;
  const { major } = context.shop;
  const today = dayIn(context.timeZone, new Date(context.now()));
  const quarters = context.fetched((options) => api.shopQuarters(venue, major, {}, options));
  const beacons = context.fetched((options) =>
    api.shopBeacons(venue, major, { firstDay: dayAfter(today, -7), lastDay: today }, options));
  const offers = context.fetched((options) => api.shopOffers(venue, major, options));
  context.scope.every(refresh, () => {
    for (const value of [quarters, beacons, offers]) void value.load();
  });
  return consolePage(
    t("figures.today.title"), t("figures.today.lead"),
    section("open", t("figures.today.quarters"), steady(context, quarters, (value) => quartersPart(context, value))),
    section("ruled", t("figures.today.proofs"), steady(context, beacons, (value) => beaconsPart(value, today))),
    section("ruled", t("figures.today.offers"), steady(context, offers, offersPart)),
  );
}

function quartersPart(context: ShopContext, value: ShopQuarters): HTMLElement {
  const stretches = quartersOf(value, context.timeZone);
  if (stretches.length === 0) {
    return emptyState("clock", t("figures.today.empty"), t("figures.today.emptyText"));
  }
  const most = stretches.reduce((best, one) => (one.visitors > best.visitors ? one : best));
  const disputed = stretches.reduce((sum, one) => sum + one.disputed, 0);
  return el(
    "div", { class: "work-list" },
    disputed > 0
      ? notice("alert", plural("figures.today.disputed", disputed), "warn")
      : notice("check", t("figures.today.sound")),
    charted(
      stretches.map(({ label, visitors }) => ({ label, value: visitors })),
      [t("figures.quarter"), t("figures.visitors"), t("figures.disputed")],
      stretches.map(({ label, visitors, disputed }) =>
        ({ code: label, head: label, cells: [number(visitors), number(disputed)] })),
      false,
    ),
    facts(
      [t("figures.today.until"), clock(value.until, context.timeZone).slice(0, 5)],
      [t("figures.today.busiest"), plural("figures.today.busiestAt", most.visitors, { time: most.label })],
    ),
    el("p", { class: "quiet" }, t("figures.today.exact")),
  );
}

/** Raw against proved: the stays that phones reported of the shop, and what they heard of each beacon. */
function beaconsPart({ stays, beacons }: ShopBeacons, today: string): HTMLElement {
  const known = [...stays, ...beacons.flatMap(({ days }) => days)].map(({ day }) => day).sort();
  const shown = known.includes(today) ? today : known[known.length - 1];
  const rows = beacons.flatMap(({ minor, days }) => days.filter(({ day }) => day === shown).map((day) => ({ minor, day })));
  if (shown === undefined) return emptyState("air", t("figures.today.noProofs"), t("figures.today.noProofsText"));
  const odd = rows.filter(({ day }) => day.isOdd);
  const stay = stays.find(({ day }) => day === shown);
  // A beacon of which nothing is usual can't fall below it.
  const share = (value: number | null): string => (value === null ? "–" : percent(value, 1));
  const least = (value: number | null): string => (value === 0 ? "–" : share(value));
  return el(
    "div", { class: "work-list" },
    el("p", {}, shown === today ? t("figures.today.dayToday", { day: dayName(shown) })
      : t("figures.today.dayBefore", { day: dayName(shown) })),
    stay?.isOdd === true && notice("alert", oddStays(stay), "bad"),
    stay !== undefined && facts(
      [t("figures.today.stays"), number(stay.entered)], [t("figures.today.verified"), verified(stay)],
      [t("figures.today.usual"), stay.usual === null ? undefined : percent(stay.usual, 1)],
    ),
    ...odd.map(({ minor, day }) =>
      notice("alert", t("figures.today.odd", { beacon: number(minor), share: share(day.ratio), least: share(day.least) }), "bad")),
    el("div", { class: "figure-scroll", tabindex: 0, role: "group", "aria-label": t("figures.today.proofs") }, table(
      [t("figures.beacon"), t("figures.heard"), t("figures.proved"), t("figures.provedShare"), t("figures.usual")],
      rows.map(({ minor, day }) => ({
        code: String(minor), head: number(minor),
        cells: [number(day.entered), number(day.proved), share(day.ratio), least(day.least)],
      })),
    )),
    el("p", { class: "quiet" }, t("figures.today.proofsText")),
  );
}

function verified({ entered, proved }: StayRatioDay): string {
  return `${number(proved)} (${percent(proved, entered)})`;
}

function oddStays({ entered, proved, usual }: StayRatioDay): string {
  const values = { entered: number(entered), proved: number(proved) };
  return usual === null || usual === 0 ? t("figures.today.oddStaysNone", { entered: values.entered })
    : t("figures.today.oddStays", { ...values, usual: percent(usual, 1) });
}

function offersPart({ offers }: ShopOffers): HTMLElement {
  const running = offers.filter(({ state }) => state === "running");
  const redeemed = offers.reduce((sum, one) => sum + one.redeemed, 0);
  return el(
    "div", { class: "work-list" },
    facts([t("figures.today.running"), number(running.length)], [t("figures.today.redeemed"), number(redeemed)]),
    running.length === 0 ? el("p", { class: "quiet" }, t("figures.today.noOffers")) : null,
  );
}
