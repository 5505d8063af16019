import { Later } from "../later";
import { withTexts } from "../texts";
import { withMap } from "./map";
import { centreView } from "./views/centre";
import type { Route, View } from "./views/view";

/** What the frame itself speaks of, and every view may. */
export const areas = ["common", "centre", "health", "security", "owner"] as const;

const own = withTexts(["passkeys"], () => import("./views/own"));
const health = new Later(() => import("./health/pages"));
const links = withTexts(["account"], () => import("./views/links"));
const zones = withTexts(["zones"], () => import("./zones/zones"));

/** The views by their place in the address; each is fetched with what it needs when it is first opened. */
export const views: Record<Route, Later<View>> = {
  centre: Later.of(centreView),
  here: withTexts(["around"], async () => (await own.load()).hereView),
  offers: own.map((views) => views.offersView),
  shops: withTexts(["visitor-terms"], async () => (await import("./views/shops")).shopsView),
  me: own.map((views) => views.meView),
  vault: withTexts(["vault"], async () => (await own.load()).vaultView),
  health: health.map((pages) => pages.healthView),
  about: health.map((pages) => pages.aboutView),
  reset: links.map((views) => views.resetView),
  undo: links.map((views) => views.undoView),
  zones: withMap(() => zones.load()).map(({ zonesView }) => zonesView),
};
