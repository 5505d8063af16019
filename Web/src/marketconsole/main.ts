import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { DeskApp } from "./app";

begin(["centre", "market-console"], (root) => new DeskApp(root).start());
