import type { View } from "../view";
import { balancesView } from "./balances";
import { statementView } from "./statement";

export { depositView } from "./deposit";
export { destinationsView } from "./destinations";
export { portfolioView } from "./portfolio";
export { withdrawView } from "./withdraw";

/** All balances, or the statement of the asset that the address names. */
export const walletView: View = (input) => (input.path[0] === undefined ? balancesView(input) : statementView(input));
