import "../src/strings/catalogues-further";
import { clock, give, settle } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "../src/api";
import { ask, Failure } from "../src/client";
import { speak } from "../src/i18n";

/** Has the server answer each request with `answer`. */
function serve(answer: (path: string, init: RequestInit) => Response | Promise<Response>): void {
  give("fetch", (path: string, init: RequestInit) => Promise.resolve().then(() => answer(path, init)));
}

const problem = (status: number, code: string, more: object = {}): Response =>
  new Response(JSON.stringify({ type: "about:blank", title: "No", status, code, ...more }), {
    status, headers: { "Content-Type": "application/problem+json" },
  });

test("an answer comes as it is, and a request says that no other site made it", async () => {
  let asked: [string, RequestInit] | undefined;
  serve((path, init) => {
    asked = [path, init];
    return new Response(JSON.stringify({ venues: [] }), { headers: { "Content-Type": "application/json" } });
  });
  assert.deepEqual(await ask(api.venues), { venues: [] });
  assert.ok(asked);
  const [path, { method, headers, credentials }] = asked;
  assert.deepEqual([path, method, credentials], ["/api/venues", "GET", "same-origin"]);
  assert.equal((headers as Record<string, string>)["X-Cerca"], "1");
});

test("a refusal is told by its code, with what is wrong where", async () => {
  serve(() => problem(422, "request.invalid", { faults: [{ path: "$.email", message: "missing" }] }));
  await assert.rejects(ask(api.venues), (error) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.code, error.status, error.faults.length, error.challenge], ["request.invalid", 422, 1, null]);
    return true;
  });
});

test("what is no answer of ours is a failure of the server, and no answer one of the network", async () => {
  const code = async (): Promise<string> => ask(api.venues).then(() => "none", (error: unknown) => Failure.from(error).code);
  serve(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  assert.equal(await code(), "server.internal");
  serve(() => Promise.reject(new TypeError("Failed to fetch")));
  assert.equal(await code(), "network.unreachable");
  assert.equal(Failure.from(new RangeError("ours")).code, "page.fault");
});

test("who waits too long is told, and the request ends", async () => {
  let isAborted = false;
  serve((_, { signal }) => new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => {
      isAborted = true;
      reject(new DOMException("aborted", "AbortError"));
    });
  }));
  const answer = ask(api.venues, 1000).then(() => "none", (error: unknown) => Failure.from(error).code);
  await settle();
  clock.pass(999);
  assert.equal(isAborted, false);
  clock.pass(1);
  assert.equal(await answer, "network.slow");
  assert.equal(clock.pending, 0);
});

test("no reader sees the server's own words", async () => {
  await speak(["common"]);
  const unknown = new Failure("made.up", 418);
  assert.notEqual(unknown.explanation, "made.up");
  assert.notEqual(new Failure("made.up", 503).explanation, unknown.explanation);
});
