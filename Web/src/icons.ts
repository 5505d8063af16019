import { svg } from "./dom";

/** Line icons on a 24-unit grid, drawn with a stroke of the text's colour. */
const drawings = {
  centre: ["M4 4h16v16H4z", "M4 11h7V4", "M15 20v-6h5"],
  here: ["M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z", "M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"],
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
  brand: ["M16 8.5a5 5 0 1 0 0 7", "M19 5.5a9.2 9.2 0 1 0 0 13", "M12.5 12h.01"],
} as const;

export type IconName = keyof typeof drawings;

/** A decoration; whatever it means is said in words beside it or in a label. */
export function icon(name: IconName): SVGSVGElement {
  return svg("0 0 24 24", `icon icon-${name}`, drawings[name]);
}
