import { streams } from "../api";
import { Observable, type Scope } from "../observable";
import { recall } from "../storage";
import { listen, type StreamStatus } from "../stream";
import type { Spot } from "./ground";
import type { Venue } from "./venue";

/**
 * Where the reader is: by their own word, or by their simulated phone's estimate.
 *
 * It is in this page alone, and lasts as long as the page.
 */
export const ownSpot = new Observable<Spot | null>(null);

/** Follows the reader's simulated phone while a view is open; where visitors are real, their own word stands. */
export function followSpot(scope: Scope, venue: Venue | null): void {
  if (venue === null || venue.demo === null || recall("guest") === null) return;
  const status = new Observable<StreamStatus>("connecting");
  // Where it is once nobody listens is not known.
  scope.add(() => ownSpot.set(null));
  scope.add(listen(() => streams.demoGuestStream({ position: ({ estimate }) => ownSpot.set(estimate ?? null) }), status, () => "stop"));
}
