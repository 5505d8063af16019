import { el, setText } from "../../dom";
import { type Key, plural, t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { change, exactAmount } from "../numbers/format";
import { priceText, rateText, type Spoken } from "./orderwords";
import type { Preview } from "./preview";

const rows = ["gives", "receives", "fee", "average", "worst", "distance"] as const;
type Row = (typeof rows)[number];

const labels: Record<Row, Key> = {
  gives: "order.preview.gives", receives: "order.preview.receives", fee: "order.preview.fee", average: "order.preview.average",
  worst: "order.preview.worst", distance: "order.preview.distance",
};

/** What an order would do, in the same rows whatever is known, so that nothing moves. */
export interface PreviewPart {
  element: HTMLElement;
  show: (preview: Preview | null, isAsking: boolean, note: string) => void;
}

export function previewPart(spoken: Spoken, label: string = t("order.preview")): PreviewPart {
  const values = Object.fromEntries(rows.map((row) => [row, el("dd", { class: "figures", "data-row": row })])) as Record<Row, HTMLElement>;
  const list = el("dl", {}, ...rows.map((row) => el("div", {}, el("dt", {}, t(labels[row])), values[row])));
  const sentence = el("p", { class: "preview-sentence" });
  const element = el("section", { class: "order-preview", "aria-label": label }, sentence, list);
  return {
    element,
    show: (preview, isAsking, note) => {
      element.setAttribute("aria-busy", String(isAsking));
      setText(sentence, note !== "" ? note : preview === null ? t("order.preview.none") : happening(preview, spoken));
      const texts = preview === null ? null : textsOf(preview, spoken);
      for (const row of rows) setText(values[row], texts?.[row] ?? "–");
    },
  };
}

function textsOf(preview: Preview, spoken: Spoken): Record<Row, string> {
  const { side, gives, receives, fee, average, worst, distance } = preview;
  const [given, received] = side === "buy" ? [spoken.quote, spoken.base] : [spoken.base, spoken.quote];
  const places = Decimal.from(spoken.market.tick).scale + 2;
  return {
    gives: exactAmount(gives, given), receives: exactAmount(receives, received),
    fee: t("order.preview.feeRate", { fee: exactAmount(fee, received), rate: rateOf(preview) }),
    average: average === null ? "–" : exactAmount(average.dividedBy(Decimal.of(1n), places), spoken.quote),
    worst: worst === null ? "–" : priceText(worst, spoken), distance: distance === null ? "–" : distanceText(distance),
  };
}

function rateOf({ atOnce, waiting, takerRate, makerRate }: Preview): string {
  const [taker, maker] = [t("order.rate.taker", { rate: rateText(takerRate) }), t("order.rate.maker", { rate: rateText(makerRate) })];
  return waiting.isZero ? taker : atOnce.isZero ? maker : `${taker}, ${maker}`;
}

function distanceText(distance: number): string {
  const part = change(Math.abs(distance)).replace("+", "");
  return distance > 0.00005 ? t("order.distance.worse", { part }) : distance < -0.00005 ? t("order.distance.better", { part }) : t("order.distance.same");
}

/** What happens when it is sent, in a sentence. */
function happening({ atOnce, waiting, levels, isExact }: Preview, { base }: Spoken): string {
  if (atOnce.isZero && waiting.isZero) return t("order.happens.nothing");
  const estimate = isExact ? "" : ` ${t("order.preview.estimate")}`;
  const once = plural("order.happens", levels, { amount: exactAmount(atOnce, base) });
  const later = atOnce.isZero ? t("order.happens.waits") : t("order.happens.rest", { amount: exactAmount(waiting, base) });
  return `${atOnce.isZero ? "" : once}${!atOnce.isZero && !waiting.isZero ? " " : ""}${waiting.isZero ? "" : later}${estimate}`;
}
