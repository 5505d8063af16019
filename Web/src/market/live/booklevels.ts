import { Decimal } from "../../numbers/decimal";
import { isObject, type Json, type JsonObject, PatchFault } from "./patch";
import type { Book, Level } from "./store";

/** The most prices of a side that are taken: the server tells of 1,000 orders. */
const mostLevels = 5000;

/** One side of a book: its prices in order, of which each change touches the few that changed. */
class Side {
  levels: Level[] = [];

  /** `direction` is 1 where the lowest price is the best one, as for sells, and -1 for buys. */
  constructor(private readonly direction: 1 | -1) {}

  setAll(offers: JsonObject): void {
    const entries = Object.entries(offers);
    if (entries.length > mostLevels) throw new PatchFault("more prices than there can be");
    const levels = entries.map(([price, amount]) => ({ price: numberOf(price), amount: numberOf(amount) }));
    this.levels = levels.sort((a, b) => this.direction * a.price.compare(b.price));
  }

  /** Takes over what `offers` says of these prices. */
  update(offers: JsonObject, prices: readonly string[]): void {
    if (this.levels.length + prices.length > mostLevels) throw new PatchFault("more prices than there can be");
    for (const text of prices) {
      const price = numberOf(text);
      const place = this.placeOf(price);
      const isThere = this.levels[place]?.price.equals(price) === true;
      const amount = offers[text];
      if (amount === undefined) {
        if (isThere) this.levels.splice(place, 1);
      } else this.levels.splice(place, isThere ? 1 : 0, { price, amount: numberOf(amount) });
    }
  }

  /** Where a price stands, or would stand. */
  private placeOf(price: Decimal): number {
    let [low, high] = [0, this.levels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const level = this.levels[middle];
      if (level !== undefined && this.direction * level.price.compare(price) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A market's book, made of the states and changes of the stream `depth`. */
export class BookLevels {
  private readonly bids = new Side(-1);
  private readonly asks = new Side(1);
  private isWhole = false;

  takeWhole(data: Json): void {
    const { bids, asks } = sides(data);
    this.bids.setAll(bids);
    this.asks.setAll(asks);
    this.isWhole = isObject(data) && data["isWhole"] === true;
  }

  /** Takes over what has changed; `data` is the state after it. */
  takeChange(data: Json, delta: unknown): void {
    const { bids, asks } = sides(data);
    this.bids.update(bids, changedNames(delta, "bids"));
    this.asks.update(asks, changedNames(delta, "asks"));
    this.isWhole = isObject(data) && data["isWhole"] === true;
  }

  /** The book as it is now, which later changes leave alone. */
  book(isStale: boolean): Book {
    return { bids: this.bids.levels.slice(), asks: this.asks.levels.slice(), isWhole: this.isWhole, isStale };
  }
}

function sides(data: Json): { bids: JsonObject; asks: JsonObject } {
  if (!isObject(data) || !isObject(data["bids"]) || !isObject(data["asks"])) throw new PatchFault("no book");
  return { bids: data["bids"], asks: data["asks"] };
}

/** The names of a member's members that a delta changes. */
function changedNames(delta: unknown, member: string): string[] {
  const changes = isObject(delta) ? delta[member] : undefined;
  if (changes === undefined) return [];
  // A side that is replaced whole is none of the changes that the server makes.
  if (!isObject(changes)) throw new PatchFault("no changes of prices");
  return Object.keys(changes);
}

function numberOf(text: unknown): Decimal {
  const value = typeof text === "string" && text.length <= 64 ? Decimal.parse(text) : null;
  if (value === null || value.isNegative) throw new PatchFault("no number");
  return value;
}
