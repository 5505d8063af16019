import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { startClaim } from "./page";

begin(["common", "operator-fleet"], (root) => startClaim(root));
