import { App } from "./visitor/app";
import { startConsole } from "./console/main";
import { Context } from "./visitor/context";
import { speak } from "./i18n";
import { startVault } from "./vault/main";

const root = document.getElementById("app");
if (root !== null) void start(root);

async function start(root: HTMLElement): Promise<void> {
  await speak(["centre", "health", "console", "vault", "zones", "security"]);
  if (/^\/console\/health(\/|$)/.test(window.location.pathname)) startConsole(root);
  else if (/^\/vault(\/|$)/.test(window.location.pathname)) startVault(root);
  else new App(root, new Context()).start();
}
