import { el, svg } from "../dom";
import { encodeQR } from "./encode";

/** Light modules around a code, without which a camera does not find it (ISO/IEC 18004). */
export const quietZone = 4;

/** A text as a QR code, dark on light whatever the theme is; nothing when it is too long. `label` says what it is. */
export function qrOf(text: string, label: string): HTMLElement | null {
  const code = encodeQR(text);
  if (code === null) return null;
  const { side, modules } = code;
  const runs: string[] = [];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const begin = x;
      while (x < side && modules[y * side + x] === 1) x += 1;
      if (x > begin) runs.push(`M${begin + quietZone} ${y + quietZone}h${x - begin}v1h${begin - x}z`);
    }
  }
  const size = side + 2 * quietZone;
  const drawing = svg(`0 0 ${size} ${size}`, "qr-modules", [runs.join("")]);
  drawing.setAttribute("shape-rendering", "crispEdges");
  return el("div", { class: "qr", role: "img", "aria-label": label }, drawing);
}
