import { Later } from "../../later";
import type { Scope } from "../../observable";
import { chartPlace } from "../chart/place";
import type { MarketContext } from "../context";
import type { ViewInput } from "../view";
import { orderForm } from "./form";
import type { TradeInput } from "./input";
import { openOrdersPart } from "./openorders";

/** What the list of open orders is given; without a market it lists those of all. */
export interface OpenOrdersInput {
  context: MarketContext;
  scope: Scope;
  go: ViewInput["go"];
  market?: string;
}

/** The parts of one market beside its book and trades. */
export interface TradeParts {
  form?: (input: TradeInput) => HTMLElement;
  openOrders?: (input: OpenOrdersInput) => HTMLElement;
  /** Fetched with the library that draws it, when it is shown. */
  chart?: Later<(input: TradeInput) => HTMLElement>;
  depth?: Later<(input: TradeInput) => HTMLElement>;
}

export const parts: TradeParts = {
  form: orderForm,
  openOrders: openOrdersPart,
  // Its place is there at once, as high as the chart will be, and fetches what is drawn in it.
  chart: Later.of(chartPlace),
  depth: new Later(async () => (await import("./depth")).depthPart),
};
