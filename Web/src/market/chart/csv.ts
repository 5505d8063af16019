import type { Point } from "./points";
import { isOfDays, type Frame } from "./frames";
import { offsetName, type Zone } from "./zone";

/** How a table is to be written for a spreadsheet of the reader's language. */
export interface TableStyle {
  decimal: "." | ",";
  zone: Zone;
  /** The words above the columns: instant in UTC, by the zone's clock, open, high, low, close, volume. */
  heads: readonly string[];
}

/** An instant by a zone's clock with its distance from UTC, so that an hour that comes twice is told apart. */
function localInstant(instant: number, zone: Zone): string {
  const plain = new Date(zone.local(instant)).toISOString().slice(0, 19);
  const name = offsetName(zone, instant).slice(3);
  if (name === "") return `${plain}+00:00`;
  const [hours = "0", minutes = "00"] = name.slice(1).split(":");
  return `${plain}${name.startsWith("−") ? "-" : "+"}${hours.padStart(2, "0")}:${minutes}`;
}

/**
 * Candles as a table of RFC 4180 with a byte order mark, oldest first; frames without trades have none.
 *
 * Where numbers have a decimal comma semicolons stand between the cells, as spreadsheets of such languages expect.
 */
export function candleTable(frame: Frame, points: readonly Point[], { decimal, zone, heads }: TableStyle): string {
  const separator = decimal === "," ? ";" : ",";
  const number = (text: string): string => text.replace(".", decimal);
  const rows = points.flatMap(({ start, candle }) => {
    if (candle === null) return [];
    const utc = new Date(start).toISOString().replace(".000", "");
    // Days are those of UTC: by another clock they would bear the name of the day before or after.
    const local = isOfDays(frame) ? utc.slice(0, 10) : localInstant(start, zone);
    return [[utc, local, ...[candle.open, candle.high, candle.low, candle.close, candle.volume].map(number)]];
  });
  const quoted = (cell: string): string => (/[",;\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
  const cells = [heads.map(quoted), ...rows];
  return `\ufeff${cells.map((row) => row.join(separator)).join("\r\n")}\r\n`;
}
