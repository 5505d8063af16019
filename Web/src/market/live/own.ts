import type { MarketBalance, MarketOrder, MarketSocketTicket } from "../../api";
import { Failure } from "../../client";
import { Observable } from "../../observable";
import { Resource } from "../../remote";
import { Decimal } from "../../numbers/decimal";
import type { Emit } from "./feed";
import { isObject, type Json } from "./patch";
import type { EndedOrder } from "./store";
import { balancesOf, remainingOf } from "./stream";
import { Topic } from "./topic";

/** How what is somebody's own is fetched. */
export interface OwnSource {
  ticket: () => Promise<MarketSocketTicket>;
  balances: () => Promise<ReadonlyMap<string, MarketBalance>>;
  openOrders: () => Promise<MarketOrder[]>;
}

/** How long a ticket is used again: it is worth a day. */
const ticketFor = 23 * 3_600_000;

/** The most tickets that one connection asks for, and milliseconds between two lists of orders that are fetched. */
const mostTickets = 3;
const betweenFetches = 500;

/** The most orders that the stream tells of. */
const mostTold = 1000;

/**
 * What the stream tells somebody of what is theirs: what they have, and their open orders.
 *
 * The stream says at once that an order ended or what is left of it; what else belongs to an order is fetched.
 */
export class Own {
  readonly balances: Resource<ReadonlyMap<string, MarketBalance>>;
  readonly openOrders: Resource<MarketOrder[]>;
  readonly ended = new Observable<readonly EndedOrder[]>([]);
  /** By the name of the event. */
  readonly topics: ReadonlyMap<string, Topic>;
  private remaining: ReadonlyMap<string, string> = new Map();
  /** Orders that were open and are no more; a number never comes again. */
  private readonly gone = new Set<string>();
  private ticket: { value: MarketSocketTicket; until: number } | undefined;
  private tickets = 0;
  /** Counts what makes an answer that is under way one of somebody else, or of an earlier connection. */
  private turn = 0;
  private fetchAt = Number.NEGATIVE_INFINITY;
  private timer: number | undefined;

  constructor(
    private readonly source: OwnSource, private readonly emit: Emit, private readonly now: () => number,
    private readonly refused: (failure: Failure) => void,
  ) {
    this.balances = new Resource(source.balances);
    this.openOrders = new Resource(async () => this.present(await source.openOrders()));
    const ask = (name: string) => () => emit(name);
    const takeBalances = (data: Json): void => this.balances.set(balancesOf(data));
    const takeOrders = (data: Json): void => this.follow(remainingOf(data));
    const stale = (): void => undefined;
    this.topics = new Map([
      ["balance", new Topic({ ask: ask("balance"), whole: takeBalances, changed: takeBalances, stale }, now)],
      ["open-orders", new Topic({ ask: ask("open-orders"), whole: takeOrders, changed: takeOrders, stale }, now)],
    ]);
  }

  /** Shows on a new connection whose it is, and follows what is theirs. */
  begin(): void {
    this.tickets = 0;
    this.refresh();
    void this.signIn();
  }

  /** Fetches what may have changed while nobody told of it. */
  refresh(): void {
    void this.balances.load();
    void this.openOrders.load();
  }

  /** The connection is gone. */
  end(): void {
    this.turn += 1;
    for (const topic of this.topics.values()) topic.end();
  }

  /** Nobody is signed in any more: nothing of theirs is kept. */
  forget(): void {
    this.end();
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.ticket = undefined;
    this.remaining = new Map();
    this.gone.clear();
    this.balances.clear();
    this.openOrders.clear();
    this.ended.set([]);
  }

  /** The server does not know the ticket: another one is tried. */
  ticketRefused(): void {
    this.ticket = undefined;
    for (const topic of this.topics.values()) topic.end();
    void this.signIn();
  }

  /** What became of orders. */
  takeEnded(argument: unknown): void {
    if (!Array.isArray(argument)) return;
    const ended: EndedOrder[] = [];
    for (const entry of argument) {
      if (!isObject(entry)) continue;
      const { tradeId: id, stockId: market, status, clientId } = entry;
      if (typeof id !== "string" || typeof market !== "string") continue;
      if (status !== "filled" && status !== "cancelled") continue;
      ended.push({ id, market, status, ...(typeof clientId === "string" ? { clientId } : {}) });
      this.gone.add(id);
    }
    if (ended.length === 0) return;
    this.ended.set(ended);
    this.showPresent();
  }

  private async signIn(): Promise<void> {
    if (this.tickets >= mostTickets) return;
    this.tickets += 1;
    const { turn } = this;
    try {
      const isKept = this.ticket !== undefined && this.ticket.until > this.now();
      const value = isKept && this.ticket !== undefined ? this.ticket.value : await this.source.ticket();
      if (turn !== this.turn) return;
      this.ticket ??= { value, until: this.now() + ticketFor };
      this.emit("user-auth", value);
      for (const topic of this.topics.values()) topic.begin();
    } catch (error) {
      if (turn === this.turn) this.refused(Failure.from(error));
    }
  }

  private follow(remaining: ReadonlyMap<string, string>): void {
    if (remaining.size < mostTold) {
      for (const id of this.remaining.keys()) if (!remaining.has(id)) this.gone.add(id);
    }
    this.remaining = remaining;
    this.showPresent();
    const known = new Map(this.openOrders.value?.map((order) => [order.id, order]) ?? []);
    const isComplete = [...remaining.keys()].every((id) => known.has(id) || this.gone.has(id));
    // An order that came and went between two messages is in neither: only the server knows what became of it.
    const isTold = remaining.size >= mostTold || [...known.keys()].every((id) => remaining.has(id) || this.gone.has(id));
    if (!isComplete || !isTold) this.fetchSoon();
  }

  /** Shows at once what the stream says of the orders that are known. */
  private showPresent(): void {
    const { value } = this.openOrders;
    if (value === undefined) return;
    const present = this.present(value);
    if (present.length === value.length && present.every((order, index) => order === value[index])) return;
    this.openOrders.set(present);
    // How much was paid for what was executed is known to the server alone.
    this.fetchSoon();
  }

  /** These orders as the stream knows them: without those that ended, and with what is left. */
  private present(orders: readonly MarketOrder[]): MarketOrder[] {
    return orders.filter(({ id }) => !this.gone.has(id)).map((order) => {
      const remaining = this.remaining.get(order.id);
      if (remaining === undefined || remaining === order.remaining) return order;
      // A fetched order may be newer than the stream: what is executed only ever grows.
      if (Decimal.from(remaining).compare(Decimal.from(order.remaining)) > 0) return order;
      const executed = Decimal.from(order.amount).minus(Decimal.from(remaining)).text;
      return { ...order, remaining, executed };
    });
  }

  private fetchSoon(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.fetchAt + betweenFetches - this.now());
    this.timer = window.setTimeout(() => {
      this.timer = undefined;
      this.fetchAt = this.now();
      void this.openOrders.load();
    }, wait);
  }
}
