import { Observable } from "./observable";
import { recall, remember } from "./storage";
import { catalogues } from "./strings/catalogues";
import type { Area, Key, Placeholders, PluralKey } from "./strings/keys";

export type { Area, Key } from "./strings/keys";

/** The languages of the page. */
export const languages = { es: "Español", en: "English", pt: "Português", it: "Italiano" } as const;

export type Language = keyof typeof languages;
type Values = Record<string, string | number>;

/** The values that a text needs: none, or one for each name in its braces. */
type Filling<K extends Key> = K extends keyof Placeholders ? [Record<Placeholders[K], string | number>] : [];

/** The texts of the areas that are loaded, in the language of the page. */
let texts: Record<string, string> = {};

/** The areas whose texts are loaded. */
let spoken: readonly Area[] = [];

/** How each language is told to a browser and a screen reader: Portuguese is Brazil's. */
export const languageTags: Record<Language, string> = { es: "es", en: "en", pt: "pt-BR", it: "it" };

/** The language of the page: the one chosen in Me, else the browser's first that we speak, else English. */
export const language = new Observable<Language>(firstLanguage());

/** The language with the reader's own region, for dates and numbers: British or American English, say. */
export function locale(): string {
  const ours = language.value;
  const own = navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === ours) ?? languageTags[ours];
  // "Latin America" is no country, and says as little of how numbers are written there as Spanish by itself.
  return /^es-419$/i.test(own) ? "es" : own;
}

/** The language that was chosen last; its texts may still be on their way. */
let wanted: Language = language.value;

/** Loads the texts of areas that the page is about to speak of; what is loaded already is not asked for again. */
export async function speak(areas: readonly Area[]): Promise<void> {
  while (true) {
    const missing = areas.filter((area) => !spoken.includes(area));
    if (missing.length === 0) return;
    const chosen = language.value;
    const more = await loaded(chosen, missing);
    // Somebody may have chosen another language meanwhile.
    if (chosen !== language.value) continue;
    spoken = [...new Set([...spoken, ...missing])];
    texts = { ...texts, ...more };
    return;
  }
}

/** Chooses the language, for later visits too, once its texts are here; of two choices the last one counts. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  wanted = chosen;
  while (true) {
    const areas = spoken;
    const others = await loaded(chosen, areas);
    if (wanted !== chosen) return;
    // More may be spoken of by now.
    if (areas !== spoken) continue;
    remember("language", chosen);
    texts = others;
    language.set(chosen);
    return;
  }
}

async function loaded(chosen: Language, areas: readonly Area[]): Promise<Record<string, string>> {
  const parts = await Promise.all(areas.map((area) => {
    const catalogue = catalogues[area];
    if (catalogue === undefined) throw new Error(area);
    return catalogue[chosen]();
  }));
  return Object.assign({}, ...parts.map((part) => part.default)) as Record<string, string>;
}

/** The text of a key in the current language, with its `{names}` filled in. */
export function t<K extends Key>(key: K, ...[values]: Filling<K>): string {
  return filled(key, values);
}

function filled(key: string, values: Values = {}): string {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text of `key.one` or `key.other`, as the language wants it for `count`; `{count}` is filled in. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(language.value).select(count) === "one" ? "one" : "other";
  return filled(`${key}.${form}`, { count: new Intl.NumberFormat(locale()).format(count), ...values });
}

/** The text of a key made at run time, as from a problem's code, or undefined when there is none. */
export function known(key: string, values: Values = {}): string | undefined {
  return key in texts ? filled(key, values) : undefined;
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
