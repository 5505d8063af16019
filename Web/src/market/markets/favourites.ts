import { Observable } from "../../observable";
import { follow, recall, remember } from "../../storage";

/** The most markets that are kept. */
const most = 200;

/** The markets that the reader marked, in this browser; other tabs follow at once. */
export const favourites = new Observable<ReadonlySet<string>>(kept());

/** Marks a market, or takes the mark away. */
export function mark(market: string, isMarked: boolean): void {
  const names = new Set(favourites.value);
  if (isMarked) names.add(market);
  else names.delete(market);
  favourites.set(names);
  remember("favourites", JSON.stringify([...names].slice(-most)));
}

follow("favourites", () => favourites.set(kept()));

function kept(): ReadonlySet<string> {
  try {
    const names = JSON.parse(recall("favourites") ?? "[]") as unknown;
    return new Set(Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}
