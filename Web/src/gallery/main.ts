import { begin } from "../begin";
import { gallery } from "./gallery";

begin(["centre"], gallery);
