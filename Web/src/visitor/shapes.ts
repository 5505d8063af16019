import { svg } from "../dom";

/**
 * Marks of the plan as path data in pixels around 0, 0; the canvas and the legend draw the same ones.
 *
 * Attackers and zones differ by shape as well as by colour, for those who do not tell colours apart.
 */
export const shapes = {
  clone: "M0-8 8 0 0 8-8 0Z",
  replay: "M0-8 7.5 6h-15Z",
  share: "M-6.5-6.5h13v13h-13Z",
  relay: "M-7.5-7 7.5 7v-14L-7.5 7Z",
  entrance: "M-4.5 3.5 0-4.5 4.5 3.5Z",
  window: "M-5-2H5V2H-5Z",
  door: "M-4.5 2.5a4.5 4.5 0 0 1 9 0Z",
  till: "M-3.2-3.2h6.4v6.4h-6.4Z",
  "fitting-room": "M0-4.5 4.5 0 0 4.5-4.5 0Z",
  aisle: "M-3.5 0a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0Z",
  visitor: "M-3.6 0a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0Z",
  guest: "M-7 0a7 7 0 1 0 14 0 7 7 0 1 0-14 0Z",
  tick: "M-3.5.2-1 2.8 3.7-2.6",
  times: "M-2.8-2.8 2.8 2.8M2.8-2.8-2.8 2.8",
} as const;

export type ShapeName = keyof typeof shapes;

/** A mark as the legend and the lists show it. */
export function shape(name: ShapeName, className = ""): SVGSVGElement {
  return svg("-9 -9 18 18", `shape shape-${name} ${className}`.trim(), [shapes[name]]);
}
