import type { VaultPagePlace } from "../api";
import { el } from "../dom";
import { metres, number } from "../format";
import { t } from "../i18n";

const namespace = "http://www.w3.org/2000/svg";
const metresPerDegree = 111_195;
const size = 320;

/**
 * A position with its accuracy and the cell around it, drawn by the page itself.
 *
 * Nothing is fetched for it: a map's tiles would tell somebody else where the vault opens.
 */
export function placeMap(place: VaultPagePlace): HTMLElement {
  const { fix } = place;
  const extent = Math.max(place.cell * 1.15, fix.accuracy * 1.25, 5);
  const perMetre = size / 2 / extent;
  const east = metresPerDegree * Math.max(0.01, Math.cos((fix.latitude * Math.PI) / 180));
  const project = ([latitude = 0, longitude = 0]: readonly number[]): readonly [number, number] => {
    // Across the date line the nearer way round is meant.
    const turn = ((longitude - fix.longitude + 540) % 360) - 180;
    return [size / 2 + turn * east * perMetre, size / 2 - (latitude - fix.latitude) * metresPerDegree * perMetre];
  };
  const drawing = shape("svg", { viewBox: `0 0 ${size} ${size}`, class: "place-drawing", "aria-hidden": "true" });
  const step = place.cell * perMetre;
  drawing.append(
    ...(step > 12 ? grid(place.outline.map(project), step) : []),
    shape(
      "polygon", { class: "place-cell", points: place.outline.map((corner) => project(corner).join(",")).join(" ") },
    ),
    shape("circle", { class: "place-accuracy", cx: size / 2, cy: size / 2, r: Math.max(fix.accuracy * perMetre, 3) }),
    shape("circle", { class: "place-dot", cx: size / 2, cy: size / 2, r: 5 }),
    ...scaleBar(perMetre),
    shape("path", { class: "place-north", d: `M${size - 24} 34l8-20 8 20-8-5z` }),
  );
  const values = {
    latitude: number(fix.latitude, 5), longitude: number(fix.longitude, 5), accuracy: metres(fix.accuracy),
    cell: metres(place.cell),
  };
  return el(
    "figure", { class: place.isFineEnough ? "place-map" : "place-map place-map-coarse" }, drawing,
    el(
      "figcaption", {},
      el("span", { class: "place-coordinates" }, t("vault.place.coordinates", values)),
      el("span", {}, fix.accuracy > 0 ? t("vault.place.accuracy", values) : t("vault.place.byHand", values)),
    ),
  );
}

/** The lines of the neighbouring cells, so that one sees how far it is to the next. */
function grid(corners: readonly (readonly [number, number])[], step: number): SVGElement[] {
  const left = Math.min(...corners.map(([x]) => x));
  const top = Math.min(...corners.map(([, y]) => y));
  const lines: SVGElement[] = [];
  const from = (start: number): number => start - Math.ceil(start / step) * step;
  for (let x = from(left); x <= size; x += step) {
    lines.push(shape("line", { class: "place-grid", x1: x, x2: x, y1: 0, y2: size }));
  }
  for (let y = from(top); y <= size; y += step) {
    lines.push(shape("line", { class: "place-grid", x1: 0, x2: size, y1: y, y2: y }));
  }
  return lines;
}

/** A bar of a round length, at most a third of the width. */
function scaleBar(perMetre: number): SVGElement[] {
  const longest = size / 3 / perMetre;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((factor) => factor * power <= longest) ?? 1) * power;
  const label = shape("text", { class: "place-scale-text", x: 16, y: size - 24 });
  label.textContent = length >= 1000 ? `${number(length / 1000)} km` : metres(length);
  const end = 16 + length * perMetre;
  return [shape("path", { class: "place-scale", d: `M16 ${size - 20}v6H${end}v-6` }), label];
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
