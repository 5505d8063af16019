/** A reader's own views, which are fetched together: each is small, and who opens one opens others. */
export { hereView } from "./here";
export { meView } from "./me";
export { offersView } from "./offers";
export { vaultView } from "./vault";
