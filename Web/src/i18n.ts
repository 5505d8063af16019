import { Observable } from "./observable";
import { recall, remember } from "./storage";
import { en as enCentre } from "./strings/centre.en";
import { es as esCentre } from "./strings/centre.es";
import { it as itCentre } from "./strings/centre.it";
import { pt as ptCentre } from "./strings/centre.pt";
import { enConsole } from "./strings/console.en";
import { esConsole } from "./strings/console.es";
import { itConsole } from "./strings/console.it";
import { ptConsole } from "./strings/console.pt";
import { enHealth } from "./strings/health.en";
import { esHealth } from "./strings/health.es";
import { itHealth } from "./strings/health.it";
import { ptHealth } from "./strings/health.pt";
import { enSecurity } from "./strings/security.en";
import { esSecurity } from "./strings/security.es";
import { itSecurity } from "./strings/security.it";
import { ptSecurity } from "./strings/security.pt";
import { enVault } from "./strings/vault.en";
import { esVault } from "./strings/vault.es";
import { itVault } from "./strings/vault.it";
import { ptVault } from "./strings/vault.pt";
import { enZones } from "./strings/zones.en";
import { esZones } from "./strings/zones.es";
import { itZones } from "./strings/zones.it";
import { ptZones } from "./strings/zones.pt";

/** English names every key; the other languages have the same ones. */
const en = { ...enCentre, ...enHealth, ...enConsole, ...enVault, ...enZones, ...enSecurity };

/** The languages of the page. A new one is a catalogue here; the compiler then asks for each of its texts. */
export const languages = { es: "Español", en: "English", pt: "Português", it: "Italiano" } as const;

export type Language = keyof typeof languages;
export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

/** The first part of keys that have `.one` and `.other`. */
type PluralKey = Key extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never;

type Values = Record<string, string | number>;

const catalogues: Record<Language, Catalogue> = {
  es: { ...esCentre, ...esHealth, ...esConsole, ...esVault, ...esZones, ...esSecurity },
  en,
  pt: { ...ptCentre, ...ptHealth, ...ptConsole, ...ptVault, ...ptZones, ...ptSecurity },
  it: { ...itCentre, ...itHealth, ...itConsole, ...itVault, ...itZones, ...itSecurity },
};

/** How each language is told to a browser and a screen reader: Portuguese is Brazil's. */
export const languageTags: Record<Language, string> = { es: "es", en: "en", pt: "pt-BR", it: "it" };

/** The language of the page: the one chosen in Me, else the browser's first that we speak, else English. */
export const language = new Observable<Language>(firstLanguage());

/** The language with the reader's own region, for dates and numbers: British or American English, say. */
export function locale(): string {
  const ours = language.value;
  return navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === ours) ?? languageTags[ours];
}

/** Chooses the language, for later visits too. */
export function chooseLanguage(chosen: Language): void {
  remember("language", chosen);
  language.set(chosen);
}

/** The text of a key in the current language, with its `{names}` filled in. */
export function t(key: Key, values: Values = {}): string {
  return catalogues[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text of `key.one` or `key.other`, as the language wants it for `count`; `{count}` is filled in. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(language.value).select(count) === "one" ? "one" : "other";
  return t(`${key}.${form}` as Key, { count: new Intl.NumberFormat(locale()).format(count), ...values });
}

/** The text of a key made at run time, as from a problem's code, or undefined when there is none. */
export function known(key: string): string | undefined {
  return key in en ? t(key as Key) : undefined;
}

/** The languages that somebody who reads one of ours understands best, after that one itself. */
const nearest: Record<Language, readonly Language[]> = {
  es: ["pt", "it", "en"], en: ["es", "pt", "it"], pt: ["es", "it", "en"], it: ["es", "pt", "en"],
};

/** Whether a tag such as `pt-BR` is of one of our languages. */
function isOf(tag: string, ours: Language): boolean {
  return tag.toLowerCase().split("-")[0] === ours;
}

/** A text that somebody wrote in some languages, in the one that is nearest to the reader's, and its tag. */
export function nearestText(texts: Record<string, string>): { text: string; tag: string; isMine: boolean } {
  const tags = Object.keys(texts).sort();
  for (const wanted of [language.value, ...nearest[language.value]]) {
    // The reader's own region comes first, then the language without one.
    const found = tags.find((tag) => tag === languageTags[wanted]) ?? tags.find((tag) => isOf(tag, wanted));
    if (found !== undefined) return { text: texts[found] ?? "", tag: found, isMine: wanted === language.value };
  }
  const [first = ""] = tags;
  return { text: texts[first] ?? "", tag: first, isMine: false };
}

/** The same, the text alone; with `told`, it ends with its language where that is not the reader's. */
export function inMyLanguage(texts: Record<string, string>, told = false): string {
  const { text, tag, isMine } = nearestText(texts);
  return told && !isMine ? `${text} (${languageOf(tag)})` : text;
}

/** "in Spanish": which language a text is in, where it is not the reader's. */
export function languageOf(tag: string): string {
  let name = tag;
  try {
    name = new Intl.DisplayNames([locale()], { type: "language" }).of(tag) ?? tag;
  } catch {
    // A tag that no browser knows stands for itself.
  }
  return t("text.in", { language: name });
}

function firstLanguage(): Language {
  const isOurs = (tag: string): tag is Language => tag in languages;
  const wanted = [recall("language") ?? "", ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isOurs) ?? "en";
}
