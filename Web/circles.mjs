// Refuses circles among the page's modules: one that needs another that needs the first, over however many steps and
// whether for a value, a type or something that is fetched later. What is in a circle is understood only as a whole.
//
//     node circles.mjs FOLDER      exits with 1 and names each circle once

import fs from "node:fs";
import path from "node:path";
import process from "node:process";

/** The modules that a source names, as they are written: `./dom`. */
export function importsOf(source) {
  const code = source.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const ways = [
    /(?:^|[;\n}])\s*(?:import|export)\s[^;'"]*?\sfrom\s*"(\.[^"]+)"/g, /(?:^|\n)\s*import\s*"(\.[^"]+)"/g,
    /\bimport\(\s*"(\.[^"]+)"\s*\)/g,
  ];
  return ways.flatMap((way) => [...code.matchAll(way)].map(([, name]) => name));
}

/** The groups of modules that all need one another; `graph` has each module's own. */
export function circlesOf(graph) {
  // Tarjan's strongly connected components.
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (module) => {
    order.set(module, order.size);
    lowest.set(module, order.get(module));
    stack.push(module);
    for (const next of graph.get(module) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      lowest.set(module, Math.min(lowest.get(module), lowest.get(next)));
    }
    if (lowest.get(module) !== order.get(module)) return;
    const group = stack.splice(stack.indexOf(module));
    if (group.length > 1 || graph.get(module).includes(module)) circles.push(group.sort());
  };
  for (const module of graph.keys()) if (!order.has(module)) visit(module);
  return circles;
}

/** Which modules below a folder each of them needs. */
export function graphOf(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"));
  return new Map(files.sort().map((file) => {
    const source = fs.readFileSync(path.join(folder, file), "utf8");
    return [file, importsOf(source).map((name) => `${path.join(path.dirname(file), name)}.ts`)];
  }));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const graph = graphOf(process.argv[2]);
  const circles = circlesOf(graph);
  for (const circle of circles) console.error(`a circle of modules: ${circle.join(", ")}`);
  process.exit(circles.length === 0 && graph.size > 0 ? 0 : 1);
}
