import { Failure } from "../../client";
import { Observable } from "../../observable";
import type { Resource } from "../../remote";
import { inStore } from "./database";

/**
 * What is kept of an account and its venue. Visits are not: they say where somebody was. `told` is of what the page told
 * today, and `looked` what it noticed of what was looked at, which goes nowhere.
 */
export type CopyName =
  | "account" | "choices" | "coupons" | "inbox" | "venue" | "zones" | "venue-zones" | "told" | "looked" | `areas/${string}`;

/** Whether the page shows copies because the server did not answer. */
export const isAway = new Observable(false);

/** Whether a failure means that no answer came: no network, no server, or too slow. */
export function isNoAnswer(failure: Failure): boolean {
  return failure.code.startsWith("network.");
}

/** Keeps a copy; a browser that keeps nothing keeps this neither. */
export async function keepCopy(name: CopyName, value: unknown): Promise<void> {
  try {
    await inStore("copies", "readwrite", (store) => store.put(value, name));
  } catch {
    // The page works as it did before there were copies.
  }
}

/** The copy of this name; undefined where there is none. */
export async function copyOf<T>(name: CopyName): Promise<T | undefined> {
  return inStore<T | undefined>("copies", "readonly", (store) => store.get(name)).catch(() => undefined);
}

/** Fetches a value and keeps a copy of it, or gives the copy when no answer comes. */
export async function orCopy<T>(name: CopyName, fetchValue: () => Promise<T>): Promise<T> {
  try {
    const value = await fetchValue();
    isAway.set(false);
    void keepCopy(name, value);
    return value;
  } catch (error) {
    if (!isNoAnswer(Failure.from(error))) throw error;
    const copy = await copyOf<T>(name);
    if (copy === undefined) throw error;
    isAway.set(true);
    return copy;
  }
}

/** Keeps what the page makes of a value: what was deleted without a network is gone from the copy too. */
export function keepUpToDate<T>(name: CopyName, resource: Resource<T>, copied: (value: T) => unknown): void {
  resource.observable.subscribe((remote) => {
    if (remote.state === "ready") void keepCopy(name, copied(remote.value));
  });
}
