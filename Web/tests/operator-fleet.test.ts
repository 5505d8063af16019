import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeploymentAction, DeploymentReceipt, FleetBeacon } from "../src/api";
import { chooseLanguage, speak } from "../src/i18n";
import { claimCode, claimLink, grouped } from "../src/claimcode";
import { counted, csv, filtered, fleetRows } from "../src/operatorconsole/fleet/filter";
import { bounds, dayNumber } from "../src/operatorconsole/fleet/line";
import { snapped } from "../src/operatorconsole/fleet/snap";
import { staysText } from "../src/operatorconsole/fleet/stays";
import { typedReadings } from "../src/operatorconsole/fleet/steps";
import { readWalk, Walk, type WalkState, type WalkStore } from "../src/operatorconsole/fleet/walk";

function beacon(minor: number, state: FleetBeacon["state"], shop?: string): FleetBeacon {
  return {
    beacon: `100.${minor}`, major: 100, minor, zone: "door", x: 1, y: 2, state, reasons: [], proofs: 1, disputed: 0,
    refused: 0, expectedProofs: 2.5, ...(shop === undefined ? {} : { shop }),
  };
}

test("a fleet is filtered by state and words without accents, the gravest first", () => {
  const all = [beacon(1, "good", "Librería Nube"), beacon(3, "now"), beacon(2, "soon", "Almendra")];
  const names = ({ shop = "", beacon: name }: FleetBeacon): string => `${shop} ${name}`;
  assert.deepEqual(filtered(all, { state: "all", words: "" }, names).map(({ minor }) => minor), [3, 2, 1]);
  assert.deepEqual(filtered(all, { state: "all", words: "libreria 100.1" }, names).map(({ minor }) => minor), [1]);
  assert.deepEqual(filtered(all, { state: "soon", words: "" }, names).map(({ minor }) => minor), [2]);
  assert.deepEqual(counted(all), { good: 1, note: 0, soon: 1, now: 1 });
});

test("a table has quotes where they are needed, no formulas, and nothing for what is not known", () => {
  assert.equal(csv([["a", 1, undefined], ['x"y', "=SUM(A1)", "p,q"]]), '\ufeffa,1,\r\n"x""y",\'=SUM(A1),"p,q"\r\n');
  const [heads = [], row = []] = fleetRows([beacon(1, "good")]);
  assert.equal(heads.length, row.length);
  assert.equal(row[0], "100.1");
});

test("a claim is read from its address and from what was typed, and nothing else is one", () => {
  const claim = { id: "5a".repeat(16), secret: "6b".repeat(16) };
  const link = claimLink("https://cerca.example", claim);
  assert.equal(new URL(link).pathname, "/claim");
  assert.ok(!new URL(link).pathname.includes(claim.secret) && new URL(link).search === "");
  for (const text of [link, `${claim.id}.${claim.secret}`, ` ${claim.id.toUpperCase()} ${claim.secret} `]) {
    assert.deepEqual(claimCode(text), claim);
  }
  for (const text of ["", claim.id, `${claim.id}.${claim.secret}0`, "https://cerca.example/claim#x.y"]) {
    assert.equal(claimCode(text), null);
  }
  assert.equal(grouped("0123456789abcdef"), "01234567 89abcdef");
});

test("a point near a wall moves onto it, others stay, and none leaves the plan", () => {
  const [walls, size] = [[[0, 10, 20, 10], [5, 0, 5, 0]] as [number, number, number, number][], { width: 20, height: 20 }];
  assert.deepEqual(snapped({ x: 3.333, y: 11 }, walls, size), { x: 3.33, y: 10, onWall: true });
  assert.deepEqual(snapped({ x: 3, y: 15 }, walls, size), { x: 3, y: 15, onWall: false });
  assert.deepEqual(snapped({ x: 30, y: -2 }, [], size), { x: 20, y: 0, onWall: false });
});

test("a shop where stays are not verified is named with its figures, also where nothing is usual yet", async () => {
  await speak(["operator-fleet"]);
  await chooseLanguage("en");
  const stays = { day: "2026-11-21", isClosed: false, entered: 120, proved: 3, usual: 0.23, isOdd: true };
  const text = staysText({ major: 101, shop: "Trotamar", stays });
  assert.ok(text.startsWith("Trotamar, ") && text.includes("3 of 120 stays") && text.includes("23%"), text);
  for (const usual of [null, 0]) {
    const none = staysText({ major: 101, shop: "Trotamar", stays: { ...stays, proved: 0, usual } });
    assert.ok(none.includes("none of 120 stays") && !none.includes("usual"), none);
  }
});

test("days and bounds of a line", () => {
  assert.equal(dayNumber("1970-01-11"), 10);
  assert.deepEqual(bounds([5, 5]), [4, 6]);
});

/** A server that carries out actions as ours does, and can be cut off before or after it has. */
class Server {
  done = 0;
  applied: number[] = [];
  cut: "no" | "before" | "after" = "no";

  send = async (_walk: string, actions: DeploymentAction[]): Promise<DeploymentReceipt> => {
    if (this.cut === "before") throw new Error("offline");
    const results: DeploymentReceipt["results"] = [];
    for (const { number } of actions) {
      if (number <= this.done) continue;
      assert.equal(number, this.done + 1);
      this.applied.push(number);
      this.done = number;
      results.push({ number });
    }
    if (this.cut === "after") throw new Error("offline");
    return { done: this.done, results, deployment: { beacons: [], ready: 0 } };
  };
}

test("what is done without a network is sent once and in order, also by a page that was opened anew", async () => {
  let kept: string | null = null;
  const store: WalkStore = {
    read: () => (kept === null ? null : readWalk(kept)),
    write: (state: WalkState) => {
      kept = JSON.stringify(state);
    },
  };
  const server = new Server();
  const walk = (): Walk => new Walk(store, () => "ab".repeat(16), server.send, () => new Date(0));
  const first = walk();
  server.cut = "before";
  for (let index = 0; index < 5; index += 1) first.add({ kind: "forget", beacon: "100.1" });
  await assert.rejects(first.flush());
  assert.equal(first.waiting, 5);
  // The answer is lost: the page that is opened next sends all of them again.
  server.cut = "after";
  await assert.rejects(first.flush());
  const second = walk();
  assert.equal(second.waiting, 5);
  second.add({ kind: "remove", beacon: "100.1" });
  server.cut = "no";
  await Promise.all([second.flush(), second.flush()]);
  assert.equal(second.waiting, 0);
  assert.deepEqual(server.applied, [1, 2, 3, 4, 5, 6]);
  assert.equal(readWalk("{}"), null);
  assert.equal(readWalk("nonsense"), null);
});

test("readings are whole numbers of dBm with or without the sign, and one that is none is refused with the rest", () => {
  assert.deepEqual(typedReadings("-61 −60, 62;٦٣"), [-61, -60, -62, -63]);
  for (const wrong of ["", " ,", "61.5 60", "61 x", "200", "-128", "6e1", Array(1001).fill("60").join(" ")]) {
    assert.equal(typedReadings(wrong), null, wrong.slice(0, 20));
  }
});
