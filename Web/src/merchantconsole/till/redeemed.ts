import * as api from "../../api";
import { el, fill } from "../../dom";
import { dayName, clock, number } from "../../format";
import { nearestText, plural, t } from "../../i18n";
import { segmented } from "../../ui/menu";
import { emptyState } from "../../ui/states";
import { table } from "../../ui/table";
import type { ShopContext } from "../../venueconsole/context";
import { steady } from "../../venueconsole/page";
import type { Fetched } from "../../venueconsole/fetched";
import { dayIn, instantOf } from "../offers/terms";

const periods = { today: 0, week: 6, month: 29 } as const;

/** What was redeemed, by period, with a table for spreadsheets; nobody is in it. */
export function redeemedPart(context: ShopContext): { element: HTMLElement; reload: () => void } {
  const { venue, shop, timeZone } = context;
  const place = el("div", {});
  let shown: Fetched<api.ShopRedemptions> | null = null;
  const show = (period: keyof typeof periods): void => {
    const day = dayIn(context.now() - periods[period] * 86_400_000, timeZone);
    const query = { from: instantOf(`${day}T00:00`, timeZone) };
    const list = context.fetched((options) => api.shopRedemptions(venue.venue, shop.major, query, options));
    shown = list;
    const file = `/api/merchant/${venue.venue}/${shop.major}/exports/redemptions?from=${query.from}&separator=semicolon`;
    fill(place, steady(context, list, ({ redemptions, total }) => {
      if (total === 0) return emptyState("offers", t("till.none"), t("till.none.text"));
      const rows = redemptions.map((one, index) => ({
        code: String(index), head: dayName(dayIn(Date.parse(one.at), timeZone)),
        cells: [clock(one.at, timeZone), nearestText(one.text).text, number(one.points), one.till],
      }));
      const heads = [t("till.day"), t("till.minute"), t("till.offer"), t("shop.points"), t("till.name")];
      return el(
        "div", { class: "work-list" }, el("p", {}, plural("till.count", total)),
        el("div", { class: "till-table", tabindex: 0, role: "region", "aria-label": t("till.redeemed") }, table(heads, rows)),
        total > redemptions.length && el("p", { class: "quiet" }, t("till.more", { count: number(redemptions.length) })),
        el("a", { class: "button", href: file, download: "redemptions.csv" }, t("till.csv")),
      );
    }));
  };
  show("today");
  const choice = segmented(
    t("till.period"), [{ value: "today", label: t("till.today") }, { value: "week", label: t("till.week") }, { value: "month", label: t("till.month") }],
    "today", show);
  return { element: el("div", { class: "work-list" }, choice, place), reload: () => void shown?.load() };
}
