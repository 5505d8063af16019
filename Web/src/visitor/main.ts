import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { App } from "./app";
import { comeBackWhenSignedIn } from "./comeback";
import { Context } from "./context";
import { keepPrompt } from "./installed/prompt";
import { identities } from "./identities/identities";
import { areas, views } from "./routes";
import { placeOf } from "./views/view";

keepPrompt();
// The view that the address names comes at the same time as the texts; whether it came is seen when it is shown.
views[placeOf(window.location.hash).route].load().catch(() => undefined);
begin(areas, (root) => {
  const context = new Context();
  comeBackWhenSignedIn(context.session);
  new App(root, context).start();
  if (!new URLSearchParams(window.location.search).has("sign-in")) return;
  identities.load().then(({ comeBack }) => comeBack(context)).catch((error: unknown) => context.report(error));
});
