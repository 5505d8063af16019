import * as api from "../../api";
import { ask, Failure } from "../../client";
import type { Post } from "./sending";
import type { QuoteSource } from "./quoting";

/** Milliseconds after which an order without an answer is asked for by its name. */
const patience = 10_000;

/** How orders are sent and asked for on this page. */
export const post: Post = {
  place: async ({ request, key }) => {
    if (!("stopPrice" in request)) return ask((options) => api.placeMarketOrder(request, { ...options, key }), patience);
    return (await ask((options) => api.placeMarketPair(request, { ...options, key }), patience)).limit;
  },
  find: async (clientId) => {
    try {
      return (await ask((options) => api.marketOrderByClientID(clientId, options))).order;
    } catch (error) {
      if (Failure.from(error).code === "market.unknown_order") return null;
      throw error;
    }
  },
  wait: (milliseconds) => new Promise((resolve) => window.setTimeout(resolve, milliseconds)),
  random: randomDigits,
  now: () => performance.now(),
};

/** A random number of so many hexadecimal digits. */
export function randomDigits(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, digits);
}

/** A key for something that is to happen once. */
export function newKey(): string {
  return randomDigits(32);
}

/** How what an order would do is asked for on this page. */
export const quotes: QuoteSource = {
  fetch: (request) => ask((options) => api.quoteMarket(request, options)),
  later: (run, milliseconds) => {
    const timer = window.setTimeout(run, milliseconds);
    return () => window.clearTimeout(timer);
  },
};
