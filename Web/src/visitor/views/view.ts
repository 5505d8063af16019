import type { Scope } from "../../observable";
import type { Context } from "../context";
import type { Live } from "../live";

/** The sections with a tab, in the order of the tabs. */
export const tabs = ["centre", "here", "offers", "vault", "health", "me"] as const;

/** The places of the app, as in the address after `#/`; Shops belong to Offers, links from mails to Me, the others to Health. */
export const routes = [...tabs, "shops", "about", "zones", "reset", "undo"] as const;

export type Tab = (typeof tabs)[number];
export type Route = (typeof routes)[number];

/** What a view is given: the shared state, its own lifetime, and the way to other views. */
export interface ViewInput {
  context: Context;
  live: Live;
  scope: Scope;
  /** What follows the route in the address: `#/health/report/code` has `report` and `code`. */
  path: readonly string[];
  go: (route: Route, ...path: string[]) => void;
}

export type View = (input: ViewInput) => HTMLElement;

/** An address of the app. */
export interface Place {
  route: Route;
  path: readonly string[];
}

/** The place that an address names after its `#`; an unknown one is the centre. */
export function placeOf(hash: string): Place {
  const [name, ...path] = hash.replace(/^#\/?/, "").split("?")[0]?.split("/") ?? [];
  const route = routes.find((known) => known === name);
  return route === undefined ? { route: "centre", path: [] } : { route, path: path.filter((part) => part !== "") };
}

/** The tab that is lit for a route. */
export function tabOf(route: Route): Tab {
  const known = tabs.find((tab) => tab === route);
  if (known !== undefined) return known;
  if (route === "reset" || route === "undo") return "me";
  return route === "shops" ? "offers" : "health";
}
