import type { Coupon } from "../api";
import { dayAndTime, dayOf, timeUntil } from "../format";
import { languageOf, nearestText, plural, t } from "../i18n";
import type { CouponCardContent, CouponCardState } from "./card";

/** Ends that are farther off than this, in milliseconds, are told by their day alone. */
const soon = 30 * 86_400_000;

/** What a coupon is worth at an instant, in milliseconds since 1970: one that is kept may have ended since. */
export function stateAt(coupon: Pick<Coupon, "state" | "validUntil">, now: number): CouponCardState {
  if (coupon.state === "used") return "used";
  return Date.parse(coupon.validUntil) <= now ? "expired" : "open";
}

/** What a card says of a coupon, in the reader's language and the venue's time. */
export function cardWords(
  coupon: Coupon, now: number, timeZone: string | undefined,
): Pick<CouponCardContent, "id" | "state" | "shop" | "text" | "language" | "points" | "ending"> {
  const { text, tag, isMine } = nearestText(coupon.text);
  const state = stateAt(coupon, now);
  return {
    id: coupon.id, state, shop: coupon.shop.name, text,
    language: isMine ? undefined : { tag, words: languageOf(tag) },
    points: pointsText(coupon, state), ending: endingText(coupon, state, now, timeZone),
  };
}

function pointsText({ points, pointsPaid }: Coupon, state: CouponCardState): string {
  // Points that only a till pays are not to be had any more.
  if (points === 0 || (state === "expired" && pointsPaid === "redeemed")) return "";
  return plural(state === "open" && pointsPaid === "redeemed" ? "coupon.pointsAtTill" : "offers.points", points);
}

function endingText(coupon: Coupon, state: CouponCardState, now: number, timeZone: string | undefined): string {
  if (state === "used") {
    return coupon.usedOn === undefined ? t("coupon.used") : t("coupon.usedOn", { day: dayOf(coupon.usedOn, timeZone) });
  }
  const time = dayAndTime(coupon.validUntil, timeZone);
  if (state === "expired") return t("offers.over", { time });
  const left = Date.parse(coupon.validUntil) - now;
  return left > soon ? t("offers.until", { time }) : t("offers.ends", { left: timeUntil(left), time });
}
