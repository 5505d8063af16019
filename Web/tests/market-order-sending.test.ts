import { clock, settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketOrder, MarketOrderRequest, MarketQuote, MarketQuoteRequest } from "../src/api";
import { Failure } from "../src/client";
import { Decimal } from "../src/numbers/decimal";
import { estimated } from "../src/market/trade/preview";
import { Quoter } from "../src/market/trade/quoting";
import { type Intent, OrderSender } from "../src/market/trade/sending";
import { type Weighed, warningsOf } from "../src/market/trade/orderwarnings";
import { Chance } from "./chance";

const request: MarketOrderRequest = { market: "XLMCLP", side: "sell", type: "limit", amount: "1", price: "1000" };

/** A server that places each name once, and a way to it that can break on either half. */
class Exchange {
  readonly orders = new Map<string, MarketOrder>();
  readonly keys: string[] = [];
  breaks: ("none" | "going" | "coming" | Failure)[] = [];

  async place({ request, key }: Intent): Promise<MarketOrder> {
    this.keys.push(key);
    const fault = this.breaks.shift() ?? "none";
    if (fault instanceof Failure) throw fault;
    if (fault === "going") throw new Failure("network.unreachable", 0);
    const name = request.clientId ?? "";
    const order = this.orders.get(name) ?? ({ id: `O${this.orders.size + 1}`, clientId: name } as MarketOrder);
    this.orders.set(name, order);
    if (fault === "coming") throw new Failure("network.slow", 0);
    return order;
  }

  async find(name: string): Promise<MarketOrder | null> {
    const fault = this.breaks.shift() ?? "none";
    if (fault instanceof Failure) throw fault;
    if (fault !== "none") throw new Failure("network.unreachable", 0);
    return this.orders.get(name) ?? null;
  }
}

function sender(exchange: Exchange, seed = 1): OrderSender {
  const chance = new Chance(seed);
  return new OrderSender({
    place: (intent) => exchange.place(intent), find: (name) => exchange.find(name),
    wait: (milliseconds) => new Promise((resolve) => clock.setTimeout(resolve, milliseconds)),
    random: (digits) => Array.from({ length: digits }, () => chance.whole(0, 15).toString(16)).join(""), now: () => clock.now,
  });
}

test("ten presses are one order, before and after the answer", async () => {
  const exchange = new Exchange();
  const once = sender(exchange);
  for (let press = 0; press < 10; press += 1) {
    void once.send(request);
    if (press === 5) await settle();
    clock.pass(20);
  }
  await settle();
  assert.equal(exchange.orders.size, 1);
  assert.equal(once.observable.value.state, "done");
  clock.pass(1000);
  await once.send(request);
  assert.equal(exchange.orders.size, 2, "a press that is meant as another order is one");
});

test("an order whose answer was cut off is found by its name", async () => {
  const exchange = new Exchange();
  exchange.breaks = ["coming", "going"];
  const once = sender(exchange);
  const sent = once.send(request);
  await settle();
  assert.equal(once.observable.value.state, "asking");
  void once.send(request);
  clock.pass(1000);
  await settle();
  assert.equal(once.observable.value.state, "asking", "the question was lost as well");
  clock.pass(2000);
  await sent;
  assert.equal(once.observable.value.state, "done");
  assert.equal(exchange.orders.size, 1);
  assert.equal(exchange.keys.length, 1);
});

test("one that never arrived is sent again as the same order", async () => {
  const exchange = new Exchange();
  exchange.breaks = ["going"];
  const once = sender(exchange);
  const sent = once.send(request);
  await settle();
  clock.pass(1000);
  await sent;
  assert.equal(once.observable.value.state, "absent");
  clock.pass(1000);
  await once.again();
  assert.equal(once.observable.value.state, "done");
  assert.equal(exchange.orders.size, 1);
  assert.equal(exchange.keys[0], exchange.keys[1], "with the key of the first time");
});

test("the same order typed again is the one that did not arrive; another one is new", async () => {
  const exchange = new Exchange();
  exchange.breaks = ["going"];
  const once = sender(exchange);
  const sent = once.send(request);
  await settle();
  clock.pass(1000);
  await sent;
  clock.pass(1000);
  await once.send({ ...request });
  assert.equal(exchange.keys[0], exchange.keys[1]);
  clock.pass(1000);
  await once.send({ ...request, amount: "2" });
  assert.notEqual(exchange.keys[1], exchange.keys[2]);
});

test("what was refused has done nothing and says why; a failing server is asked what it did", async () => {
  for (const [failure, state] of [
    [new Failure("market.not_enough_balance", 422), "refused"], [new Failure("accounts.not_signed_in", 401), "refused"],
    [new Failure("market.disabled", 503), "refused"], [new Failure("server.internal", 500), "asking"],
    [new Failure("request.key_in_use", 409), "asking"], [new Failure("network.slow", 0), "asking"],
  ] as const) {
    const exchange = new Exchange();
    exchange.breaks = [failure];
    const once = sender(exchange);
    void once.send(request);
    await settle();
    assert.equal(once.observable.value.state, state, failure.code);
  }
});

test("whatever breaks on the way, an intent is one order or none", async () => {
  const chance = new Chance(5);
  for (let round = 0; round < 300; round += 1) {
    const exchange = new Exchange();
    exchange.breaks = Array.from({ length: chance.whole(0, 12) }, () => chance.one(["none", "going", "coming"] as const));
    const once = sender(exchange, round);
    void once.send(request);
    for (let step = 0; step < 120; step += 1) {
      await settle();
      if (once.observable.value.state === "done") break;
      if (chance.whole(0, 1) === 0) void once.again();
      void once.send(request);
      clock.pass(1500);
    }
    assert.equal(once.observable.value.state, "done");
    assert.equal(exchange.orders.size, 1);
    assert.equal(new Set(exchange.keys).size, 1);
  }
});

test("what an order would do is asked once for each that is thought of for a moment, and the last answer counts", async () => {
  const asked: MarketQuoteRequest[] = [];
  const answers: ((quote: MarketQuote) => void)[] = [];
  const quoter = new Quoter({
    fetch: (wanted) => {
      asked.push(wanted);
      return new Promise((resolve) => answers.push(resolve));
    },
    later: (run, milliseconds) => {
      const timer = clock.setTimeout(run, milliseconds);
      return () => clock.clear(timer);
    },
  });
  const of = (amount: string): MarketQuoteRequest => ({ market: "XLMCLP", side: "sell", amount });
  for (const amount of ["1", "12", "123"]) {
    quoter.want(of(amount));
    clock.pass(100);
  }
  assert.equal(asked.length, 0);
  clock.pass(200);
  assert.deepEqual(asked, [of("123")]);
  quoter.want(of("123"));
  clock.pass(1000);
  assert.equal(asked.length, 1, "the same is not asked again");
  quoter.want(of("5"));
  clock.pass(300);
  const [late, right] = answers;
  right?.({ order: "5" } as MarketQuote);
  await settle();
  late?.({ order: "123" } as MarketQuote);
  await settle();
  assert.equal(quoter.answerTo(of("5"))?.order, "5");
  assert.equal(quoter.answerTo(of("123")), null);
  quoter.refresh();
  clock.pass(300);
  assert.equal(asked.length, 3);
  assert.equal(quoter.answerTo(of("5"))?.order, "5", "what is shown stays until the newer answer");
  quoter.want(null);
  assert.equal(quoter.observable.value.state, "none");
});

test("an estimate from the book is what a plain walk over its prices gives", () => {
  const chance = new Chance(6);
  const lot = Decimal.from("0.01");
  for (let round = 0; round < 500; round += 1) {
    const levels = (start: number, step: number) => Array.from({ length: chance.whole(1, 8) }, (_, place) => ({
      price: Decimal.of(BigInt(start + step * place)), amount: Decimal.of(BigInt(chance.whole(1, 500)), 2),
    }));
    const book = { asks: levels(1010, 10), bids: levels(1000, -10), isWhole: true, isStale: false };
    const side = chance.one(["buy", "sell"] as const);
    const price = chance.whole(0, 1) === 0 ? null : Decimal.of(BigInt(chance.whole(95, 110) * 10));
    const byMoney = price === null && chance.whole(0, 1) === 0;
    const size = byMoney ? Decimal.of(BigInt(chance.whole(1, 30000))) : Decimal.of(BigInt(chance.whole(1, 2000)), 2);
    const tier = { threshold: "0", maker: 3900, taker: 6800 };
    const found = estimated({ side, price, amount: byMoney ? null : size, spend: byMoney ? size : null }, book, lot, tier);
    // Lot by lot, as a child would.
    let [lots, cost, levelsMet, money] = [0, 0, 0, 0];
    for (const level of side === "buy" ? book.asks : book.bids) {
      const at = level.price.approximate;
      if (price !== null && (side === "buy" ? at > price.approximate : at < price.approximate)) break;
      let met = false;
      for (let left = Number(level.amount.times(Decimal.of(100n)).text); left > 0; left -= 1) {
        if (byMoney ? (money + at) > Number(size.text) * 100 : lots >= Number(size.times(Decimal.of(100n)).text)) break;
        [lots, cost, money, met] = [lots + 1, cost + at, money + at, true];
      }
      if (!met) break;
      levelsMet += 1;
    }
    assert.equal(found.atOnce.text, Decimal.of(BigInt(lots), 2).text);
    assert.equal(found.levels, levelsMet);
    if (price === null) assert.equal((side === "buy" ? found.gives : found.receives.plus(found.fee)).text, Decimal.of(BigInt(cost), 2).text);
  }
});

test("what is unusual is warned of, and what is usual is not", () => {
  const level = (price: string, amount = "10") => ({ price: Decimal.from(price), amount: Decimal.from(amount) });
  const usual: Weighed = {
    side: "buy", type: "limit", price: Decimal.from("1000"), stop: null, amount: Decimal.from("1"), last: Decimal.from("1000"),
    opposite: [level("1000"), level("1010")], had: null, meetsOwn: false,
  };
  const kinds = (more: Partial<Weighed>): string[] => warningsOf({ ...usual, ...more }).map(({ kind }) => kind);
  assert.deepEqual(kinds({}), []);
  assert.deepEqual(kinds({ price: Decimal.from("1020") }), []);
  assert.deepEqual(kinds({ price: Decimal.from("1021") }), ["crossing"]);
  assert.deepEqual(kinds({ side: "sell", price: Decimal.from("979") }), ["crossing"]);
  assert.deepEqual(kinds({ side: "sell", price: Decimal.from("1021") }), []);
  assert.deepEqual(kinds({ price: Decimal.from("899") }), ["far"]);
  assert.deepEqual(kinds({ price: Decimal.from("1200") }), ["crossing", "far"]);
  assert.deepEqual(kinds({ type: "market", price: null, amount: Decimal.from("10") }), []);
  assert.deepEqual(kinds({ type: "market", price: null, amount: Decimal.from("10.1") }), ["depth"]);
  assert.deepEqual(kinds({ type: "market", price: null, had: Decimal.from("20") }), ["incomplete"]);
  assert.deepEqual(kinds({ type: "stop-limit", stop: Decimal.from("1000") }), ["stopReached"]);
  assert.deepEqual(kinds({ type: "stop-limit", stop: Decimal.from("1010") }), []);
  assert.deepEqual(kinds({ type: "stop-limit", side: "sell", stop: Decimal.from("1010") }), ["stopReached"]);
  assert.deepEqual(kinds({ type: "stop-limit", side: "sell", stop: Decimal.from("990") }), []);
  assert.deepEqual(kinds({ meetsOwn: true }), ["own"]);
});
