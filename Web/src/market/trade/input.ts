import type { Market, MarketAsset, MarketFillLine, MarketSide } from "../../api";
import { Observable, type Scope } from "../../observable";
import type { MarketContext } from "../context";
import type { MarketFeed } from "../live/store";
import type { ViewInput } from "../view";

/** What was chosen in the book or the chart for the next order, each as the exact decimal text of what was there. */
export interface Filling {
  price?: string;
  amount?: string;
  side?: MarketSide;
}

/** What the parts of one market say to the order form; nothing of it is ever sent by itself. */
export class OrderDraft {
  /** What was chosen last, a new object each time; null until something was. */
  readonly filled = new Observable<Filling | null>(null);
}

/** What each part of the view of one market is given. */
export interface TradeInput {
  context: MarketContext;
  scope: Scope;
  go: ViewInput["go"];
  market: Market;
  base: MarketAsset;
  quote: MarketAsset;
  feed: MarketFeed;
  draft: OrderDraft;
  /** The reader's own last executions, newest first. */
  fills: Observable<readonly MarketFillLine[]>;
}
