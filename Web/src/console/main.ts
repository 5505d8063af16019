import { ConsoleApp } from "./app";
import { takeCaseFromAddress } from "./address";

/**
 * Starts the health authority's console in `root`.
 *
 * A case that the address carries after its `#` is taken out of the address before anything else happens.
 */
export function startConsole(root: HTMLElement): void {
  new ConsoleApp(root, takeCaseFromAddress()).start();
}
