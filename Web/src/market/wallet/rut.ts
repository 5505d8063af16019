/** The number by which Chile knows a person or a company, with its check digit, as `12.345.678-5`; null when it is none. */
export function checkedRUT(text: string): string | null {
  const plain = text.trim().toUpperCase().replace(/[.\s]/g, "").replace(/-([0-9K])$/, "$1");
  const parts = /^([1-9]\d{3,7})([0-9K])$/.exec(plain);
  if (parts === null) return null;
  const [, number = "", check = ""] = parts;
  return check === checkDigit(number) ? `${number.replace(/\B(?=(\d{3})+$)/g, ".")}-${check}` : null;
}

/** 11 less the rest by 11 of the digits times 2 to 7, again and again from the right; 11 is 0 and 10 is K. */
export function checkDigit(number: string): string {
  const sum = [...number].reverse().reduce((all, digit, place) => all + Number(digit) * (2 + (place % 6)), 0);
  const digit = 11 - (sum % 11);
  return digit === 11 ? "0" : digit === 10 ? "K" : String(digit);
}
