/** The lines of one day. */
export interface Day<Line> {
  /** An instant of it. */
  day: string;
  lines: Line[];
}

/** Lines by the day of their instant in a time zone, in the order in which they come. */
export function byDay<Line extends { at: string }>(lines: readonly Line[], timeZone?: string): Day<Line>[] {
  const name = new Intl.DateTimeFormat("sv-SE", timeZone === undefined ? {} : { timeZone });
  const days = new Map<string, Day<Line>>();
  for (const line of lines) {
    const key = name.format(new Date(line.at));
    const day = days.get(key) ?? { day: line.at, lines: [] };
    day.lines.push(line);
    days.set(key, day);
  }
  return [...days.values()];
}
