import type { AttackKind } from "./terms";

/** The colours of a canvas, which cannot use the sheet's own. */
export type Palette = Record<"accent" | "surface" | "visitor" | "beacon" | "ok" | "warn" | "bad" | AttackKind, string>;

const names: readonly (keyof Palette)[] = [
  "accent", "surface", "visitor", "beacon", "ok", "warn", "bad", "clone", "replay", "share", "relay",
];

/** Reads the palette of the current colour scheme from the custom properties of the sheet. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}
