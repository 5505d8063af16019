/** Countries whose banks know accounts by the international number alone: the single euro payments area. */
const area = new Set((
  "AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA"
).split(" "));

/** Whether a country's accounts are known by the international number. */
export function usesIBAN(country: string): boolean {
  return area.has(country);
}

/** Whether a text is the international number (ISO 13616) of an account in a country, by its check; blanks do not count. */
export function isIBAN(text: string, country: string): boolean {
  const plain = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) || !plain.startsWith(country)) return false;
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
