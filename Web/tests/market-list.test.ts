import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Market, MarketTicker } from "../src/api";
import { arranged, type Entry, isListed, nextSorting, type Sorting, turnover } from "../src/market/markets/arrange";
import { linePath } from "../src/market/markets/dayline";

function entry(base: string, quote: string, ticker: Partial<MarketTicker> = {}, more: Partial<Entry> = {}): Entry {
  const market = { name: base + quote, base, quote } as Market;
  return {
    market, ticker: { market: market.name, volume: "0", at: "", ...ticker }, titles: `${base} Peso`, isFavourite: false,
    hasOrders: false, isHeld: false, ...more,
  };
}

const names = (entries: readonly Entry[]): string[] => entries.map(({ market }) => market.name);

test("the list's own order: own orders, favourites, the counter currency, and what was traded, in exact numbers", () => {
  const entries = [
    entry("BTC", "EUR", { last: "9", volume: "1000" }),
    entry("ETH", "CLP", { last: "100.1", volume: "90071992547409.93" }),
    entry("BTC", "CLP", { last: "100.1", volume: "90071992547409.94" }),
    entry("EOS", "CLP", {}, { isFavourite: true }),
    entry("XLM", "EUR", {}, { hasOrders: true }),
    entry("ADA", "CLP", { last: "1", volume: "2" }),
  ];
  assert.deepEqual(names(arranged(entries, null, "CLP")), ["XLMEUR", "EOSCLP", "BTCCLP", "ETHCLP", "ADACLP", "BTCEUR"]);
  assert.equal(turnover(entries[1]?.ticker).text, "9016206453995733.993");
});

test("a column sorts, then the other way round, then not any more; currencies are never compared", () => {
  let sorting: Sorting = null;
  const entries = [
    entry("A", "EUR", { last: "5" }), entry("B", "CLP", { last: "9" }), entry("C", "CLP", { last: "10", change1d: -0.5 }),
    entry("D", "CLP", { change1d: 0.5 }),
  ];
  sorting = nextSorting(sorting, "price");
  assert.deepEqual(names(arranged(entries, sorting, "CLP")), ["CCLP", "BCLP", "DCLP", "AEUR"]);
  sorting = nextSorting(sorting, "price");
  assert.deepEqual(names(arranged(entries, sorting, "CLP")), ["DCLP", "BCLP", "CCLP", "AEUR"]);
  assert.equal(nextSorting(sorting, "price"), null);
  assert.deepEqual(nextSorting(sorting, "name"), { column: "name", isReversed: false });
  assert.deepEqual(names(arranged(entries, { column: "change", isReversed: false }, "CLP")).slice(0, 2), ["DCLP", "CCLP"]);
  assert.deepEqual(names(arranged(entries, { column: "name", isReversed: true }, "CLP")), ["DCLP", "CCLP", "BCLP", "AEUR"]);
});

test("a market is found by name or symbol, with a slash or without, whatever the accents", () => {
  const market = entry("ETH", "CLP", {}, { titles: "Éther Peso chileno ETHCLP" });
  const found = (search: string): boolean => isListed(market, { search, which: "all", quote: "" });
  for (const search of ["eth", "ETH/CLP", "eth-clp", "ethclp", "ether", "ÉTHER", " peso ", "th/c", ""]) assert.ok(found(search), search);
  for (const search of ["btc", "clpeth", "pesos"]) assert.ok(!found(search), search);
  assert.ok(!isListed(market, { search: "", which: "all", quote: "EUR" }));
  assert.ok(!isListed(market, { search: "", which: "favourites", quote: "" }));
  assert.ok(isListed({ ...market, isHeld: true }, { search: "", which: "own", quote: "CLP" }));
});

test("a line of prices fills its place, and one without a change runs through the middle", () => {
  assert.equal(linePath([1]), "");
  assert.equal(linePath([5, 5]), "M0.0 12.0L64.0 12.0");
  assert.equal(linePath([1, 3, 2]), "M0.0 22.0L32.0 2.0L64.0 12.0");
});
