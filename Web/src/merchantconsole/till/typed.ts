import { formerPrefix, mark } from "../../coupon/code";
import { codeCharacters } from "../../typed";

/** What the keys of a US keyboard give on French and Belgian ones, as upper case, and below it what was meant. */
const azerty = "AQWZ,?&É\"'(-§È_!ÇÀ";
const meant = "QAZWMM123456678890";

/** The code that was typed or scanned, as its twenty characters, or null: `CouponCode` of the server reads the same. */
export function typedCode(text: string): string | null {
  if (new TextEncoder().encode(text).length > 100) return null;
  const read = digits(text)?.replace(/O/g, "0").replace(/[IL]/g, "1");
  return read !== undefined && /^[0-9A-HJKMNP-TV-Z]{20}$/.test(read) ? read : null;
}

/** The ASCII letters and digits of what was typed or scanned, without what stands before a code, in upper case. */
function digits(text: string): string | undefined {
  const upper = text.normalize("NFC").toUpperCase();
  const french = upper.indexOf(`${mark}QYW`);
  if (french >= 0) return lettersAndDigits(upper.slice(french + 8).replace(/./gu, (key) => meant[azerty.indexOf(key)] ?? key));
  const all = lettersAndDigits(text);
  const marked = all.indexOf(mark);
  if (marked >= 0) {
    const [layout, code] = [all.slice(marked + 5, marked + 8), all.slice(marked + 8)];
    if (layout === "AZY") return code.replace(/[YZ]/g, (letter) => (letter === "Y" ? "Z" : "Y"));
    return layout === "AYZ" ? code : undefined;
  }
  const typed = text.startsWith("]") ? all.slice(2) : all;
  return typed.length > 20 && typed.startsWith(formerPrefix) ? typed.slice(formerPrefix.length) : typed;
}

function lettersAndDigits(text: string): string {
  return codeCharacters(text).replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/[^0-9A-Z]/g, "");
}
