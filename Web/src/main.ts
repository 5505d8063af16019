import { App } from "./app";
import { startConsole } from "./console/main";
import { Context } from "./context";

const root = document.getElementById("app");
if (root !== null) {
  if (/^\/console\/health(\/|$)/.test(window.location.pathname)) startConsole(root);
  else new App(root, new Context()).start();
}
