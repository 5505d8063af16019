/** The signs with which a language and region writes numbers, as the browser knows them (CLDR). */
export interface NumberSigns {
  /** Between whole and parts: `,` or `.`, and in few languages something else. */
  decimal: string;
  /** Between groups of digits. */
  group: string;
  /** How many digits the last group has, and how many each group before it: 3 and 3, in India 3 and 2. */
  groups: readonly [last: number, others: number];
}

const kept = new Map<string, NumberSigns>();

/** The signs of a language and region, as `es-CL`. */
export function signsOf(locale: string): NumberSigns {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, useGrouping: true }).formatToParts(12_345_678_901);
  const sign = (type: string, other: string): string => parts.find((part) => part.type === type)?.value ?? other;
  const lengths = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  const last = lengths.length > 1 ? (lengths[lengths.length - 1] ?? 3) : 3;
  const signs: NumberSigns = {
    decimal: sign("decimal", "."), group: sign("group", ""),
    groups: [last, lengths.length > 2 ? (lengths[lengths.length - 2] ?? last) : last],
  };
  kept.set(locale, signs);
  return signs;
}

/** Digits of a whole number in groups, as a language and region writes them. */
export function inGroups(digits: string, { group, groups: [last, others] }: NumberSigns): string {
  let rest = digits.slice(0, Math.max(0, digits.length - last));
  const parts = [digits.slice(rest.length)];
  while (rest !== "") {
    parts.unshift(rest.slice(-others));
    rest = rest.slice(0, -others);
  }
  return parts.join(group);
}
