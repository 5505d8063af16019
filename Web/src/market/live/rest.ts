import * as api from "../../api";
import type { Market, MarketAsset, MarketBalance, MarketOrder, MarketTicker } from "../../api";
import { ask } from "../../client";

/** What the store asks for once when it starts, and again after it missed something. */

export async function markets(): Promise<Market[]> {
  return (await ask(api.markets)).markets;
}

export async function assets(): Promise<MarketAsset[]> {
  return (await ask(api.marketAssets)).assets;
}

export async function tickers(): Promise<ReadonlyMap<string, MarketTicker>> {
  return new Map((await ask(api.marketTickers)).tickers.map((ticker) => [ticker.market, ticker]));
}

export async function balances(): Promise<ReadonlyMap<string, MarketBalance>> {
  return new Map((await ask(api.marketBalances)).balances.map((balance) => [balance.asset, balance]));
}

/** All open orders, newest first: as many pages as there are. */
export async function openOrders(): Promise<MarketOrder[]> {
  const orders: MarketOrder[] = [];
  let before: string | undefined;
  do {
    const query = before === undefined ? { limit: 100 } : { limit: 100, before };
    const page = await ask((options) => api.openMarketOrders(query, options));
    orders.push(...page.orders);
    before = page.next;
  } while (before !== undefined);
  return orders;
}
