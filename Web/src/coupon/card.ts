import { type Child, el } from "../dom";

/** What a coupon is worth. */
export type CouponCardState = "open" | "used" | "expired";

/** What a coupon's card says, each part in words already; an empty one is left out. */
export interface CouponCardContent {
  /** What finds the card on its page. */
  id: string;
  state: CouponCardState;
  shop: string;
  /** What it gives. */
  text: string;
  /** The language of `text` as a tag, and in words, where it is not the reader's. */
  language?: { tag: string; words: string } | undefined;
  points: string;
  /** When it ends, ended or was used. */
  ending: string;
  /** Where it is good, and how far that is. */
  where: string;
  /** What can be done with it. */
  actions: readonly Child[];
}

/** A coupon as the phone shows it: the same for its owner and for the merchant who writes it. */
export function couponCard(content: CouponCardContent): HTMLElement {
  const { id, state, shop, text, language, points, ending, where, actions } = content;
  return el(
    "article", { class: `coupon coupon-${state}`, "data-coupon": id, "data-state": state },
    el(
      "div", { class: "coupon-body" },
      el("p", { class: "coupon-shop" }, shop),
      el("p", { class: "coupon-text", lang: language?.tag }, text),
      el(
        "p", { class: "row-note" },
        points !== "" && el("span", { class: "points" }, points),
        el("span", { class: "coupon-end" }, ending),
        language !== undefined && el("span", { class: "text-language" }, language.words),
      ),
      where !== "" && el("p", { class: "row-note coupon-where" }, where),
    ),
    actions.length > 0 && el("div", { class: "coupon-actions" }, ...actions),
  );
}
