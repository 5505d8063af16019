import type { SightingAccepted, Visit } from "../api";

/** Proofs of one shop that are less than this apart are one visit, in milliseconds. */
const stayGap = 15 * 60_000;

/** The visits, newest first, with one more proof: of the visit that it belongs to, or of a new one. */
export function withProof(visits: readonly Visit[], event: SightingAccepted): Visit[] {
  const { visit: id, shop, at, disputed } = event;
  const last = visits.find((visit) => visit.shop.venue === shop.venue && visit.shop.major === shop.major);
  if (last === undefined || Date.parse(at) - Date.parse(last.until) >= stayGap) {
    return [{ id, shop, at, until: at, proofs: [id], disputed }, ...visits];
  }
  const longer = { ...last, until: at, proofs: [...last.proofs, id], disputed: last.disputed && disputed };
  return visits.map((visit) => (visit === last ? longer : visit));
}
