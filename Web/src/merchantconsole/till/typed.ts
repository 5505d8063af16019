import { prefix } from "../../coupon/code";

/** The code that somebody typed or scanned, as its twenty characters, or null: `CouponCode` of the server reads the same. */
export function typedCode(text: string): string | null {
  if (text.length > 100) return null;
  let digits = text.replace(/[ \t\n\v\f\r-]/g, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());
  if (digits.startsWith(prefix)) digits = digits.slice(prefix.length);
  const read = digits.replace(/O/g, "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(read) ? read : null;
}
