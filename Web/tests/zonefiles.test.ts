import "../src/strings/catalogues-further";
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../src/console/zonefiles";
import { whatChanges } from "../src/console/zoneimport";
import { chooseLanguage, languages, speak } from "../src/i18n";

test("faults of files are worded in the reader's language, numbers as it writes them", async () => {
  await speak(["common", "zone-files"]);
  await chooseLanguage("es");
  const fault = { path: "line 1, column 1", message: "more than 4000 days", code: "too-many-days", values: { limit: "40000" } };
  assert.ok(/^más de 40[.,]000 días$/.test(wordsOf(fault) ?? ""), wordsOf(fault) ?? "");
  const day = { path: "line 1, column 1", message: "", code: "missing-day", values: { day: "2021-03-02" } };
  assert.equal(wordsOf(day), "falta el día 2021-03-02");
  const texts = new Set<string | null>();
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    await chooseLanguage(language);
    texts.add(wordsOf({ path: "", message: "", code: "not-whole" }));
  }
  assert.equal(texts.size, 4);
});

test("a fault without a name, or with one that the page does not know, has no words of ours", async () => {
  await speak(["common", "zone-files"]);
  assert.equal(wordsOf({ path: "line 1, column 1", message: "is odd" }), null);
  assert.equal(wordsOf({ path: "line 1, column 1", message: "is odd", code: "odd" }), null);
});

test("a confirmation counts what a file of areas adds, updates, leaves as it is and removes", async () => {
  await speak(["common", "console", "zone-files"]);
  await chooseLanguage("en");
  const counts = { added: 3, updated: 1, others: 15, removable: 14, leftOut: 0 };
  assert.equal(whatChanges(counts, "add"), "3 areas are new. 1 area is updated and keeps its cases. 15 areas stay as they are.");
  assert.equal(
    whatChanges({ ...counts, leftOut: 1 }, "replace"),
    "3 areas are new. 1 area is updated and keeps its cases. 1 area stays as it is. "
      + "1 area of the file is left out because its name can't be shown. "
      + "14 areas are removed with their cases. This cannot be undone.");
  assert.equal(whatChanges({ added: 0, updated: 2, others: 0, removable: 0, leftOut: 0 }, "replace"), "2 areas are updated and keep their cases.");
});
