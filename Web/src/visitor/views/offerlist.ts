import type { DemoOffer } from "../../api";
import { el, fill } from "../../dom";
import { clock } from "../../format";
import { languageOf, nearestText, t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { panel } from "../../ui/section";
import type { Live, Logged } from "../live";
import type { Venue } from "../venue";

const rows = 40;
const refresh = 500;

/** Offers as they reach visitors, newest first. */
export function offerList(scope: Scope, live: Live, venue: Venue): HTMLElement {
  const list = el("ol", { class: "rows", "aria-label": t("offersLive.title") });
  const empty = el("p", { class: "quiet" }, t("offersLive.empty"));
  let drawn: readonly Logged<DemoOffer>[] = [];
  scope.every(refresh, () => {
    if (drawn === live.offers) return;
    drawn = live.offers;
    empty.hidden = drawn.length > 0;
    fill(list, ...drawn.slice(0, rows).map((offer) => row(offer, venue)));
  });
  return panel("offers", t("offersLive.title"), null, el("div", { class: "scroll", tabindex: 0 }, empty, list));
}

function row(offer: Logged<DemoOffer>, venue: Venue): HTMLElement {
  const { text, tag, isMine } = nearestText(offer.text);
  const where = `${venue.nameOf(offer.major)} · ${t("live.visitor", { number: offer.visitor })}`;
  const time = el("time", { class: "row-time", datetime: offer.at }, clock(offer.at, venue.body.timeZone));
  return el(
    "li",
    { class: "row" },
    el("span", { class: "mark mark-offer" }, icon("offers")),
    el(
      "div",
      { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", { lang: isMine ? undefined : tag }, text), time),
      el("p", { class: "row-note" }, isMine ? where : `${where} · ${languageOf(tag)}`),
    ),
  );
}
