import type { VenuePlace } from "../api";
import { t } from "../i18n";
import { select } from "../ui/menu";

/** A venue, or a shop of it, that the console can show. */
export interface Spot {
  venue: VenuePlace;
  /** The shop's number; missing in the console of those who run venues. */
  major?: number;
}

/** Every spot of some places: each shop of a merchant, each venue of whoever runs it. */
export function spotsOf(places: readonly VenuePlace[], byShop: boolean): Spot[] {
  return places.flatMap((venue) => (byShop ? venue.shops.map(({ major }) => ({ venue, major })) : [{ venue }]));
}

/**
 * The spot that an address names, or the first when it names none; undefined when it is not there.
 *
 * Another one never takes its place: what is typed for one shop would be published by another.
 */
export function spotAt(spots: readonly Spot[], at: { venue: string | null; major: number | null }): Spot | undefined {
  if (at.venue === null) return spots[0];
  return spots.find(({ venue, major }) =>
    venue.venue.toLowerCase() === at.venue && (major === undefined || at.major === null || major === at.major));
}

/** Whether a spot is among others, whatever has changed about it. */
export function isAmong(spots: readonly Spot[], one: Spot): boolean {
  return spots.some((spot) => keyOf(spot) === keyOf(one));
}

/** What names a spot in the chooser. */
function keyOf({ venue, major }: Spot): string {
  return major === undefined ? venue.venue : `${venue.venue}.${major}`;
}

/** What a spot is called: the shop, and of which venue when there are several. */
export function nameOf({ venue, major }: Spot, withVenue = true): string {
  const shop = venue.shops.find((one) => one.major === major);
  if (major === undefined || shop === undefined) return venue.name;
  return withVenue ? `${shop.name} · ${venue.name}` : shop.name;
}

/** Chooses the venue or shop that the console shows. */
export function spotChooser(spots: readonly Spot[], current: Spot | null, onChoose: (spot: Spot) => void): HTMLElement {
  const severalVenues = new Set(spots.map(({ venue }) => venue.venue)).size > 1;
  const choices = [
    ...(current === null ? [{ value: "", label: "–" }] : []),
    ...spots.map((spot) => ({ value: keyOf(spot), label: nameOf(spot, severalVenues) })),
  ];
  const label = spots[0]?.major === undefined ? t("work.venue") : t("work.shop");
  return select(label, choices, current === null ? "" : keyOf(current), (chosen) => {
    const spot = spots.find((one) => keyOf(one) === chosen);
    if (spot !== undefined) onChoose(spot);
  }).element;
}
