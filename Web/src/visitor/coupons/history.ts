import * as api from "../../api";
import type { MarketTransaction, MarketTransactionKind } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill } from "../../dom";
import { dayName, dayOf, decimal } from "../../format";
import { t } from "../../i18n";
import { mark } from "../../ui/list";
import { emptyState, failedState, loadingState } from "../../ui/states";
import type { ViewInput } from "../views/view";
import { byDay } from "./days";
import { timeOf } from "./time";

/** How many lines are fetched at once. */
const atOnce = 50;

/** What the reader's points are, and by day what brought and took them, from the ledger's own books. */
export function pointsHistory({ context, scope }: ViewInput): HTMLElement {
  const place = el("div", { class: "points-history" });
  const zone = context.venue.value?.body.timeZone;

  async function load(): Promise<void> {
    fill(place, loadingState());
    try {
      const [{ assets }, { balances }] = await Promise.all([ask(api.marketAssets), ask(api.marketBalances)]);
      const kinds = assets.filter(({ kind }) => kind === "points");
      const histories = await Promise.all(kinds.map(async ({ name }) => {
        const total = balances.find(({ asset }) => asset === name)?.total ?? "0";
        return history(name, total, await page(name));
      }));
      const found = histories.filter((one) => one !== null);
      if (scope.isEnded) return;
      fill(place, ...(found.length > 0 ? found : [emptyState("star", t("points.none"), t("points.none.text"))]));
    } catch (error) {
      if (scope.isEnded) return;
      fill(place, failedState(Failure.from(error), () => void load()));
    }
  }

  function page(asset: string, before?: string): Promise<api.MarketTransactions> {
    return ask((options) => api.marketTransactions(asset, { limit: atOnce, ...(before === undefined ? {} : { before }) }, options));
  }

  function history(asset: string, total: string, first: api.MarketTransactions): HTMLElement | null {
    if (first.transactions.length === 0) return null;
    let [lines, next] = [first.transactions, first.next];
    const days = el("div", { class: "points-days" });
    const more = el("button", { type: "button", class: "button", onclick: () => void loadMore() }, t("points.more"));
    const draw = (): void => {
      fill(days, ...byDay(lines, zone).map(({ day, lines: own }) => el(
        "section", { class: "points-day" }, el("h2", {}, dayOf(day, zone)),
        el("ul", { class: "rows" }, ...own.map((line) => lineRow(line, asset))),
      )));
      more.hidden = next === undefined;
    };
    async function loadMore(): Promise<void> {
      more.disabled = true;
      try {
        const found = await page(asset, next);
        [lines, next] = [[...lines, ...found.transactions], found.next];
        draw();
      } catch (error) {
        context.report(error);
      }
      more.disabled = false;
    }
    draw();
    return el(
      "div", { class: "points-asset" },
      el("p", { class: "points-total" }, t("offers.mine", { total: decimal(total), asset })),
      el("p", { class: "quiet" }, t("points.text")), days, more,
    );
  }

  void load();
  return place;
}

const icons: Partial<Record<MarketTransactionKind, Parameters<typeof mark>[1]>> = { points: "star", time: "star", trade: "exchange" };

function lineRow(line: MarketTransaction, asset: string): HTMLElement {
  const { kind, amount, memo, balance } = line;
  const isMore = !amount.startsWith("-");
  const time = timeOf(line);
  const title = time === null ? t(`points.kind.${kind}`) : t("points.time", { venue: time.venue, day: dayName(time.day) });
  const note = [time === null ? memo ?? "" : "", t("points.balance", { balance: decimal(balance) })].filter((text) => text !== "").join(" · ");
  return el(
    "li", { class: "row", "data-kind": kind },
    mark(isMore ? "accepted" : "read", icons[kind] ?? "exchange"),
    el(
      "div", { class: "row-body" }, el("p", { class: "row-title" }, el("strong", {}, title)),
      el("p", { class: "row-note" }, note),
    ),
    el("span", { class: `row-figure${isMore ? " points" : ""}` }, `${isMore ? "+" : "−"}${decimal(amount.replace("-", ""))} ${asset}`),
  );
}
