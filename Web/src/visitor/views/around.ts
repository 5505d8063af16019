import type { Coupon, Shop } from "../../api";
import { el, fill, setText } from "../../dom";
import { metres } from "../../format";
import { nearestText, plural, t } from "../../i18n";
import { icon } from "../../icons";
import { button } from "../../ui/button";
import { panel, section } from "../../ui/section";
import { distanceTo, floorOf, isInside, type Spot } from "../ground";
import { Plan } from "../plan";
import { ownSpot as me } from "../spot";
import { middle, type Venue } from "../venue";
import { categoryName } from "../words";
import { plain, searchField } from "./search";
import type { ViewInput } from "./view";

/**
 * The reader's surroundings where visitors are real: a page hears no beacons, so the reader says where they are.
 *
 * The plan around that place, the shops by distance, and the offers that are good here. Nothing of it is sent.
 */
export function around(input: ViewInput, venue: Venue): HTMLElement[] {
  const { scope } = input;
  const sentence = el("p", { class: "position", role: "status", "aria-live": "polite" });
  const note = el("p", { class: "quiet" }, t("around.where.text"));
  const elsewhere = button("plain", "cross", t("around.elsewhere"), () => me.set(null));
  const floor = el("div");
  const foot = el("div", { class: "plan-foot" }, note);
  const plan = new Plan(floor, {
    venue, scope, label: t("plan.label", { venue: venue.body.name }), onPoint: (x, y) => me.set({ x, y }),
  });
  foot.append(plan.zoomButtons(() => me.value));

  const goTo = (shop: Shop): void => {
    const spot = spotIn(shop);
    input.context.looked.notice(shop.category);
    me.set(spot);
    plan.centreOn(spot);
  };
  if (me.value !== null) plan.centreOn(me.value);
  scope.watch(me, (spot) => {
    plan.scene.showGuest(spot);
    const shop = spot === null ? undefined : nearestShop(venue, spot);
    plan.select(shop?.major ?? null);
    elsewhere.hidden = spot === null;
    setText(sentence, spot === null || shop === undefined
      ? t("around.where")
      : t(isInside(shop.area, spot) ? "around.at" : "around.near", { shop: shop.name }));
  });
  return [
    el("div", { class: "here-head" }, el("div", { class: "here-words" }, sentence), elsewhere),
    el("div", { class: "stage" }, floor),
    foot,
    el(
      "div", { class: "panels" },
      panel("offers", t("around.mine"), null, ownOffers(input, venue)),
      panel("shops", t("around.shops"), null, ...shopList(input, venue, goTo)),
    ),
    section(
      "ruled", t("here.deaf"), el("p", { class: "quiet" }, t("here.deaf.text")),
      el("code", { class: "command" }, t("here.command", { server: window.location.origin })),
    ),
  ];
}

/** A place in a shop: below its middle, where the name stands. */
function spotIn(shop: Shop): Spot {
  const { x, y } = middle(shop.area);
  const below = { x, y: y + 1.5 };
  return isInside(shop.area, below) ? below : { x, y };
}

function nearestShop(venue: Venue, spot: Spot): Shop | undefined {
  return byDistance(venue.body.shops, spot)[0];
}

/** Shops by their distance from the reader, else by their names. */
function byDistance(shops: readonly Shop[], spot: Spot | null): Shop[] {
  const byName = [...shops].sort((a, b) => a.name.localeCompare(b.name));
  return spot === null ? byName : byName.sort((a, b) => (
    // In a kiosk one is within the shop around it, too: the smaller one is where one is.
    distanceTo(a.area, spot) - distanceTo(b.area, spot) || (isInside(a.area, spot) ? floorOf(a.area) - floorOf(b.area) : 0)
  ));
}

/** How far a shop is, in words; nothing while nobody knows from where. */
function distance(shop: Shop | undefined): string {
  const spot = me.value;
  if (spot === null || shop === undefined || isInside(shop.area, spot)) return "";
  return t("around.away", { metres: metres(distanceTo(shop.area, spot)) });
}

/** Every shop, to be searched by name and by what it sells; one that is chosen is where the reader is. */
function shopList(input: ViewInput, venue: Venue, goTo: (shop: Shop) => void): HTMLElement[] {
  const list = el("ol", { class: "rows around-shops", "aria-label": t("around.shops") });
  const none = el("p", { class: "quiet", hidden: true }, t("shops.noMatch"));
  let wanted = "";
  const draw = (): void => {
    const found = venue.body.shops.filter((shop) => plain(`${shop.name} ${categoryName(shop.category)}`).includes(wanted));
    none.hidden = found.length > 0;
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-major") : null;
    fill(list, ...byDistance(found, me.value).map((shop) => shopRow(input, venue, shop, goTo)));
    if (focused) list.querySelector<HTMLElement>(`[data-major="${focused}"]`)?.focus();
  };
  const search = searchField((text) => {
    wanted = plain(text);
    draw();
  });
  input.scope.watch(me, draw);
  input.scope.watch(input.context.coupons.resource.observable, draw);
  return [search, none, el("div", { class: "scroll" }, list)];
}

function shopRow(input: ViewInput, venue: Venue, shop: Shop, goTo: (shop: Shop) => void): HTMLElement {
  const offers = couponsHere(input, venue).filter((coupon) => coupon.shop.major === shop.major).length;
  const notes = [categoryName(shop.category), distance(shop), offers > 0 ? plural("around.offers", offers) : ""];
  const row = el(
    "button",
    { type: "button", class: "link-row", "data-major": shop.major, onclick: () => goTo(shop) },
    el(
      "span", { class: "link-text" }, el("strong", {}, shop.name), " ",
      el("span", { class: "row-note" }, notes.filter((text) => text !== "").join(" · ")),
    ),
    el("span", { class: "hidden" }, t("around.here")),
    icon("here"),
  );
  return el("li", {}, row);
}

function couponsHere({ context }: ViewInput, venue: Venue): Coupon[] {
  return (context.coupons.resource.value ?? []).filter((coupon) => coupon.shop.venue === venue.body.uuid);
}

/** The offers that are good in this venue, the nearest first; what to do where there are none. */
function ownOffers(input: ViewInput, venue: Venue): HTMLElement {
  const { context, scope } = input;
  const place = el("div");
  const draw = (): void => {
    if ((context.session.account.value ?? null) === null) {
      const sign = el("a", { class: "button", href: "#/me" }, t("around.sign"));
      return fill(place, el("p", { class: "quiet" }, t("around.mine.sign")), sign);
    }
    const coupons = couponsHere(input, venue);
    if (coupons.length === 0) {
      const choose = el("a", { class: "button", href: "#/shops" }, icon("shops"), t("offers.chooseShops"));
      return fill(place, el("p", { class: "quiet" }, t("around.mine.empty")), choose);
    }
    const order = byDistance(venue.body.shops, me.value).map((shop) => shop.major);
    const rows = coupons.sort((a, b) => order.indexOf(a.shop.major) - order.indexOf(b.shop.major)).map((coupon) => {
      const { text, tag, isMine } = nearestText(coupon.text);
      const where = [coupon.shop.name, distance(venue.shop(coupon.shop.major))].filter((part) => part !== "").join(" · ");
      return el(
        "li", { class: "row" },
        el("span", { class: "mark mark-offer" }, icon("offers")),
        el(
          "div", { class: "row-body" },
          el("p", { class: "row-title" }, el("strong", { lang: isMine ? undefined : tag }, text)),
          el("p", { class: "row-note" }, where),
        ),
      );
    });
    fill(
      place, el("ol", { class: "rows", "aria-label": t("around.mine") }, ...rows),
      el("a", { class: "button", href: "#/offers" }, t("around.mine.all")),
    );
  };
  scope.watch(me, draw);
  scope.watch(context.coupons.resource.observable, draw);
  scope.watch(context.session.account.observable, draw);
  return place;
}
