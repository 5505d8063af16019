import "../src/strings/catalogues-further";
import { reader, store } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseLanguage, inMyLanguage, known, language, languageOf, languages, locale, nearestText, plural, speak, t,
} from "../src/i18n";

test("the page speaks the first language of the browser that it knows, in the reader's region", async () => {
  assert.equal(language.value, "es");
  assert.equal(locale(), "es-MX");
  assert.equal(t("retry"), "retry", "nothing is said before the texts are here");
  await speak(["common"]);
  assert.notEqual(t("retry"), "retry");
  assert.equal(known("problem.made-up"), undefined);
});

test("a choice is kept, and holds for every text", async () => {
  const spanish = t("cancel");
  await chooseLanguage("it");
  assert.equal(language.value, "it");
  assert.equal(store.getItem("cerca.language"), "it");
  assert.equal(t("cancel"), "Annulla");
  assert.equal(locale(), "it", "the browser names no region of Italian");
  await chooseLanguage("pt");
  assert.equal(locale(), "pt-BR");
  await chooseLanguage("es");
  assert.equal(t("cancel"), spanish);
});

test("of two choices in a row the last one counts", async () => {
  const first = chooseLanguage("en");
  const second = chooseLanguage("pt");
  await Promise.all([first, second]);
  assert.equal(language.value, "pt");
  assert.equal(store.getItem("cerca.language"), "pt");
});

test("texts of more areas come in the language that is spoken when they arrive", async () => {
  await chooseLanguage("en");
  const more = speak(["zones"]);
  const change = chooseLanguage("es");
  await Promise.all([more, change]);
  assert.equal(language.value, "es");
  const spanish = t("zones.title");
  await chooseLanguage("en");
  assert.notEqual(t("zones.title"), spanish);
  assert.equal(t("zones.title"), "Risk zones");
});

test("numbers decide the form of a sentence, and are written as the reader writes them", async () => {
  await chooseLanguage("en");
  await speak(["centre"]);
  assert.equal(plural("demo.visitors", 1), t("demo.visitors.one", { count: "1" }));
  assert.ok(plural("demo.visitors", 1234).includes("1,234"));
  await chooseLanguage("pt");
  assert.ok(plural("demo.visitors", 1234).includes("1.234"));
});

test("somebody's text is shown in the nearest language, the reader's region first", async () => {
  await chooseLanguage("pt");
  assert.deepEqual(nearestText({ pt: "a", "pt-BR": "b", en: "c" }), { text: "b", tag: "pt-BR", isMine: true });
  assert.deepEqual(nearestText({ "pt-PT": "a", es: "b" }), { text: "a", tag: "pt-PT", isMine: true });
  assert.deepEqual(nearestText({ en: "c", it: "d" }), { text: "d", tag: "it", isMine: false });
  assert.deepEqual(nearestText({ de: "e", ca: "f" }), { text: "f", tag: "ca", isMine: false });
  assert.deepEqual(nearestText({}), { text: "", tag: "", isMine: false });
  await chooseLanguage("en");
  assert.equal(inMyLanguage({ es: "Dos por uno" }), "Dos por uno");
  assert.equal(inMyLanguage({ es: "Dos por uno" }, true), `Dos por uno (${languageOf("es")})`);
  assert.ok(languageOf("es").includes("Spanish"));
  assert.equal(inMyLanguage({ en: "Two for one" }, true), "Two for one");
});

test("a tag that no browser knows stands for itself", () => {
  assert.ok(languageOf("not a tag").includes("not a tag"));
});

test("the page offers the languages that it has", () => {
  assert.deepEqual(Object.keys(languages).sort(), ["en", "es", "it", "pt"]);
  assert.ok(reader.languages.includes("es-MX"));
});
