import type { Visit } from "../../api";
import { el } from "../../dom";
import { dayAndTime } from "../../format";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { withTexts } from "../../texts";
import { later } from "../../ui/later";
import { segmented } from "../../ui/menu";
import { emptyState, remote } from "../../ui/states";
import { followSpot } from "../spot";
import { pointsPart } from "./points";
import { signedIn } from "./signedin";
import type { ViewInput } from "./view";

const cards = withTexts(["visitor-coupons"], () => import("../coupons/pages"));

/** The reader's offers, and the visits that shops know of. */
export function offersView(input: ViewInput): HTMLElement {
  return signedIn(input, t("offers.title"), t("offers.sign"), () => {
    followSpot(input.scope, input.context.venue.value ?? null);
    const coupons = el("div", { class: "offers-part" }, pointsPart(input.scope), later(
      input.scope, cards, ({ couponCards, notificationsLink, suggestedPart }) => [
        remote(input.scope, input.context.coupons.resource, (list) => couponCards(input, list)),
        suggestedPart(input.context, input.scope),
        notificationsLink(),
      ],
    ));
    const points = el("div");
    const visits = remote(input.scope, input.context.visits, (list) => visitList(input, list));
    const show = (shown: OfferTab): void => {
      if (shown === "shops") return input.go("shops");
      coupons.hidden = shown !== "coupons";
      points.hidden = shown !== "points";
      if (shown === "points" && !points.hasChildNodes()) {
        points.append(later(input.scope, cards, ({ pointsHistory }) => pointsHistory(input)));
      }
      visits.hidden = shown !== "visits";
    };
    const [named] = input.path;
    const first = named === "visits" || named === "points" ? named : "coupons";
    show(first);
    return [offerTabs(first, show), coupons, visits, points];
  });
}

export type OfferTab = "coupons" | "visits" | "points" | "shops";

/** Opens what a tab stands for. */
export function openTab(input: ViewInput, tab: OfferTab): void {
  if (tab === "shops") input.go("shops");
  else input.go("offers", ...(tab === "coupons" ? [] : [tab]));
}

/** What belongs to Offers: the offers, the visits that brought them, and the shops that may know of visits. */
export function offerTabs(current: OfferTab, onChange: (tab: OfferTab) => void): HTMLElement {
  const names = { coupons: t("offers.tab.coupons"), visits: t("offers.tab.visits"), points: t("offers.tab.points"), shops: t("nav.shops") };
  const tabs = (["coupons", "visits", "points", "shops"] as const).map((value) => ({ value, label: names[value] }));
  return segmented(t("offers.tabs"), tabs, current, onChange);
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
