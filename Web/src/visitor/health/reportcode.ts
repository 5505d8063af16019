import { codeCharacters } from "../../typed";

/**
 * What a text says of a report code, which a person types or pastes out of a message. `ReportCodeReading` of the command
 * reads texts in the same way; both are tested with `Tests/ExposureWireTests/Fixtures/reportcodes.json`.
 */
export type CodeReading =
  /** The text is this code, or has no other; its check digit may be wrong. */
  | { kind: "code"; digits: string }
  /** The text is this code if letters that look like digits are meant as these; the person has to say so. */
  | { kind: "meant"; digits: string }
  /** The text is digits, of which so many are missing. */
  | { kind: "short"; digits: string; missing: number }
  /** The text has no code, or several. */
  | { kind: "unclear" };

export const codeLength = 12;
const longestText = 400;

export function readCode(text: string): CodeReading {
  if ([...text].length > longestText) return { kind: "unclear" };
  const characters = codeCharacters(text);
  if (/^[0-9]*$/.test(characters)) {
    const missing = codeLength - characters.length;
    if (missing === 0) return { kind: "code", digits: characters };
    return missing > 0 ? { kind: "short", digits: characters, missing } : found(text);
  }
  const digits = characters.replace(/[Oo]/g, "0").replace(/[lIi|]/g, "1");
  return digits.length === codeLength && /^[0-9]+$/.test(digits) ? { kind: "meant", digits } : found(text);
}

/** The only code among other words: the one with a right check digit, or the only digits that there are. */
function found(text: string): CodeReading {
  const runs = runsIn(text);
  const codes = runs.flatMap(codesOf);
  const right = new Set(codes.filter(hasRightCheckDigit));
  const [first] = right;
  if (right.size === 1 && first !== undefined) return { kind: "code", digits: first };
  const [only] = codes;
  const isAll = right.size === 0 && runs.length === 1 && codes.length === 1 && runs[0]?.join("").length === codeLength;
  return isAll && only !== undefined ? { kind: "code", digits: only } : { kind: "unclear" };
}

/** The groups of digits of a text, together where nothing but spaces, dashes, dots and the like lies between them. */
function runsIn(text: string): string[][] {
  const runs: string[][] = [];
  let run: string[] | null = null;
  let isInGroup = false;
  for (const each of text.normalize("NFKC")) {
    const character = codeCharacters(each);
    if (/^[0-9]/.test(character)) {
      if (run === null) runs.push((run = []));
      if (isInGroup) run.push((run.pop() ?? "") + character);
      else run.push(character);
      isInGroup = true;
    } else {
      isInGroup = false;
      // An underscore is a gap as well where people fill forms.
      if (character !== "" && character !== "_") run = null;
    }
  }
  return runs;
}

/** Every code that some neighboring groups make. */
function codesOf(groups: string[]): string[] {
  return groups.flatMap((_, first) => {
    let digits = "";
    for (const group of groups.slice(first)) if (digits.length < codeLength) digits += group;
    return digits.length === codeLength ? [digits] : [];
  });
}

/** Whether the last digit follows from the others by H. Michael Damm's table (2004). */
export function hasRightCheckDigit(digits: string): boolean {
  let remainder = 0;
  for (const digit of digits) remainder = Number(table[remainder]?.[Number(digit)] ?? NaN);
  return remainder === 0;
}

const table = [
  "0317598642", "7092154863", "4206871359", "1750983426", "6123045978", "3674209581", "5869720134", "8945362017",
  "9438617205", "2581436790",
];
