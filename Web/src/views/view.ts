import type { Context } from "../context";
import type { Live } from "../live";
import type { Scope } from "../observable";

/** The places of the app, as in the address after `#/`. */
export const routes = ["centre", "here", "offers", "shops", "me"] as const;

export type Route = (typeof routes)[number];

/** What a view is given: the shared state, its own lifetime, and the way to other views. */
export interface ViewInput {
  context: Context;
  live: Live;
  scope: Scope;
  go: (route: Route) => void;
}

export type View = (input: ViewInput) => HTMLElement;
