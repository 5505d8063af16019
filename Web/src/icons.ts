import { svg } from "./dom";

/** Line icons on a 24-unit grid, drawn with a stroke of the text's colour. */
const drawings = {
  centre: ["M4 4h16v16H4z", "M4 11h7V4", "M15 20v-6h5"],
  here: ["M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z", "M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"],
  offers: ["M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9z", "M7.5 7.5h.01"],
  shops: ["M4 10v10h16V10", "M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z", "M10 20v-5h4v5"],
  health: ["M3 12h4l2.5-6 5 12 2.5-6h4"],
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
  phone: ["M7 3h10v18H7z", "M11 18h2"],
  server: ["M4 4h16v7H4z", "M4 13h16v7H4z", "M8 7.5h.01", "M8 16.5h.01"],
  authority: ["M4 9l8-5 8 5", "M5 20h14", "M7 10v7", "M12 10v7", "M17 10v7"],
  ear: ["M7 10a5 5 0 0 1 10 0c0 4-4 4-4 8a3 3 0 0 1-5 1", "M10 10a2 2 0 0 1 4 0c0 1-1 1.5-1.5 2"],
  code: ["M4 4h6v6H4z", "M14 4h6v6h-6z", "M4 14h6v6H4z", "M14 14h2v2h-2z", "M18 18h2v2h-2z"],
  settings: [
    "M4 7h9",
    "M17 7h3",
    "M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
    "M4 17h3",
    "M11 17h9",
    "M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  ],
  news: ["M4 5h13v14H6a2 2 0 0 1-2-2z", "M17 9h3v8a2 2 0 0 1-2 2", "M7.5 9h6", "M7.5 13h6"],
  question: [
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
    "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8",
    "M12 17h.01",
  ],
  house: ["M4 11l8-7 8 7", "M6 9.5V20h12V9.5", "M10 20v-6h4v6"],
  map: ["M9 4L3 6.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5z", "M9 4v13.5", "M15 6.5V20"],
  bell: ["M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z", "M10 21h4"],
  refresh: ["M20 12a8 8 0 1 1-2.3-5.7", "M20 4v4h-4"],
  pencil: ["M4 20l1-4L16 5l3 3L8 19z", "M13.5 7.5l3 3"],
  copy: ["M8 8h12v12H8z", "M16 8V4H4v12h4"],
  air: ["M3 9h11a3 3 0 1 0-3-3", "M3 14h15a2.5 2.5 0 1 1-2.5 2.5", "M3 19h6"],
  brand: ["M16 8.5a5 5 0 1 0 0 7", "M19 5.5a9.2 9.2 0 1 0 0 13", "M12.5 12h.01"],
} as const;

export type IconName = keyof typeof drawings;

/** A decoration; whatever it means is said in words beside it or in a label. */
export function icon(name: IconName): SVGSVGElement {
  return svg("0 0 24 24", `icon icon-${name}`, drawings[name]);
}
