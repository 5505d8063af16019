// What a system needs to know to install the page: a manifest in each language, since its names stand on the home screen.
//
//     node manifest.mjs FOLDER
//
// The names are those of the page's own catalogues. Which icons there are is Web/build's business; one that is missing
// in FOLDER is a mistake.

import fs from "node:fs";
import path from "node:path";

const tags = { es: "es", en: "en", pt: "pt-BR", it: "it" };
const [folder] = process.argv.slice(2);

const icons = [
  { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  // With the ground to the edges: a system cuts its own shape out of it.
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];
for (const { src } of icons) fs.accessSync(path.join(folder, src));

for (const [language, lang] of Object.entries(tags)) {
  const read = (area) => JSON.parse(fs.readFileSync(`../Strings/${area}.${language}.json`, "utf8"));
  const texts = { ...read("centre"), ...read("installed") };
  const shortcut = (key, url) => ({ name: texts[key], url, icons: [icons[1]] });
  const manifest = {
    id: "/", start_url: "/", scope: "/", display: "standalone", lang, dir: "ltr", name: "Cerca", short_name: "Cerca",
    description: texts["installed.description"], categories: ["shopping", "lifestyle"],
    // As the page's own ground in the light; the page colours the bar itself as soon as it is there.
    theme_color: "#ffffff", background_color: "#ffffff",
    icons,
    shortcuts: [shortcut("nav.here", "/#/here"), shortcut("nav.offers", "/#/offers"), shortcut("nav.vault", "/#/vault")],
  };
  fs.writeFileSync(path.join(folder, `manifest.${language}.webmanifest`), `${JSON.stringify(manifest, null, 2)}\n`);
}
