import "../icons-further";
import "../strings/catalogues-further";
import { begin } from "../begin";
import { takeTokenFromAddress } from "./address";
import { VaultApp } from "./app";

// The token that the address carries after its `#` is taken out of the address before anything else happens.
const token = takeTokenFromAddress();
begin(["common", "vault"], (root) => new VaultApp(root, token).start());
