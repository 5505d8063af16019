import { begin } from "../begin";
import { App } from "./app";
import { Context } from "./context";
import { keepPrompt } from "./installed/prompt";
import { areas, views } from "./routes";
import { placeOf } from "./views/view";

keepPrompt();
// The view that the address names comes at the same time as the texts; whether it came is seen when it is shown.
views[placeOf(window.location.hash).route].load().catch(() => undefined);
begin(areas, (root) => new App(root, new Context()).start());
