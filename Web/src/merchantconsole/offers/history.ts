import * as api from "../../api";
import type { ShopOfferVersion } from "../../api";
import { el } from "../../dom";
import { dayAndTime } from "../../format";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { emptyState } from "../../ui/states";
import type { ShopContext } from "../../venueconsole/context";
import { consolePage, steady } from "../../venueconsole/page";
import { differences, emptyTerms } from "./terms";
import { comparison } from "./words";

/** What was done to an offer, by whom, and what changed each time. */
export function offerHistory(context: ShopContext, id: string): HTMLElement {
  const { venue, shop } = context;
  const versions = context.fetched((options) => api.shopOfferVersions(venue.venue, shop.major, id, options));
  const back = button("plain", "back", t("shop.back"), () => context.go("offers", id));
  return consolePage(t("shop.history"), t("shop.history.lead"), back, steady(context, versions, (list) => {
    if (list.versions.length === 0) return emptyState("clock", t("shop.history.empty"), "");
    return el("ol", { class: "rows", reversed: true }, ...list.versions.map((version, place) =>
      versionRow(context, version, list.versions[place + 1])));
  }));
}

function versionRow(context: ShopContext, version: ShopOfferVersion, before: ShopOfferVersion | undefined): HTMLElement {
  const words = { saved: t("shop.change.saved"), published: t("shop.change.published"), undone: t("shop.change.undone"),
    ended: t("shop.change.ended"), deleted: t("shop.change.deleted"), restored: t("shop.change.restored"), imported: t("shop.change.imported") }[version.change];
  const earlier = before?.terms ?? emptyTerms();
  const found = differences(earlier, version.terms);
  return el(
    "li", { class: "row", "data-version": version.version },
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, t("shop.version", { number: version.version })), ` ${words}`),
      version.change !== "imported" && el("p", { class: "row-note" }, version.by ?? t("shop.gone")),
      found.length > 0 && el(
        "details", { class: "zone-details" }, el("summary", {}, t("shop.history.what")),
        comparison(found, earlier, version.terms, [t("shop.before"), t("shop.after")]),
      ),
    ),
    el("time", { class: "row-time", datetime: version.at }, dayAndTime(version.at, context.timeZone)),
  );
}
