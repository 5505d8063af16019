import sheet from "leaflet.css";
import { Later } from "../later";

let arrival: Promise<void> | undefined;

/** What is drawn on the venue's plan. */
export const onPlan = withMap(() => import("./views/onplan"));

/** A part of the page with a map in it: Leaflet and its sheet come with it, and with nothing else. */
export function withMap<T>(fetchPart: () => Promise<T>): Later<T> {
  return new Later(async () => {
    // Leaflet is named so that it is asked for at once, and not when the part that imports it has come.
    const [part] = await Promise.all([fetchPart(), sheetOfMaps(), import("leaflet")]);
    return part;
  });
}

/** Adds Leaflet's sheet before our own, which changes some of what it says; a map needs it to measure itself. */
function sheetOfMaps(): Promise<void> {
  arrival ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = sheet;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      arrival = undefined;
      reject(new TypeError("no sheet"));
    });
    document.head.insertBefore(link, document.head.querySelector("link[rel=stylesheet]"));
  });
  return arrival;
}
