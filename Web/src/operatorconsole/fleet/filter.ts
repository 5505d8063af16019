import type { FleetBeacon, FleetState } from "../../api";

/** What is looked for in a fleet. */
export interface FleetFilter {
  /** A state, or all of them. */
  state: FleetState | "all";
  /** Words of which each is in the name, the zone or the number. */
  words: string;
}

/** The beacons that a filter lets through, the gravest first and then by number. */
export function filtered(
  beacons: readonly FleetBeacon[], { state, words }: FleetFilter, nameOf: (beacon: FleetBeacon) => string,
): FleetBeacon[] {
  const wanted = plain(words).split(/\s+/).filter((word) => word !== "");
  const grave: Record<FleetState, number> = { now: 0, soon: 1, note: 2, good: 3 };
  return beacons
    .filter((beacon) => state === "all" || beacon.state === state)
    .filter((beacon) => {
      const text = plain(nameOf(beacon));
      return wanted.every((word) => text.includes(word));
    })
    .sort((one, other) => grave[one.state] - grave[other.state] || one.major - other.major || one.minor - other.minor);
}

/** A text without case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** How many beacons are in each state. */
export function counted(beacons: readonly FleetBeacon[]): Record<FleetState, number> {
  const counts: Record<FleetState, number> = { good: 0, note: 0, soon: 0, now: 0 };
  for (const { state } of beacons) counts[state] += 1;
  return counts;
}

/**
 * Rows as comma-separated values (RFC 4180), with a byte order mark so that spreadsheets read the letters; what would be a
 * formula there begins with an apostrophe.
 */
export function csv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cell = (value: string | number | undefined): string => {
    if (value === undefined) return "";
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** The table of a fleet: names of columns that programs read, and a row for each beacon. */
export function fleetRows(beacons: readonly FleetBeacon[]): (string | number | undefined)[][] {
  return [
    [
      "beacon", "shop", "zone", "state", "signs", "millivolts", "empty_on", "last_proof", "clock_ms", "proofs_24h",
      "usual_24h", "disputed_24h", "refused_24h",
    ],
    ...beacons.map((beacon) => [
      beacon.beacon, beacon.shop, beacon.zone, beacon.state, beacon.reasons.map(({ sign }) => sign).join(" "),
      beacon.battery?.millivolts, beacon.battery?.emptyOn, beacon.lastProofAt, beacon.clockMilliseconds, beacon.proofs,
      beacon.expectedProofs, beacon.disputed, beacon.refused,
    ]),
  ];
}
