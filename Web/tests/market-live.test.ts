import { clock, frame, give, page, settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, Market, MarketOrder, MarketTicker } from "../src/api";
import { LiveStore } from "../src/market/live/livestore";
import type { Wire } from "../src/market/live/link";
import { MarketSession } from "../src/market/session";
import { Scope } from "../src/observable";

give("location", frame.location);

/** A server's end of a socket, moved by hand. */
class Server implements Wire {
  static made: Server[] = [];
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  isClosed = false;
  sent: string[] = [];

  /** Stores of other tests go on connecting, each to servers of its own. */
  constructor(made: Server[]) {
    made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  say(text: string): void {
    this.onmessage?.call(this as never, { data: text } as MessageEvent);
  }

  tell(name: string, argument: unknown): void {
    this.say(`42${JSON.stringify([name, argument])}`);
  }

  drop(): void {
    this.onclose?.call(this as never, {} as CloseEvent);
  }

  open(): this {
    this.say('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":60000}');
    this.say('40{"sid":"b"}');
    return this;
  }

  /** What the page sent since this was asked last, of one event or of all, as names with their arguments. */
  asked(event = ""): unknown[] {
    const events = this.sent.filter((text) => text.startsWith(`42["${event}`));
    this.sent = [];
    return events.map((text) => JSON.parse(text.slice(2)) as unknown);
  }
}

const last = (): Server => {
  const server = Server.made[Server.made.length - 1];
  assert.ok(server);
  return server;
};

const order = (id: string, amount: string): MarketOrder => ({
  id, market: "ETHCLP", side: "buy", type: "limit", status: "open", price: "100", amount, executed: "0", remaining: amount,
  averagePrice: "0", fee: "0", feeAsset: "ETH", timeInForce: "gtc", isPostOnly: false, createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
} as unknown as MarketOrder);

interface World {
  store: LiveStore;
  session: MarketSession;
  orders: MarketOrder[];
  markets: string[];
  fetched: Record<string, number>;
}

async function begin(account: string | null = null): Promise<World> {
  const made: Server[] = [];
  Server.made = made;
  const world = { orders: [] as MarketOrder[], markets: ["ETHCLP"], fetched: {} as Record<string, number> };
  const count = (name: string): void => {
    world.fetched[name] = (world.fetched[name] ?? 0) + 1;
  };
  const session = new MarketSession();
  const store = new LiveStore({
    open: () => new Server(made), now: () => clock.now, chance: () => 0.5,
    markets: async () => (count("markets"), world.markets.map((name) => ({ name }) as Market)),
    assets: async () => [], tickers: async () => new Map<string, MarketTicker>(),
    balances: async () => (count("balances"), new Map()), openOrders: async () => (count("openOrders"), [...world.orders]),
    ticket: async () => (count("tickets"), { uid: "u", socid: "s", verify: "v" }),
  });
  session.account.set(account === null ? null : ({ email: account } as Account));
  store.start(session);
  await settle();
  return Object.assign(world, { store, session });
}

const whole = (number: number, bids: object, asks: object): object => ({
  stock_id: "ETHCLP", to_tx: number, data: { bids, asks, isWhole: true },
});
const delta = (from: number, to: number, change: object): object => ({
  stock_id: "ETHCLP", from_tx: from, to_tx: to, delta_data: change,
});

test("a socket of nobody follows the markets, and a market while something shows it", async () => {
  const { store } = await begin();
  const server = last().open();
  assert.deepEqual(server.asked(), [["tickers"]]);
  assert.deepEqual(store.connection.value, { state: "live" });
  const [one, two] = [new Scope(), new Scope()];
  const feed = store.follow("ETHCLP", one);
  assert.equal(store.follow("ETHCLP", two), feed);
  const stock = { stockId: "ETHCLP" };
  assert.deepEqual(server.asked(), [["depth", stock], ["historical-book", stock], ["running-candles", stock], ["auction", stock]]);
  server.tell("depth", whole(5, { "99": "1", "100": "2.50" }, { "101": "3" }));
  assert.deepEqual(feed.book.value?.bids.map(({ price, amount }) => [price.text, amount.text]), [["100", "2.5"], ["99", "1"]]);
  one.end();
  two.end();
  clock.pass(14_000);
  assert.deepEqual(server.asked("unsubscribe"), []);
  clock.pass(2000);
  assert.deepEqual(server.asked("unsubscribe"), [["unsubscribe", "ETHCLP"]]);
});

test("what does not follow is stale until the whole is here, which is asked for once in two seconds", async () => {
  const { store } = await begin();
  const server = last().open();
  const feed = store.follow("ETHCLP", new Scope());
  server.tell("depth", whole(5, { "99": "1" }, {}));
  server.tell("depth-delta", delta(5, 7, { bids: { "98": ["4"] } }));
  assert.equal(feed.book.value?.bids.length, 2);
  const broken: object[] = [
    delta(9, 10, { bids: { "97": ["4"] } }), delta(5, 7, { bids: { "98": ["4"] } }), delta(3, 4, {}),
    delta(7, 8, { bids: { "55": ["1", 0, 0] } }), delta(7, 8, { bids: { x: ["1"] } }), delta(7, 8, { bids: { "9": ["-1"] } }),
    delta(7, 8, { bids: ["none"] }),
  ];
  for (const change of broken) {
    clock.pass(2500);
    server.say('43[]');
    server.asked();
    server.tell("depth-delta", change);
    assert.ok(feed.book.value?.isStale, JSON.stringify(change));
    assert.equal(feed.book.value?.bids.length, 2, "the old book stays in sight");
    assert.deepEqual(server.asked("depth"), [["depth", { stockId: "ETHCLP" }]]);
    server.tell("depth-delta", delta(10, 11, { bids: { "1": ["1"] } }));
    assert.deepEqual(server.asked("depth"), [], "not once more while it is on its way");
    server.tell("depth", whole(7, { "99": "1", "98": "4" }, {}));
    assert.equal(feed.book.value?.isStale, false);
    server.tell("depth-delta", delta(6, 7, {}));
    assert.deepEqual(server.asked("depth"), [], "not twice within two seconds");
    clock.pass(2000);
    assert.deepEqual(server.asked("depth"), [["depth", { stockId: "ETHCLP" }]]);
    server.tell("depth", whole(7, { "99": "1", "98": "4" }, {}));
  }
});

test("a lost connection comes back after 0.5, 1, 2, 4, 8, 15 s, and at once when there is a network", async () => {
  const { store } = await begin();
  const feed = store.follow("ETHCLP", new Scope());
  last().open().tell("depth", whole(5, {}, {}));
  last().drop();
  assert.equal(store.connection.value.state, "lost");
  assert.equal(feed.book.value?.isStale, true);
  for (const delay of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
    const count = Server.made.length;
    clock.pass(delay - 1);
    assert.equal(Server.made.length, count, `not before ${delay} ms`);
    clock.pass(1);
    assert.equal(Server.made.length, count + 1, `after ${delay} ms`);
    last().drop();
  }
  const count = Server.made.length;
  frame.tell("online");
  assert.equal(Server.made.length > count, true);
  last().open();
  assert.equal(store.connection.value.state, "back");
  assert.equal(last().asked().length, 5, "all is asked for again");
  clock.pass(2000);
  assert.equal(store.connection.value.state, "live");
});

test("silence is slow after 12 s, broken after 20 s, and after 2 s without a network", async () => {
  const { store } = await begin();
  const server = last().open();
  for (let second = 0; second < 30; second += 1) {
    clock.pass(1000);
    // A quiet market is no broken one: the server answers that it is there.
    if (server.sent.some((text) => text.endsWith('["beat"]'))) server.say("430[]");
    server.sent = [];
  }
  assert.equal(store.connection.value.state, "live");
  const heard = clock.now;
  server.say("2");
  assert.deepEqual(server.sent, ["3"]);
  clock.pass(11_900);
  assert.equal(store.connection.value.state, "live");
  clock.pass(600);
  assert.deepEqual(store.connection.value, { state: "slow", since: heard });
  server.say("2");
  assert.equal(store.connection.value.state, "live");
  clock.pass(21_000);
  assert.equal(store.connection.value.state, "lost");
  assert.ok(server.isClosed);
  clock.pass(500);
  last().open();
  frame.tell("offline");
  clock.pass(2500);
  assert.equal(store.connection.value.state, "lost");
});

test("a hidden page keeps its socket for five minutes, and has another one when it is seen", async () => {
  const { store } = await begin();
  const server = last().open();
  page.hidden = true;
  page.tell("visibilitychange");
  const beating = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      clock.pass(1000);
      server.say("430[]");
    }
  };
  beating(299);
  assert.equal(server.isClosed, false);
  beating(2);
  assert.equal(server.isClosed, true);
  clock.pass(60_000);
  assert.equal(Server.made.length, 1);
  page.hidden = false;
  page.tell("visibilitychange");
  assert.equal(Server.made.length, 2);
  last().open();
  assert.equal(store.connection.value.state, "back");
});

test("an order that ended between two messages, without a word, does not stay", async () => {
  const world = await begin("ana@example.org");
  world.orders = [order("O2", "5"), order("O1", "3")];
  const server = last().open();
  await settle();
  const { store } = world;
  assert.deepEqual(store.openOrders.value?.map(({ id }) => id), ["O2", "O1"]);
  world.orders = [order("O1", "3")];
  server.tell("open-orders", { to_tx: 1, data: [{ tradeId: "O1", amount: "3.00" }] });
  clock.pass(1000);
  await settle();
  assert.deepEqual(store.openOrders.value?.map(({ id }) => id), ["O1"]);
});

test("what is somebody's own comes after a ticket, and is gone when they sign out", async () => {
  const world = await begin("ana@example.org");
  world.orders = [order("O2", "5"), order("O1", "3")];
  let server = last().open();
  await settle();
  assert.deepEqual(server.asked(), [
    ["tickers"], ["user-auth", { uid: "u", socid: "s", verify: "v" }], ["balance"], ["open-orders"],
  ]);
  const { store } = world;
  server.tell("balance", { to_tx: 1, data: { ETH: { currency: "ETH", countable: "2.5000000", available: "0E".slice(0, 1) } } });
  assert.deepEqual(store.balances.value?.get("ETH"), { asset: "ETH", total: "2.5", available: "0" });
  server.tell("balance-delta", [{ from_tx: 1, to_tx: 2, delta_data: { ETH: { available: ["0", "1.20"] } } }]);
  assert.equal(store.balances.value?.get("ETH")?.available, "1.2");
  server.tell("open-orders", { to_tx: 1, data: [{ tradeId: "O2", amount: "5.00" }, { tradeId: "O1", amount: "3.00" }] });
  clock.pass(1000);
  await settle();
  assert.deepEqual(store.openOrders.value?.map(({ id }) => id), ["O2", "O1"]);

  // A part is executed, and another order ends: both are seen before anything is fetched.
  server.tell("open-orders-delta", [
    { from_tx: 1, to_tx: 2, delta_data: { _t: "a", _1: [{ tradeId: "O1", amount: "3.00" }, 0, 0], 0: { amount: ["5.00", "4.25"] } } },
  ]);
  assert.deepEqual(store.openOrders.value?.map(({ id, remaining, executed }) => [id, remaining, executed]), [["O2", "4.25", "0.75"]]);
  // What was fetched from before that does not bring it back.
  clock.pass(1000);
  await settle();
  assert.deepEqual(store.openOrders.value?.map(({ id }) => id), ["O2"]);
  server.tell("orders-ended", [{ tradeId: "O2", stockId: "ETHCLP", status: "filled" }, 7, null]);
  assert.deepEqual(store.ended.value, [{ id: "O2", market: "ETHCLP", status: "filled" }]);
  assert.deepEqual(store.openOrders.value, []);

  // After a loss the ticket is shown again, and what is theirs is fetched.
  const { tickets = 0, balances = 0 } = world.fetched;
  server.drop();
  clock.pass(1000);
  server = last().open();
  await settle();
  assert.equal(world.fetched["tickets"], tickets);
  assert.equal(world.fetched["balances"], balances + 1);
  server.tell("user-auth", { status: "error", message: "invalid_socket_id" });
  await settle();
  assert.equal(world.fetched["tickets"], tickets + 1, "a refused ticket is asked for anew");

  world.session.account.set(null);
  assert.ok(server.isClosed, "a socket that knows somebody is ended");
  assert.equal(store.balances.observable.value.state, "loading");
  last().open();
  await settle();
  assert.deepEqual(last().asked(), [["tickers"]]);
});

test("a market that is new in the stream is looked up", async () => {
  const world = await begin();
  const server = last().open();
  server.tell("tickers", { to_tx: 1, data: { ETHCLP: { last: "100.00", volume: "3", change1d: 0.5 } } });
  assert.equal(world.store.tickers.value.get("ETHCLP")?.last, "100");
  clock.pass(5000);
  world.markets.push("XLMCLP");
  const before = world.store.tickers.value.get("ETHCLP");
  server.tell("tickers-delta", { from_tx: 1, to_tx: 2, delta_data: { XLMCLP: [{ volume: "0" }] } });
  assert.equal(world.store.tickers.value.get("ETHCLP"), before, "what did not change is the same object");
  clock.pass(0);
  await settle();
  assert.deepEqual(world.store.markets.value?.map(({ name }) => name), ["ETHCLP", "XLMCLP"]);
});

test("whatever a server says, nothing but a new connection comes of it", async () => {
  const { store } = await begin();
  const feed = store.follow("ETHCLP", new Scope());
  for (const text of ["", "x", "42", "42[", "42[1]", "42{}", "42[\"depth\"]", "42[\"depth\",{\"stock_id\":\"NONE\"}]", "1", "41", "44{}"]) {
    const server = last().open();
    server.say(text);
    clock.pass(20_000);
  }
  assert.equal(feed.book.value, null);
});
