import type { Fault } from "../api";
import { el } from "../dom";
import { number } from "../format";
import { known, language, plural, t } from "../i18n";

/** As many faults of a file as the server tells. */
const mostFaults = 20;

const areasExample = `{"type": "FeatureCollection", "features": [
  {"type": "Feature",
   "properties": {"code": "01", "name": "Aguascalientes"},
   "geometry": {"type": "Polygon", "coordinates": [[[-102.9, 22.1], …]]}}]}`;

const wideExample = `cve,poblacion,nombre,26-02-2020,27-02-2020
"000",126014024,"Nacional",3,5
"01",1425607,"AGUASCALIENTES",0,1`;

const longExample = `date,code,count
2020-02-26,01,0
2020-02-27,01,1`;

/** What the files look like, to be opened. */
export function fileForms(): HTMLDetailsElement {
  const example = (text: string): HTMLElement =>
    el("pre", { class: "zone-example", tabindex: 0, "aria-label": t("console.zones.forms.example") }, text);
  return el(
    "details", { class: "zone-details zone-forms" },
    el("summary", {}, t("console.zones.forms")),
    el("h3", {}, t("console.zones.areas.kind")),
    el("p", {}, t("console.zones.forms.areas")),
    example(areasExample),
    el("h3", {}, t("console.zones.cases.kind")),
    el("p", {}, t("console.zones.forms.cases")),
    example(wideExample),
    el("p", {}, t("console.zones.forms.long")),
    example(longExample),
    el("p", {}, t("console.zones.forms.whole")),
  );
}

/** Values of faults that are numbers, which a language writes in its own way. */
const counted = new Set(["count", "expected", "limit", "other"]);

/** What is wrong, in the reader's language; null when a newer server has a fault that this page does not know. */
export function wordsOf({ code, values = {} }: Fault): string | null {
  if (code === undefined) return null;
  const shown = Object.entries(values).map(([name, value]) => [name, counted.has(name) ? number(Number(value)) : value]);
  return known(`zonefile.${code}`, Object.fromEntries(shown) as Record<string, string>) ?? null;
}

/** What is wrong in a file, each with line and column. */
export function fileFaults(faults: readonly Fault[]): HTMLElement {
  const rows = faults.map((fault) => {
    const { path, message } = fault;
    const place = /^line (\d+), column (\d+)$/.exec(path);
    const where = place === null
      ? path
      : t("console.zones.place", { line: number(Number(place[1])), column: number(Number(place[2])) });
    const words = wordsOf(fault);
    return el("li", { class: "row" }, el("strong", {}, where), words === null ? el("span", { lang: "en" }, message) : el("span", {}, words));
  });
  const isEnglish = faults.some((fault) => wordsOf(fault) === null);
  return el(
    "div", { class: "zone-faults" },
    el("p", {}, plural("console.zones.faults", faults.length)),
    el("ol", { class: "rows" }, ...rows),
    faults.length >= mostFaults && el("p", { class: "quiet" }, t("console.zones.faults.most", { most: mostFaults })),
    isEnglish && language.value !== "en" && el("p", { class: "quiet" }, t("console.zones.faults.english")),
  );
}
