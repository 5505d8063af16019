import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketOrder } from "../src/api";
import { Decimal } from "../src/numbers/decimal";
import { signsOf } from "../src/numbers/signs";
import { exportAddress, noFilter, queryOf } from "../src/market/orders/filters";
import { change } from "../src/market/settings/settings";
import { amendingOf } from "../src/market/trade/amending";
import { type Ending, isSettled, nextRows, type OrderRow, released, stays } from "../src/market/trade/orderrows";
import { repeatAddress, repeatedIn } from "../src/market/trade/repeat";
import { Chance } from "./chance";

const order = (id: number, more: Partial<MarketOrder> = {}): MarketOrder => ({
  id: `O${id}`, market: "XLMCLP", side: "sell", type: "limit", status: "queued", price: "1000", amount: "10", executed: "0", remaining: "10",
  averagePrice: "0", fee: "0", feeAsset: "CLP", timeInForce: "good-till-cancelled", isPostOnly: false, createdAt: "2026-11-23T07:00:00Z",
  updatedAt: "2026-11-23T07:00:00Z", ...more,
});
const names = (rows: readonly OrderRow[]): string => rows.map((row) => `${row.order.id}${row.ending === null ? "" : ` ${row.ending}`}`).join(", ");
const none = new Map<string, Ending>();

test("an order that ends stays where it was for a moment, with what became of it", () => {
  const open = [order(3), order(2), order(1)];
  let rows = nextRows([], open, none, false, 0);
  assert.equal(names(rows), "O3, O2, O1");
  rows = nextRows(rows, [order(3), order(1)], new Map([["O2", "filled"]]), false, 100);
  assert.equal(names(rows), "O3, O2 filled, O1");
  assert.equal(rows[1]?.order.executed, "10");
  rows = nextRows(rows, [order(4), order(3), order(1)], none, false, 200);
  assert.equal(names(rows), "O4, O3, O2 filled, O1", "below the row that it stood below");
  assert.equal(names(released(rows, [order(4), order(3), order(1)], 100 + stays)), "O4, O3, O1");
  assert.equal(names(nextRows(rows, [order(4), order(3)], none, false, 100 + stays)), "O4, O3, O1 gone");
  // The news of what became of it may come after.
  const gone = nextRows(rows, [order(4), order(3)], none, true, 300);
  const told = nextRows(gone, [order(4), order(3)], new Map([["O1", "cancelled"]]), true, 60_000);
  assert.equal(names(told).endsWith("O1 cancelled"), true, names(told));
});

test("while the list is held no row moves, whatever ends and comes", () => {
  const chance = new Chance(3);
  for (let round = 0; round < 300; round += 1) {
    let next = 10;
    let open = Array.from({ length: chance.whole(1, 8) }, (_, place) => order(10 - place));
    let rows = nextRows([], open, none, false, 0);
    for (let step = 1; step < 15; step += 1) {
      const before = rows.map((row) => row.order.id);
      if (chance.whole(0, 1) === 0 && open.length > 0) open = open.filter((each) => each !== chance.one(open));
      else open = [order((next += 1)), ...open];
      rows = nextRows(rows, open, none, true, step * stays);
      assert.deepEqual(rows.slice(0, before.length).map((row) => row.order.id), before);
      assert.deepEqual(rows.filter((row) => row.ending === null).map((row) => row.order.id).sort(), open.map(({ id }) => id).sort());
    }
    const end = released(rows, open, 100 * stays);
    assert.ok(isSettled(end, open), `${names(end)} is not the list`);
  }
});

test("an amendment says beforehand whether it keeps its turn", () => {
  const steps = { tick: Decimal.from("10"), lot: Decimal.from("0.1"), minimum: Decimal.from("0.1") };
  const of = (price: string, amount: string, more: Partial<MarketOrder> = {}) => amendingOf(order(1, more), price, amount, steps, signsOf("es-CL"));
  assert.deepEqual(of("1.000", "10,0"), { kind: "same" });
  assert.deepEqual(of("1.000", "9,5"), { kind: "change", request: { amount: "9.5" }, keepsPlace: true });
  assert.deepEqual(of("1000", "11"), { kind: "change", request: { amount: "11" }, keepsPlace: false });
  assert.deepEqual(of("1010", "9"), { kind: "change", request: { price: "1010", amount: "9" }, keepsPlace: false });
  const fault = (price: string, amount: string, more: Partial<MarketOrder> = {}): string => {
    const found = of(price, amount, more);
    return found.kind === "fault" ? `${found.fault.part} ${found.fault.kind}` : found.kind;
  };
  assert.equal(fault("1005", "9"), "price offStep");
  assert.equal(fault("", "9"), "price missing");
  assert.equal(fault("1000", "-9"), "amount writing");
  assert.equal(fault("1000", "4", { executed: "4" }), "amount executed");
  assert.equal(fault("1000", "4,1", { executed: "4" }), "change");
});

test("an order is repeated by an address, from which nothing else is believed", () => {
  const address = repeatAddress("XLMCLP", order(1, { type: "stop-limit", stop: "900", amount: "1.5" }));
  assert.equal(address, "#/market/XLMCLP?side=sell&type=stop-limit&price=1000&stop=900&amount=1.5");
  const said = repeatedIn(address);
  assert.equal(said?.price?.text, "1000");
  assert.equal(said?.stop?.text, "900");
  assert.equal(said?.amount?.text, "1.5");
  assert.equal(repeatedIn("#/market/XLMCLP"), null);
  assert.equal(repeatedIn("#/market/XLMCLP?side=steal&price=1"), null);
  const odd = repeatedIn("#/market/XLMCLP?side=buy&type=free&price=1e9&amount=-5&stop=1,5");
  assert.deepEqual(odd, { side: "buy", type: "limit", price: undefined, stop: undefined, amount: undefined });
});

test("filters ask for periods by the reader's days, and tables for the whole of them", () => {
  process.env["TZ"] = "America/Santiago";
  const now = Date.parse("2026-11-23T12:00:00Z");
  assert.deepEqual(queryOf(noFilter, now), { from: now - 30 * 86_400_000 });
  assert.deepEqual(queryOf({ ...noFilter, market: "ETHCLP", side: "buy", period: "all" }, now), { market: "ETHCLP", side: "buy" });
  const days = { ...noFilter, period: "days", first: "2026-04-04", last: "2026-04-04" } as const;
  assert.deepEqual(queryOf(days, now), { from: Date.parse("2026-04-04T03:00:00Z"), to: Date.parse("2026-04-05T04:00:00Z") });
  change({ zone: "utc" });
  assert.deepEqual(queryOf(days, now), { from: Date.parse("2026-04-04T00:00:00Z"), to: Date.parse("2026-04-05T00:00:00Z") });
  change({ zone: "device" });
  assert.equal(queryOf({ ...days, last: "2026-04-03" }, now), null);
  assert.deepEqual(queryOf({ ...days, last: "" }, now), { from: Date.parse("2026-04-04T03:00:00Z") });
  assert.equal(
    exportAddress("orders", { market: "ETHCLP", side: "buy", from: 5 }, "es-CL", "auto"),
    "/api/market/exports/orders?market=ETHCLP&from=5&side=buy&language=es-CL",
  );
  assert.equal(exportAddress("statement", { side: "buy" }, "en", "tab"), "/api/market/exports/statement?language=en&separator=tab");
});
