import { type DemoFrame, type DemoOffer, type DemoSighting, streams } from "../api";
import { Observable, type Scope } from "../observable";
import { listen, type StreamStatus } from "../stream";

/** A sighting or an offer of the log, with its place in it and the simulated time of its frame. */
export type Logged<T> = T & { number: number; at: string };

const keptSightings = 400;
const keptOffers = 100;

/** The demo's stream, and a log of what it told while the page was open. */
export class Live {
  readonly frame = new Observable<DemoFrame | null>(null);
  readonly status = new Observable<StreamStatus>("connecting");
  /** Newest first. */
  sightings: readonly Logged<DemoSighting>[] = [];
  /** Newest first. */
  offers: readonly Logged<DemoOffer>[] = [];
  /** Sightings proved in each shop, by major, while the page was open. */
  readonly proved = new Map<number, number>();
  private count = 0;

  /** Listens for as long as the scope lasts. */
  follow(scope: Scope): void {
    // Whoever looks again later starts from a fresh frame, not from this look's last one.
    scope.add(() => this.frame.set(null));
    scope.add(listen(() => streams.demoStream({ frame: (frame) => this.take(frame) }), this.status));
  }

  private take(frame: DemoFrame): void {
    this.sightings = this.log(frame.sightings, frame.at, this.sightings, keptSightings);
    this.offers = this.log(frame.offers, frame.at, this.offers, keptOffers);
    for (const { major, result } of frame.sightings) {
      if (result === "accepted") this.proved.set(major, (this.proved.get(major) ?? 0) + 1);
    }
    this.frame.set(frame);
  }

  private log<T>(news: readonly T[], at: string, old: readonly Logged<T>[], kept: number): readonly Logged<T>[] {
    if (news.length === 0) return old;
    const logged = news.map((entry) => {
      this.count += 1;
      return { ...entry, number: this.count, at };
    });
    return [...logged.reverse(), ...old].slice(0, kept);
  }
}
