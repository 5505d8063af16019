import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { circlesOf, graphOf, importsOf } from "../circles.mjs";

test("every way to name a module is seen, and what only looks like one is not", () => {
  const source = [
    'import { a } from "./a";', 'import type { B } from "../b";', "import {", "  c,", '} from "./c";', 'import "./d";',
    'export { e } from "./e";', 'export * from "./f";', 'const g = () => import("./g");', 'import x from "leaflet";',
    '// import { no } from "./no";', '/* import "./never"; */', 'const text = "import from ./not";',
  ].join("\n");
  assert.deepEqual(importsOf(source).sort(), ["../b", "./a", "./c", "./d", "./e", "./f", "./g"]);
});

test("a circle is found over several steps, and by a part that is fetched later; a tree has none", () => {
  const graph = (edges: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(edges));
  assert.deepEqual(circlesOf(graph({ a: ["b", "c"], b: ["c"], c: ["outside"] })), []);
  assert.deepEqual(circlesOf(graph({ a: ["b"], b: ["c"], c: ["a"], d: ["a"] })), [["a", "b", "c"]]);
  assert.deepEqual(circlesOf(graph({ a: ["a"], b: ["c"], c: ["b", "a"] })), [["a"], ["b", "c"]]);
});

const sources = join(process.cwd(), "src");
const catalogues = join(process.cwd(), "..", "Strings");

/** What a catalogue, or the list of them, holds. */
function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(catalogues, file), "utf8")) as Content;
}

/** Which area each key of the page belongs to; other catalogues are those of commands, mail and invoices. */
function areas(): Map<string, string> {
  const found = new Map<string, string>();
  for (const area of read<{ page: string[] }>("areas.json").page) {
    const texts = read<Record<string, string>>(`${area}.en.json`);
    for (const key of Object.keys(texts)) found.set(key, area);
  }
  return found;
}

/** The areas whose texts the visitor's page always has. */
const visitor = ["common", "centre", "health", "security", "owner"] as const;

/** The areas whose texts the market's page always has. */
const market = ["common", "market"] as const;

/** The areas whose texts are loaded when something in a folder is shown, by the beginning of its path. */
const loaded: readonly (readonly [string, readonly string[]])[] = [
  ["visitor/zones/", [...visitor, "zones"]],
  ["coupon/", ["common", "visitor-coupons"]],
  ["visitor/coupons/", [...visitor, "visitor-coupons"]],
  ["visitor/notices/", [...visitor, "visitor-coupons"]],
  ["visitor/looked/", [...visitor, "visitor-coupons"]],
  ["visitor/consent/", [...visitor, "visitor-terms"]],
  ["visitor/views/shops.ts", [...visitor, "visitor-terms"]],
  ["visitor/views/vault.ts", [...visitor, "vault"]],
  ["visitor/views/around.ts", [...visitor, "around"]],
  ["visitor/views/signin.ts", [...visitor, "passkeys"]],
  ["visitor/views/links.ts", [...visitor, "account"]],
  ["visitor/identities/", [...visitor, "identities"]],
  ["visitor/installed/", [...visitor, "installed"]],
  // Asks for these words when there is a newer build, and speaks them then.
  ["visitor/app.ts", [...visitor, "installed"]],
  ["visitor/security/photo.ts", [...visitor, "photo"]],
  ["visitor/security/", [...visitor, "passkeys", "account", "trail", "notices", "identities"]],
  ["visitor/", visitor],
  ["owner/", ["common", "owner", "passkeys"]],
  ["console/zone", ["common", "console", "zones", "zone-files"]],
  ["console/", ["common", "console"]],
  ["marketconsole/", ["common", "market-console"]],
  ["venueconsole/invitation.ts", ["common", "venue-console", "passkeys", "operator-staff"]],
  ["operatorconsole/staff.ts", ["common", "venue-console", "passkeys", "operator-staff"]],
  ["operatorconsole/journal.ts", ["common", "venue-console", "passkeys", "operator-staff"]],
  ["venueconsole/", ["common", "venue-console", "passkeys"]],
  ["merchantconsole/figures/", ["common", "venue-console", "merchant-figures"]],
  ["merchantconsole/offers", ["common", "venue-console", "passkeys", "merchant-shop", "visitor-coupons"]],
  ["merchantconsole/till", ["common", "venue-console", "passkeys", "merchant-shop"]],
  ["merchantconsole/", ["common", "venue-console", "passkeys"]],
  ["operatorconsole/plan", ["common", "venue-console", "operator-plan"]],
  ["operatorconsole/survey", ["common", "venue-console", "operator-survey"]],
  ["claim/", ["common", "operator-fleet"]],
  ["operatorconsole/fleet/", ["common", "venue-console", "operator-fleet"]],
  ["operatorconsole/beacons", ["common", "venue-console", "operator-fleet"]],
  ["operatorconsole/deployment", ["common", "venue-console", "operator-fleet"]],
  ["operatorconsole/", ["common", "venue-console", "passkeys"]],
  ["vault/", ["common", "vault"]],
  ["market/trade/", [...market, "order", "chart"]],
  ["market/chart/", [...market, "order", "chart"]],
  ["market/instant/", [...market, "order"]],
  ["market/orders/", [...market, "order"]],
  ["market/settings/", [...market, "order"]],
  ["market/alerts/", [...market, "chart"]],
  ["market/wallet/", [...market, "wallet", "payment"]],
  ["market/pay/", [...market, "wallet", "payment"]],
  ["market/", market],
  ["gallery/", ["common"]],
  ["ui/", ["common"]],
];

test("whatever a page says is loaded when it says it", () => {
  const graph = graphOf(sources);
  assert.ok(graph.size > 100);
  const owner = areas();
  const wrong: string[] = [];
  for (const file of graph.keys()) {
    const allowed = loaded.find(([beginning]) => file.startsWith(beginning))?.[1];
    // What stands above the folders is shared; a problem's sentence is looked for, and general when it is not loaded.
    if (allowed === undefined) continue;
    const source = readFileSync(join(sources, file), "utf8");
    for (const [, key = ""] of source.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)*)"/g)) {
      for (const named of [key, `${key}.one`]) {
        const area = owner.get(named);
        // A word of one part may be anything else: only what is said as a text counts.
        if (area === undefined || (!named.includes(".") && !source.includes(`t("${named}"`))) continue;
        if (!allowed.includes(area)) wrong.push(`${file}: ${named} of ${area}`);
      }
    }
    for (const [, beginning = ""] of source.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*)\$\{/g)) {
      const possible = new Set([...owner].filter(([key]) => key.startsWith(beginning)).map(([, area]) => area));
      if (possible.size > 0 && [...possible].every((area) => !allowed.includes(area))) wrong.push(`${file}: ${beginning}…`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("the parts that all pages share need no page", () => {
  for (const [file, needed] of graphOf(sources)) {
    const folder = file.includes("/") ? (file.split("/")[0] ?? "") : "";
    for (const other of needed) {
      const its = other.includes("/") ? (other.split("/")[0] ?? "") : "";
      const isShared = its === "" || its === "ui" || its === "numbers" || its === "owner" || its === "qr" || its === "coupon" || its === "strings" || its === "..";
      // The visitor's page tells of the vault in the vault's own words.
      const isKnown = folder === "visitor" && its === "vault" && dirname(file) === "visitor/views";
      // The consoles of merchants and of those who run venues have a frame in common.
      const isFrame = its === "venueconsole" && (folder === "merchantconsole" || folder === "operatorconsole");
      assert.ok(isShared || its === folder || isKnown || isFrame, `${file} needs ${other}`);
      assert.ok(folder !== "ui" || its === "" || its === "ui" || its === "numbers", `${file} needs ${other}`);
    }
  }
});
