import { App } from "./app";
import { Context } from "./context";

const root = document.getElementById("app");
if (root !== null) new App(root, new Context()).start();
