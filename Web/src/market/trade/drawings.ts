import { Later } from "../../later";
import { chartPlace } from "../chart/place";

/** What is drawn of one market, each fetched when it is shown. */
export const drawings = {
  // Its place is there at once, as high as the chart will be, and fetches what is drawn in it.
  candles: Later.of(chartPlace),
  depth: new Later(async () => (await import("./depth")).depthPart),
};

/** The name of a drawing, as in its button. */
export type DrawingName = keyof typeof drawings;

/** In the order of their buttons. */
export const drawingNames: readonly DrawingName[] = ["candles", "depth"];
