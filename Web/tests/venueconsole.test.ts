import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VenueJournalEntry, VenuePlace } from "../src/api";
import { Failure } from "../src/client";
import { aboutWhat } from "../src/operatorconsole/journal";
import { consoleAddress, hashOf } from "../src/venueconsole/address";
import { isAmong, nameOf, spotAt, spotsOf } from "../src/venueconsole/chooser";
import { Fetched } from "../src/venueconsole/fetched";

const uuid = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01";
const other = "00000000-0000-0001-0000-000000000002";

const places: readonly VenuePlace[] = [
  { venue: uuid, name: "Costanera", timeZone: "America/Santiago", shops: [{ major: 100, name: "Almendra" }, { major: 101, name: "Bruma" }] },
  { venue: other, name: "Norte", timeZone: "America/Santiago", shops: [{ major: 100, name: "Cobalto" }] },
];

test("an address names a page, its own part, a venue and a shop, and back", () => {
  const whole = hashOf("offers", "7/texts", { venue: uuid, major: 101 });
  assert.equal(whole, `#/offers/7/texts?at=${uuid}.101`);
  assert.deepEqual(consoleAddress(whole), { page: "offers", rest: "7/texts", venue: uuid, major: 101 });
  assert.deepEqual(consoleAddress(hashOf("plan", "", { venue: uuid })), { page: "plan", rest: "", venue: uuid, major: null });
  assert.equal(hashOf("plan", "", null), "#/plan");
  assert.equal(consoleAddress(`#/plan?at=${uuid.toUpperCase()}`).venue, uuid);
});

test("what makes no sense in an address is as if it were not there", () => {
  for (const hash of ["", "#", "#/", "#/?at="]) {
    assert.deepEqual(consoleAddress(hash), { page: "", rest: "", venue: null, major: null });
  }
  for (const at of ["x", `${uuid}.`, `${uuid}.x`, `${uuid}.-1`, `${uuid}.1.2`, `${uuid}x`]) {
    assert.equal(consoleAddress(`#/plan?at=${at}`).venue, null, at);
  }
  assert.equal(consoleAddress(`#/till?at=${uuid}.65536`).major, null);
});

test("a merchant chooses among shops, whoever runs venues among venues; an address names one, else it is the first", () => {
  const shops = spotsOf(places, true);
  assert.deepEqual(shops.map((spot) => nameOf(spot)), ["Almendra · Costanera", "Bruma · Costanera", "Cobalto · Norte"]);
  assert.equal(nameOf(spotAt(shops, { venue: other, major: 100 })!, false), "Cobalto");
  assert.equal(spotAt(shops, { venue: null, major: null }), shops[0]);
  assert.equal(spotAt(shops, { venue: other, major: null }), shops[2]);
  // A shop of another venue, and one that is looked after no more: another one never takes its place.
  for (const at of [{ venue: other, major: 101 }, { venue: uuid, major: 999 }]) assert.equal(spotAt(shops, at), undefined);
  const venues = spotsOf(places, false);
  assert.deepEqual(venues.map((spot) => nameOf(spot)), ["Costanera", "Norte"]);
  assert.equal(spotAt(venues, { venue: other, major: 5 }), venues[1]);
  assert.equal(spotAt([], { venue: null, major: null }), undefined);
});

test("a role that has ended is known whatever else has changed about what is left", () => {
  const before = spotsOf(places, true);
  const after = spotsOf([{ ...places[0]!, name: "Costanera Center", shops: [{ major: 101, name: "Bruma" }] }], true);
  assert.deepEqual(before.map((spot) => isAmong(after, spot)), [false, true, false]);
  assert.equal(isAmong([], before[0]!), false);
});

test("the journal says shops by name, and what it does not know as it is written", () => {
  const [venue] = places;
  assert.ok(venue);
  const about = (action: string, subject: string): string =>
    aboutWhat({ venue }, { number: 1, at: "2026-11-23T10:00:00Z", action, actor: "account", subject } as VenueJournalEntry);
  // Without a catalogue a text is its key: what is filled in is looked at by the keys.
  assert.equal(about("role.given", "operator -1"), "team.role.operator");
  assert.equal(about("session.begun", "merchant"), "team.role.merchant");
  assert.equal(about("invitation.sent", "merchant 101,999"), "team.role.of");
  assert.equal(about("role.given", "something else"), "something else");
  assert.equal(about("plan.published", "7"), "team.journal.version");
  assert.equal(about("offer.published", "100 summer 3"), "Almendra · summer · team.journal.version");
  assert.equal(about("campaign.begun", "999 0a1b Two for one"), "999 · Two for one");
  assert.equal(about("door.counted", "101 2026-11-23 412"), "Bruma · 2026-11-23 · 412");
  assert.equal(about("beacon.placed", "100.1"), "100.1");
  assert.equal(about("of another part", "as it stands"), "as it stands");
});

test("a value stays when a newer one does not come, and says that it is old", async () => {
  const answers: (number | Failure)[] = [new Failure("network.unreachable", 0), 1, new Failure("network.unreachable", 0), 2];
  const value = new Fetched<number>(() => {
    const next = answers.shift();
    return next instanceof Failure ? Promise.reject(next) : Promise.resolve(next ?? 0);
  });
  await value.load();
  assert.equal(value.value, undefined);
  assert.equal(value.isOld.value, false);
  await value.load();
  assert.deepEqual([value.value, value.isOld.value, value.fetchedAt === null], [1, false, false]);
  await value.load();
  assert.deepEqual([value.value, value.isOld.value], [1, true]);
  await value.load();
  assert.deepEqual([value.value, value.isOld.value], [2, false]);
});
