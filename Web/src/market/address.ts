/** The sections with a tab, in the order of the tabs. */
export const tabs = ["markets", "instant", "orders", "wallet", "more"] as const;

/** The places of the market's page, as in the address after `#/`. */
export const routes = [
  ...tabs, "market", "portfolio", "deposit", "withdraw", "destinations", "receive", "pay", "alerts", "settings",
] as const;

export type Tab = (typeof tabs)[number];
export type Route = (typeof routes)[number];

/** An address of the page. */
export interface Place {
  route: Route;
  /** What follows: `#/market/ETHCLP/chart` has `ETHCLP` and `chart`. */
  path: readonly string[];
}

/** The place that an address names after its `#`; an unknown one is the list of markets. */
export function placeOf(hash: string): Place {
  const [name, ...path] = hash.replace(/^#\/?/, "").split("?")[0]?.split("/") ?? [];
  const route = routes.find((known) => known === name);
  return route === undefined ? { route: "markets", path: [] } : { route, path: path.filter((part) => part !== "") };
}

/** The address of a place. */
export function addressOf(route: Route, ...path: string[]): string {
  return `#/${[route, ...path.map(encodeURIComponent)].join("/")}`;
}

/** The tab that is lit for a route. */
export function tabOf(route: Route): Tab {
  switch (route) {
    case "market": return "markets";
    case "portfolio": case "deposit": case "withdraw": case "destinations": case "receive": case "pay": return "wallet";
    case "alerts": case "settings": return "more";
    default: return route;
  }
}
