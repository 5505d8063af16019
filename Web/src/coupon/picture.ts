import { svg } from "../dom";
import { encodeQR } from "../qr/encode";

/** Light modules around a QR code, without which a camera does not find it (ISO/IEC 18004). */
const quietZone = 4;

/** The QR code of a text; null when none holds it. */
export function codePicture(text: string): SVGSVGElement | null {
  const code = encodeQR(text);
  if (code === null) return null;
  const { side, modules } = code;
  const dark = [...modules].flatMap((module, place) =>
    module === 1 ? [`M${(place % side) + quietZone} ${Math.floor(place / side) + quietZone}h1v1h-1z`] : []);
  const size = side + 2 * quietZone;
  const picture = svg(`0 0 ${size} ${size}`, "coupon-modules", [dark.join("")]);
  picture.setAttribute("shape-rendering", "crispEdges");
  return picture;
}
