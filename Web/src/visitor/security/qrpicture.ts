import { el, svg } from "../../dom";

/** Light modules around a QR code, without which a camera does not find it (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code from its rows, in which `1` is a dark module. */
export function qrPicture(rows: readonly string[], label: string): HTMLElement {
  const cells = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
  );
  const size = rows.length + 2 * quietZone;
  const picture = svg(`0 0 ${size} ${size}`, "case-modules", [cells.join("")]);
  picture.setAttribute("shape-rendering", "crispEdges");
  return el("div", { class: "case-code factor-code", role: "img", "aria-label": label }, picture);
}
