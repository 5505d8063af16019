import * as api from "../../api";
import type { MarketFillLine } from "../../api";
import { ask } from "../../client";
import { Observable, type Scope } from "../../observable";
import type { MarketContext } from "../context";

/** Milliseconds from a change of one's own until one's executions are looked at. */
const lookDelay = 1000;

/** The reader's own last executions in a market, newest first, for as long as the scope lasts; none while nobody is signed in. */
export function ownFills({ store, session }: MarketContext, scope: Scope, market: string): Observable<readonly MarketFillLine[]> {
  const fills = new Observable<readonly MarketFillLine[]>([]);
  let timer: number | undefined;
  const look = (): void => {
    ask((options) => api.marketFills({ market, limit: 100 }, options)).then(
      (answer) => {
        if (!scope.isEnded && session.account.value) fills.set(answer.fills);
      },
      // A mark that is missing is no reason for a notice: the orders say the same.
      () => undefined,
    );
  };
  // Each trade of one's own changes what one has.
  scope.watch(store.balances.observable, () => {
    window.clearTimeout(timer);
    if (store.balances.value !== undefined && session.account.value) timer = window.setTimeout(look, lookDelay);
    else if (fills.value.length > 0) fills.set([]);
  });
  scope.add(() => window.clearTimeout(timer));
  return fills;
}
