import * as api from "../api";
import type { ShopOffer, ShopOffers } from "../api";
import { el } from "../dom";
import { dayAndTime, dayName } from "../format";
import { nearestText, plural, t } from "../i18n";
import { button } from "../ui/button";
import { emptyState } from "../ui/states";
import type { ShopContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";
import { offerEditor } from "./offers/editor";
import { offerHistory } from "./offers/history";
import { stateBadge } from "./offers/words";

/** The offers of a shop; the address says which one is open, and whether its history is. */
export function offersPage(context: ShopContext): HTMLElement {
  const [id = "", part = ""] = context.rest.split("/");
  if (id === "") return offerList(context);
  return part === "history" ? offerHistory(context, id) : offerEditor(context, id);
}

function offerList(context: ShopContext): HTMLElement {
  const { venue, shop } = context;
  const offers = context.fetched((options) => api.shopOffers(venue.venue, shop.major, options));
  const create = (): HTMLElement => button("primary", "offers", t("shop.new"), () => context.go("offers", newId()));
  return consolePage(t("shop.offers"), t("shop.offers.lead"), steady(context, offers, (list) => {
    const kept = list.offers.filter(({ state }) => state !== "deleted");
    if (kept.length === 0) return emptyState("offers", t("shop.empty"), t("shop.empty.text"), create());
    const rows = kept.map((offer) => offerRow(context, offer, list));
    return el("div", { class: "work-list" }, el("div", { class: "actions" }, create()), el("ul", { class: "rows shop-offers" }, ...rows));
  }));
}

function offerRow(context: ShopContext, offer: ShopOffer, { timeZone }: ShopOffers): HTMLElement {
  const { text, tag, isMine } = nearestText(offer.terms.text);
  const open = el("a", { class: "shop-offer-name", href: "#", "data-act": offer.id, lang: isMine ? undefined : tag }, text || t("shop.untitled"));
  open.addEventListener("click", (event) => {
    event.preventDefault();
    context.go("offers", offer.id);
  });
  const { validFrom, validUntil } = offer.terms;
  const days = validFrom !== undefined && validUntil !== undefined
    ? t("shop.days", { from: dayName(validFrom), until: dayName(validUntil) }) : t("shop.noDays");
  const begins = offer.planned === undefined ? "" : t("shop.begins", { time: dayAndTime(offer.planned.from, timeZone) });
  return el(
    "li", { class: "row", "data-offer": offer.id, "data-state": offer.state },
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, open),
      el(
        "p", { class: "row-note" }, stateBadge(offer), offer.isFromFile && el("span", {}, t("shop.fromFile")), el("span", {}, days), begins !== "" && el("span", {}, begins),
        el("span", {}, plural("shop.redeemed", offer.redeemed)),
      ),
    ),
  );
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
