import * as api from "../../api";
import type { Notification } from "../../api";
import { ask } from "../../client";
import { Resource } from "../../remote";
import type { MarketContext } from "../context";

/** A price that was reached, as the inbox has it. */
export interface ToldPrice {
  id: string;
  market: string;
  direction: "above" | "below";
  /** Decimal text. */
  price: string;
  at: string;
}

/** The price that a notice tells of; null when it tells of something else. */
export function toldPrice({ id, kind, market, direction, price, at }: Notification): ToldPrice | null {
  if (kind !== "price.reached" || market === undefined || price === undefined) return null;
  return direction === "above" || direction === "below" ? { id, market, direction, price, at } : null;
}

/** The prices that the inbox tells of, newest first; and which of them this page has told already. */
export class ToldPrices {
  readonly resource = new Resource<readonly ToldPrice[]>(async () => {
    const { notifications } = await ask(api.inbox);
    return notifications.map(toldPrice).filter((told): told is ToldPrice => told !== null);
  });
  private seen: Set<string> | null = null;

  /** Takes one that has just come; false when this page knows it. */
  add(told: ToldPrice): boolean {
    const others = this.resource.value ?? [];
    if (this.seen?.has(told.id) === true || others.some(({ id }) => id === told.id)) return false;
    this.seen?.add(told.id);
    this.resource.set([told, ...others]);
    return true;
  }

  /** Fetches the inbox; those that came since the last look while nobody listened, oldest first. */
  async look(): Promise<ToldPrice[]> {
    await this.resource.load();
    const all = this.resource.value ?? [];
    const missed = this.seen === null ? [] : all.filter(({ id }) => this.seen?.has(id) === false).reverse();
    this.seen = new Set(all.map(({ id }) => id));
    return missed;
  }

  clear(): void {
    this.seen = null;
    this.resource.clear();
  }
}

const kept = new WeakMap<MarketContext, ToldPrices>();

/** What a page was told of prices, which its views share. */
export function toldOf(context: MarketContext): ToldPrices {
  let told = kept.get(context);
  if (told === undefined) {
    told = new ToldPrices();
    kept.set(context, told);
  }
  return told;
}
