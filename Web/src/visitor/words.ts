import type { Beacon, DemoPlace } from "../api";
import { type Key, known, t } from "../i18n";
import type { Zone } from "./terms";
import type { Venue } from "./venue";

/** How a sighting's result is to be taken: `kept` is a refusal that protects the visitor. */
export type Verdict = "accepted" | "kept" | "refused";

export function verdict(result: string): Verdict {
  if (result === "accepted") return "accepted";
  return result === "loyalty.not_chosen" ? "kept" : "refused";
}

/** A sighting's result in a few words; a code that the page does not know is shown as it is. */
export function resultName(result: string): string {
  return known(`result.${result}`) ?? result;
}

/** Why a sighting ended so, in a sentence. */
export function resultReason(result: string): string {
  return known(`why.${result}`) ?? t("why.other");
}

/** Where a beacon is: "Nimbo, window". */
export function beaconName(venue: Venue, beacon: Pick<Beacon, "major" | "minor">): string {
  const zone = venue.beacon(beacon.major, beacon.minor)?.zone;
  const name = venue.nameOf(beacon.major);
  return zone === undefined ? name : t("beacon.name", { shop: name, zone: t(`zone.${zone}`) });
}

/** A position in a sentence: "In Nimbo, near the till", "Outside the centre". */
export function placeSentence(venue: Venue, place: DemoPlace): string {
  if (place.major === undefined) return t("place.outside");
  const shop = place.shop ?? venue.shop(place.major)?.name;
  if (place.zone === undefined) return shop === undefined ? t("place.inside") : t("place.shop", { shop });
  return shop === undefined ? centreSentence(place.zone) : t(`place.shop.${place.zone}`, { shop });
}

function centreSentence(zone: Zone): string {
  return zone === "entrance" || zone === "aisle" ? t(`place.centre.${zone}`) : t("place.inside");
}

/** What a shop sells. Venues choose the word freely, so an unknown one is shown as they wrote it. */
export function categoryName(category: string): string {
  return known(`category.${category}`) ?? category;
}

export function categorySentence(category: string): string {
  return known(`about.category.${category}`) ?? t("about.category.other", { category });
}

export function zoneList(beacons: readonly Beacon[]): string[] {
  return [...new Set(beacons.map((beacon) => beacon.zone))].map((zone) => t(`zone.${zone}` as Key));
}
