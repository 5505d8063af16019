import * as L from "leaflet";
import { el, setText } from "../dom";
import { middle, type Venue } from "./venue";
import { categoryName } from "./words";

interface Label {
  element: HTMLElement;
  name: HTMLElement;
  detail: HTMLElement;
  text: string;
  /** The size of the shop in metres. */
  width: number;
  height: number;
}

const smallest = 10;
/** The largest font in pixels: a plan seen from afar has small names. */
const largest = (metre: number): number => Math.min(Math.max(metre * 1.15, smallest), 15);

/** The names of the shops on the plan: buttons that fit into the floor of their shop at every zoom. */
export class Labels {
  private readonly labels = new Map<number, Label>();
  private readonly ruler = document.createElement("canvas").getContext("2d");

  constructor(
    private readonly map: L.Map,
    venue: Venue,
    onShop: (major: number) => void,
  ) {
    for (const shop of venue.body.shops) {
      const name = el("span", { class: "plan-label-name" }, shop.name);
      const detail = el("span", { class: "plan-label-detail" });
      const element = el(
        "button",
        { type: "button", class: "plan-label", "aria-label": `${shop.name}, ${categoryName(shop.category)}` },
        name,
        detail,
      );
      // Pointers pass through to the floor of the shop, so this is the keyboard; the map must not hear it as a tap.
      element.addEventListener("click", (event) => {
        event.stopPropagation();
        onShop(shop.major);
      });
      const { x, y } = middle(shop.area);
      const icon = L.divIcon({ className: "plan-label-place", html: element, iconSize: [0, 0] });
      L.marker([-y, x], { icon, keyboard: false, interactive: false }).addTo(map);
      this.labels.set(shop.major, { element, name, detail, text: shop.name, ...size(shop.area) });
    }
    map.on("zoomend", () => this.arrange());
  }

  setDetail(major: number, text: string): void {
    const label = this.labels.get(major);
    if (label === undefined) return;
    setText(label.detail, text);
    label.element.setAttribute("aria-label", text === "" ? label.text : `${label.text}, ${text}`);
  }

  /** Gives each name the largest size that fits, along or across; a name that fits nowhere leaves a bare button. */
  arrange(): void {
    const metre = this.map.latLngToContainerPoint([0, 1]).x - this.map.latLngToContainerPoint([0, 0]).x;
    for (const { element, name, width, height, text } of this.labels.values()) {
      const along = this.fitting(text, width * metre - 6, height * metre, largest(metre));
      const across = along >= smallest ? 0 : this.fitting(text, height * metre - 6, width * metre, largest(metre));
      const font = Math.max(along, across);
      element.classList.toggle("is-across", across >= smallest);
      element.classList.toggle("is-bare", font < smallest);
      name.style.fontSize = `${Math.max(font, smallest)}px`;
      element.style.width = `${width * metre}px`;
      element.style.height = `${height * metre}px`;
    }
  }

  /** The largest font in pixels at which a text, its words on lines of their own if need be, fits; 0 when none does. */
  private fitting(text: string, length: number, thickness: number, most: number): number {
    if (this.ruler === null) return smallest;
    this.ruler.font = `600 100px ${getComputedStyle(document.body).fontFamily}`;
    const words = text.split(" ");
    const lengths = words.map((word) => this.ruler?.measureText(word).width ?? 0);
    const longest = Math.max(...lengths);
    const whole = this.ruler.measureText(text).width;
    const oneLine = Math.min((length / whole) * 100, thickness / 1.3);
    const wrapped = words.length > 1 ? Math.min((length / longest) * 100, thickness / 1.3 / words.length) : 0;
    const font = Math.min(Math.floor(Math.max(oneLine, wrapped)), most);
    return font < smallest ? 0 : font;
  }
}

function size(area: readonly [number, number][]): { width: number; height: number } {
  const xs = area.map(([x]) => x);
  const ys = area.map(([, y]) => y);
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}
