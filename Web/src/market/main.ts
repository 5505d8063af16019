import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { MarketApp } from "./app";
import { placeOf } from "./address";
import { MarketContext } from "./context";
import { LiveStore } from "./live/livestore";
import { copyNumbersInFull } from "./numbers/copying";
import { areas, views } from "./routes";
import { colour } from "./settings/settings";

// The view that the address names comes at the same time as the texts; whether it came is seen when it is shown.
views[placeOf(window.location.hash).route].load().catch(() => undefined);
colour(document);
copyNumbersInFull(document);
begin(areas, (root) => new MarketApp(root, new MarketContext(new LiveStore())).start());
