import type { Coupon } from "../../api";
import { couponCard } from "../../coupon/card";
import { cardWords, stateAt } from "../../coupon/words";
import { el, fill, setText } from "../../dom";
import { metres } from "../../format";
import { plural, t } from "../../i18n";
import { button, iconButton } from "../../ui/button";
import { emptyState } from "../../ui/states";
import { distanceTo } from "../ground";
import { ownSpot } from "../spot";
import type { ViewInput } from "../views/view";
import { showAtTill } from "./till";

/** How often what the cards say of time is looked at again, in milliseconds. */
const refresh = 30_000;

/** The reader's coupons as cards: the open ones, and below them what is used or over. */
export function couponCards(input: ViewInput, coupons: readonly Coupon[]): HTMLElement {
  const { context, scope } = input;
  if (coupons.length === 0) {
    const choose = button("primary", "shops", t("offers.chooseShops"), () => input.go("shops"));
    return emptyState("offers", t("offers.empty"), t("coupon.first"), choose);
  }
  const place = el("div", { class: "coupon-lists" });
  let wasOpen = false;
  const draw = (): void => {
    const focused = focusIn(place);
    const now = context.venue.value?.now() ?? Date.now();
    const open = nearestFirst(input, coupons.filter((coupon) => stateAt(coupon, now) === "open"));
    const past = coupons.filter((coupon) => stateAt(coupon, now) !== "open");
    const rest = el(
      "details", { class: "zone-details" }, el("summary", {}, plural("coupon.past", past.length)), cards(input, past, now),
    );
    rest.open = wasOpen;
    rest.addEventListener("toggle", () => (wasOpen = rest.open));
    fill(
      place,
      open.length > 0 ? cards(input, open, now) : el("p", { class: "quiet" }, t("coupon.noneOpen")),
      past.length > 0 && rest,
    );
    focused();
  };
  draw();
  // Whoever walks has other distances each second: the cards stay where they are, and the order follows later.
  scope.watch(ownSpot, () => {
    for (const coupon of coupons) {
      const where = place.querySelector(`[data-coupon="${CSS.escape(coupon.id)}"] .coupon-where`);
      if (where !== null) setText(where, whereabouts(input, coupon));
    }
  });
  scope.every(refresh, draw);
  return place;
}

/** How far a coupon's shop is from the reader, in metres; undefined while nobody knows. */
function distanceOf({ context }: ViewInput, { shop }: Coupon): number | undefined {
  const venue = context.venue.value;
  const area = venue?.body.uuid === shop.venue ? venue.shop(shop.major)?.area : undefined;
  return area === undefined || ownSpot.value === null ? undefined : distanceTo(area, ownSpot.value);
}

/** The nearest first once the reader's place is known; else as they came. */
function nearestFirst(input: ViewInput, coupons: readonly Coupon[]): Coupon[] {
  const far = (coupon: Coupon): number => distanceOf(input, coupon) ?? Number.MAX_VALUE;
  return [...coupons].sort((a, b) => far(a) - far(b));
}

function cards(input: ViewInput, coupons: readonly Coupon[], now: number): HTMLElement {
  return el("ul", { class: "coupons" }, ...coupons.map((coupon) => el("li", {}, card(input, coupon, now))));
}

function card(input: ViewInput, coupon: Coupon, now: number): HTMLElement {
  const { context } = input;
  const words = cardWords(coupon, now, context.venue.value?.body.timeZone);
  const show = button("primary", "code", t("coupon.show"), () => void showAtTill(context, coupon));
  const remove = iconButton("trash", t("offers.delete", { shop: coupon.shop.name }), (event) => {
    void removeCoupon(context, coupon, (event as MouseEvent).detail === 0);
  });
  return couponCard({
    ...words, where: whereabouts(input, coupon), actions: words.state === "open" ? [show, remove] : [remove],
  });
}

/** Keeps the focus at the same action of the same coupon when the cards are drawn anew. */
function focusIn(place: HTMLElement): () => void {
  const focused = document.activeElement;
  if (focused === null || !place.contains(focused)) return () => undefined;
  const id = focused.closest<HTMLElement>("[data-coupon]")?.dataset["coupon"] ?? "";
  const label = focused.getAttribute("aria-label");
  return () => {
    const buttons = place.querySelectorAll<HTMLElement>(`[data-coupon="${CSS.escape(id)}"] button`);
    [...buttons].find((one) => one.getAttribute("aria-label") === label)?.focus();
  };
}

/** Where an offer is good, and how far that is once the reader's place is known; the venue is named when it is this one. */
function whereabouts(input: ViewInput, coupon: Coupon): string {
  const venue = input.context.venue.value;
  const shop = coupon.shop.name;
  if (venue?.body.uuid !== coupon.shop.venue) return t("offers.whereShop", { shop });
  const where = t("offers.where", { shop, venue: venue.body.name });
  const far = distanceOf(input, coupon);
  if (far === undefined) return where;
  return `${where} · ${far === 0 ? t("coupon.here") : t("coupon.away", { metres: metres(far) })}`;
}

async function removeCoupon(context: ViewInput["context"], coupon: Coupon, byKeyboard: boolean): Promise<void> {
  const restore = (): void => {
    context.coupons.restore(coupon).catch((error) => context.report(error));
  };
  context.toasts.show({
    key: "coupon", icon: "trash", text: t("offers.deleted", { shop: coupon.shop.name }),
    undo: { what: coupon.shop.name, run: restore },
    // The button that had the focus goes with its card.
    focus: byKeyboard,
  });
  try {
    await context.coupons.remove(coupon);
  } catch (error) {
    context.report(error);
  }
}
