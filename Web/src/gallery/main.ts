import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { gallery } from "./gallery";

begin(["common"], gallery);
