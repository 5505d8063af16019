import { type Picture, streams } from "../../api";
import { el, fill, setText } from "../../dom";
import { dayAndTime, number } from "../../format";
import { plural, t } from "../../i18n";
import { Observable } from "../../observable";
import { listen, type StreamStatus } from "../../stream";
import { panel } from "../../ui/section";
import { loadingState, streamBadge } from "../../ui/states";
import { Plan } from "../plan";
import type { Venue } from "../venue";
import { shopSheet } from "./shopsheet";
import { refusalBars } from "./totals";
import type { ViewInput } from "./view";

/** What anybody may see of a venue where visitors are real: the last quarter of an hour that is published, without visitors. */
export function publicPicture({ context, scope, go }: ViewInput, venue: Venue): HTMLElement {
  const floor = el("div");
  const badge = el("div", { class: "badge-place" });
  const foot = el("div", { class: "plan-foot" }, el("p", { class: "quiet" }, t("picture.note")));
  const asOf = el("span", {}, t("picture.waiting"));
  const list = el("div", { class: "scroll", tabindex: 0 }, loadingState());
  const refusals = refusalBars();
  let visits = new Map<number, number | null>();
  const sheet = shopSheet(context, venue, (major) => plan.select(major), () => go("shops"));
  const element = el(
    "div",
    { class: "centre picture" },
    el("header", { class: "view-head" }, el("h1", {}, venue.body.name), badge, el("p", { class: "facts" }, asOf)),
    el("div", { class: "stage" }, floor, sheet.element),
    foot,
    el("div", { class: "panels" }, panel("visits", t("picture.title"), null, list)),
    refusals.element,
  );
  const plan = new Plan(floor, {
    venue, scope, label: t("plan.label", { venue: venue.body.name }),
    onShop: (major) => sheet.open(major, visitsText(visits.get(major) ?? null)),
  });

  foot.append(plan.zoomButtons());

  const status = new Observable<StreamStatus>("connecting");
  scope.watch(status, (value) => fill(badge, streamBadge(value)));
  scope.add(listen(() => streams.venueStream(venue.body.uuid, { picture: show }), status));

  function show(picture: Picture): void {
    visits = new Map(picture.shops.map((shop) => [shop.major, shop.visits]));
    const most = Math.max(1, ...[...visits.values()].map((count) => count ?? 0));
    setText(asOf, periodText(picture, venue.body.timeZone));
    for (const [major, count] of visits) {
      const level = count === null ? 0 : Math.ceil((count / most) * 4);
      plan.setLevel(major, level, count === null ? t("picture.few.short") : number(count));
    }
    const byVisits = [...picture.shops].sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0));
    const rows = byVisits.map((shop) => row(venue, shop.major, shop.visits, most));
    fill(list, el("ol", { class: "rows visit-rows" }, ...rows));
    refusals.show(picture.disputed > 0 ? { ...picture.rejected, disputed: picture.disputed } : picture.rejected);
  }
  return element;
}

function periodText(picture: Picture, zone: string): string {
  return t("picture.asOf", { from: dayAndTime(picture.from, zone), until: dayAndTime(picture.until, zone) });
}

function visitsText(count: number | null): string {
  return count === null ? t("picture.few.sentence") : plural("picture.visits", count);
}

function row(venue: Venue, major: number, count: number | null, most: number): HTMLElement {
  const filling = el("span", { class: "bar-fill" });
  filling.style.width = `${((count ?? 0) / most) * 100}%`;
  return el(
    "li",
    { class: "bar-row", "data-major": major },
    el("span", { class: "bar-label" }, venue.nameOf(major)),
    el("span", { class: "bar", "aria-hidden": "true" }, filling),
    el("span", { class: "bar-count" }, count === null ? t("picture.few") : number(count)),
  );
}
