import { el } from "../../dom";
import { t } from "../../i18n";

const namespace = "http://www.w3.org/2000/svg";

/** Those who could learn something, numbered as in the drawing. */
const parties = [
  { title: "health.who.others", short: "health.who.others.short", text: "health.who.others.text" },
  { title: "health.who.eavesdropper", short: "health.who.eavesdropper.short", text: "health.who.eavesdropper.text" },
  { title: "health.who.server", short: "health.who.server.short", text: "health.who.server.text" },
  { title: "health.who.authority", short: "health.who.authority.short", text: "health.who.authority.text" },
] as const;

/** A drawing of who hears what of whom, and the same in words, party by party. */
export function whoLearnsWhat(): HTMLElement {
  const rows = parties.map(({ title, text }, index) =>
    el(
      "li",
      {},
      el("span", { class: "who-number", "aria-hidden": "true" }, String(index + 1)),
      el("div", {}, el("h3", {}, t(title)), el("p", {}, t(text))),
    ),
  );
  return el("figure", { class: "who" }, drawing(), el("ol", { class: "who-list" }, ...rows));
}

/**
 * What the reader's phone says by radio (waves) reaches other phones and whoever else listens; what it publishes after
 * a report (arrows) reaches the server, which all phones ask. The authority gives it the code for that.
 */
function drawing(): SVGSVGElement {
  const picture = shape("svg", { viewBox: "0 0 360 304", class: "who-drawing", role: "img" });
  picture.setAttribute("aria-label", t("health.who.picture"));
  for (const radius of [32, 46, 60]) {
    picture.append(
      shape("path", { class: "who-wave", d: arc(90, 168, radius, -32, 32) }),
      shape("path", { class: "who-wave", d: arc(252, 168, radius, 148, 212) }),
    );
  }
  picture.append(
    ...arrow("M72 78V130", "M67 126l5 10 5-10z"),
    ...arrow("M108 138L222 84", "M218 80l12 0-7 10z"),
    ...arrow("M262 82L274 126", "M268 124l8 10 2-13z"),
    ...arrow("M168 180V224", "M163 220l5 10 5-10z"),
    ...arrow("M192 180V224", "M187 220l5 10 5-10z"),
    authority(72, 52),
    server(254, 54),
    phone(90, 168, "who-own"),
    phone(252, 172, ""),
    phone(306, 172, ""),
    phone(279, 176, ""),
    radio(180, 252),
    caption(72, 18, t(parties[3].short)),
    caption(254, 18, t(parties[2].short)),
    caption(90, 212, t("health.who.you")),
    caption(282, 220, t(parties[0].short)),
    caption(180, 298, t(parties[1].short)),
    ...mark(332, 148, "1"),
    ...mark(138, 256, "2"),
    ...mark(296, 54, "3"),
    ...mark(30, 52, "4"),
  );
  return picture;
}

function arrow(line: string, head: string): SVGElement[] {
  return [shape("path", { class: "who-line", d: line }), shape("path", { class: "who-head", d: head })];
}

/** The number under which the words beside the drawing tell of a party. */
function mark(x: number, y: number, number: string): SVGElement[] {
  const text = shape("text", { x: String(x), y: String(y + 5), "text-anchor": "middle", class: "who-mark-number" });
  text.textContent = number;
  return [shape("circle", { cx: String(x), cy: String(y), r: "12", class: "who-mark" }), text];
}

function caption(x: number, y: number, text: string): SVGElement {
  const element = shape("text", { x: String(x), y: String(y), "text-anchor": "middle", class: "who-caption" });
  element.textContent = text;
  return element;
}

function phone(x: number, y: number, className: string): SVGElement {
  return shape("path", { class: `who-shape ${className}`, d: `M${x - 13} ${y - 24}h26v48h-26zM${x - 4} ${y + 18}h8` });
}

function server(x: number, y: number): SVGElement {
  const rack = (top: number): string => `M${x - 26} ${top}h52v20h-52zM${x - 18} ${top + 10}h6`;
  return shape("path", { class: "who-shape", d: rack(y - 22) + rack(y + 2) });
}

function authority(x: number, y: number): SVGElement {
  const columns = [-18, 0, 18].map((offset) => `M${x + offset} ${y}v16`).join("");
  return shape("path", { class: "who-shape", d: `M${x - 26} ${y - 6}l26-18 26 18z${columns}M${x - 26} ${y + 22}h52` });
}

/** A receiver with an aerial, a loudspeaker and a scale. */
function radio(x: number, y: number): SVGElement {
  const [box, aerial] = [`M${x - 24} ${y - 14}h48v30h-48z`, `M${x + 16} ${y - 14}l-14-12`];
  return shape("path", {
    class: "who-shape", d: `${box}${aerial}M${x - 16} ${y - 4}h12M${x + 4} ${y + 1}a6 6 0 1 0 12 0a6 6 0 1 0-12 0`,
  });
}

/** Part of a circle, angles in degrees, 0 to the right. */
function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const point = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`;
}

function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
