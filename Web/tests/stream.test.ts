import { clock, frame, give, page, reader } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Observable } from "../src/observable";
import { listen, type StreamStatus } from "../src/stream";

/** A stream as the browser's EventSource, moved by hand. */
class Source {
  static made: Source[] = [];
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor() {
    Source.made.push(this);
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }

  /** The server answers with something that is no stream. */
  refuse(): void {
    this.readyState = Source.CLOSED;
    this.onerror();
  }
}

give("EventSource", Source);

function begin(refusal?: () => "again" | "stop"): { status: Observable<StreamStatus>; stop: () => void; last: () => Source } {
  Source.made = [];
  const status = new Observable<StreamStatus>("connecting");
  const stop = listen(() => new Source() as unknown as EventSource, status, refusal);
  return {
    status, stop,
    last: () => {
      const source = Source.made[Source.made.length - 1];
      assert.ok(source);
      return source;
    },
  };
}

test("a refused stream is tried again after 1, 2, 4 … 30 s, and from the beginning once it was open", () => {
  const { status, stop, last } = begin();
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = Source.made.length;
    last().refuse();
    assert.equal(status.value, "lost");
    clock.pass(seconds * 1000 - 1);
    assert.equal(Source.made.length, before, `not before ${seconds} s`);
    clock.pass(1);
    assert.equal(Source.made.length, before + 1, `after ${seconds} s`);
  }
  last().onopen();
  assert.equal(status.value, "open");
  last().refuse();
  clock.pass(1000);
  assert.equal(Source.made.length, 9);
  stop();
});

test("a broken connection is left to the browser, which comes back by itself", () => {
  const { status, stop, last } = begin();
  last().onopen();
  last().onerror();
  clock.pass(60_000);
  assert.equal(status.value, "lost");
  assert.equal(Source.made.length, 1);
  stop();
});

test("whoever refuses for good is not asked again", () => {
  const { stop, last } = begin(() => "stop");
  last().refuse();
  clock.pass(120_000);
  assert.equal(Source.made.length, 1);
  stop();
});

test("a hidden page and one without a network hold no connection", () => {
  const { status, stop, last } = begin();
  page.hidden = true;
  page.tell("visibilitychange");
  assert.equal(last().readyState, Source.CLOSED);
  assert.equal(Source.made.length, 1);
  page.hidden = false;
  page.tell("visibilitychange");
  assert.equal(Source.made.length, 2);
  assert.equal(status.value, "connecting");
  reader.onLine = false;
  frame.tell("offline");
  assert.equal(status.value, "lost");
  frame.tell("online");
  assert.equal(Source.made.length, 2);
  reader.onLine = true;
  frame.tell("online");
  assert.equal(Source.made.length, 3);
  stop();
  assert.equal(last().readyState, Source.CLOSED);
  assert.deepEqual([page.count("visibilitychange"), frame.count("online"), frame.count("offline")], [0, 0, 0]);
});
