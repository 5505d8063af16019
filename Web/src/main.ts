import { App } from "./app";
import { startConsole } from "./console/main";
import { Context } from "./context";
import { startVault } from "./vault/main";

const root = document.getElementById("app");
if (root !== null) {
  if (/^\/console\/health(\/|$)/.test(window.location.pathname)) startConsole(root);
  else if (/^\/vault(\/|$)/.test(window.location.pathname)) startVault(root);
  else new App(root, new Context()).start();
}
