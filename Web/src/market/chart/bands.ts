import { type StudyName, studyPlans } from "./studyset";

/** What is drawn below the candles, each in a band of its own. */
export type Band = "volume" | "rsi" | "macd";

/** Shares of the height, from above. */
export interface Share {
  top: number;
  bottom: number;
}

/** How the height is shared out. */
export interface BandPlan {
  price: Share;
  bands: ReadonlyMap<Band, Share>;
}

const heights: Record<Band, number> = { volume: 0.15, rsi: 0.19, macd: 0.19 };

/** Room for the legend above the candles, and between them and what is below. */
const [above, between] = [0.1, 0.03];

/** Which bands there are, and where. */
export function bandPlan(hasVolume: boolean, studies: readonly StudyName[]): BandPlan {
  const has = (band: Band): boolean =>
    band === "volume" ? hasVolume : studies.some((name) => studyPlans[name].band === band);
  const shown = (["volume", "rsi", "macd"] as const).filter(has);
  let top = 1 - shown.reduce((sum, band) => sum + heights[band], 0);
  const price = { top: above, bottom: top - between };
  const bands = new Map<Band, Share>();
  for (const band of shown) {
    bands.set(band, { top, bottom: top + heights[band] });
    top += heights[band];
  }
  return { price, bands };
}

/** A share as the library's margins of a price scale, with a little room within. */
export function marginsOf({ top, bottom }: Share, room = 0.015): { top: number; bottom: number } {
  return { top: top + room, bottom: Math.max(0, 1 - bottom) + (bottom < 1 ? room : 0.005) };
}
