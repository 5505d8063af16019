import { svg } from "./dom";

type Drawing = readonly string[];

/** Line icons on a 24-unit grid, drawn with a stroke of the text's colour: those that more than one kind of page has. */
const drawings = {
  centre: ["M4 4h16v16H4z", "M4 11h7V4", "M15 20v-6h5"],
  offers: ["M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9z", "M7.5 7.5h.01"],
  shops: ["M4 10v10h16V10", "M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z", "M10 20v-5h4v5"],
  me: ["M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4 21c.6-4 4-6 8-6s7.4 2 8 6"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  cross: ["M6 6l12 12", "M18 6L6 18"],
  shield: ["M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z"],
  plus: ["M12 5v14", "M5 12h14"],
  minus: ["M5 12h14"],
  chevron: ["M6 9l6 6 6-6"],
  pause: ["M9 5v14", "M15 5v14"],
  play: ["M7 5l12 7-12 7z"],
  eye: ["M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7z", "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"],
  eyeOff: [
    "M4 4l16 16",
    "M9.5 5.4A9.8 9.8 0 0 1 12 5c6.4 0 10 7 10 7a17 17 0 0 1-3 3.8",
    "M6 7.5A17 17 0 0 0 2 12s3.6 7 10 7a9.6 9.6 0 0 0 4.4-1",
  ],
  trash: ["M4 7h16", "M9 7V4h6v3", "M6 7l1 13h10l1-13", "M10 11v5", "M14 11v5"],
  search: ["M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z", "M16 16l5 5"],
  walk: ["M13 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z", "M9 21l2.5-6L9 12.5 11 8l3 3h3", "M11 8L7 10v3", "M12 15l3 6"],
  alert: ["M12 4l9 16H3z", "M12 10v4", "M12 17h.01"],
  offline: [
    "M4 4l16 16",
    "M2 9a15 15 0 0 1 5-3",
    "M11 5a15 15 0 0 1 11 4",
    "M6 13a9 9 0 0 1 4-2.3",
    "M15 11.3a9 9 0 0 1 3 1.7",
    "M12 18h.01",
  ],
  leave: ["M14 4H5v16h9", "M10 12h11", "M17 8l4 4-4 4"],
  back: ["M15 5l-7 7 7 7"],
  forward: ["M9 5l7 7-7 7"],
  ear: ["M7 10a5 5 0 0 1 10 0c0 4-4 4-4 8a3 3 0 0 1-5 1", "M10 10a2 2 0 0 1 4 0c0 1-1 1.5-1.5 2"],
  code: ["M4 4h6v6H4z", "M14 4h6v6h-6z", "M4 14h6v6H4z", "M14 14h2v2h-2z", "M18 18h2v2h-2z"],
  question: [
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
    "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8",
    "M12 17h.01",
  ],
  map: ["M9 4L3 6.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5z", "M9 4v13.5", "M15 6.5V20"],
  refresh: ["M20 12a8 8 0 1 1-2.3-5.7", "M20 4v4h-4"],
  pencil: ["M4 20l1-4L16 5l3 3L8 19z", "M13.5 7.5l3 3"],
  copy: ["M8 8h12v12H8z", "M16 8V4H4v12h4"],
  air: ["M3 9h11a3 3 0 1 0-3-3", "M3 14h15a2.5 2.5 0 1 1-2.5 2.5", "M3 19h6"],
  lock: ["M6 11h12v9H6z", "M8 11V8a4 4 0 0 1 8 0v3", "M12 15v2"],
  key: ["M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M11 12l8-8", "M16 7l3 3"],
  mail: ["M3 6h18v12H3z", "M3 7l9 7 9-7"],
  folder: ["M3 6h7l2 3h9v10H3z"],
  undo: ["M9 6L4 11l5 5", "M4 11h10a5 5 0 0 1 0 10h-3"],
  clock: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M12 7v5l3 2"],
  download: ["M12 4v11", "M7 11l5 5 5-5", "M4 20h16"],
  wand: ["M5 20L16 9", "M14 7l3 3", "M18 3v3", "M21 6h-3", "M9 4v2", "M8 5h2", "M20 13v2", "M19 14h2"],
  chart: ["M4 20h16", "M7 16v-6", "M7 8V6", "M12 17v-3", "M12 8V5", "M10 8h4v6h-4z", "M17 13V9", "M17 5V3"],
  expand: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
  list: ["M9 6h11", "M9 12h11", "M9 18h11", "M4.5 6h.01", "M4.5 12h.01", "M4.5 18h.01"],
  picture: ["M4 5h16v14H4z", "M4 16l5-5 4 4 2.5-2.5L20 17", "M15.5 9.5h.01"],
  brand: ["M16 8.5a5 5 0 1 0 0 7", "M19 5.5a9.2 9.2 0 1 0 0 13", "M12.5 12h.01"],
} as const;

/** The icons of `icons-further.ts`. */
export type FurtherIconName =
  | "here" | "health" | "phone" | "server" | "news" | "vault"
  | "authority" | "settings" | "house" | "bell" | "star" | "globe" | "bank"
  | "card" | "wifi" | "lifebuoy" | "printer" | "attachment" | "exchange" | "wallet";

export type IconName = keyof typeof drawings | FurtherIconName;

const known: Partial<Record<IconName, Drawing>> = { ...drawings };

/** Adds the icons that the consoles of venues do without, so that they are not fetched there. */
export function addIcons(further: Record<FurtherIconName, Drawing>): void {
  Object.assign(known, further);
}

/** A decoration; whatever it means is said in words beside it or in a label. */
export function icon(name: IconName): SVGSVGElement {
  return svg("0 0 24 24", `icon icon-${name}`, known[name] ?? []);
}
