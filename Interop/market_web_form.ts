// The market's order form without its page: what it sends, asks and shows, line by line of JSON, for tests with a server.
import { createInterface } from "node:readline";
import type { MarketQuote, MarketSide } from "../Web/src/api";
import { Decimal } from "../Web/src/numbers/decimal";
import { signsOf } from "../Web/src/numbers/signs";
import { chosenFor, emptyEntry, type EntryContext, type EntryType, type Part, settled, withShare, withType } from "../Web/src/market/trade/orderentry";
import { faultsOf, quoteOf, requestOf } from "../Web/src/market/trade/orderfaults";
import { previewOf } from "../Web/src/market/trade/preview";

interface Question {
  market: string;
  side: MarketSide;
  type: EntryType;
  locale: string;
  tick: string;
  lot: string;
  minimum: string;
  available: string;
  /** How many decimal places what is given can have. */
  exponents: Record<MarketSide, number>;
  /** What was chosen, in turn. */
  fields: [Part, string][];
  /** Which part of the balance was chosen after that, in per cent. */
  share?: string;
  /** What the server has said of an order without a limit. */
  quote?: MarketQuote;
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Question;
  const { market, side, quote } = asked;
  const preview = quote === undefined ? null : previewOf(side, quote);
  const context: EntryContext = {
    steps: { tick: Decimal.from(asked.tick), lot: Decimal.from(asked.lot), minimum: Decimal.from(asked.minimum) },
    signs: signsOf(asked.locale), available: () => Decimal.from(asked.available), exponent: (given) => asked.exponents[given],
    // As in the form: the amount to order, and the money without the fee.
    worked: preview === null ? null : { amount: preview.order, total: side === "buy" ? preview.gives : preview.receives.plus(preview.fee) },
  };
  let entry = withType(emptyEntry(side), asked.type, context);
  for (const [part, text] of asked.fields) entry = chosenFor(entry, part, Decimal.from(text), context);
  if (asked.share !== undefined) entry = withShare(entry, Decimal.from(asked.share), context);
  entry = settled(entry, context);
  const shown = preview && Object.fromEntries((["gives", "receives", "fee", "waiting"] as const).map((name) => [name, preview[name].text]));
  console.log(JSON.stringify({
    faults: faultsOf(entry, context).map(({ part, kind }) => `${part}: ${kind}`), quote: quoteOf(entry, market, context),
    request: requestOf(entry, market, context), preview: shown,
  }));
}
