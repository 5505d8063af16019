import type { Scope } from "../observable";
import type { Route } from "./address";
import type { MarketContext } from "./context";

/** What a view is given: the shared state, its own lifetime, and the way to other views. */
export interface ViewInput {
  context: MarketContext;
  scope: Scope;
  /** What follows the route in the address. */
  path: readonly string[];
  go: (route: Route, ...path: string[]) => void;
}

export type View = (input: ViewInput) => HTMLElement;
