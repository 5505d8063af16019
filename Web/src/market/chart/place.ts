import { el, fill } from "../../dom";
import { Later } from "../../later";
import { later } from "../../ui/later";
import type { TradeInput } from "../trade/input";

/** The candles, and the library that draws them, which comes with nothing else and at the same time. */
const chart = new Later(async () => {
  const [part] = await Promise.all([import("./chart"), import("./library")]);
  return part;
});

/** Where the candles of a market are drawn: as high from the start as they will be, so that nothing moves when they come. */
export function chartPlace(input: TradeInput): HTMLElement {
  const place = el("div", { class: "chart-place" });
  fill(place, later(input.scope, chart, ({ chartPart }) => chartPart(input)));
  return place;
}
