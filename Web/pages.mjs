// What remains to be done when esbuild has written its files: the pages with the names of these files, the worker's list
// of them, the compressed form of everything that is text, and the budget of a first view.
//
//     node pages.mjs FOLDER [--figures]
//
// Beside the files lies esbuild's own account of them for each page: `.visitor.scripts.json`, `.visitor.sheets.json`.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The most JavaScript of a first view in bytes, compressed with gzip, before a map is opened. */
const budget = 60_000;

/** The most that a map adds. */
const mapBudget = 45_000;

/** The most that the library adds that draws the candles of a market, and the most of our own around it. */
const libraryBudget = 52_000;
const chartBudget = 18_000;

/** The most JavaScript that both consoles of venues have in all, whatever is opened in them, in one language. */
const consolesBudget = 120_000;

/**
 * The pages: where each lies, the module that it begins with, and what its first view fetches besides: modules, a map,
 * and the texts of areas, of which the longest language counts.
 */
const pages = [
  {
    name: "visitor", page: "index.html", areas: ["common", "centre", "health", "security", "owner"], hasMap: true,
    modules: ["src/visitor/views/onplan.ts"],
  },
  {
    name: "market", page: "market.html", areas: ["common", "market"], modules: [],
    chart: { module: "src/market/chart/chart.ts", library: "src/market/chart/library.ts", beside: "src/market/trade/trade.ts" },
  },
  { name: "console", page: "console/health.html", areas: ["common", "console"], modules: [] },
  { name: "marketconsole", page: "console/market.html", areas: ["common", "market-console"], modules: [] },
  { name: "merchantconsole", page: "console/merchant.html", areas: ["common", "venue-console", "passkeys"], modules: [], bundle: "venueconsole" },
  { name: "operatorconsole", page: "console/operator.html", areas: ["common", "venue-console", "passkeys"], modules: [], bundle: "venueconsole" },
  { name: "vault", page: "vault.html", areas: ["common", "vault"], modules: [] },
  { name: "claim", page: "claim.html", areas: ["common", "operator-fleet"], modules: [] },
  { name: "gallery", page: "gallery.html", areas: ["common"], modules: [] },
];

const [folder, option] = process.argv.slice(2);

/** The files of one page as esbuild wrote them. */
class Bundle {
  constructor(file) {
    const { outputs } = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
    const name = (output) => path.relative(folder, output);
    this.files = new Map(Object.entries(outputs).map(([output, { entryPoint, imports }]) => {
      const needed = imports.filter(({ kind }) => kind === "import-statement");
      return [name(output), { entry: entryPoint, imports: needed.map((one) => name(one.path)) }];
    }));
  }

  /** The file that an entry point, or a module that is fetched by itself, has become. */
  fileOf(entry) {
    for (const [name, file] of this.files) if (file.entry?.endsWith(entry)) return name;
    throw new Error(`Web/build: no file begins with ${entry} any more; correct pages.mjs`);
  }

  /** A file with all that it imports, without what is fetched later. */
  withImports(name, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of this.files.get(name).imports) this.withImports(next, found);
    return found;
  }
}

/** What the visitor's page has besides: it can be installed, and is known by its build. */
const installable = (hash) => [
  `<meta name="cerca-build" content="${hash}">`,
  '<link rel="manifest" href="/manifest.en.webmanifest">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
];

const textName = /^([\w-]+)\.(en|es|pt|it)-[A-Z0-9]{8}\.js$/;

/**
 * What a browser keeps of the visitor's page for times without a network: all of its files, and the texts by language,
 * under a hash of all that makes the build; the worker is told at its head.
 */
function keep({ scripts, sheets }) {
  const names = [...scripts.files.keys(), ...sheets.files.keys()].sort();
  const plain = names.filter((name) => /\.(js|css)$/.test(name));
  const texts = { en: [], es: [], pt: [], it: [] };
  const files = ["/", "/icon.svg"];
  for (const name of plain) (texts[textName.exec(name)?.[2]] ?? files).push(`/${name}`);
  const worker = path.join(folder, "sw.js");
  const script = fs.readFileSync(worker, "utf8");
  const digest = createHash("sha256").update(JSON.stringify([files, texts, script, fs.readFileSync("page.html", "utf8")]));
  const hash = digest.digest("hex").slice(0, 16);
  fs.writeFileSync(worker, `self.cercaBuild=${JSON.stringify({ hash, files, texts })};\n${script}`);
  return hash;
}

function write({ name, page, scripts, script, sheet, head = [] }) {
  const imports = [...scripts.withImports(script)].filter((name) => name !== script);
  const lines = [
    `<link rel="stylesheet" href="/${sheet}">`,
    // Else the browser would learn of them one after the other.
    ...imports.map((name) => `<link rel="modulepreload" href="/${name}">`),
    `<script type="module" src="/${script}"></script>`,
    ...head,
  ];
  const text = fs.readFileSync("page.html", "utf8").replace("<!-- files -->", lines.join("\n    "))
    // A keyboard on the screen leaves the button of an order above itself.
    .replace("viewport-fit=cover", name === "market" ? "viewport-fit=cover, interactive-widget=resizes-content" : "$&");
  fs.mkdirSync(path.dirname(path.join(folder, page)), { recursive: true });
  fs.writeFileSync(path.join(folder, page), text);
}

const sizes = new Map();

/** Writes the compressed forms of a file beside it, where they are smaller. */
function compress(name) {
  const file = path.join(folder, name);
  const plain = fs.readFileSync(file);
  const forms = {
    gz: gzipSync(plain, { level: 9 }),
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  };
  sizes.set(name, { plain: plain.length, gz: forms.gz.length, br: forms.br.length });
  for (const [ending, bytes] of Object.entries(forms)) {
    if (bytes.length < plain.length) fs.writeFileSync(`${file}.${ending}`, bytes);
  }
}

/** The sum of some files in each form. */
function sum(names) {
  const total = { files: 0, plain: 0, gz: 0, br: 0 };
  for (const name of names) {
    const size = sizes.get(name);
    total.files += 1;
    for (const form of ["plain", "gz", "br"]) total[form] += size[form];
  }
  return total;
}

/** The JavaScript of a page's first view, and of the map in it. */
function firstView({ scripts, script, modules, areas, hasMap }) {
  const names = scripts.withImports(script);
  for (const module of modules) scripts.withImports(scripts.fileOf(module), names);
  for (const area of areas) {
    const languages = ["en", "es", "pt", "it"].map((code) => scripts.fileOf(`Strings/${area}.${code}.json`));
    const [longest] = languages.sort((a, b) => sizes.get(b).gz - sizes.get(a).gz);
    scripts.withImports(longest, names);
  }
  const map = hasMap ? scripts.withImports(scripts.fileOf("leaflet.esm.js")) : new Set();
  return { own: sum([...names].filter((name) => !map.has(name))), map: sum(map) };
}

/** The JavaScript that a chart fetches beyond what the view around it has; its rare parts come later still. */
function chartOf({ scripts, script, chart }) {
  if (chart === undefined) return { library: sum([]), own: sum([]) };
  const known = scripts.withImports(script);
  scripts.withImports(scripts.fileOf(chart.beside), known);
  const library = scripts.withImports(scripts.fileOf(chart.library));
  const all = [...scripts.withImports(scripts.fileOf(chart.module))];
  return { library: sum(library), own: sum(all.filter((name) => !known.has(name) && !library.has(name))) };
}

for (const page of pages) {
  // Pages that share much are bundled together.
  const bundle = page.bundle ?? page.name;
  page.scripts = new Bundle(`.${bundle}.scripts.json`);
  page.script = page.scripts.fileOf(`src/${page.name}/main.ts`);
  page.sheets = new Bundle(`.${bundle}.sheets.json`);
  page.sheet = page.sheets.fileOf(`src/${page.name}/main.css`);
  if (page.name === "visitor") page.head = installable(keep(page));
  write(page);
}
for (const name of fs.readdirSync(folder, { recursive: true })) {
  if (/^[^.].*\.(js|css|html|svg|txt|webmanifest)$/.test(name)) compress(name);
}
/** The JavaScript of both consoles of venues: everything that can be fetched, and of each of their areas one language. */
function consolesWhole() {
  const { scripts } = pages.find(({ name }) => name === "merchantconsole");
  const used = new Set();
  const sources = ["merchantconsole", "operatorconsole", "venueconsole"].flatMap((name) =>
    fs.readdirSync(path.join("src", name), { recursive: true }).map((file) => path.join("src", name, file)));
  const text = sources.filter((file) => file.endsWith(".ts")).map((file) => fs.readFileSync(file, "utf8")).join("\n");
  const areas = JSON.parse(fs.readFileSync("../Strings/areas.json", "utf8")).page;
  // What is spoken of stands where it is loaded.
  for (const [, list] of text.matchAll(/\b(?:begin|withTexts)\(\s*\[([^\]]*)\]/g)) {
    for (const [, area] of list.matchAll(/"([\w-]+)"/g)) if (areas.includes(area)) used.add(area);
  }
  const counted = [...scripts.files.keys()].filter((name) => name.endsWith(".js") && !textName.test(name));
  for (const area of used) {
    const languages = ["en", "es", "pt", "it"].map((code) => scripts.fileOf(`Strings/${area}.${code}.json`));
    counted.push(languages.sort((a, b) => sizes.get(b).gz - sizes.get(a).gz)[0]);
  }
  return sum(counted);
}

let isTooMuch = false;
const consoles = consolesWhole();
if (option === "--figures") console.log(`consoles of venues in all: ${consoles.files} files, ${consoles.gz} gzip, ${consoles.br} Brotli`);
if (consoles.gz > consolesBudget) {
  console.error(`Web/build: consoles of venues: ${consoles.gz} bytes of JavaScript compressed; ${consolesBudget} are allowed`);
  isTooMuch = true;
}
for (const page of pages) {
  const { own, map } = firstView(page);
  const chart = chartOf(page);
  if (option === "--figures") {
    const told = (name, { files, plain, gz, br }) => `${name} ${files} files, ${plain} bytes, ${gz} gzip, ${br} Brotli`;
    const parts = [told("scripts", own), told("map", map), told("sheet", sum([page.sheet]))];
    if (chart.own.files > 0) parts.push(told("library of charts", chart.library), told("chart", chart.own));
    console.log(`${page.page}: ${parts.join("; ")}`);
  }
  const bounds = [
    ["first view", own, budget], ["map", map, mapBudget], ["library of charts", chart.library, libraryBudget],
    ["chart", chart.own, chartBudget],
  ];
  for (const [what, { gz }, most] of bounds) {
    if (gz <= most) continue;
    console.error(`Web/build: ${page.page}: ${what}: ${gz} bytes of JavaScript compressed; ${most} are allowed`);
    isTooMuch = true;
  }
}
if (isTooMuch) process.exit(1);
