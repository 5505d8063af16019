import { takeTokenFromAddress } from "./address";
import { VaultApp } from "./app";

/**
 * Starts the page of one's own vault in `root`.
 *
 * The token that the address carries after its `#` is taken out of the address before anything else happens.
 */
export function startVault(root: HTMLElement): void {
  new VaultApp(root, takeTokenFromAddress()).start();
}
