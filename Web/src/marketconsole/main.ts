import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { DeskApp } from "./app";

begin(["common", "market-console"], (root) => new DeskApp(root).start());
