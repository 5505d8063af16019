import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { takeCaseFromAddress } from "./address";
import { ConsoleApp } from "./app";

// A case that the address carries after its `#` is taken out of the address before anything else happens.
const arrived = takeCaseFromAddress();
begin(["common", "console"], (root) => new ConsoleApp(root, arrived).start());
