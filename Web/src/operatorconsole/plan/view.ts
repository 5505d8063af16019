import type { Point } from "./geometry";

/** Which part of a plan is seen: pixels of a metre, and the point at the upper left corner. */
export interface View {
  scale: number;
  left: number;
  top: number;
}

/** The view that shows all of a floor in a box of pixels, with some room around it. */
export function fitting(width: number, height: number, box: { width: number; height: number }): View {
  const scale = Math.max(Math.min((box.width - 32) / width, (box.height - 32) / height), 0.1);
  return { scale, left: width / 2 - box.width / 2 / scale, top: height / 2 - box.height / 2 / scale };
}

/** The point of the plan under some pixels from the corner. */
export function pointAt({ scale, left, top }: View, [x, y]: Point): Point {
  return [left + x / scale, top + y / scale];
}

/** The view after zooming by a factor so that what is under these pixels stays there. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = Math.min(Math.max(view.scale * factor, 0.2), 400);
  const [x, y] = pointAt(view, at);
  return { scale, left: x - at[0] / scale, top: y - at[1] / scale };
}

/** The view moved by pixels, as a finger pulls it. */
export function panned(view: View, [dx, dy]: Point): View {
  return { ...view, left: view.left - dx / view.scale, top: view.top - dy / view.scale };
}
