import { give, settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Coupon, Notification, SightingAccepted, Visit } from "../src/api";
import { Choices } from "../src/visitor/choices";
import { Coupons } from "../src/visitor/coupons";
import { Inbox } from "../src/visitor/security/inbox";
import { withProof } from "../src/visitor/visits";

const venue = "6f3c9c1e-52d4-4a7b-9b0e-3d9e7c41a8f2";

/** What was sent, and whether the server takes it. */
class Server {
  readonly sent: { method: string; path: string; body: unknown }[] = [];
  takes = true;
  answer: unknown = {};

  constructor() {
    give("fetch", async (path: string, init: RequestInit) => {
      this.sent.push({ method: init.method ?? "", path, body: JSON.parse(String(init.body ?? "null")) });
      await Promise.resolve();
      if (!this.takes) return new Response("", { status: 500 });
      return new Response(JSON.stringify(this.answer));
    });
  }
}

const shop = (major: number): Visit["shop"] => ({ venue, major, name: `Shop ${major}` });
const proof = (visit: string, at: string, major = 1, disputed = false): SightingAccepted =>
  ({ visit, shop: shop(major), at, disputed }) as SightingAccepted;

test("proofs that follow one another are one visit, a quarter of an hour later it is another", () => {
  let visits: Visit[] = [];
  visits = withProof(visits, proof("a", "2026-11-22T10:00:00Z"));
  visits = withProof(visits, proof("b", "2026-11-22T10:14:59Z"));
  assert.equal(visits.length, 1);
  assert.deepEqual(visits[0]?.proofs, ["a", "b"]);
  assert.equal(visits[0]?.until, "2026-11-22T10:14:59Z");
  visits = withProof(visits, proof("c", "2026-11-22T10:29:59Z"));
  assert.equal(visits.length, 2, "the gap is counted from the last proof, and exactly a quarter is too long");
  assert.equal(visits[0]?.id, "c");
});

test("shops do not join, and one good proof settles a visit", () => {
  let visits = withProof([], proof("a", "2026-11-22T10:00:00Z", 1, true));
  visits = withProof(visits, proof("b", "2026-11-22T10:01:00Z", 2));
  assert.deepEqual(visits.map(({ id }) => id), ["b", "a"]);
  visits = withProof(visits, proof("c", "2026-11-22T10:02:00Z", 1, true));
  assert.equal(visits[1]?.disputed, true);
  visits = withProof(visits, proof("d", "2026-11-22T10:03:00Z", 1, false));
  assert.equal(visits[1]?.disputed, false);
  assert.deepEqual(visits[1]?.proofs, ["a", "c", "d"]);
});

test("choices change at once, and are sent one change after the other as the page shows them", async () => {
  const server = new Server();
  const choices = new Choices();
  choices.resource.set(new Map([[`${venue}/7`, "coupons"]]));
  const first = choices.change([{ venue, major: 1, step: "coupons" }, { venue, major: 2, step: "habits" }]);
  const second = choices.change([{ venue, major: 7, step: "nothing" }]);
  assert.deepEqual([choices.has(venue, 1), choices.has(venue, 7), choices.count(venue)], [true, false, 2]);
  await Promise.all([first, second]);
  const last = server.sent[server.sent.length - 1];
  assert.deepEqual(last?.body, {
    shops: [{ venue, major: 1, term: "coupons" }, { venue, major: 2, term: "habits" }],
  });
  assert.equal(choices.count("another"), 0);
});

test("a change that the server does not take is undone, and no other one", async () => {
  const server = new Server();
  const choices = new Choices();
  choices.resource.set(new Map([[`${venue}/1`, "habits"]]));
  server.takes = false;
  const failing = choices.change([{ venue, major: 1, step: "coupons" }, { venue, major: 2, step: "visits" }]);
  assert.deepEqual([choices.step(venue, 1), choices.step(venue, 2)], ["coupons", "visits"]);
  await assert.rejects(failing);
  assert.deepEqual([choices.step(venue, 1), choices.step(venue, 2)], ["habits", "nothing"], "each is as it was");
  server.takes = true;
  await choices.change([{ venue, major: 3, step: "visits" }]);
  assert.equal(choices.count(venue), 2);
});

const coupon = (id: string, receivedAt: string): Coupon => ({ id, receivedAt }) as Coupon;

test("offers stand newest first, each once, and one that could not be deleted comes back", async () => {
  const server = new Server();
  const coupons = new Coupons();
  coupons.add(coupon("early", "2026-11-22T10:00:00Z"));
  assert.equal(coupons.resource.value, undefined, "a list that is not loaded is not made up");
  coupons.resource.set([]);
  coupons.add(coupon("b", "2026-11-22T10:00:00+01:00"));
  coupons.add(coupon("a", "2026-11-22T09:30:00Z"));
  coupons.add(coupon("a", "2026-11-22T09:30:00Z"));
  const ids = (): string[] => (coupons.resource.value ?? []).map(({ id }) => id);
  assert.deepEqual(ids(), ["a", "b"]);
  server.takes = false;
  const removal = coupons.remove(coupon("a", "2026-11-22T09:30:00Z"));
  assert.deepEqual(ids(), ["b"]);
  await assert.rejects(removal);
  assert.deepEqual(ids(), ["a", "b"]);
});

const note = (id: string, isRead = false): Notification => ({ id, isRead, kind: "device.approved", at: "2026-11-22T00:00:00Z" }) as Notification;

test("the inbox counts what is unread, and takes back what the server does not", async () => {
  const server = new Server();
  const inbox = new Inbox();
  inbox.resource.set([note("c"), note("a", true)]);
  inbox.add(note("b"));
  const ids = (): string[] => (inbox.resource.value ?? []).map(({ id }) => id);
  assert.deepEqual(ids(), ["c", "b", "a"]);
  assert.equal(inbox.unread, 2);
  await inbox.read(note("c"));
  assert.equal(inbox.unread, 1);
  server.takes = false;
  await assert.rejects(inbox.read(note("b")));
  assert.equal(inbox.unread, 1);
  await assert.rejects(inbox.remove(note("b")));
  assert.deepEqual(ids(), ["c", "b", "a"]);
  server.takes = true;
  await inbox.readAll();
  assert.equal(inbox.unread, 0);
  await settle();
});
