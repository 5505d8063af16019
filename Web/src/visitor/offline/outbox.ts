import * as api from "../../api";
import { ask, Failure } from "../../client";
import { changeChoices } from "../choices";
import { isNoAnswer } from "./copies";
import { inStore } from "./database";
import type { Sender, Sent, Waiting } from "./waiting";

interface Entry {
  key: IDBValidKey;
  waiting: Waiting;
}

/**
 * What the reader did without a network, in order.
 *
 * It is emptied when the page starts, when the network comes back and when the page comes to the front again. Background
 * sync would do it a little earlier in one family of browsers, and gives up after a few tries: the page asks itself.
 */
export class Outbox implements Sender {
  private emptying: Promise<boolean> | undefined;

  constructor(
    /** What waited was not taken, for this reason. */
    private readonly onRefused: (failure: Failure) => void,
    /** Something waits from now on. */
    private readonly onWaits: () => void,
    /** All that waited was sent. */
    private readonly onSent: () => void,
  ) {}

  start(): void {
    const empty = (): void => {
      if (!document.hidden && navigator.onLine) void this.empty();
    };
    window.addEventListener("online", empty);
    document.addEventListener("visibilitychange", empty);
  }

  /** Does something now, or keeps it for later when no answer comes; other failures are thrown. */
  async send(act: () => Promise<unknown>, waiting: readonly Waiting[]): Promise<Sent> {
    try {
      // Nothing overtakes what waits already.
      if (!(await this.empty())) throw new Failure("network.unreachable", 0);
      await act();
      return "sent";
    } catch (error) {
      if (!isNoAnswer(Failure.from(error))) throw error;
      try {
        for (const one of waiting) await inStore("waiting", "readwrite", (store) => store.add(one));
      } catch {
        // This browser keeps nothing, so that the reader has to know.
        throw error;
      }
      this.onWaits();
      return "waits";
    }
  }

  /** Sends what waits; what gets no answer goes on waiting, with all that comes after it, and the answer is false. */
  empty(): Promise<boolean> {
    this.emptying ??= this.sendAll().finally(() => (this.emptying = undefined));
    return this.emptying;
  }

  private async sendAll(): Promise<boolean> {
    let entries = await this.entries();
    if (entries.length === 0) return true;
    while (entries.length > 0) {
      const run = firstRun(entries);
      try {
        await perform(run.map(({ waiting }) => waiting));
      } catch (error) {
        const failure = Failure.from(error);
        if (mayWait(failure)) return false;
        // What is gone already is as it was wanted.
        if (failure.status !== 404) this.onRefused(failure);
      }
      for (const { key } of run) await inStore("waiting", "readwrite", (store) => store.delete(key));
      entries = await this.entries();
    }
    this.onSent();
    return true;
  }

  private async entries(): Promise<Entry[]> {
    try {
      const keys = await inStore("waiting", "readonly", (store) => store.getAllKeys());
      const values = await inStore<Waiting[]>("waiting", "readonly", (store) => store.getAll());
      return keys.flatMap((key, index) => {
        const waiting = values[index];
        return waiting === undefined ? [] : [{ key, waiting }];
      });
    } catch {
      return [];
    }
  }
}

/** The first entries that one request can do: choices are saved together. */
function firstRun(entries: readonly Entry[]): readonly Entry[] {
  const end = entries.findIndex(({ waiting }) => waiting.kind !== "choice");
  return entries.slice(0, end === -1 ? entries.length : Math.max(end, 1));
}

/** Whether a failure says nothing of the request itself. A session that ended takes what waits with it. */
function mayWait(failure: Failure): boolean {
  return isNoAnswer(failure) || failure.status >= 500 || [401, 408, 429].includes(failure.status);
}

async function perform(run: readonly Waiting[]): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  if (first.kind === "choice") return changeChoices(run.flatMap((one) => (one.kind === "choice" ? [one] : [])));
  if (first.kind === "inbox.read") return void (await ask(api.readInbox));
  const { kind, id } = first;
  const calls = {
    "coupon.delete": api.deleteCoupon, "coupon.restore": api.restoreCoupon, "notice.read": api.readNotification,
    "notice.delete": api.deleteNotification, "notice.restore": api.restoreNotification,
  };
  await ask<unknown>((options) => calls[kind](id, options));
}
