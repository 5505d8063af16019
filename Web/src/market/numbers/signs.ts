/** The signs with which a language and region writes numbers. */
export interface NumberSigns {
  /** Between whole and parts: `,` or `.`, and in few languages something else. */
  decimal: string;
  /** Between groups of digits. */
  group: string;
}

const kept = new Map<string, NumberSigns>();

/** The signs of a language and region, as `es-CL`. */
export function signsOf(locale: string): NumberSigns {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(12_345_678);
  const sign = (type: string, other: string): string => parts.find((part) => part.type === type)?.value ?? other;
  const signs = { decimal: sign("decimal", "."), group: sign("group", "") };
  kept.set(locale, signs);
  return signs;
}
