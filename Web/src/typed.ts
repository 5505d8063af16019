/**
 * Codes that people type, paste and scan. `TypedCode` of the server and the command normalizes in the same way; both are
 * tested with `codes.json` and `secrets.json` in `Tests/TypedTextTests/Fixtures`.
 */

const digit = /\p{Nd}/u;
const dash = /[\p{Pd}\u02d7\u2043\u2212]/u;
const dropped =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Pd}\p{Pi}\p{Pf}."'`\u00b4\u00b7\u02d7\u2022\u2027\u2032\u2033\u2043\u2212\u2219\u22c5\u3002\u30fb]/u;

/** The characters of `text` that can belong to a code: form KC, ASCII digits, no spaces, dashes, dots or invisible signs. */
export function codeCharacters(text: string): string {
  return normalized(text, false);
}

/** The characters of `text` that can belong to a secret in base64url: the same, but every dash is a hyphen. */
export function secretCharacters(text: string): string {
  return normalized(text, true);
}

function normalized(text: string, keepsDashes: boolean): string {
  let kept = "";
  for (const character of text.normalize("NFKC")) {
    if (digit.test(character)) kept += String(digitValue(character));
    else if (keepsDashes && dash.test(character)) kept += "-";
    else if (!dropped.test(character)) kept += character;
  }
  return kept;
}

/** A text with the decimal digits of every script by their value, as ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (character) => String(digitValue(character)));
}

/** The value of a decimal digit of any script: each script has its ten digits in one run that begins with its zero. */
function digitValue(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}
